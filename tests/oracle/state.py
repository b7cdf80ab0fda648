"""A position as plain dictionaries keyed by space, and its way from and to the JSON data of F3."""

from dataclasses import dataclass, field

from oracle.tower import COLUMNS, LEVELS, ROWS, SPACES


@dataclass
class Player:
    """What one seat has; `discard` holds pairs of card and face, bottom first."""

    marker: str | None
    supply: list[int]
    sweets: int
    points: int
    hand: list[int]
    deck: list[int]
    discard: list[tuple[int, str]]
    finished: int | None


@dataclass
class State:
    """A whole position; `tokens` maps a space to the seat owning its token, `sweets` a space to a number."""

    config: dict
    phase: str
    seat: int | None
    thrown: bool
    moved: bool
    climbed: bool
    tokens: dict[str, int]
    sweets: dict[str, int]
    players: list[Player]
    scores: list[dict] | None = field(default=None)

    @property
    def mover(self):
        return self.players[self.seat]

    @property
    def own_tokens(self):
        """How many tokens the seat to move can throw."""
        return self.mover.supply[self.seat]

    def has(self, rivalry_card):
        return rivalry_card in self.config["rivalry"]

    def seat_at(self, space):
        """The seat whose marker is on the space, or None."""
        for seat, player in enumerate(self.players):
            if player.marker == space:
                return seat
        return None

    def copy(self):
        return State(
            config=self.config,
            phase=self.phase,
            seat=self.seat,
            thrown=self.thrown,
            moved=self.moved,
            climbed=self.climbed,
            tokens=dict(self.tokens),
            sweets=dict(self.sweets),
            players=[
                Player(
                    marker=player.marker,
                    supply=list(player.supply),
                    sweets=player.sweets,
                    points=player.points,
                    hand=list(player.hand),
                    deck=list(player.deck),
                    discard=list(player.discard),
                    finished=player.finished,
                )
                for player in self.players
            ],
            scores=self.scores,
        )


def from_json(data):
    turn = data["turn"] or {"seat": None, "thrown": False, "moved": False, "climbed": False}
    tokens, sweets = {}, {}
    for space in SPACES:
        line, place = 5 - ROWS.index(space[2]), COLUMNS.index(space[1])
        owner = data["levels"][space[0]][line][place]
        if owner != ".":
            tokens[space] = int(owner)
        count = data["sweets"][space[0]][line][place]
        if count:
            sweets[space] = count
    players = [
        Player(
            marker=player["marker"],
            supply=list(player["supply"]),
            sweets=player["sweets"],
            points=player["points"],
            hand=list(player["hand"]),
            deck=list(player["deck"]),
            discard=[(played["card"], played["face"]) for played in player["discard"]],
            finished=player["finished"],
        )
        for player in data["players"]
    ]
    return State(
        config=data["config"],
        phase=data["phase"],
        seat=turn["seat"],
        thrown=turn["thrown"],
        moved=turn["moved"],
        climbed=turn["climbed"],
        tokens=tokens,
        sweets=sweets,
        players=players,
        scores=data["scores"],
    )


def to_json(state):
    turn = {"seat": state.seat, "thrown": state.thrown, "moved": state.moved, "climbed": state.climbed}
    return {
        "format": "holi-position/1",
        "config": state.config,
        "phase": state.phase,
        "turn": None if state.phase == "over" else turn,
        "levels": {
            level: ["".join(str(state.tokens.get(level + c + row, ".")) for c in COLUMNS) for row in reversed(ROWS)]
            for level in LEVELS
        },
        "sweets": {
            level: [[state.sweets.get(level + c + row, 0) for c in COLUMNS] for row in reversed(ROWS)]
            for level in LEVELS
        },
        "players": [
            {
                "marker": player.marker,
                "supply": list(player.supply),
                "sweets": player.sweets,
                "points": player.points,
                "hand": sorted(player.hand),
                "deck": list(player.deck),
                "discard": [{"card": card, "face": face} for card, face in player.discard],
                "finished": player.finished,
            }
            for player in state.players
        ],
        "scores": state.scores,
    }
