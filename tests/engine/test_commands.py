"""What every command of the engine protocol answers (F4)."""

import pytest

from holi.bots import LEVELS
from holi.game import Config, Game, parse_action, position_to_json, view_to_json
from tests.engine.client import code_of
from tests.engine.lines import SEED, finished_game


class TestCommands:
    def test_new_answers_position_seed_and_warnings(self, engine):
        answer = engine.ask_well(cmd="new", config={"players": 4}, seed=SEED)
        assert answer == {
            "ok": True,
            "position": position_to_json(Game(Config(players=4), SEED).position),
            "seed": SEED,
            "warnings": [],
        }

    def test_new_without_seed_makes_one_that_gives_the_same_game_again(self, engine):
        first, second = (engine.ask_well(cmd="new", config={"players": 2}) for _ in range(2))
        assert first["seed"] != second["seed"]
        again = engine.ask_well(cmd="new", config={"players": 2}, seed=first["seed"])
        assert again["position"] == first["position"]

    def test_new_draws_a_number_of_rivalry_cards(self, engine):
        answer = engine.ask_well(cmd="new", config={"players": 2, "rivalry": 3}, seed=SEED)
        assert len(answer["position"]["config"]["rivalry"]) == 3

    def test_new_warns_of_two_rules_cards(self, engine):
        answer = engine.ask_well(cmd="new", config={"players": 2, "rivalry": ["splash", "last-dance"]})
        assert len(answer["warnings"]) == 1
        assert "R2.2" in answer["warnings"][0]

    def test_load_goes_on_from_a_position_and_forgets_what_was_before(self, playing):
        position = playing.ask_well(cmd="position")["position"]
        assert playing.ask_well(cmd="load", position=position) == {"ok": True, "position": position}
        assert code_of(playing.ask(cmd="undo")) == "illegal"
        assert playing.ask_well(cmd="position")["position"] == position

    def test_legal_lists_every_action_and_none_when_over(self, engine):
        engine.ask_well(cmd="new", config={"players": 2}, seed=SEED)
        assert engine.ask_well(cmd="legal")["actions"] == ["Sa1", "Sf1", "Sa6", "Sf6"]
        engine.ask_well(cmd="load", position=finished_game())
        assert engine.ask_well(cmd="legal")["actions"] == []

    def test_apply_answers_position_and_events_with_hidden_cards(self, engine):
        engine.ask_well(cmd="new", config={"players": 2}, seed=SEED)
        game = Game(Config(players=2), SEED)
        for form in ("Sa1", "Sf6", "D{}@c3", "E"):
            text = form.format(*game.position.players[0].hand)
            events = [event.to_json("all") for event in game.apply(parse_action(text))]
            answer = engine.ask_well(cmd="apply", action=text)
            assert answer == {"ok": True, "position": position_to_json(game.position), "events": events}
        assert answer["events"][0]["cards"]

    def test_undo_takes_back_the_actions_of_this_turn_one_by_one(self, playing):
        moved = playing.ask_well(cmd="position")["position"]
        throw = playing.ask_well(cmd="legal")["actions"][0]
        playing.ask_well(cmd="apply", action=throw)
        assert playing.ask_well(cmd="undo") == {"ok": True, "position": moved}
        assert playing.ask_well(cmd="undo")["position"]["turn"]["moved"] is False
        assert code_of(playing.ask(cmd="undo")) == "illegal"

    def test_undo_never_takes_back_a_corner_or_an_ended_turn(self, playing):
        playing.ask_well(cmd="apply", action=playing.ask_well(cmd="legal")["actions"][0])
        playing.ask_well(cmd="apply", action="E")
        assert code_of(playing.ask(cmd="undo")) == "illegal"
        playing.ask_well(cmd="new", config={"players": 2})
        playing.ask_well(cmd="apply", action="Sa1")
        assert code_of(playing.ask(cmd="undo")) == "illegal"

    def test_view_hides_what_the_seat_may_not_know(self, playing):
        game = Game(Config(players=3), SEED)
        for text in ("Sa1", "Sf6", "Sa6", "Mc3"):
            game.apply(parse_action(text))
        for seat in range(3):
            assert playing.ask_well(cmd="view", seat=seat)["view"] == view_to_json(game.position, seat)
        spectator = view_to_json(game.position, "spectator")
        assert playing.ask_well(cmd="view", seat=None)["view"] == spectator
        assert playing.ask_well(cmd="view")["view"] == spectator

    @pytest.mark.parametrize("level", LEVELS)
    def test_go_names_a_legal_action_and_does_not_do_it(self, playing, level):
        before = playing.ask_well(cmd="position")
        legal = playing.ask_well(cmd="legal")["actions"]
        answer = playing.ask_well(cmd="go", level=level, movetime=0.05, seed=3)
        assert answer["action"] in legal
        assert set(answer["info"]) == {"level", "seconds", "legal"}
        assert answer["info"]["level"] == level
        assert answer["info"]["legal"] == len(legal)
        assert playing.ask_well(cmd="position") == before

    def test_the_same_seed_makes_the_same_choice(self, playing):
        choices = {playing.ask_well(cmd="go", level="random", seed=11)["action"] for _ in range(5)}
        assert len(choices) == 1

    def test_quit_is_answered_and_ends_the_program(self, fresh):
        assert fresh.ask(cmd="quit") == {"ok": True}
        assert fresh.process.wait() == 0

    def test_unknown_keys_are_ignored(self, playing):
        assert playing.ask(cmd="position", colour=[1, {"a": None}]) == playing.ask(cmd="position")

    @pytest.mark.parametrize("line", [b"", b" ", b"\t \r", b"\x0c"])
    def test_blank_lines_are_passed_over(self, playing, line):
        before = playing.ask(cmd="position")
        playing.pass_over(line)
        assert playing.ask(cmd="position") == before
