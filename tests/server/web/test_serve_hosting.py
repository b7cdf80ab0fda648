"""docs/hosting.md and the files in deploy/ name what there is: every setting, and nothing else."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml

from holi.cli.app import app
from holi.server.settings import Settings

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
UNIT = (ROOT / "deploy" / "holi.service").read_text("utf-8")
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
COMPOSE_TEXT = (ROOT / "deploy" / "compose.yaml").read_text("utf-8")
COMPOSE = yaml.safe_load(COMPOSE_TEXT)

COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
COMMANDS |= {f"admin {name}": each for name, each in COMMANDS["admin"].commands.items()}
OF_THE_PROXY = {"HOLI_DOMAIN"}
"""Not ours: Compose hands it to Caddy."""


def options(command: str) -> dict[str, Any]:
    """The options of a command, by each of their names."""
    found = [each for each in COMMANDS[command].params if each.param_type_name == "option"]
    return {name: each for each in found for name in (*each.opts, *each.secondary_opts)}


def variables(command: str) -> set[str]:
    return {str(option.envvar) for option in options(command).values() if option.envvar is not None}


def documented() -> dict[str, tuple[str, str]]:
    """By option in the page's table: its variable and default."""
    rows = re.findall(r"^\| `(--[a-z-]+)` \| `(HOLI_[A-Z_]+)` \| (.+?) \|", PAGE, re.MULTILINE)
    return {option: (variable, default) for option, variable, default in rows}


def test_every_setting_is_an_option_with_a_variable_and_is_documented():
    serve = {option.opts[0]: option for option in options("serve").values() if option.name != "help"}
    assert documented().keys() == serve.keys()
    for name, option in serve.items():
        variable, default = documented()[name]
        assert option.envvar == variable
        expected = "HOLI_ORIGINS" if name == "--origin" else "HOLI_" + name.removeprefix("--").replace("-", "_").upper()
        assert variable == expected
        if default.startswith("`"):
            shown = str(option.default.value if hasattr(option.default, "value") else option.default)
            assert default.strip("`").lower() == shown.lower()
        else:
            assert option.default is None


def test_every_field_of_the_settings_can_be_chosen():
    assert len(fields(Settings)) == len(documented())


def commands_in(text: str) -> Iterator[list[str]]:
    """The `holi` commands in the shell examples of the page."""
    for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if words and words[0] == "holi":
                yield words[1:]
    yield from (shlex.split(found) for found in re.findall(r"`holi ([a-z][^`]*)`", text))


def check_command(words: list[str]) -> None:
    command, *rest = words if words[0] != "admin" else [" ".join(words[:2]), *words[2:]]
    assert command in COMMANDS
    for word in rest:
        assert not word.startswith("-") or word in options(command), words


def test_the_commands_on_the_page_exist():
    found = list(commands_in(PAGE))
    assert {"serve", "migrate", "worker", "backup", "restore"} <= {words[0] for words in found}
    for words in found:
        check_command(words)


@pytest.mark.parametrize("text", [PAGE, UNIT, DOCKERFILE, COMPOSE_TEXT], ids=["page", "unit", "Dockerfile", "Compose"])
def test_only_variables_that_exist_are_named(text: str):
    named = set(re.findall(r"\bHOLI_[A-Z_]*[A-Z]\b", text))
    assert named
    assert named - OF_THE_PROXY <= variables("serve") | variables("worker")


def test_the_unit_runs_commands_that_exist(monkeypatch):
    started = re.findall(r"^ExecStart=/opt/holi/bin/holi (.*)$", UNIT, re.MULTILINE)
    assert len(started) == 1
    check_command(started[0].split())
    assert re.findall(r"^\[(.*)\]$", UNIT, re.MULTILINE) == ["Unit", "Service", "Install"]
    for name, value in re.findall(r"^Environment=(HOLI_\w+)=(.*)$", UNIT, re.MULTILINE):
        check_value(monkeypatch, name, value)


def check_value(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    """Whether the server takes this value from its environment."""
    monkeypatch.setenv(variable, value)
    with COMMANDS["serve"].make_context("serve", []) as context:
        option = next(option for option in options("serve").values() if option.envvar == variable)
        taken = context.params[option.name]
        assert (taken == value.split()) if option.multiple else (str(taken).lower() == value.lower())


def test_the_services_run_commands_that_exist(monkeypatch):
    ours = {name: each for name, each in COMPOSE["services"].items() if each["image"] == "holi"}
    assert ours.keys() == {"migrate", "node", "worker"}
    for name, service in ours.items():
        check_command(service["command"])
        for variable, value in service["environment"].items():
            check_value(monkeypatch, variable, value)
        assert service["build"]["dockerfile"] == "deploy/Dockerfile", name
    for service in COMPOSE["services"].values():
        assert set(service.get("depends_on", [])) <= COMPOSE["services"].keys()
        named = [volume.partition(":")[0] for volume in service.get("volumes", [])]
        assert {volume for volume in named if not volume.startswith(".")} <= COMPOSE["volumes"].keys()
        assert all((ROOT / "deploy" / volume).exists() for volume in named if volume.startswith("."))


def test_no_password_is_in_the_files():
    for text in (UNIT, DOCKERFILE, COMPOSE_TEXT):
        for line in text.splitlines():
            if "PASSWORD" in line and not line.startswith("#"):
                assert "${POSTGRES_PASSWORD:?" in line


def test_an_image_starts_the_server(monkeypatch):
    assert re.search(r'^ENTRYPOINT \["holi"\]\nCMD \["serve"\]$', DOCKERFILE, re.MULTILINE)
    for name, value in re.findall(r"(HOLI_[A-Z_]+)=(\S+)", DOCKERFILE):
        check_value(monkeypatch, name, value)
