"""From Python functions to a WebAssembly module: numba's LLVM IR, linked, optimised and emitted for wasm32.

Numba's IR is taken before any optimisation: it then has no CPU's instructions in it, and the only trace of the host is
the triple and the data layout, which are replaced.

Two things differ from native code, for size and speed alone. Negative indexes do not count from the end: no compiled
function uses one (tests/wasm sees to it). And functions in QUICK are compiled once, not for each constant argument.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numba
from exports import EXPORTS, QUICK, SELDOM
from numba.core import types
from numba.core.errors import NumbaWarning
from numba.np import arrayobj
from signatures import Signature, fields_of, signature_of
from wrappers import wrapper

LINKER = "wasm-ld"
TRIPLE = "wasm32-unknown-unknown"
DATA_LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+simd128,+sign-ext,+nontrapping-fptoint,+bulk-memory,+bulk-memory-opt,+mutable-globals"
STACK = 1 << 16
SMALL = tuple("_ZN" + "".join(f"{len(part)}{part}" for part in module.__name__.split(".")) for module in SELDOM)
SMALL_EXPORTS = {function.__name__ for function in EXPORTS if sys.modules[function.__module__] in SELDOM}
SOURCES_SECTION = "holi-sources"
TOOLS_SECTION = "holi-tools"

VECTOR = types.Array(types.int64, 1, "C")
NUMBA_KINDS = {
    "int": types.int64,
    "bool": types.boolean,
    "float": types.float64,
    "Ints": VECTOR,
    "Floats": types.Array(types.float64, 1, "C"),
    "Rows": types.Array(types.int64, 2, "C"),
}


def tools_here() -> str:
    """What takes part in a build; others may build other bytes from the same sources."""
    version = subprocess.run([LINKER, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    python = ".".join(platform.python_version_tuple()[:2])
    return f"Python {python}, numba {numba.__version__}, llvmlite {llvmlite.__version__}, LLD {version}"


def build(digest: str) -> bytes:
    """The module, which exports its functions and its memory and imports nothing."""
    if shutil.which(LINKER) is None:
        raise SystemExit(f"{LINKER} is missing; it comes with LLVM's lld (Debian's package lld)")
    names = [signature_of(function).name for function in EXPORTS]
    linked = _link(_emit(_optimised(_whole_program(), names)), names)
    return linked + _section(SOURCES_SECTION, digest) + _section(TOOLS_SECTION, tools_here())


def _whole_program() -> llvm.ModuleRef:
    arrayobj.fix_integer_index = _index
    for function in QUICK:
        _compile_once(function)
    program = llvm.parse_assembly("declare void @llvm.trap()")
    wrappers = ["declare void @llvm.trap()"]
    targets = []
    for function in EXPORTS:
        signature = signature_of(function)
        compiled = _compile(function, signature)
        program.link_in(llvm.parse_assembly(compiled.library.get_llvm_str()))
        targets.append(compiled.fndesc.llvm_func_name)
        wrappers.append(wrapper(signature, targets[-1]))
    written = llvm.parse_assembly("\n".join(wrappers))
    for target in targets:  # a call with other types than the function's would link all the same
        if str(written.get_function(target).global_value_type) != str(program.get_function(target).global_value_type):
            raise SystemExit(f"numba {numba.__version__} passes the arguments of {target} in another way")
    program.link_in(written)
    return program


def _index(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
    """An index as it is; numba's own adds the size to a negative one."""
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


def _compile_once(function: Any) -> None:
    """Let calls with constants use the code for any argument."""
    resolve = function.get_call_template

    def resolve_plainly(arguments: Any, keywords: Any) -> Any:
        plain = {name: types.unliteral(kind) for name, kind in keywords.items()}
        return resolve(tuple(types.unliteral(kind) for kind in arguments), plain)

    function.get_call_template = resolve_plainly


def _compile(function: Any, signature: Signature) -> Any:
    arguments = tuple(_numba_type(kind) for kind in signature.parameters.values())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)  # it would like to keep what it compiles
        function.compile(arguments)
    return function.overloads[arguments]


def _numba_type(kind: Any) -> Any:
    if isinstance(kind, str):
        return NUMBA_KINDS[kind]
    fields = [NUMBA_KINDS[field] for field in fields_of(kind).values()]
    if all(field == fields[0] for field in fields):
        return types.NamedUniTuple(fields[0], len(fields), kind)
    return types.NamedTuple(fields, kind)


def _optimised(program: llvm.ModuleRef, exported: Sequence[str]) -> llvm.ModuleRef:
    program.triple = TRIPLE
    program.data_layout = DATA_LAYOUT
    for value in (*program.functions, *program.global_variables):
        if not value.is_declaration and value.name not in exported:
            value.linkage = "internal"
    for function in program.functions:
        if not function.is_declaration:
            _set_attributes(function)
    program.verify()
    machine = _machine()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = True
    options.slp_vectorization = True
    options.loop_unrolling = False  # smaller, and V8 runs it at least as fast
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(program, builder)
    return program


def _set_attributes(function: llvm.ValueRef) -> None:
    """Say where size counts more than speed. Numba's names begin with the module's and the function's."""
    if function.name.startswith(tuple(f"{_mangled(quick)}B" for quick in QUICK)):
        function.add_function_attribute("noinline")
    elif function.name.startswith(SMALL) or function.name in SMALL_EXPORTS:
        function.add_function_attribute("minsize")
        function.add_function_attribute("optsize")


def _mangled(function: Any) -> str:
    parts = [*function.__module__.split("."), function.__name__]
    return "_ZN" + "".join(f"{len(part)}{part}" for part in parts)


def _machine() -> llvm.TargetMachine:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(cpu="mvp", features=FEATURES, opt=3, reloc="static")


def _emit(program: llvm.ModuleRef) -> bytes:
    return bytes(_machine().emit_object(program))


def _link(program: bytes, exported: Sequence[str]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "holi.o"), Path(folder, "holi.wasm")
        source.write_bytes(program)
        exports = [f"--export={name}" for name in (*exported, "__heap_base")]
        layout = ["--no-entry", "--strip-all", "--stack-first", "-z", f"stack-size={STACK}"]
        subprocess.run([LINKER, *layout, *exports, str(source), "-o", str(target)], check=True)
        return target.read_bytes()


def _section(name: str, text: str) -> bytes:
    """A custom section, which programs that load the module do not look at."""
    content = _length(len(name)) + name.encode() + text.encode()
    return b"\0" + _length(len(content)) + content


def _length(number: int) -> bytes:
    """A number as WebAssembly writes it: seven bits a byte, the lowest first."""
    octets = bytearray()
    while number > 0x7F:
        octets.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*octets, number])
