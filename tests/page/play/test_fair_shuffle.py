"""Whether the shuffle was fair, as people see it at the end: at an honest table, and where the operator cheats."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from holi.game import commitment, shuffled_deck
from holi.record import parse_record
from tests.page.cheating import ACCOMPLICE, WANTED
from tests.page.conftest import NewPerson
from tests.page.person import Person
from tests.page.played import ask, table_of
from tests.page.tables import game_of_two, join, make_table, start
from tests.server.processes import Process, environment

CHEATING = Path(__file__).parents[1] / "cheating.py"
NONCE = "c0ffee00" * 8
OTHERS_HAVE_GIVEN = """async (table) => {
  const { state } = await (await fetch(`/api/tables/${table}`)).json();
  return state.phase === "dealing" && state.seats.filter(({ given }) => given).length === 2;
}"""


class CheatingServer(Process):
    """A `holi serve` whose operator has an accomplice."""

    def __init__(self, database: Path, page: Path) -> None:
        options = ["--host", "127.0.0.1", "--port", "0", "--database", f"sqlite:///{database}", "--page", str(page)]
        command = [sys.executable, str(CHEATING), "serve", *options, "--workers", "0", "--migrate"]
        super().__init__(command, environment({"PYTHONUNBUFFERED": "1"}))
        line = self.output.readline().decode()
        assert "http://" in line, self.errors
        self.address = "http://" + line.partition("http://")[2].partition("/")[0]


def verified(record: Path, *options: str | Path) -> tuple[int, str]:
    """Exit status of `holi verify` and all that it says, in one line."""
    command = [sys.executable, "-c", "from holi.cli.app import main; main()", "verify", record, *options]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONUTF8": "1", "TERM": "dumb"}
    )
    return done.returncode, " ".join((done.stdout + done.stderr).split())


def saved(person: Person, folder: Path) -> tuple[Path, Path]:
    """The record and the receipt, as the person saves them."""
    files = []
    for button in ("Download the record", "Save the receipt"):
        with person.page.expect_download() as started:
            person.button(button).click()
        files.append(folder / f"{person.name}-{started.value.suggested_filename}")
        started.value.save_as(files[-1])
    return files[0], files[1]


def give_up(table: str, *people: Person) -> None:
    for person in people:
        ask(person, f"/api/tables/{table}/resign")


def test_both_are_told_that_nobody_could_choose_the_shuffle_and_can_prove_it(new_person: NewPerson, tmp_path: Path):
    asha, binod = new_person("Asha"), new_person("Binod")
    game_of_two(asha, binod)
    asha.page.reload()
    asha.await_moment()
    give_up(table_of(asha), asha, binod)
    for seat, person in enumerate((asha, binod)):
        told = person.page.locator("dialog[open] .fairness")
        expect(told).to_have_attribute("data-verdict", "proven")
        expect(told).to_contain_text("nobody could choose it, neither the server nor the other players")
        record, receipt = saved(person, tmp_path)
        status, said = verified(record, "--receipt", receipt)
        assert status == 0, said
        assert f"proven fair to {person.name} (seat {seat}), against the host and all others" in said


def test_grinding_by_operator_and_accomplice_is_noticed_by_every_other_page_and_receipt(
    new_person: NewPerson, built_page: Path, tmp_path: Path
):
    with CheatingServer(tmp_path / "holi.db", built_page) as server:
        asha, binod, charlie, devi = (new_person(name, server=server) for name in ("Asha", "Binod", ACCOMPLICE, "Devi"))
        join(binod, make_table(asha, 3))
        table = table_of(asha)
        charlie.open()
        ask(charlie, f"/api/tables/{table}/sit", name=ACCOMPLICE, seat=2, nonce_commitment=commitment(NONCE))
        devi.open(f"/t/{table}")
        expect(devi.page.get_by_text("Everyone is here.")).to_be_visible()
        start(asha)
        charlie.page.wait_for_function(OTHERS_HAVE_GIVEN, arg=table)
        ask(charlie, f"/api/tables/{table}/nonce", seat=2, nonce=NONCE)
        assert asha.await_moment() == "corner"
        binod.page.reload()  # what was seen is not only in memory
        expect(binod.page.get_by_text("Asha is playing.")).to_be_visible()
        give_up(table, asha, binod, charlie)

        for person in (asha, binod):
            told = person.page.get_by_role("alert").and_(person.page.locator("[data-verdict=differs]"))
            expect(told).to_contain_text("this shuffle was not fair")
            expect(told).to_contain_text(f"the part of {ACCOMPLICE}")
            record, receipt = saved(person, tmp_path)
            status, said = verified(record, "--receipt", receipt)
            assert status == 1
            assert f"does not fit the receipt: the commitment of seat 2 ('{ACCOMPLICE}') is another." in said
            status, said = verified(record)
            assert status == 0
            assert "Not proven: that it was promised before play." in said
        expect(devi.page.locator("[data-verdict=differs-watched]")).to_contain_text(f"the part of {ACCOMPLICE}")
    assert shuffled_deck(parse_record(record.read_text("utf-8")).seed, 2)[:2] == WANTED, "the cheat has worked"
