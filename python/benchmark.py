"""Measures how fast this machine plays random games, beside a game of PettingZoo and one of OpenSpiel.

    python benchmark.py [--seconds 3] [--threads 1] [--games 100000]

Actions are random legal ones, and all masks and observations are written. With one thread, seconds are those of the processor, so
that other programs hardly matter; with several, those of the clock. `--games` also plays so many games and prints how much memory
they cost. PettingZoo's games need `pygame`.
"""

import argparse
import platform
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import townhall

BATCH = 1024
BASE = "PettingZoo connect_four_v3"


def rate(seconds: float, steps: Iterator[int], clock: Callable[[], float] = time.process_time) -> float:
    """Returns decisions per second, without the first steps, which warm up caches."""
    for _ in zip(range(60), steps, strict=False):
        pass
    decisions, start = 0, clock()
    for number in steps:
        decisions += number
        if clock() - start > seconds:
            break
    return decisions / (clock() - start)


def vector(game: str, players: int, threads: int) -> Iterator[int]:
    env = townhall.VectorEnv(game, players=players, num_envs=BATCH, seed=1, threads=threads)
    env.reset()
    while True:
        yield int(np.count_nonzero(env.acting))
        env.step(env.sample())


def single(game: str, players: int) -> Iterator[int]:
    seed = 0
    observation = None
    while True:
        seed += 1
        state = townhall.Game(game, players=players, seed=seed)
        number = seed
        while acting := state.to_act:
            seat = acting[0]
            observation = state.observation(seat, observation)
            actions = np.flatnonzero(state.action_mask(seat))
            number = (number * 1103515245 + 12345) % 2147483648
            state.step(seat, actions[number % len(actions)])
            yield 1


def agents(env_of: Callable[[], object]) -> Iterator[int]:
    """Returns an AEC environment of PettingZoo."""
    env = env_of()
    rng = np.random.default_rng(1)
    while True:
        env.reset(seed=int(rng.integers(1 << 30)))
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            if not over:
                yield 1


def open_spiel(game: object, tensor: bool) -> Iterator[int]:
    """Returns a sequential game of OpenSpiel, with or without the information state tensor of each player that acts."""
    rng = np.random.default_rng(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(outcomes[rng.choice(len(outcomes), p=chances)]))
                continue
            if tensor:
                state.information_state_tensor()
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            yield 1


def memory() -> float:
    """Returns the largest memory of this process so far, in MiB. It does not work on Windows."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--games", type=int, default=0)
    options = parser.parse_args()

    print(f"townhall {townhall.__version__}, NumPy {np.__version__}, Python {platform.python_version()}")
    described = Path("/proc/cpuinfo")
    lines = described.read_text().splitlines() if described.exists() else []
    cpu = next((line for line in lines if "model name" in line), "")
    print(f"{platform.system()} {platform.machine()}, {cpu.partition(': ')[2] or platform.processor()}")
    print(f"batch {BATCH}, threads {options.threads}\n")

    clock = time.process_time if options.threads == 1 else time.perf_counter
    rates = {}
    for game, players in (("between_two_cities", 4), ("point_city", 2)):
        label = f"{game}, {players} players"
        rates[f"VectorEnv {label}"] = rate(options.seconds, vector(game, players, options.threads), clock)
        rates[f"Game {label}"] = rate(options.seconds, single(game, players))
    try:
        from pettingzoo.classic import connect_four_v3

        rates["aec_env point_city, 2 players"] = rate(
            options.seconds, agents(lambda: townhall.aec_env("point_city", players=2))
        )
        rates[BASE] = rate(options.seconds, agents(connect_four_v3.env))
    except ImportError as error:
        print(f"PettingZoo is left out: {error}")
    try:
        import pyspiel

        hearts = pyspiel.load_game("hearts")
        rates["OpenSpiel hearts with tensors"] = rate(options.seconds, open_spiel(hearts, tensor=True))
        rates["OpenSpiel hearts without tensors"] = rate(options.seconds, open_spiel(hearts, tensor=False))
    except ImportError as error:
        print(f"OpenSpiel is left out: {error}")
    base = rates.get(BASE)
    print(f"| random play | decisions/s | to {BASE} |")
    print("| --- | ---: | ---: |")
    for label, found in rates.items():
        print(f"| {label} | {found:,.0f} | {f'{found / base:,.1f}' if base else '-'} |")

    if options.games:
        for game, players in (("between_two_cities", 4), ("point_city", 2)):
            env = townhall.VectorEnv(game, players=players, num_envs=BATCH, seed=1)
            env.reset()
            played, first = 0, None
            while played < options.games:
                env.step(env.sample())
                played += int(np.count_nonzero(env.done))
                if first is None and played > options.games // 10:
                    first = memory()
            print(f"{game}: {played:,} games, {memory() - (first or 0):.1f} MiB more than after a tenth of them")


if __name__ == "__main__":
    main()
