"""Exponential and logarithm: within a unit in the last place, and the same bits at every speed, for ever."""

import hashlib
import math
import random
import struct
from decimal import Decimal, localcontext

from holi.bots.search.functions import exp, log

CHANCE = random.Random(12)
EXPONENTS = [CHANCE.uniform(-40, 0) for _ in range(2000)] + [CHANCE.uniform(-700, 700) for _ in range(1000)]
NUMBERS = [CHANCE.uniform(1, 4) for _ in range(2000)] + [
    CHANCE.random() * 2.0 ** CHANCE.randint(-900, 900) for _ in range(1000)
]


def ulps(value: float, exact: Decimal) -> float:
    return float(abs(Decimal(value) - exact) / Decimal(math.ulp(float(exact))))


def test_the_exponential_is_as_exact_as_a_library():
    with localcontext(prec=40):
        assert max(ulps(exp(x), Decimal(x).exp()) for x in EXPONENTS) < 1


def test_the_logarithm_is_as_exact_as_a_library():
    with localcontext(prec=40):
        assert max(ulps(log(x), Decimal(x).ln()) for x in NUMBERS) < 1


def test_special_values_are_exact():
    assert [exp(0.0), exp(-1e9), exp(-708.1), log(1.0)] == [1.0, 0.0, 0.0, 0.0]
    assert [log(2.0**n) for n in (-900, -1, 1, 900)] == [n * math.log(2) for n in (-900, -1, 1, 900)]


def test_the_bits_never_change():
    values = [exp(x) for x in EXPONENTS] + [log(x) for x in NUMBERS]
    digest = hashlib.sha256(struct.pack(f"<{len(values)}d", *values)).hexdigest()
    assert digest == "7b60adc7e40f0713bf8fce6702177c2f96947dfd2fd93aa8d18facb7f3a8552a"
