"""Holi as a game of OpenSpiel, `python_holi`, registered when this module is imported.

>>> import pyspiel, holi.env.openspiel
>>> game = pyspiel.load_game("python_holi(players=3,rivalry=rangoli+summit)")

The page `docs/environments/openspiel.md` describes it. The decks have no order: whenever the rules draw a card, a
chance node draws one of those left. OpenSpiel is an extra: `pip install '.[openspiel]'` in a checkout.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from holi.env.encoding import action_id
from holi.env.extras import MissingPackageError
from holi.env.rewards import parse_rewards, write_rewards
from holi.env.spiel.bounds import reward_bounds
from holi.env.spiel.observer import Observer, Sight, present_lines
from holi.env.spiel.resampling import Uniform, dealt
from holi.env.spiel.situation import DRAW, LONGEST_PLAY, Entry, GameData, Situation, draw_code, entry_text, game_data
from holi.game import ConfigError, IllegalActionError
from holi.game.errors import how_to_add, quoted
from holi.kernel.layout import CARD_SHIFT, CARDS, KIND_SHIFT, MAX_PLAYERS, NOBODY, SCORE_SIZE, THROW_UP
from holi.kernel.mode import floats, vector

try:
    pyspiel: Any = import_module("pyspiel")
except ImportError:
    raise MissingPackageError(
        f"holi.env.openspiel needs open_spiel, which is not installed; {how_to_add('openspiel')}"
    ) from None

NAME: Final = "python_holi"
NO_RIVALRY: Final = "none"
CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)

GAME_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Holi: Festival of Colors",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={
        "players": 2,
        "rivalry": NO_RIVALRY,
        "tie_break": "player-order",
        "rewards": "win",
    },
)


class HoliGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """The game. Parameters: `players`, `rivalry` (ids joined by `+`, or `none`), `tie_break` and `rewards`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        settings = {**GAME_TYPE.parameter_specification, **(params or {})}
        rivalry = settings["rivalry"]
        names = () if rivalry == NO_RIVALRY else tuple(rivalry.split("+"))
        self.data: GameData = game_data(settings["players"], names, settings["tie_break"])
        self.rewards: int = parse_rewards(settings["rewards"])
        config = self.data.config
        least, most = reward_bounds(self.rewards, config)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.data.encoding.size,
            max_chance_outcomes=CARDS,
            num_players=config.players,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=LONGEST_PLAY * config.players,
        )
        super().__init__(GAME_TYPE, info, dict(params or {}))
        self.start: Situation = Situation.first(self.data)

    def new_initial_state(self) -> HoliState:
        return HoliState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Every seat draws 13 cards at most."""
        return CARDS * int(self.num_players())

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        if params:
            raise ConfigError(f"an observer of {NAME} has no parameters, but was given {quoted(dict(params))}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        kinds = pyspiel.PrivateInfoType
        cards: dict[Any, Any] = {kinds.NONE: "none", kinds.SINGLE_PLAYER: "own", kinds.ALL_PLAYERS: "all"}
        return Observer(self.data, Sight(wanted.public_info, wanted.perfect_recall, cards[wanted.private_info]))


class HoliState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of the game; all of it is in `situation`."""

    def __init__(self, game: HoliGame) -> None:
        super().__init__(game)
        self.situation: Situation = game.start

    def current_player(self) -> int:
        if self.situation.drawing != NOBODY:
            return CHANCE
        acting = self.situation.acting
        return TERMINAL if acting is None else acting

    def is_terminal(self) -> bool:
        return self.situation.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that can be drawn, all equally likely; card 1 is 0."""
        cards = self.situation.undrawn
        return [(card, 1.0 / len(cards)) for card in cards]

    def returns(self) -> list[float]:
        if not self.situation.over:
            return [0.0] * self.num_players()
        rewards = floats([0.0] * self.num_players())
        scores = vector([0] * (SCORE_SIZE * self.num_players()))
        write_rewards(self.situation.state, self.situation.data.rules, self.get_game().rewards, scores, rewards)
        return [float(reward) for reward in rewards]

    def resample_from_infostate(self, player: int, uniform: Uniform) -> HoliState:
        """Another state that the player cannot tell from this one, each equally likely.

        Deals that contradict the game so far are dealt again: a seat in the middle of its turn could throw (R3.3).
        """
        while True:
            log: list[Entry] = list(self.situation.log)
            for seat, holdable in enumerate(self.situation.holdable):
                if seat != player:
                    log = dealt(log, seat, holdable, uniform)
            state = self._replayed(log)
            if state is not None:
                return state

    def _replayed(self, log: list[Entry]) -> HoliState | None:
        """The state after the log with other hidden cards; None if the rules do not allow that game."""
        state: HoliState = self.get_game().new_initial_state()
        encoding = self.situation.data.encoding.vector
        for (seat, code), known in zip(log, self.history(), strict=True):
            kind = code >> KIND_SHIFT
            if kind == DRAW:
                action = code >> CARD_SHIFT & 15
            else:  # only the number of a throw face up depends on the marker; it is the same, for all were shown it
                action = known if kind == THROW_UP else int(action_id(code, 0, encoding))
            if state.situation.acting != seat:
                return None
            try:
                state.apply_action(action)
            except IllegalActionError:
                return None
        return state if state.situation.acting == self.situation.acting else None

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.situation.legal)

    def _apply_action(self, action: int) -> None:
        self.situation = self.situation.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return entry_text(draw_code(action)) if player == CHANCE else self.situation.text_of(action)

    def __str__(self) -> str:
        return "\n".join(present_lines(self.situation, [True] * self.num_players()))


class Resampler:
    """For `ISMCTSBot.set_resampler`: has its own random generator, so that a seed repeats a search."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.Random(seed)  # noqa: S311 - a search, no secret

    def __call__(self, state: HoliState, player: int) -> HoliState:
        return state.resample_from_infostate(player, self._random.random)


pyspiel.register_game(GAME_TYPE, HoliGame)
