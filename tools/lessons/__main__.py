"""Write the lessons of the page: `python tools/lessons`, or with `--check` say whether they are written as drawn here.

A chapter is a list of drawn lessons. The texts of a lesson are in the page's catalogues, under its id.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from basics import CLIMB, MOVE, START, THROW
from drawing import Lesson
from endings import END, SCORE
from heights import FALL
from rivalry import RULES, SCORING

TARGET = Path(__file__).resolve().parent.parent.parent / "web" / "src" / "learn" / "lessons.json"
CHAPTERS = {
    "start": START,
    "throw": THROW,
    "move": MOVE,
    "climb": CLIMB,
    "fall": FALL,
    "end": END,
    "score": SCORE,
    "rules": RULES,
    "scoring": SCORING,
}


def book() -> str:
    """All chapters as JSON, a value of a lesson to a line."""
    chapters = ",\n".join(f"{json.dumps(name)}: [\n{_lessons(lessons)}\n]" for name, lessons in CHAPTERS.items())
    return f"{{\n{chapters}\n}}\n"


def _lessons(lessons: list[Lesson]) -> str:
    return ",\n".join(
        "{\n"
        + ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in lesson.written().items())
        + "\n}"
        for lesson in lessons
    )


def main() -> None:
    """Write the file, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the file differs")
    written = book()
    if not parser.parse_args().check:
        TARGET.write_text(written, encoding="utf-8")
    elif TARGET.read_text(encoding="utf-8") != written:
        sys.exit(f"{TARGET.name} differs from the drawn lessons; run 'python tools/lessons'")


if __name__ == "__main__":
    main()
