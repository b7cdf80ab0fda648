/**
 * SHA-256 of a short text, as lower-case hex digits. The browser's own is missing on pages that do not come over TLS,
 * which is how phones in the same room open the game, and it is not synchronous.
 */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  constants ??= computed();
  const { roots, starts } = constants;
  const state = new Uint32Array(starts);
  const w = new Uint32Array(64);
  const at = (array: Uint32Array, index: number): number => array[index] ?? 0;
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block * 64 + i * 4);
    for (let i = 16; i < 64; i++) {
      const a = at(w, i - 15);
      const b = at(w, i - 2);
      const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
      const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
      w[i] = at(w, i - 16) + s0 + at(w, i - 7) + s1;
    }
    const v = new Uint32Array(state);
    for (let i = 0; i < 64; i++) {
      const [a, b, c, e, f, g] = [at(v, 0), at(v, 1), at(v, 2), at(v, 4), at(v, 5), at(v, 6)];
      const mixed = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
      const first = at(v, 7) + mixed + at(roots, i) + at(w, i);
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      v.copyWithin(1, 0, 7);
      v[4] = at(v, 4) + first;
      v[0] = first + second;
    }
    for (let i = 0; i < 8; i++) state[i] = at(state, i) + at(v, i);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

interface Constants {
  roots: Uint32Array;
  starts: Uint32Array;
}

let constants: Constants | null = null;

/** The first bits of the fractions of cube and square roots of the first primes. */
function computed(): Constants {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < 64; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  const fraction = (value: number): number => Math.floor((value - Math.floor(value)) * 2 ** 32);
  return {
    roots: Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    starts: Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  };
}
