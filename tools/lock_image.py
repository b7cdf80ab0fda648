"""Write deploy/requirements.txt and deploy/build-requirements.txt: what the image installs, with hashes of the files.

Versions are those of requirements.lock. pip is asked, of whatever index it is set to, for the files of both platforms
that the image runs on. `make lock-image` does it after versions were raised.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"
EXTRAS = ("play", "nodes")
PYTHON = "3.13"
PLATFORMS = ("x86_64", "aarch64")
GLIBC = ("2014", "_2_17", "_2_28", "_2_34")
HEADER = f"# Made by 'make lock-image' for Python {PYTHON} on Linux, {' and '.join(PLATFORMS)}. Do not edit.\n"

Hashes = dict[tuple[str, str], set[str]]


def requirements(extras: tuple[str, ...]) -> list[str]:
    """What the package and these extras need; extras that they name are followed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = list(project["dependencies"])
    waiting = list(extras)
    while waiting:
        for requirement in project["optional-dependencies"][waiting.pop()]:
            if requirement.startswith("holi["):
                waiting += requirement.removeprefix("holi[").removesuffix("]").split(",")
            else:
                found.append(requirement)
    return sorted(set(found))


def resolve(wanted: list[str], platform: str) -> Hashes:
    """By name and version: the hash of the file that pip takes on a platform."""
    tags = [part for glibc in GLIBC for part in ("--platform", f"manylinux{glibc}_{platform}")]
    with tempfile.TemporaryDirectory() as folder:
        report, constraints = Path(folder) / "report.json", Path(folder) / "constraints.txt"
        constraints.write_text("\n".join(versions(platform)), "utf-8")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        command += ["--ignore-requires-python"]  # of the Python that runs pip, not the one of the image
        command += ["--target", folder, "--only-binary", ":all:", "--python-version", PYTHON, *tags]
        command += ["--constraint", str(constraints), "--report", str(report), *wanted]
        done = subprocess.run(command, check=False)
        if done.returncode:
            sys.exit(f"holi: pip finds no files of all packages for Python {PYTHON} on {platform}; see above")
        installs = json.loads(report.read_text("utf-8"))["install"]
    check_complete(installs, platform)
    return {
        (named(each["metadata"]["name"]), each["metadata"]["version"]): {
            each["download_info"]["archive_info"]["hashes"]["sha256"]
        }
        for each in installs
    }


def environment(platform: str) -> dict[str, str]:
    """Where the image runs: pip goes by its own Python where a requirement depends on that."""
    return {"python_version": PYTHON, "python_full_version": f"{PYTHON}.0", "platform_machine": platform, "extra": ""}


def versions(platform: str) -> list[str]:
    """The lines of the lock file that count in the image."""
    locked = [Requirement(line) for line in LOCK.read_text("utf-8").splitlines() if line.strip()]
    return [
        f"{each.name}{each.specifier}"
        for each in locked
        if each.marker is None or each.marker.evaluate(environment(platform))
    ]


def check_complete(installs: list[dict[str, Any]], platform: str) -> None:
    """Refuse a list in which something is missing that a package needs there."""
    found = {named(each["metadata"]["name"]) for each in installs}
    for each in installs:
        for needed in map(Requirement, each["metadata"].get("requires_dist", [])):
            wanted = needed.marker is None or needed.marker.evaluate(environment(platform))
            if wanted and named(needed.name) not in found:
                sys.exit(
                    f"holi: {each['metadata']['name']} needs {needed.name} on {platform}; name it in pyproject.toml"
                )


def named(name: str) -> str:
    """A package's name in its normal form."""
    return re.sub(r"[-_.]+", "-", name).lower()


def text_of(hashes: Hashes) -> str:
    lines = [
        f"{name}=={version}" + "".join(f" \\\n    --hash=sha256:{each}" for each in sorted(found))
        for (name, version), found in sorted(hashes.items())
    ]
    return HEADER + "\n".join(lines) + "\n"


def main() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    for file, wanted in (("requirements.txt", requirements(EXTRAS)), ("build-requirements.txt", build)):
        hashes: Hashes = {}
        for platform in PLATFORMS:
            for package, found in resolve(wanted, platform).items():
                hashes.setdefault(package, set()).update(found)
        (ROOT / "deploy" / file).write_text(text_of(hashes), "utf-8")
        print(f"deploy/{file}: {len(hashes)} packages")


if __name__ == "__main__":
    main()
