"""Behaviour cloning: a network learns to choose the moves of a bot.

    python clone.py point_city

The bot plays in all seats, and the network is fitted to its choices by cross-entropy over the legal actions. The weights are stored
in `weights/`, where `evaluate.py` finds them. Most of the time goes into the bot's games; `--data` keeps them for other runs.
"""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import network
import numpy as np
import townhall


#: The bot that is imitated, and how many games it plays.
TEACHERS = {"between_two_cities": ("expert:50sims", 1000), "point_city": ("expert:100sims", 1600)}


@dataclass
class Demonstrations:
    """What a teacher saw, could do and did: uint8 (n, bytes), bool packed in bits (n, ...), int16 (n,)."""

    seen: np.ndarray
    legal: np.ndarray
    chosen: np.ndarray

    def features(self, game: str, players: int, rows: np.ndarray) -> tuple[network.Features, np.ndarray]:
        """Returns the features of some choices, and which of the legal actions were chosen."""
        actions = townhall.space(game, players=players)["actions"]
        mask = np.unpackbits(self.legal[rows], axis=1, count=actions).astype(bool)
        found = network.features(game, players, self.seen[rows], mask)
        return found, found.actions == self.chosen[rows][found.rows]


def demonstrations(game: str, players: int, teacher: str, games: int, seed: str) -> Demonstrations:
    """Returns games of a bot with itself."""
    seen, legal, chosen = [], [], []
    for number in range(games):
        state = townhall.Game(game, players=players, seed=f"{seed} {number}")
        while not state.is_over:
            for seat in state.at_once:
                move = state.bot_move(seat, teacher, number * 1000 + state.move_count)
                for action in state.actions_of(seat, move):
                    seen.append(state.observation(seat))
                    legal.append(np.packbits(state.action_mask(seat)))
                    chosen.append(action)
                    state.step(seat, action)
    return Demonstrations(np.array(seen), np.array(legal), np.array(chosen, np.int16))


def fit(game: str, players: int, data: Demonstrations, options: argparse.Namespace) -> network.Weights:
    """Fits the network, and prints how often it chooses as the teacher in the games that it did not learn from."""
    rng = np.random.default_rng(options.fit_seed)
    weights = network.initial(game, players, options.hidden, rng)
    adam = network.Adam(weights, options.rate)
    held_out = len(data.seen) // 20
    train, test = np.split(np.arange(len(data.seen)), [len(data.seen) - held_out])
    steps = max(1, len(train) // options.batch)
    for epoch in range(options.epochs):
        rng.shuffle(train)
        for step, rows in enumerate(np.array_split(train, steps)):
            # The rate falls to nearly nothing.
            adam.rate = options.rate * (1.02 - (epoch + step / steps) / options.epochs)
            found, taken = data.features(game, players, rows)
            hidden = network.hidden_layer(weights, found)
            error = (network.probabilities(hidden, weights, found) - taken) / len(rows)
            adam.step(network.backward(weights, found, hidden, error))
        hits, loss = 0, 0.0
        for rows in np.array_split(test, max(1, held_out // 1024)):
            found, taken = data.features(game, players, rows)
            likely = network.probabilities(network.hidden_layer(weights, found), weights, found)
            hits += (likely[taken] == np.maximum.reduceat(likely, found.starts)).sum()
            loss -= np.log(likely[taken]).sum() / held_out
        print(f"epoch {epoch + 1}: {100 * hits / held_out:.1f} % of {held_out} held-out choices, loss {loss:.3f}", flush=True)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(TEACHERS))
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--teacher", help="by default that of TEACHERS")
    parser.add_argument("--games", type=int, help="by default as in TEACHERS")
    parser.add_argument("--seed", default="demonstrations")
    parser.add_argument("--data", type=Path, help="a file of choices: it is read, or made if there is none")
    parser.add_argument("--fit-seed", type=int, default=1)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--name", default="clone", help="the name of the weights")
    options = parser.parse_args()
    players = options.players or network.PLAYERS[options.game]
    teacher, games = TEACHERS[options.game]
    teacher, games = options.teacher or teacher, options.games or games

    start = time.process_time()
    if options.data and options.data.exists():
        with np.load(options.data) as stored:
            data = Demonstrations(stored["seen"], stored["legal"], stored["chosen"])
    else:
        data = demonstrations(options.game, players, teacher, games, options.seed)
        if options.data:
            np.savez_compressed(options.data, seen=data.seen, legal=data.legal, chosen=data.chosen)
    print(f"{len(data.seen)} choices of {teacher}, {time.process_time() - start:.0f} s of the processor", flush=True)
    path = network.save(fit(options.game, players, data, options), options.game, players, options.name)
    print(f"{path.name}: {path.stat().st_size:,} bytes, {time.process_time() - start:.0f} s of the processor in all")


if __name__ == "__main__":
    main()
