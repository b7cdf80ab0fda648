"""The committed module: made from these sources, small, needing nothing, and compared so closely that a byte shows."""

import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools.build_page import ROOT

from holi.game import Config
from tests.wasm.identity import MODULE, Games, played_by_the_module, played_here

BUILDER = ROOT / "tools" / "wasm"
CONSTANT_OF_THE_GENERATOR = 0x9E3779BB
GAMES = Games(Config(2), steps=500)


def leb128(number: int) -> bytes:
    """A signed number as the module's code has it."""
    octets = bytearray()
    while not -64 <= number < 64:
        octets.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*octets, number & 0x7F])


def run_builder(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BUILDER), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def built_with(module: bytes) -> str:
    return module.rpartition(b"holi-tools")[2].decode()


def test_module_constants_and_weights_were_made_from_these_sources():
    run = run_builder("--check")
    assert run.returncode == 0, run.stderr


def test_building_again_gives_the_same_bytes(tmp_path, leave_out):
    if shutil.which("wasm-ld") is None:
        leave_out("wasm-ld is missing (Debian's package lld)")
    run = run_builder(str(tmp_path))
    assert run.returncode == 0, run.stderr
    ours = MODULE.read_bytes()
    again = (tmp_path / MODULE.name).read_bytes()
    if built_with(again) != built_with(ours):
        leave_out(f"the module was built with {built_with(ours)}; here are {built_with(again)}")
    assert again == ours


def test_the_module_is_small():
    module = MODULE.read_bytes()
    assert len(module) < 80_000
    assert len(gzip.compress(module, mtime=0)) < 27_000


def test_one_changed_byte_of_its_code_shows(tmp_path: Path):
    module = MODULE.read_bytes()
    at = module.index(leb128(CONSTANT_OF_THE_GENERATOR))
    damaged = tmp_path / MODULE.name
    damaged.write_bytes(module[:at] + bytes([module[at] ^ 2]) + module[at + 1 :])
    here = played_here(GAMES)
    assert json.loads(played_by_the_module(GAMES).stdout) == here
    assert json.loads(played_by_the_module(GAMES, damaged).stdout)["digest"] != here["digest"]


@pytest.mark.parametrize("at", [0, 4, 60, 200])
def test_a_module_damaged_at_its_beginning_does_not_start(at, tmp_path):
    module = bytearray(MODULE.read_bytes())
    module[at] ^= 0xFF
    damaged = tmp_path / MODULE.name
    damaged.write_bytes(module)
    run = played_by_the_module(GAMES, damaged)
    assert run.returncode != 0
    assert "CompileError" in run.stderr
