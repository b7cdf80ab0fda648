"""Local games as records: saved, checked by `holi verify`, opened again, gone on with."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from holi.record import parse_record, verify_record
from tests.page.conftest import NewPerson
from tests.page.hands import Mouse
from tests.page.person import Person
from tests.page.played import kept_games, sit_down_to_play, skip_to_the_last_turn


def save(person: Person, folder: Path) -> Path:
    """Save the first game of the list to a file."""
    person.open("/my-games")
    with person.page.expect_download() as started:
        person.button("Save to a file", exact=False).first.click()
    file = folder / started.value.suggested_filename
    started.value.save_as(file)
    return file


def test_a_finished_game_is_verified_by_python_and_imported_by_another(new_person: NewPerson, tmp_path: Path):
    asha = new_person("Asha", bots=1, botLevel="random")
    hands = Mouse(asha)
    asha.open()
    asha.button("More choices").click()
    dialog = asha.page.get_by_role("dialog")
    dialog.get_by_label("3 at random").check()
    dialog.get_by_role("button", name="Start the game").click()
    asha.await_moment()
    skip_to_the_last_turn(asha, parse_record(save(asha, tmp_path).read_text(encoding="utf-8")).config)
    asha.page.go_back()
    while hands.do_something():
        pass
    points = asha.final_scores()
    with asha.page.expect_download() as started:
        asha.button("Download the record").click()
    text = Path(started.value.path()).read_text(encoding="utf-8")

    file = save(asha, tmp_path)
    assert file.read_text(encoding="utf-8") == text
    command = [str(Path(sys.executable).with_name("holi")), "verify", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    record = parse_record(text)
    assert record.names == ("Asha", "bot (random)") and record.tags["RivalryDraw"] == "3"
    assert sorted(record.result or ()) == sorted(points.values())
    (game,) = kept_games(asha)
    assert record.seed == game["seed"]

    friend = new_person("Ravi")
    friend.open("/my-games")
    friend.page.locator("input[type=file]").set_input_files(file)
    friend.page.locator("dialog[open] table").wait_for()
    assert friend.final_scores() == points
    assert save(friend, tmp_path / "again").read_text(encoding="utf-8") == text


def test_an_unfinished_game_goes_on_on_another_device(new_person: NewPerson, tmp_path: Path):
    asha = new_person("Asha", bots=1, botLevel="random")
    hands = Mouse(asha)
    sit_down_to_play(asha)
    hands.play_turn()
    hands.play_turn()
    asha.await_moment()
    file = save(asha, tmp_path)
    record = parse_record(file.read_text(encoding="utf-8"))
    assert record.result is None and verify_record(record).scores is None

    phone = new_person("Asha", touch=True, viewport=(360, 740))
    phone.open("/my-games")
    phone.page.locator("input[type=file]").set_input_files(file)
    assert phone.await_moment() == "act"
    assert phone.actions_told() == len(record.actions)
    Mouse(phone).do_something()


def test_a_broken_file_is_refused_with_its_reason(new_person: NewPerson, tmp_path: Path):
    asha = new_person()
    asha.open("/my-games")
    file = tmp_path / "broken.holi"
    file.write_text("hello", encoding="utf-8")

    asha.page.locator("input[type=file]").set_input_files(file)

    said = re.compile("This is not a valid game record.*'hello'", re.DOTALL)
    expect(asha.page.get_by_role("alert")).to_contain_text(said)
    assert kept_games(asha) == []
