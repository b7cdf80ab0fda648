"""What Holi is made of: lists with hashes, the SBOM, and an audit that claims no more than it knows."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tools import pin_images
from tools.audit_deps import Findings, of_page, of_python, told
from tools.lock_image import EXTRAS, named, requirements, versions
from tools.sbom import sbom

ROOT = Path(__file__).parents[1]
PINNED = re.compile(r"^([\w.-]+)==([^\s;\\]+)", re.MULTILINE)
HASHED = re.compile(r"[\w.-]+==\S+( \\\n    --hash=sha256:[0-9a-f]{64})+\n")


def pinned(path: str) -> set[tuple[str, str]]:
    return {(named(name), version) for name, version in PINNED.findall((ROOT / path).read_text("utf-8"))}


@pytest.mark.parametrize("file", ["requirements.txt", "build-requirements.txt"])
def test_every_package_of_the_image_has_its_hashes(file: str):
    text = (ROOT / "deploy" / file).read_text("utf-8").split("\n", 1)[1]
    assert HASHED.sub("", text) == ""
    assert re.search(
        rf"--require-hashes --requirement \S*\b{file}", (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
    )


def test_the_image_has_all_that_is_needed_in_the_versions_of_the_lock_file():
    lock, image = pinned("requirements.lock"), pinned("deploy/requirements.txt")
    assert image <= lock
    assert image <= {
        (named(name), version) for name, _, version in (each.partition("==") for each in versions("x86_64"))
    }
    needed = {named(re.split(r"[\[><=; ]", requirement)[0]) for requirement in requirements(EXTRAS)}
    assert needed <= {name for name, _ in image}


def test_the_sbom_names_every_package_once():
    made = sbom()
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.6")
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", made["serialNumber"])
    references = [each["bom-ref"] for each in made["components"]]
    assert len(references) == len(set(references))
    python = {(each["name"], each["version"]): each["scope"] for each in made["components"] if "pypi" in each["purl"]}
    assert python.keys() == pinned("requirements.lock")
    assert {name for (name, _), scope in python.items() if scope == "required"} >= {"fastapi", "numpy"}
    assert {name for (name, _), scope in python.items() if scope == "excluded"} >= {"pytest"}
    svelte = next(each for each in made["components"] if each["name"] == "svelte")
    assert svelte["purl"].startswith("pkg:npm/svelte@") and len(svelte["hashes"][0]["content"]) == 128
    assert made == sbom(), "the same files make the same bytes"


@pytest.mark.parametrize(
    ("text", "vulnerable", "unknown"),
    [
        ({"dependencies": [{"name": "a", "version": "1", "vulns": []}]}, [], ""),
        ({"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "CVE-1"}]}]}, ["a 1: CVE-1"], ""),
        ({"dependencies": [{"name": "a", "skip_reason": "x"}]}, [], "1 of 1 packages are not known to its database"),
        ("", [], "pip-audit gave no answer"),
    ],
)
def test_packages_that_were_not_asked_about_are_not_called_safe(text, vulnerable, unknown):
    assert of_python(json.dumps(text)) == Findings(vulnerable, unknown)


def test_a_registry_that_does_not_answer_is_not_called_safe():
    assert of_page('{"message": "405"}').unknown
    assert of_page("").unknown
    assert of_page('{"vulnerabilities": {}}') == Findings([], "")
    assert of_page('{"vulnerabilities": {"x": {"severity": "high"}}}') == Findings(["x: high"], "")


def test_the_exit_status_says_what_is_known(capsys: pytest.CaptureFixture[str]):
    assert [told("x", Findings(*each)) for each in (([], ""), (["a"], "b"), ([], "b"))] == [0, 1, 2]
    assert "could not be asked about, so nothing is known: b." in capsys.readouterr().out


COMPOSE = (ROOT / "deploy" / "compose.yaml").read_text("utf-8")
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
DIGEST = f"sha256:{'a1' * 32}"


def test_every_image_that_is_not_ours_can_be_named_by_digest():
    settable = pin_images.images(COMPOSE)
    assert settable.keys() == {"PYTHON_IMAGE", "CADDY_IMAGE", "POSTGRES_IMAGE", "REDIS_IMAGE"}
    named = re.findall(r"^ +image: (.+)$", COMPOSE, re.MULTILINE)
    assert named.count("holi") == 1
    assert {each for each in named if each != "holi"} == {
        f"${{{name}:-{image}}}" for name, image in settable.items() if name != "PYTHON_IMAGE"
    }
    assert f"ARG PYTHON_IMAGE={settable['PYTHON_IMAGE']}\n" in DOCKERFILE
    assert {each.partition(" ")[0] for each in re.findall(r"^FROM (.+)$", DOCKERFILE, re.MULTILINE)} == {
        "${PYTHON_IMAGE}"
    }


def test_images_are_pinned_as_their_registry_names_them():
    text, unknown = pin_images.pinned(COMPOSE, lambda _: json.dumps({"digest": DIGEST}))
    assert unknown == []
    assert text.splitlines()[1:] == [f"{name}={image}@{DIGEST}" for name, image in pin_images.images(COMPOSE).items()]


@pytest.mark.parametrize("answer", ["", "null", "[]", "{}", '{"digest": 1}', '{"digest": "sha256:1"}'])
def test_without_an_answer_no_digest_is_made_up(
    answer: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(pin_images, "DEPLOY", tmp_path)
    monkeypatch.setattr(pin_images, "asked", lambda _: answer)
    (tmp_path / "compose.yaml").write_text(COMPOSE, "utf-8")
    assert pin_images.main() == 2
    assert "No digest of python:3.13-slim" in capsys.readouterr().out
    assert not (tmp_path / "images.env").exists()
