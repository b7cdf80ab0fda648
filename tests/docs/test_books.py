"""The table of the rulebooks' parts in docs/decisions is true: its names exist, and no part or number is left out."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTE = (ROOT / "docs" / "decisions" / "0033-the-books-against-the-game.md").read_text("utf-8")
WEB = ROOT / "web" / "src"
COLUMNS = ["part", "says", "EN", "ES", "ES layout", "FR", "JA", "clause", "engine test", "lesson", "screen"]
BOOKS = COLUMNS[2:7]
NAMED = COLUMNS[7:]

TABLE = [[cell.strip() for cell in line.strip("|").split("|")] for line in NOTE.splitlines() if line.startswith("|")]
ROWS = [dict(zip(COLUMNS, cells, strict=True)) for cells in TABLE[2:]]
SECTION = re.compile(r"(\d+)(\.\d+|[a-z])?")


def section(part: str) -> int:
    found = SECTION.fullmatch(part)
    assert found, f"{part!r} is no part: it is a section's number, alone or with .number or a letter"
    return int(found[1])


def named(column: str) -> set[str]:
    return {name for row in ROWS for name in re.findall(r"`([^`]+)`", row[column])}


def printed() -> dict[str, set[tuple[int, int]]]:
    """Sections with the numbers that each book prints in them, from the list above the table."""
    lists = re.findall(rf"^({'|'.join(sorted(BOOKS, key=len, reverse=True))}) +([\d. ]+)$", NOTE, re.MULTILINE)
    return {book: {(int(a), int(b)) for a, b in re.findall(r"(\d+)\.(\d+)", numbers)} for book, numbers in lists}


def test_the_table_has_its_columns_and_each_part_once_in_order():
    assert TABLE[0] == COLUMNS
    parts = [row["part"] for row in ROWS]
    assert len(set(parts)) == len(parts)
    sections = [section(part) for part in parts]
    assert sections == sorted(sections)
    assert set(sections) == set(range(1, 27))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["part"])
def test_no_cell_is_empty(row):
    assert [column for column, cell in row.items() if not cell] == []
    places = re.compile(r"\d(, \d)?|•\d|¶|lacking")
    assert [row[book] for book in BOOKS if not places.fullmatch(row[book])] == []
    assert {row[book] for book in BOOKS} != {"lacking"}
    for column in NAMED:
        what = r"R\d+\.\d+(, R\d+\.\d+)*" if column == "clause" else r"`[^`]+`(<br>`[^`]+`)*"
        assert re.fullmatch(rf"{what}|none: \w[\w ]+", row[column]), f"{row['part']}, {column}: {row[column]}"


@pytest.mark.parametrize("book", BOOKS)
def test_every_number_that_a_book_prints_has_its_row(book):
    shown = {(section(row["part"]), int(n)) for row in ROWS for n in re.findall(r"(?<!•)\d", row[book])}
    assert shown == printed()[book]


@pytest.mark.parametrize("row", [row for row in ROWS if "." in row["part"]], ids=lambda row: row["part"])
def test_a_part_with_a_books_number_has_that_number_in_a_book(row):
    number = row["part"].partition(".")[2]
    assert any(number in re.findall(r"(?<!•)\d", row[book]) for book in BOOKS)


def test_every_clause_is_one_of_the_rules_and_every_clause_has_a_part():
    rules = (ROOT / "docs" / "rules.md").read_text("utf-8")
    clauses = set(re.findall(r"^- \*\*(R\d+\.\d+)\*\*", rules, re.MULTILINE))
    cited = {clause for row in ROWS for clause in re.findall(r"R\d+\.\d+", row["clause"])}
    assert cited <= clauses
    # Two clauses are ours alone: which throws are the same action, and what follows from the rules.
    assert clauses - cited == {"R4.10", "R7.6"}


def test_every_test_exists():
    folders = [ROOT / "tests" / "rules" / "clauses", ROOT / "tests" / "game"]
    existing = {
        f"{path.name}::{node.name}"
        for folder in folders
        for path in folder.glob("test_*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }
    assert named("engine test") - existing == set()


def test_every_lesson_exists():
    chapters = json.loads((WEB / "learn" / "lessons.json").read_text("utf-8"))
    lessons = {lesson["id"] for chapter in chapters.values() for lesson in chapter}
    assert named("lesson") - lessons == set()


def test_every_screen_exists_and_has_the_heading():
    paths = set(re.findall(r'path: "([^"]*)"', (WEB / "screens.ts").read_text("utf-8")))
    sections = re.findall(r'^  \{ id: "([\w-]+)"', (WEB / "rulebook" / "sections.ts").read_text("utf-8"), re.MULTILINE)
    headings = {f"rule-{name}" for name in [*sections, "books"]}
    assert 'id="rule-{section.id}"' in (WEB / "rulebook" / "RuleText.svelte").read_text("utf-8")
    assert 'id="rule-books"' in (WEB / "rulebook" / "Rules.svelte").read_text("utf-8")
    for screen in named("screen"):
        path, _, heading = screen.partition("#")
        assert path.strip("/") in paths, f"there is no screen {path!r}"
        assert not heading or (path == "rules" and heading in headings), f"{screen!r}: there is no such heading"
    assert {f"rules#{heading}" for heading in headings} - named("screen") == set()
