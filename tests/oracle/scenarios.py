"""Random material to compare two implementations on: configurations, decks, odd positions, and a choice of actions."""

from oracle.cards import RIVALRY_CARDS, RULES_CARDS, SCORED_AT_ONCE, SCORED_AT_THE_END
from oracle.scoring import final_scores, tokens_on_others
from oracle.state import from_json, to_json
from oracle.tower import LEVELS, SPACES, SQUARES, SWEET_SQUARES, neighbours

PLUS = ".#./#*#/.#."  # surrounds the marker, so that a climb follows


def random_seed(rng):
    return "".join(rng.choice("0123456789abcdef") for _ in range(64))


def random_config(rng):
    """Any number of players, zero to three rivalry cards (often several rules cards), any deck, both tie-breaks."""
    draw = rng.random()
    if draw < 0.15:
        rivalry = rng.randint(0, 3)
    elif draw < 0.45:
        rivalry = rng.sample(RULES_CARDS, rng.randint(2, 3))
    else:
        rivalry = rng.sample(RIVALRY_CARDS, rng.randint(0, 3))
    return {
        "players": rng.randint(2, 4),
        "rivalry": rivalry,
        "deck": random_deck(rng) if rng.random() < 0.6 else "complete",
        "tie_break": rng.choice(["player-order", "first-finished"]),
    }


def random_deck(rng):
    """A deck of one of several tastes: anything, mostly large cards, or mostly the card that surrounds the marker."""
    taste = rng.choice(["anything", "large", "plus"])
    faces = {}
    for card in range(1, 14):
        if taste == "plus" and rng.random() < 0.6:
            faces[str(card)] = PLUS
        else:
            targets = rng.randint(5, 8) if taste == "large" and rng.random() < 0.8 else rng.randint(1, 8)
            faces[str(card)] = random_face(rng, targets)
    return {"name": f"{taste} {rng.randint(0, 999)}", "cards": faces}


def random_face(rng, targets):
    """A face with this many targets: one star and so many filled squares, or one filled square more."""
    marker = rng.choice("*#")
    marks = [marker] + ["#"] * targets + ["."] * (8 - targets)
    rng.shuffle(marks)
    text = "".join(marks)
    return "/".join([text[:3], text[3:6], text[6:]])


