"""The Python functions that the module exports, under their own names. Adding one is adding it here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from holi.bots.advice import comparison
from holi.bots.advice import reasons as advice
from holi.bots.search import endgame_search, functions, thinking, turn_search
from holi.kernel import actions, checks, explain, playouts, reasons, scoring, setup, tables, throws, turns

EXPORTS: tuple[Callable[..., Any], ...] = (
    # The rules.
    tables.write_tables,
    setup.clear_state,
    setup.new_game,
    setup.deal_hidden,
    turns.legal_actions,
    turns.ends_turn,
    actions.apply_action,
    explain.explain,
    explain.foresee,
    explain.write_landings,
    scoring.score_all,
    scoring.rank,
    checks.inconsistency,
    reasons.reason_against,
    reasons.missing_to_climb,
    reasons.empty_neighbours,
    throws.may_throw_face_down,
    # Random play.
    playouts.next_word,
    playouts.below,
    playouts.random_action,
    playouts.random_playout,
    # Bots.
    thinking.begin_thinking,
    thinking.think,
    comparison.begin_comparing,
    comparison.compare,
    advice.write_reasons,
    functions.exp,
)

QUICK = (turn_search.search_turns, thinking.look_ahead, endgame_search.search, comparison.forecast_round)
"""Where searches begin: large, and with several callers."""

SELDOM = (tables, checks, reasons, explain, thinking, comparison, advice)
"""Modules whose functions, but for those in QUICK, run outside of searches: they are compiled for size."""
