"""`holi verify --receipt`: what a record proves together with what a player's page saw before play."""

import json
from typing import Any

import pytest

from tests.cli.test_replay_verify import TWO, run_holi, unwrapped
from tests.record.games import DATA

HOSTED = DATA / "hosted-three.holi"
RECEIPT = DATA / "hosted-three.receipt.json"


def verified(**changes: Any) -> tuple[int, str, str]:
    """`holi verify` of the hosted game, with its receipt changed."""
    receipt = {**json.loads(RECEIPT.read_text("utf-8")), **changes}
    status, out, err = run_holi("verify", HOSTED, "--receipt", "-", typed=json.dumps(receipt))
    return status, unwrapped(out), unwrapped(err)


def test_a_player_s_receipt_proves_the_shuffle_to_that_player_against_all_others():
    status, out, err = run_holi("verify", HOSTED, "--receipt", RECEIPT)
    assert (status, err) == (0, "")
    assert out.startswith(f"{HOSTED}: valid, 3 players, 13 rounds, greedy bot wins with 57\n")
    assert "proven fair to José (seat 1), against the host and all others at the table together" in unwrapped(out)
    assert "Not proven: that the receipt is true, to anybody but its owner" in unwrapped(out)
    assert "broken off" not in out
    assert max(map(len, out.splitlines()[1:])) <= 80


def test_a_watcher_s_receipt_proves_less():
    status, out, err = verified(yours=[])
    assert (status, err) == (0, "")
    assert "nothing was exchanged after it was shown" in out
    assert "Not proven: that nobody knew all nonces by then" in out
    assert "proven fair" not in out


@pytest.mark.parametrize(("starts", "times"), [(2, "once"), (4, "3 times")])
def test_starts_that_were_broken_off_are_told(starts, times):
    assert f"The start was broken off {times} before" in verified(starts=starts)[1]


SEATS = json.loads(RECEIPT.read_text("utf-8"))["seats"]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"commitment": "0" * 64}, "the host's commitment is another"),
        ({"seats": ["1" * 64, SEATS[1], None]}, "the commitment of seat 0 ('अनन्या') is another"),
        ({"seats": [None, SEATS[1], None]}, "seat 0 ('अनन्या') has a nonce, but a bot sat there, which has none"),
        ({"seats": [*SEATS[:2], "2" * 64]}, "the commitment of seat 2 ('greedy bot') is another"),
        ({"seats": SEATS[:2]}, "the record has 3 seats, the receipt 2"),
        ({"rivalry": 1}, "the rivalry cards were not drawn or chosen as agreed"),
        ({"rivalry": ["helping-hands", "sweet-tooth"]}, "the rivalry cards were not drawn or chosen as agreed"),
    ],
)
def test_whatever_differs_from_the_receipt_is_told(changes, fault):
    status, out, err = verified(**changes)
    assert (status, out) == (1, "")
    assert err.startswith(
        f"{HOSTED}: the record does not fit the receipt: {fault}. Unless the receipt is of another game"
    )
    assert err.endswith("may have chosen the shuffle.")


def test_a_receipt_of_a_game_without_commitments_fits_none():
    status, out, err = run_holi("verify", TWO, "--receipt", RECEIPT)
    assert (status, out) == (1, "")
    assert f"{TWO}: the record does not fit the receipt: the record has no commitments at all." in err


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("nonsense", "-: this is no receipt; one is JSON of at most 10000 bytes"),
        ("[" * 9_000, "-: this is no receipt; one is JSON of at most 10000 bytes"),
        (" " * 10_001, "-: this is no receipt; one is JSON of at most 10000 bytes"),
        ("[]", "-: the format None is none of a receipt; it is 'holi-receipt/1'"),
        ('{"format": "holi-receipt/2"}', "-: the format 'holi-receipt/2' is none of a receipt; it is 'holi-receipt/1'"),
    ],
)
def test_what_is_no_receipt_is_refused(typed, fault):
    assert run_holi("verify", HOSTED, "--receipt", "-", typed=typed) == (1, "", f"{fault}\n")


@pytest.mark.parametrize(
    "wrong",
    [
        *({"table": 1}, {"commitment": "x"}, {"seats": SEATS[:1]}, {"seats": 3}, {"yours": [2]}, {"yours": [True]}),
        *({"yours": [9]}, {"rivalry": True}, {"rivalry": [1]}, {"starts": 0}),
    ],
)
def test_a_receipt_with_a_wrong_part_is_refused(wrong):
    status, out, err = verified(**wrong)
    assert (status, out) == (1, "")
    assert err.startswith(f"-: '{next(iter(wrong))}' of the receipt is ")


def test_a_receipt_is_of_one_game():
    status, out, err = run_holi("verify", HOSTED, TWO, "--receipt", RECEIPT)
    assert (status, out) == (2, "")
    assert err == "holi: a receipt is of one game, but 2 files are named; name one\n"
