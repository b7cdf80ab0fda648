"""The network's weights in three bytes each: sign, six decimal digits and a power of ten, so that none loses a bit.

The first byte is the smallest power of ten to divide by; then come all low bytes, all middle bytes and all high bytes,
which compress better so. A number is 20 bits of digits, a bit for the sign and three for how many more powers of ten to
divide by. `web/engine/src/bots/weights.ts` reads it: digits / 10**power is rounded once, as the decimal text would be.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

DIGIT_BITS, POWER_BITS = 20, 3


def packed(weights: Sequence[float]) -> bytes:
    numbers = [Decimal(repr(weight)).normalize().as_tuple() for weight in weights]
    powers = [-int(number.exponent) if any(number.digits) else 0 for number in numbers]
    least = min(power for power, number in zip(powers, numbers, strict=True) if any(number.digits))
    codes = []
    for number, power in zip(numbers, powers, strict=True):
        digits = int("".join(map(str, number.digits)))
        more = power - least if digits else 0
        if digits >> DIGIT_BITS or more >> POWER_BITS or power > 16:
            raise SystemExit(f"the weight {number} does not fit into three bytes; change tools/wasm/weights.py")
        codes.append(digits | number.sign << DIGIT_BITS | more << (DIGIT_BITS + 1))
    planes = (bytes(code >> shift & 255 for code in codes) for shift in (0, 8, 16))
    return b"".join((bytes([least]), *planes))
