/**
 * How long to wait before the next try to connect, in milliseconds: twice as long each time, at most 15 s, and
 * spread at random, so that not everybody comes back at once.
 */
export function backoff(tries: number, random: () => number = Math.random): number {
  const ceiling = Math.min(15_000, 400 * 2 ** Math.min(tries, 10));
  return Math.round(ceiling * (0.5 + 0.5 * random()));
}
