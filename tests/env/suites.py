"""PettingZoo's own tests. They import one of its games in a way that it has deprecated itself."""

import warnings

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", message="The old environment creation API", category=DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

__all__ = ["api_test", "render_test", "seed_test"]
