"""Environments are extras: nothing is loaded before it is needed, and what is missing is said in one sentence."""

import subprocess
import sys

import pytest

import holi.env
from holi.env import MissingPackageError, extras
from holi.env.rendering.modes import Screen
from holi.game import Config, HoliError, new_position

WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in {missing!r} else real(name, package)
"""


def run(program: str, missing: set[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(missing=missing) + program], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("name", "missing"),
    [("env", "pettingzoo"), ("raw_env", "pettingzoo"), ("HoliEnv", "gymnasium"), ("VectorEnv", "numpy")],
)
def test_an_environment_without_its_package_is_one_clear_sentence(name, missing):
    done = run(f"from holi.env import {name}", {"pettingzoo", "gymnasium", "numpy"})
    assert done.returncode != 0
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("holi.env.extras.MissingPackageError: ")
    assert f"holi.env.{name} needs packages that are not installed: " in last
    assert missing in last
    assert last.endswith("add it from a checkout: pip install '.[env]'")


def test_the_action_space_needs_no_package_at_all():
    program = "import holi.env, holi.game; print(holi.env.encoding_of(holi.game.complete_deck()).size)"
    assert run(program, {"pettingzoo", "gymnasium", "numpy", "numba"}).stdout == "884\n"


def test_nothing_graphical_is_imported_before_it_is_shown():
    program = """
import sys
from holi.env import env
game = env(render_mode="human")
assert "pygame" not in sys.modules
"""
    done = run(program, set())
    assert (done.returncode, done.stderr) == (0, "")


def test_a_window_without_pygame_is_one_clear_sentence(monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    with pytest.raises(
        MissingPackageError, match="render_mode='human' needs packages that are not installed: pygame; add it"
    ) as caught:
        Screen("human").show(new_position(Config(2), "0" * 64))
    assert isinstance(caught.value, HoliError) and isinstance(caught.value, ImportError)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match=r"module 'holi\.env' has no attribute 'chess'"):
        _ = holi.env.chess


def test_every_public_name_can_be_imported():
    for name in holi.env.__all__:
        assert getattr(holi.env, name) is not None


def test_a_pettingzoo_without_a_registry_is_enough_for_all_environments():
    program = """
import pettingzoo
for name in ("aec_registry", "make", "register"):
    vars(pettingzoo).pop(name, None)  # as before PettingZoo 1.27
import gymnasium, holi.env
for make in (holi.env.env, holi.env.HoliEnv, lambda: holi.env.VectorEnv(1), lambda: gymnasium.make("Holi-v0")):
    make().reset(seed=1)
"""
    done = run(program, set())
    assert (done.returncode, done.stderr) == (0, "")
