/**
 * A number rounded to so many decimals as Python's `round` does it: by its exact binary value, and halves to even.
 * `toFixed` is exact as well, but rounds halves away from zero. A half is an odd multiple of 2 ** -(decimals + 1).
 */
export function rounded(value: number, decimals: number): number {
  const halves = value * 2 ** (decimals + 1);
  if (!Number.isInteger(halves) || halves % 2 === 0) return Number(value.toFixed(decimals));
  const scale = 10 ** decimals;
  const below = Math.floor(value * scale);
  return (below % 2 === 0 ? below : below + 1) / scale;
}
