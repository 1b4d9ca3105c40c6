// The commitment to a deal, computed in the browser: keyed BLAKE3, of which browsers have none. Only inputs of at most one
// chunk are needed: a key derivation context, and a seed with an occasion. See the BLAKE3 specification, sections 2.1 to 2.4.

import { hex } from "../hex";

const CONTEXT = "townhall 2026-11-21 deal commitment v1";

const CHUNK_START = 1;
const CHUNK_END = 2;
const ROOT = 8;
const DERIVE_KEY_CONTEXT = 32;
const DERIVE_KEY_MATERIAL = 64;

const BLOCK = 64;
const CHUNK = 1024;
const ROUNDS = 7;

// prettier-ignore
const IV = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const SCHEDULE = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
// Columns, then diagonals.
// prettier-ignore
const MIXES = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
] as const;

function at(words: ArrayLike<number>, index: number): number {
  return words[index] ?? 0;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function mix(
  v: Uint32Array,
  [a, b, c, d]: readonly [number, number, number, number],
  x: number,
  y: number,
): void {
  v[a] = at(v, a) + at(v, b) + x;
  v[d] = turned(at(v, d) ^ at(v, a), 16);
  v[c] = at(v, c) + at(v, d);
  v[b] = turned(at(v, b) ^ at(v, c), 12);
  v[a] = at(v, a) + at(v, b) + y;
  v[d] = turned(at(v, d) ^ at(v, a), 8);
  v[c] = at(v, c) + at(v, d);
  v[b] = turned(at(v, b) ^ at(v, c), 7);
}

function compressed(chain: ArrayLike<number>, block: Uint8Array, flags: number): Uint32Array {
  const padded = new DataView(new ArrayBuffer(BLOCK));
  block.forEach((byte, i) => padded.setUint8(i, byte));
  let message = Uint32Array.from({ length: 16 }, (_, i) => padded.getUint32(4 * i, true));
  const v = new Uint32Array(16);
  for (let i = 0; i < 8; i++) v[i] = at(chain, i);
  for (let i = 0; i < 4; i++) v[8 + i] = at(IV, i);
  v[14] = block.length;
  v[15] = flags;
  for (let round = 0; round < ROUNDS; round++) {
    MIXES.forEach((mixed, i) => mix(v, mixed, at(message, 2 * i), at(message, 2 * i + 1)));
    message = Uint32Array.from(SCHEDULE, (from) => at(message, from));
  }
  return Uint32Array.from({ length: 8 }, (_, i) => at(v, i) ^ at(v, i + 8));
}

/** The hash of an input of at most one chunk (1024 bytes). */
function hashed(key: ArrayLike<number>, input: Uint8Array, mode: number): Uint32Array {
  if (input.length > CHUNK) throw new RangeError("more than one chunk");
  let chain: Uint32Array = Uint32Array.from({ length: 8 }, (_, i) => at(key, i));
  const last = Math.max(0, Math.ceil(input.length / BLOCK) - 1);
  for (let block = 0; block <= last; block++) {
    const flags = mode | (block === 0 ? CHUNK_START : 0) | (block === last ? CHUNK_END | ROOT : 0);
    chain = compressed(chain, input.subarray(BLOCK * block, BLOCK * (block + 1)), flags);
  }
  return chain;
}

/** The commitment to a seed for an occasion, in hexadecimal. `seed`: 64 hexadecimal digits, as in a record. */
export function commitmentTo(seed: string, occasion: string): string {
  const text = new TextEncoder();
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const key = hashed(IV, text.encode(CONTEXT), DERIVE_KEY_CONTEXT);
  const words = hashed(key, Uint8Array.from([...bytes, ...text.encode(occasion)]), DERIVE_KEY_MATERIAL);
  const out = new DataView(new ArrayBuffer(32));
  words.forEach((word, i) => out.setUint32(4 * i, word, true));
  return hex(new Uint8Array(out.buffer));
}
