"""Hypothesis strategies for data that is not what it should be, as a careless or hostile program might send it."""

from hypothesis import strategies as st

TEMPTING = [
    *(None, True, False, 0, 1, 2, 3, 4, 13, 24, 25, 26, -1, 10**30, -(10**30), 10**4000),
    *(0.0, 1.0, 2.5, -0.0, float("nan"), float("inf"), 1e308),
    *(
        "",
        "0",
        "2",
        "Gc3",
        "Tf6",
        "c3",
        "up",
        "down",
        "play",
        "over",
        "setup",
        "complete",
        "rangoli",
        "\x00",
        "é",
        "\ud800",
    ),
    *("......", "0.....", "012345", "٣.....", "holi-position/1", "holi-view/1", "x" * 2000),
]
"""Values that are right somewhere, nearly right, or at the edge of a type."""


def anything() -> st.SearchStrategy[object]:
    """Any JSON data, from a tempting value to lists and objects inside each other."""
    plain = st.sampled_from(TEMPTING) | st.integers() | st.text(max_size=8)
    keys = st.sampled_from(["seat", "card", "face", "name", "cards", "players", "1", "G", ""]) | st.text(max_size=4)
    return st.recursive(
        plain, lambda inner: st.lists(inner, max_size=6) | st.dictionaries(keys, inner, max_size=4), max_leaves=8
    )
