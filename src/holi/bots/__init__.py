"""Bots: they see only their seat's view and answer with a turn.

>>> from holi.bots import make_bot
>>> make_bot("random", seed=1).name
'random'
"""

from holi.bots.base import Bot
from holi.bots.levels import LEVELS, make_bot

__all__ = ["LEVELS", "Bot", "make_bot"]
