"""`make lowest` tests the versions that the extras declare, all of them."""

from tools.lowest import lowest


def test_extras_that_an_extra_names_are_followed():
    assert {requirement.partition("==")[0] for requirement in lowest(["env", "openspiel"])} == {
        "gymnasium",
        "numba",
        "numpy",
        "open_spiel",
        "pettingzoo",
        "pygame",
    }


def test_a_lower_bound_becomes_the_version():
    assert all(version and version[0].isdigit() for _, _, version in (text.partition("==") for text in lowest(["env"])))
