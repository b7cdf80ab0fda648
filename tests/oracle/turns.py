"""The game from set-up to scores: what callers use. Functions take and give JSON data and leave their input alone,
though what they give may share parts with it."""

import copy
import hashlib

from oracle.cards import RIVALRY_CARDS, RULES_CARDS
from oracle.legality import legal_texts, throw_can_be_reached
from oracle.motions import climb, move, throw
from oracle.scoring import final_scores
from oracle.state import Player, State, from_json, to_json
from oracle.tower import SWEET_SQUARES


def new(config, seed):
    """The position before the first corner is chosen (R2, F2, the defaults of F3)."""
    config = {"rivalry": [], "deck": "complete", "tie_break": "player-order"} | copy.deepcopy(config)
    if isinstance(config["rivalry"], int):
        config["rivalry"] = drawn_rivalry(seed, config["rivalry"])
    seats = range(config["players"])
    players = []
    for seat in seats:
        deck = sorted(range(1, 14), key=lambda card, seat=seat: _digest(f"{seed}:{seat}:{card}"))
        supply = [25 if colour == seat else 0 for colour in seats]
        players.append(Player(None, supply, 0, 0, hand=[], deck=deck, discard=[], finished=None))
    sweets = {"M" + square: 1 for square in SWEET_SQUARES} | {"G" + square: 2 for square in SWEET_SQUARES}
    return to_json(State(config, "setup", 0, False, False, False, tokens={}, sweets=sweets, players=players))


def drawn_rivalry(seed, count):
    """F2: taken from the front of the shuffled cards, skipping a second card of kind "rules"."""
    drawn = []
    for card in sorted(RIVALRY_CARDS, key=lambda card: _digest(f"{seed}:rivalry:{card}")):
        if len(drawn) < count and not (card in RULES_CARDS and any(other in RULES_CARDS for other in drawn)):
            drawn.append(card)
    return drawn


def _digest(text):
    return hashlib.sha256(text.encode()).digest()


def legal(position):
    """The set of legal action texts."""
    return legal_texts(from_json(position))


def scores(position):
    """The scores if the game ended now."""
    return final_scores(from_json(position))


def apply(position, text):
    """The position after a legal action, and its events as everyone who knows everything sees them."""
    state = from_json(position)
    kind, rest = text[0], text[1:]
    if kind == "S":
        events = _choose_corner(state, rest)
    elif kind in "TD":
        card, squares = rest.split("@")
        targets = [squares[at : at + 2] for at in range(0, len(squares), 2)]
        events = throw(state, int(card), {"T": "up", "D": "down"}[kind], targets)
    elif kind == "M":
        events = move(state, rest)
    elif kind == "C":
        events = climb(state)
    else:
        events = _end_turn(state)
    return to_json(state), events


def _choose_corner(state, corner):
    """R2.4; after the last corner everybody draws one card (R2.5) and seat 0 begins."""
    events = [{"type": "placed-marker", "seat": state.seat, "space": "G" + corner}]
    state.mover.marker = "G" + corner
    state.seat += 1
    if state.seat == len(state.players):
        state.phase, state.seat = "play", 0
        for seat, player in enumerate(state.players):
            player.hand = [player.deck.pop(0)]
            events.append({"type": "drew", "seat": seat, "cards": player.hand})
    return events


def _end_turn(state):
    """R8.1-R8.4 and R3.3."""
    events = []
    player = state.mover
    hand_size = 4 if state.has("open-pockets") else 3
    drawn = []
    while len(player.hand) < hand_size and player.deck:
        drawn.append(player.deck.pop(0))
        player.hand.append(drawn[-1])
    if drawn:
        events.append({"type": "drew", "seat": state.seat, "cards": drawn})
    somebody_was_finished = any(other.finished is not None for other in state.players)
    if player.supply[state.seat] == 0:
        events.append(_finish(state, "tokens"))
    elif not player.hand:
        events.append(_finish(state, "cards"))
    elif state.has("last-dance") and somebody_was_finished:
        events.append(_finish(state, "last-dance"))
    return events + _pass_on(state)


def _finish(state, why):
    state.mover.finished = len([player for player in state.players if player.finished is not None])
    return {"type": "finished", "seat": state.seat, "why": why}


def _pass_on(state):
    """R8.3, R3.3, R8.4: to the next seat that can throw, or to the end of the game."""
    events = []
    while any(player.finished is None for player in state.players):
        state.thrown = state.moved = state.climbed = False
        state.seat = (state.seat + 1) % len(state.players)
        if state.mover.finished is not None:
            continue
        if throw_can_be_reached(state):
            events.append({"type": "turn", "seat": state.seat})
            return events
        events.append(_finish(state, "no-throw"))
    state.phase, state.seat = "over", None
    state.scores = final_scores(state)
    events.append({"type": "over", "scores": state.scores})
    return events


def view(position, seat):
    """The position as a seat, or a spectator (None), may know it (F3)."""
    seen = position | {"format": "holi-view/1"}
    if position["phase"] != "over":
        seen["players"] = [_seen_player(player, owner == seat) for owner, player in enumerate(position["players"])]
    return seen


def _seen_player(player, own):
    """Decks are hidden from all, hands and face-down cards from others."""
    seen = player | {"deck": len(player["deck"])}
    if not own:
        seen["hand"] = len(player["hand"])
        seen["discard"] = [
            played if played["face"] == "up" else {"card": None, "face": "down"} for played in player["discard"]
        ]
    return seen


def view_of_events(events, seat):
    """The events as a seat, or a spectator (None), may know them (F5)."""
    seen = []
    for event in events:
        if event["type"] == "threw" and event["face"] == "down" and event["seat"] != seat:
            seen.append(event | {"card": None})
        elif event["type"] == "drew" and event["seat"] != seat:
            seen.append({"type": "drew", "seat": event["seat"], "count": len(event["cards"])})
        else:
            seen.append(event)
    return seen
