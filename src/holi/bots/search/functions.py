"""Exponential and logarithm, equal to the last bit at every speed: the ones of a platform's library differ there."""

from __future__ import annotations

from holi.kernel.mode import compiled

# ln 2 in two parts: a multiple of the first by an exponent is exact.
LN2_HIGH = 2977044471 / 2**32
LN2_LOW = 1.9082149292705877e-10
LEAST_EXPONENT = -708.0
ROOT = 1.4142135623730951


@compiled
def exp(x: float) -> float:
    """For x up to 709; 0 where the result would have fewer digits than other floats."""
    if x < LEAST_EXPONENT:
        return 0.0
    twos = int(x / LN2_HIGH + (0.5 if x > 0 else -0.5))
    high = x - twos * LN2_HIGH
    rest = high - twos * LN2_LOW
    lost = high - rest - twos * LN2_LOW
    result = 1.0
    for n in range(13, 2, -1):
        result = 1.0 + result * rest / n
    result = 1.0 + (rest + (lost + 0.5 * rest * rest * result))
    factor = 2.0 if twos > 0 else 0.5
    twos = abs(twos)
    while twos != 0:
        if twos & 1 != 0:
            result *= factor
        factor *= factor
        twos >>= 1
    return result


@compiled
def log(x: float) -> float:
    """The natural logarithm of a finite x > 0."""
    twos = 0
    while x > ROOT:
        x *= 0.5
        twos += 1
    while 2 * x < ROOT:
        x *= 2.0
        twos -= 1
    # log x is twice the area tangent of `ratio`; apart from its first term, which is written so that less is rounded.
    above = x - 1.0
    ratio = above / (x + 1.0)
    square = ratio * ratio
    series = 0.0
    for n in range(23, 1, -2):
        series = square * (2.0 / n + series)
    half = 0.5 * above * above
    return twos * LN2_HIGH - (half - (ratio * (half + series) + twos * LN2_LOW) - above)
