"""Compares random games of Rust with the same games played from Python, by a hash over all their events.

    python agreement.py --games 1000000

Rust plays by `Encode` alone; Python plays with `VectorEnv`, many games at once, from its arrays. The hash of a game is over each
decision's seat, legal actions, observation and action, and over the points. `crates/townhall-py/src/agreement.rs` has Rust's half.
"""

import argparse
import time

import numpy as np
import townhall

MASK = (1 << 64) - 1
GAMES = (("between_two_cities", 4), ("point_city", 2))


def mixed(bits: int) -> int:
    """Returns the finalizer of SplitMix64."""
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & MASK
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & MASK
    return bits ^ bits >> 31


class Choices:
    """The random choices of game `number` of a series."""

    def __init__(self, series: int, number: int) -> None:
        self.state = series ^ number * 0xD1B54A32D192ED03 & MASK

    def below(self, bound: int) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & MASK
        return (mixed(self.state) >> 32) * bound >> 32


#: The 64 bits that stand for an action in a set of legal ones, and for a byte's place in an observation.
WEIGHTS = np.array([mixed((index + 1) * 0x9E3779B97F4A7C15 & MASK) for index in range(1000)], np.uint64)


def add(hashes: np.ndarray, words: np.ndarray) -> np.ndarray:
    """Returns the hashes of games with one more word each, as uint64 arrays."""
    return ((hashes << np.uint64(5) | hashes >> np.uint64(59)) ^ words) * np.uint64(0x517CC1B727220A95)


def decide(hashes: np.ndarray, seat: int, actions: np.ndarray, masks: np.ndarray, observations: np.ndarray) -> np.ndarray:
    """Returns the hashes of k games with a decision of one seat: actions (k,), masks (k, actions), observations (k, bytes)."""
    hashes = add(hashes, np.uint64(seat * 65536) + actions.astype(np.uint64))
    hashes = add(hashes, masks @ WEIGHTS[: masks.shape[1]])
    return add(hashes, observations.astype(np.uint64) @ WEIGHTS[: observations.shape[1]])


def in_python(game: str, players: int, seed: str, games: int, num_envs: int = 1000) -> dict[str, int]:
    """Plays games `0..games` of a seed with `VectorEnv`; see `townhall.random_games` for the result."""
    env = townhall.VectorEnv(game, players=players, num_envs=min(num_envs, games), seed=seed)
    obs, mask = env.reset()
    numbers = np.arange(env.num_envs)
    hashes = np.zeros(env.num_envs, np.uint64)
    decisions, total = 0, 0
    while (numbers < games).any():
        chosen = env.sample()
        for seat in range(players):
            rows = np.flatnonzero(env.acting[:, seat] & (numbers < games))
            hashes[rows] = decide(hashes[rows], seat, chosen[rows, seat], mask[rows, seat], obs[rows, seat])
            decisions += len(rows)
        _, _, _, done = env.step(chosen)
        over = np.flatnonzero(done & (numbers < games))
        for seat in range(players):
            hashes[over] = add(hashes[over], env.points[over, seat].astype(np.int64).astype(np.uint64))
        total = (total + int(hashes[over].sum(dtype=np.uint64))) & MASK
        hashes[done] = 0
        numbers[done] += env.num_envs
    return {"decisions": decisions, "hash": total}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--chunk", type=int, default=100_000, help="games of one seed")
    parser.add_argument("--seed", default="agreement")
    options = parser.parse_args()
    for game, players in GAMES:
        totals: dict[str, list[int]] = {"Rust": [0, 0, 0], "Python": [0, 0, 0]}
        for first in range(0, options.games, options.chunk):
            games, seed = min(options.chunk, options.games - first), f"{options.seed} {first}"
            for side, play in (("Rust", townhall.random_games), ("Python", in_python)):
                start = time.process_time()
                found = play(game, players=players, seed=seed, games=games)
                total = totals[side]
                total[0] += found["decisions"]
                total[1] = (total[1] + found["hash"]) & MASK
                total[2] += time.process_time() - start
            print(f"{game} {players}: {first + games:,} games, hash {totals['Python'][1]:016x}", flush=True)
            if totals["Rust"][:2] != totals["Python"][:2]:
                raise SystemExit(f"{game}: Rust and Python differ in games {first} to {first + games - 1}: {totals}")
        for side, (decisions, digest, seconds) in totals.items():
            print(f"{game} {players}, {options.games:,} games, {side}: {decisions:,} decisions, hash {digest:016x}, "
                  f"{seconds:.0f} s of the processor", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
