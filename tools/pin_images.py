"""Write the images of deploy/compose.yaml by digest into deploy/images.env, as their registry has them now.

All of them or none: if one could not be asked about, the file stays as it was, and the exit status is 2.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

DEPLOY = Path(__file__).parents[1] / "deploy"
IMAGE = re.compile(r"\$\{(\w+_IMAGE):-([^}@]+)\}")
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")

Asked = Callable[[str], str]


def images(compose: str) -> dict[str, str]:
    """The images that can be set, with their tags, by the variable's name."""
    return dict(IMAGE.findall(compose))


def asked(image: str) -> str:
    """What `docker buildx` says about an image, as JSON; nothing if it cannot be asked."""
    command = ["docker", "buildx", "imagetools", "inspect", "--format", "{{json .Manifest}}", image]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


def pinned(compose: str, ask: Asked) -> tuple[str, list[str]]:
    """The lines of images.env, and the images whose digests are not known."""
    lines, unknown = [], []
    for name, image in images(compose).items():
        try:
            digest = json.loads(ask(image))["digest"]
        except (ValueError, KeyError, TypeError):
            digest = ""
        if isinstance(digest, str) and DIGEST.fullmatch(digest):
            lines.append(f"{name}={image}@{digest}\n")
        else:
            unknown.append(image)
    return "# Made by 'make pin-images'. For docker compose --env-file.\n" + "".join(lines), unknown


def main() -> int:
    text, unknown = pinned((DEPLOY / "compose.yaml").read_text("utf-8"), asked)
    if unknown:
        print(f"No digest of {', '.join(unknown)}: docker buildx is not here, or the registry does not answer.")
        return 2
    (DEPLOY / "images.env").write_text(text, "utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
