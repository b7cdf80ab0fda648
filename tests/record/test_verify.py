"""What verification catches: the first thing that is not so, with line, round, seat, action and reason."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from holi.game import Config, Game, Kind, RecordError, commitment, drawn_rivalry, fair_seed, parse_action
from holi.record import format_record, parse_record, record_from_game, replay, verify_record
from tests.record.games import golden, golden_text, play

TWO = golden_text("two-players")
HOSTED = golden_text("hosted-three")
OWN = golden_text("own-deck-paused")


def objection(text: str) -> str:
    """What is wrong with a record that is well formed."""
    record = parse_record(text)
    with pytest.raises(RecordError) as caught:
        verify_record(record)
    assert str(caught.value).startswith(f"line {caught.value.line}: ")
    return str(caught.value)


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, f"{old!r} is to stand in the record once"
    return text.replace(old, new)


def test_the_golden_records_are_true():
    two = verify_record(golden("two-players"))
    assert (two.winner, [score.total for score in two.scores], two.proven) == (0, [45, 26], False)
    assert two.position.phase == "over"
    hosted = verify_record(golden("hosted-three"))
    assert (hosted.winner, [score.total for score in hosted.scores], hosted.proven) == (2, [49, 48, 57], True)
    paused = verify_record(golden("own-deck-paused"))
    assert (paused.winner, paused.scores, paused.proven) == (None, None, False)
    assert (paused.position.seat, paused.position.thrown, paused.position.climbed) == (1, True, True)


def test_steps_know_their_lines_rounds_and_seats():
    steps = verify_record(golden("two-players")).steps
    assert [(step.line, step.round, step.seat, str(step.action)) for step in steps[:6]] == [
        (13, 0, 0, "Sa1"),
        (13, 0, 1, "Sf6"),
        (14, 1, 0, "Md1"),
        (14, 1, 0, "T2@c1c2d2"),
        (14, 1, 0, "E"),
        (14, 1, 1, "T12@d4e5"),
    ]
    assert [(step.line, step.round, step.seat) for step in steps[-2:]] == [(26, 13, 1)] * 2


def test_replay_goes_as_far_as_the_record_is_true():
    record = parse_record(changed(TWO, "T1@e3f3 C E", "T1@a3f3 C E"))
    steps = []
    with pytest.raises(RecordError, match=r"^line 16: round 3, seat 0 \('Anna'\): 'T1@a3f3' is not legal now"):
        steps.extend(replay(record))
    assert (steps[-1].round, steps[-1].seat, str(steps[-1].action)) == (2, 1, "E")


TURN_OBJECTIONS = [
    ("a changed card", "D6@d1", "D9@d1", "line 20: round 7, seat 1 ('Ravi'): 'D9@d1' is not legal now: card 9 is not"),
    (
        "a changed space",
        "T12@d4e5",
        "T12@d4f5",
        "line 14: round 1, seat 1 ('Ravi'): 'T12@d4f5' is not legal now: card 12",
    ),
    (
        "an own space",
        "Md1 T2",
        "Ma1 T2",
        "line 14: round 1, seat 0 ('Anna'): 'Ma1' is not legal now: the marker stands",
    ),
    ("a corner taken", "Sf6", "Sa1", "line 13: round 0, seat 1 ('Ravi'): 'Sa1' is not legal now: a marker starts on"),
    ("no corner", "0. Sa1", "0. Ma1", "line 13: round 0, seat 0 ('Anna'): 'Ma1' is not legal now: seat 0 chooses a"),
    (
        "two corners",
        "0. Sa1",
        "0. Sa1 Sa6",
        "line 13: round 0, seat 0 ('Anna'): 'Sa6' stands after the end of the turn",
    ),
    (
        "swapped turns",
        "7. T7@c2d3 E | D6@d1 E",
        "7. D6@d1 E | T7@c2d3 E",
        "line 20: round 7, seat 0 ('Anna'): 'D6@d1' is",
    ),
    (
        "a missing E",
        "D6@d1 E",
        "D6@d1",
        "line 20: round 7, seat 1 ('Ravi'): the turn stops without 'E' though the game",
    ),
    (
        "an E too soon",
        "T1@e3f3 C E",
        "T1@e3f3 E C",
        "line 16: round 3, seat 0 ('Anna'): 'C' stands after the end of the",
    ),
    (
        "only an E",
        "D6@d1 E",
        "E",
        "line 20: round 7, seat 1 ('Ravi'): 'E' is not legal now: the turn can be ended only",
    ),
    (
        "a turn left out",
        "| D6@d1 E",
        "| -",
        "line 20: round 7, seat 1 ('Ravi'): it is this seat's turn, but the record has",
    ),
    ("a first turn left out", "T7@c2d3 E |", "- |", "line 20: round 7, seat 0 ('Anna'): it is this seat's turn, but"),
    (
        "a turn too many",
        "12. - |",
        "12. D4@a1 E |",
        "line 25: round 12, seat 0 ('Anna'): this seat is finished and has no",
    ),
    (
        "a turn after the end",
        "Ma6 E\n45-26",
        "Ma6 E\n14. - | D13@b6 E\n45-26",
        "line 27: round 14, seat 1 ('Ravi'): the game is over before this turn (R8.4); remove it",
    ),
    (
        "a turn of others after the end",
        "13. - | D13@b6 Ma6 E",
        "13. E | D13@b6 Ma6 E",
        "line 26: round 13, seat 0 ('Anna'):",
    ),
    ("changed totals", "45-26", "45-27", "line 27: the result is '45-27', but the game is over with '45-26' (R9)"),
    ("swapped totals", "45-26", "26-45", "line 27: the result is '26-45', but the game is over with '45-26' (R9)"),
    ("an outcome left out", "45-26", "*", "line 27: the result is '*', but the game is over with '45-26' (R9)"),
    (
        "an unfinished last turn",
        "Ma6 E\n",
        "Ma6\n",
        "line 27: the result is '45-26', but seat 1 is on turn; a game that is",
    ),
    (
        "a cut game",
        "13. - | D13@b6 Ma6 E\n",
        "",
        "line 26: the result is '45-26', but seat 1 is on turn; a game that is not",
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "sentence"), [entry[1:] for entry in TURN_OBJECTIONS], ids=[e[0] for e in TURN_OBJECTIONS]
)
def test_a_turn_or_result_that_is_not_so_is_found(old, new, sentence):
    assert objection(changed(TWO, old, new)).startswith(sentence)


def test_a_cut_game_is_true_if_it_says_so():
    cut = parse_record(changed(TWO, " Ma6 E\n45-26", "\n*"))
    assert verify_record(cut).position.seat == 1


def test_a_changed_seed_is_found_by_the_cards():
    text = changed(TWO, '"a80f', '"b80f')
    assert re.fullmatch(
        r"line 1\d: round \d, seat \d \('\w+'\): .* card \d+ is not in the hand \(R2\.5\)", objection(text)
    )


def test_another_rivalry_card_changes_the_result():
    assert objection(changed(TWO, '"summit"', '""')).startswith(
        "line 27: the result is '45-26', but the game is over with"
    )


def test_another_beginning_of_any_turn_of_a_game_is_found():
    record = golden("hosted-three")
    for place, turn in enumerate(record.turns[3:], 3):
        actions = (parse_action("Ma1"), *turn.actions[1:])
        if turn.actions[0] == actions[0]:
            continue
        other = replace(
            record, turns=(*record.turns[:place], turn._replace(actions=actions), *record.turns[place + 1 :])
        )
        with pytest.raises(RecordError):
            verify_record(other)


def with_tag(text: str, name: str, value: str) -> str:
    return re.sub(rf'\[{name} ".*"\]', f'[{name} "{value}"]', text)


FAIRNESS_OBJECTIONS = [
    ("Secret", "line 10: the tag 'Secret' is not what 'Commitment' on line 9 promised (F2)"),
    ("Commitment", "line 10: the tag 'Secret' is not what 'Commitment' on line 9 promised (F2)"),
    ("Nonce0", "line 13: the tag 'Nonce0' is not what 'NonceCommitment0' on line 11 promised (F2)"),
    ("Nonce1", "line 14: the tag 'Nonce1' is not what 'NonceCommitment1' on line 12 promised (F2)"),
    ("NonceCommitment1", "line 14: the tag 'Nonce1' is not what 'NonceCommitment1' on line 12 promised (F2)"),
    ("Nonce2", "line 9: the tag 'Commitment' proves nothing without 'NonceCommitment2'; give both or neither (F2)"),
    ("Seed", "line 8: the seed is not the one that the secret and the nonces make (F2)"),
]


@pytest.mark.parametrize(("tag", "sentence"), FAIRNESS_OBJECTIONS, ids=[tag for tag, _ in FAIRNESS_OBJECTIONS])
def test_a_proof_with_a_changed_part_is_found(tag, sentence):
    assert objection(with_tag(HOSTED, tag, "7" * 64)) == sentence


@pytest.mark.parametrize("tag", ["Commitment", "Secret", "Nonce0", "Nonce2", "NonceCommitment0"])
def test_a_proof_with_a_missing_part_proves_nothing(tag):
    text = re.sub(rf'\[{tag} ".*"\]\n', "", HOSTED)
    first, line = ("Secret", 9) if tag == "Commitment" else ("Commitment", 9)
    missing = "NonceCommitment2" if tag == "Nonce2" else tag
    assert objection(text) == (
        f"line {line}: the tag {first!r} proves nothing without {missing!r}; give both or neither (F2)"
    )


def test_a_record_without_any_proof_is_true_but_not_proven():
    text = re.sub(r'\[(Commitment|Secret|Nonce\w+) ".*"\]\n', "", HOSTED)
    assert verify_record(parse_record(text)).proven is False


def test_a_nonce_of_zeros_needs_no_promise_but_keeps_one_it_gave():
    promised = HOSTED.replace("[Nonce0 ", f'[NonceCommitment2 "{commitment("0" * 64)}"]\n[Nonce0 ')
    assert verify_record(parse_record(promised)).proven is True
    broken = HOSTED.replace("[Nonce0 ", f'[NonceCommitment2 "{commitment("1" * 64)}"]\n[Nonce0 ')
    assert objection(broken) == "line 16: the tag 'Nonce2' is not what 'NonceCommitment2' on line 13 promised (F2)"


def test_a_seed_made_by_other_nonces_is_found_though_all_promises_are_kept():
    other = "5" * 64
    text = with_tag(with_tag(HOSTED, "Nonce1", other), "NonceCommitment1", commitment(other))
    assert objection(text) == "line 8: the seed is not the one that the secret and the nonces make (F2)"


def test_rivalry_cards_that_the_seed_did_not_draw_are_found():
    swapped = changed(HOSTED, '"helping-hands sweet-tooth"', '"sweet-tooth helping-hands"')
    assert objection(swapped) == (
        "line 4: the rivalry cards are 'sweet-tooth helping-hands', but the seed draws 'helping-hands sweet-tooth' (F2)"
    )
    assert objection(changed(HOSTED, '[RivalryDraw "2"]', '[RivalryDraw "1"]')).startswith(
        "line 4: the rivalry cards are"
    )
    assert verify_record(parse_record(changed(HOSTED, '[RivalryDraw "2"]\n', ""))).winner == 2


def test_a_record_made_by_a_program_has_the_lines_of_its_text():
    record = golden("two-players")
    wrong = replace(record, result=(45, 27), tags={**record.tags, "Site": "Agra"})
    assert wrong.lines is None
    with pytest.raises(RecordError) as caught:
        verify_record(wrong)
    assert format_record(wrong).splitlines()[caught.value.line - 1] == "45-27"


def test_a_hosted_game_is_recorded_with_its_proof():
    secret, nonces = "a" * 64, ["b" * 64, "0" * 64]
    seed = fair_seed(secret, nonces)
    game = Game(Config(players=2, rivalry=drawn_rivalry(seed, 3)), seed=seed)
    while game.position.phase != "over":
        legal = game.legal_actions()
        game.apply(next((action for action in legal if action.kind is Kind.END), legal[0]))
    tags = {
        "RivalryDraw": "3",
        "Commitment": commitment(secret),
        "Secret": secret,
        "Nonce0": nonces[0],
        "NonceCommitment0": commitment(nonces[0]),
        "Nonce1": nonces[1],
    }
    record = record_from_game(game, ["Anna", "bot"], tags)
    assert verify_record(parse_record(format_record(record))).proven is True


def test_equal_totals_have_one_winner():
    game = play(Config(players=2), 49)
    verified = verify_record(record_from_game(game, ["A", "B"]))
    assert verified.record.result == (28, 28)
    assert verified.winner == 1
    assert verified.scores[1].rank == 1


def test_the_example_in_the_documentation_is_true():
    page = (Path(__file__).parents[2] / "docs" / "record-format.md").read_text("utf-8")
    example = re.search(r"```holi\n(.*?)```", page, re.DOTALL)[1]
    assert format_record(parse_record(example)) == example
    assert verify_record(parse_record(example)).record.names[0] == "Anna"
    quoted = re.search(r"^> (line .*)$", page, re.MULTILINE)[1]
    assert objection(changed(example, "D6@d1", "D9@d1")) == quoted


def test_every_round_and_seat_of_a_long_paused_game_is_as_written():
    record = golden("own-deck-paused")
    assert [turn.seat for turn in record.turns] == [0, 1, 2, 3] * 7 + [0, 1]
    assert record.turns[-1].actions[-1] == parse_action("T11@e4d5f5e6")
    assert objection(changed(OWN, "C T11@e4d5f5e6", "C T11@e4d5f5")).startswith(
        "line 37: round 7, seat 1 ('Ravi \\\\ Co'):"
    )