def with_other_rivalry_cards(number, config):
    """One card of each sort and either tie-break; consecutive numbers go through all of them."""
    rivalry = [cards[number % len(cards)] for cards in (RULES_CARDS, SCORED_AT_ONCE, SCORED_AT_THE_END)]
    return config | {"rivalry": rivalry, "tie_break": ["player-order", "first-finished"][number // 2 % 2]}


class Temper:
    """How one random game is played: what the player does when several kinds of action are legal."""

    def __init__(self, rng):
        self._rng = rng
        self._weights = {
            "S": 1,
            "C": rng.choice([2, 40]),
            "T": rng.choice([1, 3, 6]),
            "D": rng.choice([0.3, 1, 3]),
            "M": rng.choice([0.5, 2, 5]),
            "E": rng.choice([0.5, 1, 3]),
        }
        self._towards_markers = rng.random() < 0.5

    def choose(self, texts, position):
        """One of the legal texts (given in a fixed order)."""
        kinds = sorted({text[0] for text in texts})
        kind = self._rng.choices(kinds, [self._weights[kind] for kind in kinds])[0]
        choice = [text for text in texts if text[0] == kind]
        if self._towards_markers and kind in "TDM" and self._rng.random() < 0.7:
            near = [text for text in choice if _names_square_of_a_marker(text, position)]
            choice = near or choice
        return self._rng.choice(choice)


def _names_square_of_a_marker(text, position):
    squares = text[1:] if text[0] == "M" else text.split("@")[1]
    me = position["turn"]["seat"]
    markers = [player["marker"][1:] for seat, player in enumerate(position["players"]) if seat != me]
    return any(marker in [squares[at : at + 2] for at in range(0, len(squares), 2)] for marker in markers)


def odd_position(rng, position, config):
    """A consistent position that hardly any game reaches, with the players and the seat to move of another one.

    Markers, tokens, sweets, cards, points and finished seats are all dealt again; only R7.6 and F3 bind.
    """
    state = from_json(position)
    state.config = config
    seats = range(len(state.players))
    state.moved = rng.random() < 0.15
    _deal_markers(rng, state)
    _deal_tokens(rng, state)
    _deal_sweets(rng, state)
    for player in state.players:
        player.points = rng.choice([0, 0, 1, 7, 19])
        _deal_cards(rng, state, player)
        player.finished = None
    others = [seat for seat in seats if seat != state.seat]
    finished = rng.sample(others, rng.choice([0, 0, 0, 1, len(others)]))
    for number, seat in enumerate(finished):
        state.players[seat].finished = number
    state.climbed = state.mover.marker[0] != "G" and rng.random() < 0.15
    return to_json(state)


def _deal_markers(rng, state):
    last_to_climb = rng.random() < 0.25  # others wait on T, which makes a difference to `summit`
    levels = "T" if last_to_climb else rng.choice(["G", "GGGM", "GMT", "MT", "M"])
    inside = rng.random() < 0.7
    free = [space for space in SPACES if not inside or None not in neighbours(space)]
    for player in state.players:
        level = "M" if last_to_climb and player is state.mover else rng.choice(levels)
        player.marker = rng.choice([space for space in free if space[0] == level])
        free.remove(player.marker)


def _deal_tokens(rng, state):
    """Columns are stacked from G up to the first marker; what is left of the 25 tokens goes to the supplies.

    Often the seat to move is surrounded on its level by tokens, on three sides or four, so that it may climb.
    """
    seats = range(len(state.players))
    around = [space[1:] for space in neighbours(state.mover.marker) if space is not None]
    surrounded = rng.sample(around, rng.choice([0, 0, len(around) - 1, len(around)]))
    surrounding_levels = LEVELS[: LEVELS.index(state.mover.marker[0]) + 1]
    fill = {level: rng.choice([0.1, 0.5, 0.8, 0.97]) for level in LEVELS}
    left = [25 for _ in seats]
    state.tokens = {}
    elsewhere = [square for square in SQUARES if square not in surrounded]
    for square in surrounded + rng.sample(elsewhere, len(elsewhere)):
        for level in LEVELS:
            owners = [seat for seat in seats if left[seat] > 0]
            wanted = rng.random() < fill[level] or (square in surrounded and level in surrounding_levels)
            if state.seat_at(level + square) is not None or not wanted or not owners:
                break
            owner = rng.choice(owners)
            state.tokens[level + square] = owner
            left[owner] -= 1
    for player in state.players:
        player.supply = [0 for _ in seats]
    for owner in seats:
        others = [seat for seat in seats if seat != owner]
        keeps = min(left[owner], rng.choice([0, 1, 1, 2, 3, 25]))
        state.players[owner].supply[owner] = keeps
        for _ in range(left[owner] - keeps):
            state.players[rng.choice(others)].supply[owner] += 1


def _deal_sweets(rng, state):
    state.sweets = {}
    held = 24
    for level, most in (("G", 2), ("M", 1)):
        for square in SWEET_SQUARES:
            count = rng.randint(0, most)
            if count and state.seat_at(level + square) is None:
                state.sweets[level + square] = count
                held -= count
    for player in state.players:
        player.sweets = 0
    for _ in range(held):
        rng.choice(state.players).sweets += 1


def _deal_cards(rng, state, player):
    cards = rng.sample(range(1, 14), 13)
    most = 4 if state.has("open-pockets") else 3
    if player is state.mover and state.thrown:
        most -= 1
    in_hand = rng.choice([0, *range(1, most + 1), most, most])
    in_deck = rng.choice([0, 0, 1, 2, 5, 12 - in_hand])
    player.hand = sorted(cards[:in_hand])
    player.deck = cards[in_hand : in_hand + in_deck]
    player.discard = []
    face = "up"
    for card in cards[in_hand + in_deck :]:
        down = rng.random() < 0.8 and (face == "up" or state.has("free-handfuls"))
        face = "down" if down else "up"
        player.discard.append((card, face))


def tied_ending(rng, position, config, also_equal):
    """The last action of a game in which all totals come out the same; the only legal action is `E`.

    Up to `also_equal` tie-breaks of R9.5 are equal too: 0 none on purpose, 1 tokens on others, 2 sweets as well.
    """
    state = from_json(odd_position(rng, position, config))
    seats = range(len(state.players))
    state.thrown = state.moved = state.climbed = True
    state.mover.marker = rng.choice(
        [space for space in SPACES if space[0] == "T" and space not in state.tokens and state.seat_at(space) is None]
    )
    state.mover.discard = [(card, "up") for card in rng.sample(range(1, 14), 13)]
    state.mover.hand, state.mover.deck = [], []
    others = [seat for seat in seats if seat != state.seat]
    for number, seat in enumerate(rng.sample(others, len(others))):
        state.players[seat].finished = number
    if also_equal >= 1:
        fewest = min(tokens_on_others(state, seat) for seat in seats)
        for owner in seats:
            _take_back(state, owner, tokens_on_others(state, owner) - fewest)
    if also_equal >= 2:
        state.sweets = {}
        for player in state.players:
            player.sweets = 24 // len(state.players)
    totals = [score["total"] for score in final_scores(state)]
    for player, total in zip(state.players, totals, strict=True):
        player.points += max(totals) - total
    return to_json(state)


def _take_back(state, owner, count):
    """Tokens go from the supplies of others to their owner's."""
    for _ in range(count):
        holder = max(
            (seat for seat in range(len(state.players)) if seat != owner),
            key=lambda seat: state.players[seat].supply[owner],
        )
        state.players[holder].supply[owner] -= 1
        state.players[owner].supply[owner] += 1
