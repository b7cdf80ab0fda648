"""A second, slow and literal implementation of the whole game, written from the specification alone.

It shares no code with `holi`: it is there to disagree. Positions go in and out as the JSON data of F3, actions as the
texts of F1, events as the JSON data of F5. Nothing is checked: a position has to be consistent and an action legal.
"""

from oracle.turns import apply, legal, new, scores, view, view_of_events

__all__ = ["apply", "legal", "new", "scores", "view", "view_of_events"]
