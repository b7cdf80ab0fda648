"""Where everything stands in the two game vectors, and the geometry of a level.

A *state* vector is one position. A *rules* vector is what the configuration makes of the rules: settings, the reach of
a move and the placements of every card; it never changes during a game. A level is a 36-bit board; the space in
column `c` and row `r`, both from 0, is bit `6 * r + c`, so that bits ascend in the order `a1 b1 ... f1 a2 ... f6`.
"""

from __future__ import annotations

RULES_VERSION = 2
"""Stored with each game; raised when the same actions could lead to another position."""

PLAYABLE_VERSIONS = (1, 2)
"""Games begun under these versions can be read and played on. In 1 the first card was drawn before the corners were
chosen, not after (R2.5); from the last corner on both are the same."""

MAX_PLAYERS = 4
NOBODY = -1
TOKENS_PER_PLAYER = 25
SWEETS_TOKENS = 24
CARDS = 13
SPACES = 36
ALL = (1 << SPACES) - 1
GROUND, MIDDLE, TOP = 0, 1, 2

# Geometry (R1.1, R2.1, R6.4).
ROW = 0b111111
COLUMN = sum(1 << (6 * row) for row in range(6))
CORNERS = 1 | 1 << 5 | 1 << 30 | 1 << 35
INTERIOR = sum(0b011110 << (6 * row) for row in range(1, 5))
NOT_COLUMN_A = ALL ^ COLUMN
NOT_COLUMN_F = ALL ^ (COLUMN << 5)
QUARTER = 0b111 | 0b111 << 6 | 0b111 << 12
SWEETS_SPACES = 1 << 1 | 1 << 4 | 1 << 6 | 1 << 11 | 1 << 24 | 1 << 29 | 1 << 31 | 1 << 34

# The state vector. Entries "by seat" take four places, whatever the number of players.
PHASE = 0
SEAT = 1
THROWN = 2
MOVED = 3
CLIMBED = 4
FINISHED_COUNT = 5
OCCUPIED = 6  # by level: spaces with a colour token of any colour
MARKED = 9  # by level: spaces with a marker
SWEETS_ONE = 12  # by level: spaces with at least one sweets token
SWEETS_TWO = 15  # by level: spaces with two
TOKENS = 18  # by level and seat: TOKENS + 4 * level + seat
LEVEL = 30  # by seat: the marker's level, -1 before it is placed
SQUARE = 34  # by seat: the marker's space
SUPPLY = 38  # by holder and colour: SUPPLY + 4 * holder + colour
SWEETS = 54  # by seat: sweets held
POINTS = 58  # by seat: points scored at once
HAND = 62  # by seat: bit c is card c + 1
DECK = 66  # by seat: four bits a card (id - 1), top card lowest
DECK_SIZE = 70
DISCARD = 74  # by seat: four bits a card (id - 1), bottom card lowest
FACE_DOWN = 78  # by seat: bit i is set if the discard i from the bottom lies face down
DISCARD_SIZE = 82
FINISHED = 86  # by seat: -1, or 0, 1, ... in order of finishing
STATE_SIZE = 90

SETUP, PLAY, OVER = 0, 1, 2

# The rules vector: settings with their values when no rivalry card changes them, ...
PLAYERS = 0
TIE_BREAK = 1
CLIMB_TOKENS = 2
HAND_LIMIT = 3
FREE_HANDFULS = 4
SPLASH = 5
LAST_DANCE = 6
SWAP_PLACES = 7
HIT_POINTS = 8
RAIN_POINTS = 9
SUMMIT_POINTS = 10
SUMMIT_STEP = 11
# ... up to three end-of-game scoring terms, each with points and a parameter board, ...
TERM = 12
TERM_POINTS = 15
TERM_SPACES = 18
MAX_TERMS = 3
# ... the spaces a move reaches from each space, the ways to lay each card (those of card c stand at the indexes from
# WAYS + c up to the next entry's; each is the squares on which it stays in the grid, the number of targets and their
# shifts), and the same as boards (those of card c on square s stand at the indexes from PLACEMENTS + 36 * c + s up to
# the next entry's).
REACH = 21
WAYS = REACH + SPACES
PLACEMENTS = WAYS + CARDS + 1
TABLES = PLACEMENTS + CARDS * SPACES + 1
# A card face goes in as one int: nine bits for the filled squares, bit 3 * row + column with the bottom row first, and
# from FACE_STAR on the number of the star's square plus 1, or 0 without a star. No card has more ways than this:
FACE_STAR = 9
MOST_WAYS = 9 * 8
MOST_TARGETS = 8
MOST_RULES = TABLES + CARDS * MOST_WAYS * (2 + MOST_TARGETS + SPACES)

PLAYER_ORDER, FIRST_FINISHED = 0, 1

