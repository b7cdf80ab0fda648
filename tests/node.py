"""The TypeScript library under node: `web/engine/tests/driver.ts`, a question and an answer a line."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tools.build_page import WEB

ENGINE = WEB / "engine"


class Node:
    """The driver, bundled into `folder` and running; it ends with the `with` block."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        node = str(shutil.which("node", path=environment["PATH"]))
        bundle = folder / "driver.mjs"
        bundler = [
            node,
            "node_modules/rolldown/bin/cli.mjs",
            str(ENGINE / "tests" / "driver.ts"),
            "--file",
            str(bundle),
        ]
        command = [*bundler, "--format", "esm", "--platform", "node", "--logLevel", "silent"]
        built = subprocess.run(command, cwd=WEB, env=environment, capture_output=True, text=True, check=False)
        assert built.returncode == 0, built.stdout + built.stderr
        self._process = subprocess.Popen(
            [node, str(bundle), str(ENGINE / "src")],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def ask(self, question: str, **rest: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"ask": question, **rest}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the driver has stopped; its reason is in the test's error output"
        return json.loads(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.__exit__(kind, error, at)  # closes its input, at which it ends
