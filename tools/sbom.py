"""Write build/sbom.cdx.json: what Holi is made of, as CycloneDX, from the lock files.

Python packages come from requirements.lock, those that an installed server needs marked as required; what the page is
built from comes from web/package-lock.json, with the hashes that are there. The same lock files make the same bytes.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "build" / "sbom.cdx.json"
PINNED = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;\\]+)", re.MULTILINE)
VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)


def python_packages() -> Iterator[dict[str, Any]]:
    served = {found["name"] for found in PINNED.finditer((ROOT / "deploy" / "requirements.txt").read_text("utf-8"))}
    for found in PINNED.finditer((ROOT / "requirements.lock").read_text("utf-8")):
        name, version = re.sub(r"[-_.]+", "-", found["name"]).lower(), found["version"]
        yield component(
            name, version, f"pkg:pypi/{name}@{quote(version)}", "required" if name in served else "excluded"
        )


def page_packages() -> Iterator[dict[str, Any]]:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    for path, package in packages.items():
        if not path or package.get("link"):
            continue
        name, version = path.rpartition("node_modules/")[2], package["version"]
        scope = "excluded" if package.get("dev") else "optional" if package.get("optional") else "required"
        made = component(name, version, f"pkg:npm/{quote(name)}@{quote(version)}", scope)
        if "license" in package:
            made["licenses"] = [{"expression": package["license"]}]
        if package.get("integrity", "").startswith("sha512-"):
            digest = base64.b64decode(package["integrity"].removeprefix("sha512-")).hex()
            made["hashes"] = [{"alg": "SHA-512", "content": digest}]
        yield made


def component(name: str, version: str, purl: str, scope: str) -> dict[str, Any]:
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "scope": scope, "purl": purl}


def sbom() -> dict[str, Any]:
    found = VERSION.search((ROOT / "src" / "holi" / "__init__.py").read_text("utf-8"))
    assert found is not None
    by_ref = {made["bom-ref"]: made for made in (*python_packages(), *page_packages())}
    components = [by_ref[reference] for reference in sorted(by_ref)]
    product = {"type": "application", "bom-ref": "holi", "name": "holi", "version": found[1]}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, json.dumps([product, components]))}",
        "version": 1,
        "metadata": {"component": product},
        "components": components,
        "dependencies": [{"ref": "holi", "dependsOn": [each["bom-ref"] for each in components]}],
    }


if __name__ == "__main__":
    made = sbom()
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps(made, indent=2) + "\n", "utf-8")
    print(f"{TARGET.relative_to(ROOT)}: {len(made['components'])} packages")
