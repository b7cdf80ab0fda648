"""Functions in LLVM's language that the module exports: plain pointers and numbers in, numba's arguments out.

Numba passes a vector as seven values and a matrix as nine: two owners, which nothing here looks at, the number of
items, their size, the data, the shape and the strides. It returns a status, and the result through a pointer. The
status is 0 unless something raised, and as nothing does, LLVM finds out that the trap is never reached.
"""

from __future__ import annotations

from collections.abc import Iterator

from signatures import Signature, fields_of

NUMBA_TYPES = {"int": "i64", "bool": "i8", "float": "double", "None": "ptr"}
POINTER, COUNT = "ptr", "i32"


class _Body:
    """The instructions of a wrapper while it is written."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def value(self, instruction: str) -> str:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"  {name} = {instruction}")
        return name

    def entry(self, descriptor: str, index: int, kind: str) -> str:
        """One of the 32-bit words of a NamedTuple's descriptor."""
        place = self.value(f"getelementptr i32, ptr {descriptor}, i32 {index}")
        return self.value(f"load {kind}, ptr {place}")

    def vector(self, data: str, length: str) -> list[str]:
        count = self.value(f"zext i32 {length} to i64")
        return ["ptr null", "ptr null", f"i64 {count}", "i64 8", f"ptr {data}", f"i64 {count}", "i64 8"]

    def matrix(self, data: str, rows: str, columns: str) -> list[str]:
        height = self.value(f"zext i32 {rows} to i64")
        width = self.value(f"zext i32 {columns} to i64")
        count = self.value(f"mul i64 {height}, {width}")
        stride = self.value(f"mul i64 {width}, 8")
        shape = [f"i64 {height}", f"i64 {width}", f"i64 {stride}", "i64 8"]
        return ["ptr null", "ptr null", f"i64 {count}", "i64 8", f"ptr {data}", *shape]


def wrapper(signature: Signature, target: str) -> str:
    """The wrapper of one function, which numba calls `target`, with the declaration of that."""
    body = _Body()
    result = body.value(f"alloca {NUMBA_TYPES[signature.result]}")
    error = body.value("alloca ptr")
    parameters: list[str] = []
    arguments = [f"ptr {result}", f"ptr {error}"]
    for name, kind in signature.parameters.items():
        taken, passed = _argument(body, f"%{name}", kind)
        parameters += taken
        arguments += passed
    status = body.value(f'call i32 @"{target}"({", ".join(arguments)})')
    raised = body.value(f"icmp ne i32 {status}, 0")
    body.lines += [f"  br i1 {raised}, label %failed, label %done", "done:", *_return(signature.result, result)]
    returned = "void" if signature.result == "None" else "double"
    declared = ", ".join(argument.split()[0] for argument in arguments)
    return "\n".join(
        [
            f'declare i32 @"{target}"({declared})',
            f"define {returned} @{signature.name}({', '.join(parameters)}) {{",
            *body.lines,
            "failed:",
            "  call void @llvm.trap()",
            "  unreachable",
            "}\n",
        ]
    )


def _argument(body: _Body, name: str, kind: object) -> tuple[list[str], list[str]]:
    """What the wrapper takes for a parameter, and what it passes on."""
    if kind == "int":
        return [f"double {name}"], [f"i64 {body.value(f'fptosi double {name} to i64')}"]
    if kind == "bool":
        bit = body.value(f"fcmp une double {name}, 0.0")
        return [f"double {name}"], [f"i8 {body.value(f'zext i1 {bit} to i8')}"]
    if kind == "float":
        return [f"double {name}"], [f"double {name}"]
    if kind == "Rows":
        rows, columns = f"{name}.rows", f"{name}.columns"
        return [f"ptr {name}", f"i32 {rows}", f"i32 {columns}"], body.matrix(name, rows, columns)
    if isinstance(kind, str):
        return [f"ptr {name}", f"i32 {name}.length"], body.vector(name, f"{name}.length")
    return [f"ptr {name}"], list(_fields(body, name, kind))


def _fields(body: _Body, name: str, kind: object) -> Iterator[str]:
    """The arrays of a NamedTuple, whose descriptor has a pointer and one or two sizes for each."""
    at = 0
    for field in fields_of(kind).values():
        data = body.entry(name, at, POINTER)
        sizes = [body.entry(name, at + i, COUNT) for i in range(1, 3 if field == "Rows" else 2)]
        yield from body.matrix(data, *sizes) if field == "Rows" else body.vector(data, *sizes)
        at += 1 + len(sizes)


def _return(kind: str, result: str) -> list[str]:
    if kind == "None":
        return ["  ret void"]
    loaded = f"  %loaded = load {NUMBA_TYPES[kind]}, ptr {result}"
    if kind == "float":
        return [loaded, "  ret double %loaded"]
    conversion = "sitofp i64" if kind == "int" else "uitofp i8"
    return [loaded, f"  %number = {conversion} %loaded to double", "  ret double %number"]
