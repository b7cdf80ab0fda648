"""The layers of the design, read off the imports: a layer imports only to its left, and heavy packages only late."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import holi

ROOT = Path(holi.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
TESTS = Path(__file__).parent
LONGEST_MODULE = 400
LONGEST_FUNCTION = 60
MOST_PARAMETERS = 8
MOST_MODULES = 14
MOST_LINES = 28_580

LAYERS = [{"kernel"}, {"game"}, {"record"}, {"bots"}, {"engine", "env", "lab", "server"}, {"cli"}]
"""From left to right. A layer imports itself and what is left of it; those in one set do not import each other."""

HEAVY = {"numba", "numpy", "chess", "pyspiel", "open_spiel", "gymnasium", "pettingzoo", "jax", "pgx"}
"""Optional packages that an ordinary process never loads."""

MADE_OF_ARRAYS = {ROOT / "lab" / "training", ROOT / "env"}
"""Loaded by `holi train` alone, and by whoever asks `holi.env` for an environment: they cannot do without numpy."""

KERNEL_MAY_IMPORT = {"__future__", "collections.abc", "functools", "typing"}
MODE_MAY_IMPORT = KERNEL_MAY_IMPORT | {"hashlib", "os", "pathlib", "sys", "numba", "numpy"}
"""The one module that asks which speed is wanted and where compiled code is kept."""

DOES_INPUT_OR_OUTPUT = {"open", "print", "input", "breakpoint", "exec", "eval", "__import__"}


def dotted_name(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_package(path: Path) -> bool:
    return path.name == "__init__.py"


def layer_of(name: str) -> str | None:
    """The layer of a dotted name, such as `game` for `holi.game.cards`; None outside of them."""
    first, _, rest = name.partition(".")
    layer = rest.partition(".")[0]
    return layer if first == "holi" and any(layer in layers for layers in LAYERS) else None


def imports(path: Path, body: list[ast.stmt] | None = None) -> Iterator[str]:
    """Every dotted name that a module imports, or those in some of its statements, wherever it does."""
    statements = ast.parse(path.read_text("utf-8")).body if body is None else body
    package = dotted_name(path) if path.name == "__init__.py" else dotted_name(path).rpartition(".")[0]
    for node in (node for statement in statements for node in ast.walk(statement)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) + 1 - node.level]
                origin = ".".join([*parents, *([origin] if origin else [])])
            # `from holi import game` names a layer as well as `from holi.game import Position` does.
            yield from (f"{origin}.{alias.name}" for alias in node.names) if origin == "holi" else [origin]


def imports_at_the_top(path: Path) -> Iterator[str]:
    """What is imported as soon as the module is: not inside functions, nor for type checkers only."""
    top = [
        statement
        for statement in ast.parse(path.read_text("utf-8")).body
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and not (isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.dump(statement.test))
    ]
    return imports(path, top)


def rank(layer: str) -> int:
    return next(number for number, layers in enumerate(LAYERS) if layer in layers)


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_module_imports_only_its_own_layer_and_those_to_the_left(path):
    own = layer_of(dotted_name(path))
    reached = {layer for name in imports(path) if (layer := layer_of(name)) is not None}
    if own is None:
        assert reached == set(), "the package itself imports no layer"
        return
    assert {layer for layer in reached if layer != own and rank(layer) >= rank(own)} == set()


def test_every_module_belongs_to_a_layer():
    assert [named(path) for path in MODULES if layer_of(dotted_name(path)) is None] == ["__init__.py"]


@pytest.mark.parametrize("path", sorted((ROOT / "kernel").glob("*.py")), ids=named)
def test_the_kernel_imports_nothing_that_does_input_output_clock_or_chance(path):
    allowed = MODE_MAY_IMPORT if path.name == "mode.py" else KERNEL_MAY_IMPORT
    outside = {name for name in imports(path) if layer_of(name) != "kernel"}
    assert {name for name in outside if name not in allowed and name.partition(".")[0] not in allowed & HEAVY} == set()
    names = {node.id for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Name)}
    assert names & DOES_INPUT_OR_OUTPUT == set()


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if path.name != "mode.py" and (not MADE_OF_ARRAYS & {*path.parents} or is_package(path))],
    ids=named,
)
def test_heavy_packages_are_imported_late(path):
    assert {name for name in imports_at_the_top(path) if name.partition(".")[0] in HEAVY} == set()


@pytest.mark.parametrize("layer", ["game", "record"])
def test_the_game_and_its_records_need_nothing_but_python(layer):
    for path in sorted((ROOT / layer).rglob("*.py")):
        packages = {name.partition(".")[0] for name in imports(path)}
        assert packages - sys.stdlib_module_names - {"holi"} == set(), named(path)


@pytest.mark.parametrize("module", ["holi.game", "holi.record", "holi.bots", "holi.server.serving", "holi.cli.app"])
def test_an_interpreted_process_never_loads_numba_or_numpy(module):
    loaded = subprocess.run(
        [sys.executable, "-c", f"import sys, {module}; print(*sys.modules)"],
        env={**os.environ, "HOLI_MODE": "interpreted"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert module in loaded
    assert HEAVY.intersection(loaded) == set()


def test_an_unknown_mode_is_refused():
    run = subprocess.run(
        [sys.executable, "-c", "import holi.game"],
        env={**os.environ, "HOLI_MODE": "fast"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode != 0
    assert "HOLI_MODE is 'fast'; set it to 'interpreted' or 'compiled'" in run.stderr


@pytest.mark.parametrize("path", [*MODULES, *sorted(TESTS.rglob("*.py"))], ids=lambda path: path.name)
def test_no_module_is_longer_than_can_be_read_at_once(path):
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST_MODULE


@pytest.mark.parametrize("path", [path for path in MODULES if "migrations" not in path.parts], ids=named)
def test_functions_are_short_and_take_few_parameters(path):
    """But for tables: a command's options, and the columns that a migration makes."""
    for function in functions(path):
        where = f"{named(path)}:{function.lineno} {function.name}"
        names = [each.arg for each in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
        if not declares_options(function):
            assert function.end_lineno - function.lineno < LONGEST_FUNCTION, where
            assert len([name for name in names if name not in ("self", "cls")]) <= MOST_PARAMETERS, where


def test_folders_hold_few_modules():
    folders = [folder for root in (ROOT, TESTS) for folder in (root, *root.rglob("*")) if folder.is_dir()]
    crowded = {str(folder): len(list(folder.glob("*.py"))) for folder in folders}
    assert {folder: count for folder, count in crowded.items() if count > MOST_MODULES} == {}


def test_the_package_stays_small():
    assert sum(len(path.read_text("utf-8").splitlines()) for path in MODULES) <= MOST_LINES


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def declares_options(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("typer." in ast.unparse(each.annotation) for each in function.args.args if each.annotation is not None)


# The reader of imports itself


def test_imports_are_read_in_every_form(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path / "holi")
    module = tmp_path / "holi" / "game" / "sample.py"
    module.parent.mkdir(parents=True)
    module.write_text(
        "import holi.cli.app\nfrom holi import bots\nfrom holi.lab.bench.rounds import play\nfrom . import cards\n"
        "from ..server import app\ndef late():\n    import numpy.random\nif TYPE_CHECKING:\n    import holi.env\n",
        "utf-8",
    )
    assert [layer_of(name) for name in imports(module)] == ["cli", "bots", "lab", "game", "server", None, "env"]
    assert list(imports(module))[-2] == "numpy.random"
    assert "numpy.random" not in imports_at_the_top(module)
    assert "holi.env" not in imports_at_the_top(module)
