"""Replay and analysis: going through a game, chances and mistakes, trying out, files and links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.page.conftest import NewPerson
from tests.page.hands import Mouse
from tests.page.person import Person
from tests.page.played import BOARD, RECORD, boards_of, let_bots_finish

GRAPH = "Chances to win"


class Replay:
    """A person who looks at a record."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    @property
    def slider(self) -> Locator:
        return self.page.get_by_role("slider", name="Point in the game")

    @property
    def at(self) -> int:
        """After how many actions the game is shown."""
        return int(self.slider.input_value())

    def await_at(self, at: int) -> None:
        expect(self.slider).to_have_value(str(at))

    def await_board(self, board: list[str]) -> None:
        self.page.wait_for_function(f"wanted => String(({BOARD})()) === wanted", arg=",".join(board))

    def open_file(self, file: Path) -> None:
        self.page.locator("input[type=file]").set_input_files(file)

    def open_record(self) -> None:
        """Open the record of Anna and Ravi from its file."""
        self.person.open("/replay")
        self.open_file(RECORD)
        self.slider.wait_for()

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name).click()

    def analyse(self) -> None:
        self.tab("Analysis")
        self.person.button("Analyze this game").click()
        self.page.get_by_role("slider", name=GRAPH).wait_for()

    def download(self) -> tuple[str, str]:
        """Download the record; the file's name and text."""
        with self.page.expect_download() as started:
            self.person.button("Download").click()
        return started.value.suggested_filename, Path(started.value.path()).read_text(encoding="utf-8")


@pytest.fixture
def replay(new_person: NewPerson) -> Replay:
    return Replay(new_person())


def test_every_way_through_a_game_shows_the_boards_of_the_record(replay: Replay):
    replay.open_record()
    boards = boards_of(RECORD.read_text())
    last = len(boards) - 1

    def shows(at: int) -> None:
        replay.await_at(at)
        replay.await_board(boards[at])

    shows(0)
    replay.person.button("Next action").click()
    shows(1)
    replay.person.button("Next turn").click()
    shows(2)  # the corners are a turn each
    replay.person.button("Next turn").click()
    shows(5)
    replay.person.button("Back one action").click()
    shows(4)
    replay.person.button("Back one turn").click()
    shows(2)
    replay.person.button("To the end").click()
    shows(last)
    expect(replay.person.button("Next action")).to_be_disabled()
    for key, at in (("Home", 0), ("ArrowRight", 1), ("Shift+ArrowRight", 2), ("End", last), ("ArrowLeft", last - 1)):
        replay.page.keyboard.press(key)
        shows(at)
    replay.page.locator("[data-at='30']").click()
    shows(30)


def test_scrubbing_with_the_mouse(replay: Replay):
    replay.open_record()
    boards = boards_of(RECORD.read_text())
    box = replay.slider.bounding_box()
    assert box
    y = box["y"] + box["height"] / 2

    replay.page.mouse.move(box["x"] + 20, y)
    replay.page.mouse.down()
    for share in (0.2, 0.9, 0.6):
        replay.page.mouse.move(box["x"] + box["width"] * share, y, steps=4)
    replay.page.mouse.up()

    assert 0.5 * len(boards) < replay.at < 0.7 * len(boards)
    replay.await_board(boards[replay.at])
    expect(replay.slider).to_have_attribute(
        "aria-valuetext", re.compile(f"^Action {replay.at} of {len(boards) - 1}, round")
    )


def test_the_game_plays_by_itself_until_it_is_paused(replay: Replay):
    replay.open_record()
    boards = boards_of(RECORD.read_text())

    replay.page.get_by_role("radio", name="Fast").check(force=True)
    replay.person.button("Play").click()
    replay.page.wait_for_function("slider => Number(slider.value) >= 3", arg=replay.slider.element_handle())
    replay.person.button("Pause").click()

    expect(replay.person.button("Play")).to_be_visible()
    replay.await_board(boards[replay.at])


def test_a_finished_game_is_replayed_downloaded_and_opened_again(new_person: NewPerson, tmp_path: Path):
    replay = Replay(new_person("Asha", bots=1, botLevel="random"))
    person = replay.person
    table = let_bots_finish(person, 2)
    scores = person.final_scores()

    person.link("Replay & analysis").click()
    replay.slider.wait_for()
    assert f"/replay/{table}" in replay.page.url
    expect(replay.page.get_by_role("heading", level=1)).to_have_text(re.compile("Replay: Asha and "))
    replay.page.keyboard.press("End")
    expect(replay.person.button("Next action")).to_be_disabled()
    assert sorted(person.position()["points"]) == sorted(scores.values())

    name, text = replay.download()
    assert name.endswith(".holi") and text.startswith('[Format "holi-record/1"]') and '[Seat0 "Asha"]' in text
    last, board = replay.at, replay.page.evaluate(BOARD)
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")

    person.open("/replay")
    replay.open_file(file)
    replay.slider.wait_for()
    replay.page.keyboard.press("End")
    replay.await_at(last)
    replay.await_board(board)
    assert replay.download()[1] == text

    person.open("/my-games")
    person.page.get_by_role("link", name=re.compile("^Replay ")).first.click()
    replay.slider.wait_for()
    assert f"/replay/{table}" in replay.page.url