# End-of-game scoring terms (the vocabulary that rivalry cards of kind "scoring" are written in).
SWEETS_HELD = 1
TOKENS_ON = 2
COLUMNS_TOPPED = 3
TOKENS_STACKED = 4
FULL_LINES = 5
LARGEST_GROUP = 6
QUARTERS_LED = 7
MESSIER_PLAYERS = 8
BEST_FRIENDS = 9

# A score: points by level, then the rest of R9, then the total.
SCORE_LEVELS = 0
SCORE_ON_OTHERS = 3
SCORE_SWEETS = 4
SCORE_HITS = 5
SCORE_TERMS = 6
SCORE_TOTAL = 9
SCORE_SIZE = 10

# An action in one int: kind, card (id - 1) and a board of spaces, which is empty for climb and end.
CARD_SHIFT = SPACES
KIND_SHIFT = CARD_SHIFT + 4
PLACE_MARKER, THROW_UP, THROW_DOWN, MOVE, CLIMB, END = 0, 1, 2, 3, 4, 5
CLIMB_ACTION = CLIMB << KIND_SHIFT
END_ACTION = END << KIND_SHIFT

# An event (F5). A space is 36 * level + square; what a type does not use is 0, and EVENT_OTHER is NOBODY.
EVENT_TYPE = 0
EVENT_SEAT = 1
EVENT_SPACE = 2  # where it happened or began
EVENT_TO = 3  # where a token, a move or a climb ended
EVENT_OTHER = 4  # the seat that was hit, rained on or swapped with; the owner of a token collected
EVENT_NUMBER = 5  # points, sweets, or cards drawn
EVENT_CARDS = 6  # the card thrown (id - 1); the cards drawn, four bits each, the first lowest
EVENT_HOW = 7  # how a card lies, how a token ended, why a player is finished
EVENT_SIZE = 8
MOST_EVENTS = 1 + MOST_TARGETS
PLACED_MARKER_EVENT, THREW_EVENT, TOKEN_EVENT, MOVED_EVENT, CLIMBED_EVENT, SWEETS_EVENT = 0, 1, 2, 3, 4, 5
COLLECTED_EVENT, DREW_EVENT, FINISHED_EVENT, TURN_EVENT, OVER_EVENT = 6, 7, 8, 9, 10
LIES_FACE_UP, LIES_FACE_DOWN = 0, 1
ON_BOARD, HIT, RAIN = 0, 1, 2
NOT_FINISHED, OUT_OF_TOKENS, OUT_OF_CARDS, LAST_DANCE_OVER, NO_THROW_LEFT = 0, 1, 2, 3, 4

# What a reason is about: the entries that its code asks for are written, the others mean nothing.
ABOUT_SEAT = 0
ABOUT_SPACE = 1
ABOUT_SPACES = 2  # a board
ABOUT_CARD = 3  # id - 1
ABOUT_OTHER_CARD = 4
ABOUT_COUNT = 5
ABOUT_MOST = 6  # how many are possible, or how many are elsewhere
ABOUT_SIZE = 7
NO_REASON = 0
# Why an action is not legal, ...
GAME_IS_OVER, CORNER_FIRST, NO_FREE_CORNER, ALL_PLACED, NOT_THROWN_YET = 1, 2, 3, 4, 5
THROW_MADE, NOT_IN_HAND, NO_OWN_TOKEN, TARGET_TAKEN, NOT_LAID_SO = 6, 7, 8, 9, 10
SPACE_TAKEN, SPACE_MARKED, LAST_FACE_DOWN = 11, 12, 13
MOVE_MADE, ONLY_END_LEFT, STANDS_THERE, MARKER_THERE, NO_MOVE_THROWS, TOO_FAR, MOVE_STOPS_THROW = (
    14,
    15,
    16,
    17,
    18,
    19,
    20,
)
CLIMB_MADE, NOT_PLACED, ON_TOP, AT_EDGE, MARKER_ABOVE, NEIGHBOURS_EMPTY, CLIMB_STOPS_THROW = 21, 22, 23, 24, 25, 26, 27
# ... and why a position is not consistent.
FLOATING_TOKEN, TOKENS_MISCOUNTED, MARKER_MISSING, MARKERS_SHARE, MARKER_ON_TOKEN = 28, 29, 30, 31, 32
TOO_MANY_SWEETS, SWEETS_UNDER_MARKER, SWEETS_MISCOUNTED, HAND_TOO_LARGE, FACE_DOWN_TWICE = 33, 34, 35, 36, 37
FINISHED_MISNUMBERED, FINISHED_IN_SETUP, OVER_TOO_EARLY = 38, 39, 40
BEGUN_IN_SETUP, CORNERS_OUT_OF_ORDER, NOT_ON_CORNER, CARDS_IN_SETUP, STOCK_IN_SETUP = 41, 42, 43, 44, 45
FINISHED_ON_TURN, THROWN_WITHOUT_DISCARD, CLIMBED_ON_GROUND, CANNOT_ACT = 46, 47, 48, 49