def test_analysis_shows_chances_mistakes_and_the_better_turn(replay: Replay):
    replay.open_record()
    replay.analyse()
    page, person = replay.page, replay.person

    graph = page.get_by_role("slider", name=GRAPH)
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"^Before the first turn\. Anna \d+% and Ravi \d+%$"))
    assert page.locator(".graph polyline").count() == 2
    graph.focus()
    page.keyboard.press("ArrowRight")
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"^Turn 1, Anna\. Anna \d+% and Ravi \d+%$"))
    replay.await_at(5)
    page.get_by_text("As a table").click()
    assert page.locator("#replay-panel tbody tr").count() == int(graph.get_attribute("aria-valuemax") or 0)

    mistake = page.get_by_role("region", name="Costly turns").locator("article").first
    expect(mistake).to_contain_text("Played")
    better = mistake.get_by_role("button", name="Better")
    better.click()
    expect(better).to_have_attribute("aria-pressed", "true")
    page.locator(".space.thrown, .space.goes").first.wait_for(state="attached")
    shown = page.locator("p.shown")
    expect(shown).to_contain_text("Better")

    person.button("Hide it").click()
    expect(page.locator(".space.thrown, .space.goes")).to_have_count(0)
    mistake.get_by_role("button", name="Try it out").click()
    expect(page.locator(".bar p")).to_contain_text(re.compile(r"What if\?.*\d+ actions? tried"))


def test_what_if_from_any_point_leaves_the_game_as_it_was(replay: Replay):
    replay.open_record()
    boards = boards_of(RECORD.read_text())
    page, person = replay.page, replay.person
    tried = page.locator(".bar p")

    page.locator("[data-at='5']").click()
    replay.await_board(boards[5])
    person.button("Try from here").click()
    expect(tried).to_contain_text("0 actions tried")
    hands = Mouse(person)
    page.locator(".actions li:first-child button").first.click()
    hands.do_it(hands.offered("throw")[0])
    expect(tried).to_contain_text("1 action tried")
    page.keyboard.press("e")
    expect(tried).to_contain_text("2 actions tried")
    assert page.evaluate(BOARD) != boards[5]

    page.keyboard.press("u")
    expect(tried).to_contain_text("1 action tried")
    page.get_by_role("button", name="From the beginning").click()
    expect(tried).to_contain_text("0 actions tried")
    replay.await_board(boards[5])
    person.button("Back to the game").click()
    replay.await_at(5)
    replay.await_board(boards[5])
    person.button("Next action").click()
    replay.await_board(boards[6])


def test_a_share_link_leads_others_to_the_same_point(new_person: NewPerson):
    sender, receiver = Replay(new_person("Anna")), Replay(new_person("Ravi"))
    sender.person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sender.open_record()
    sender.page.locator("[data-at='17']").click()
    sender.await_at(17)

    sender.person.button("Share").click()
    expect(sender.person.button("The link to this point of the game is copied.")).to_be_visible()
    link = sender.page.evaluate("() => navigator.clipboard.readText()")

    receiver.page.goto(link)
    receiver.await_at(17)
    receiver.await_board(sender.page.evaluate(BOARD))
    expect(receiver.page.get_by_role("heading", level=1)).to_have_text("Replay: Anna and Ravi")

    receiver.page.goto("about:blank")
    receiver.page.goto(link[:-300])
    expect(receiver.page.get_by_role("alert")).to_have_text("This link does not hold a whole record. Was it cut off?")


@pytest.mark.parametrize(
    ("change", "sentences"),
    [
        (lambda text: text.replace("T11@e1c3", "T11@e1c4"), ("This is not a valid game record.", "T11@e1c4")),
        (lambda text: text.replace("45-26", "45-27"), ("This is not a valid game record.", "45-27")),
        (lambda _: "hello", ("This is not a valid game record.", "hello")),
        (lambda _: "", ("This file is empty.",)),
        (lambda text: text + ";x" * 40_000, ("This file is too long to be the record of a game.",)),
    ],
    ids=["illegal action", "wrong result", "no record", "empty", "too long"],
)
def test_a_broken_file_is_refused_with_its_reason(replay: Replay, tmp_path: Path, change, sentences: tuple[str, ...]):
    file = tmp_path / "broken.holi"
    file.write_text(change(RECORD.read_text()), encoding="utf-8")
    replay.person.open("/replay")

    replay.open_file(file)

    for sentence in sentences:
        expect(replay.page.get_by_role("alert")).to_contain_text(sentence)
    replay.open_file(RECORD)
    replay.slider.wait_for()
