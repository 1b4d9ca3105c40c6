"""Behaviour cloning: a network learns to choose the moves of a bot.

    python clone.py point_city --players 2 --teacher expert:100sims --games 400

The bot plays in all seats, and the network of one hidden layer is fitted to its choices by cross-entropy over the legal
actions. The weights are stored in `weights/`, where `evaluate.py` finds them.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import townhall

WEIGHTS = Path(__file__).parent / "weights"


def demonstrations(game: str, players: int, teacher: str, games: int, seed: str) -> tuple[np.ndarray, ...]:
    """What the teacher saw, could do and did: uint8 (n, bytes), bool (n, actions), int (n,)."""
    seen, legal, chosen = [], [], []
    for number in range(games):
        state = townhall.Game(game, players=players, seed=f"{seed} {number}")
        while not state.is_over:
            for seat in state.at_once:
                move = state.bot_move(seat, teacher, number * 1000 + len(state.moves))
                for action in state.actions_of(seat, move):
                    seen.append(state.observation(seat))
                    legal.append(state.action_mask(seat))
                    chosen.append(action)
                    state.step(seat, action)
    return np.array(seen), np.array(legal), np.array(chosen)


def initial(inputs: int, hidden: int, actions: int, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Random weights."""
    return {
        "w1": rng.normal(0, np.sqrt(2 / 100), (inputs, hidden)).astype(np.float32),
        "b1": np.zeros(hidden, np.float32),
        "w2": rng.normal(0, 0.01, (hidden, actions)).astype(np.float32),
        "b2": np.zeros(actions, np.float32),
    }


def forward(weights: dict[str, np.ndarray], x: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The hidden layer, and the probabilities of the legal actions."""
    hidden = np.maximum(x @ weights["w1"] + weights["b1"], 0)
    logits = np.where(mask, hidden @ weights["w2"] + weights["b2"], -np.inf)
    exp = np.exp(logits - logits.max(-1, keepdims=True))
    return hidden, exp / exp.sum(-1, keepdims=True)


class Adam:
    """Adam's rule, which changes the weights in place."""

    def __init__(self, weights: dict[str, np.ndarray], rate: float) -> None:
        self.weights, self.rate, self.count = weights, rate, 0
        self.mean = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self.square = {name: np.zeros_like(weight) for name, weight in weights.items()}

    def step(self, gradients: dict[str, np.ndarray]) -> None:
        """One step against the gradients."""
        self.count += 1
        rate = self.rate * np.sqrt(1 - 0.999**self.count) / (1 - 0.9**self.count)
        for name, gradient in gradients.items():
            mean, square = self.mean[name], self.square[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            self.weights[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def fit(game: str, players: int, data: tuple[np.ndarray, ...], options: argparse.Namespace) -> dict[str, np.ndarray]:
    """Fits the network, and prints how often it chooses as the teacher in the games that it did not learn from."""
    seen, legal, chosen = data
    rng = np.random.default_rng(options.fit_seed)
    held_out = len(seen) // 10
    weights = initial(townhall.one_hot_size(game, players=players), options.hidden, legal.shape[1], rng)
    adam = Adam(weights, options.rate)
    train = np.arange(len(seen) - held_out)
    test = np.arange(len(seen) - held_out, len(seen))
    for epoch in range(1, options.epochs + 1):
        rng.shuffle(train)
        for rows in np.array_split(train, max(1, len(train) // options.batch)):
            x = townhall.one_hot(seen[rows], game, players=players)
            hidden, error = forward(weights, x, legal[rows])
            error[np.arange(len(rows)), chosen[rows]] -= 1
            error /= len(rows)
            back = (error @ weights["w2"].T) * (hidden > 0)
            adam.step({"w1": x.T @ back, "b1": back.sum(0), "w2": hidden.T @ error, "b2": error.sum(0)})
        hits = 0
        for rows in np.array_split(test, max(1, len(test) // 1024)):
            x = townhall.one_hot(seen[rows], game, players=players)
            hits += (forward(weights, x, legal[rows])[1].argmax(-1) == chosen[rows]).sum()
        print(f"epoch {epoch}: {100 * hits / held_out:.1f} % of {held_out} held-out choices", flush=True)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["between_two_cities", "point_city"])
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--teacher", default="expert:100sims")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", default="demonstrations")
    parser.add_argument("--fit-seed", type=int, default=1)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--name", default="clone", help="the name of the weights")
    options = parser.parse_args()
    players = townhall.Game(options.game, players=options.players, seed=0).players

    start = time.perf_counter()
    data = demonstrations(options.game, players, options.teacher, options.games, options.seed)
    print(f"{len(data[0])} choices of {options.teacher} in {time.perf_counter() - start:.0f} s", flush=True)
    weights = fit(options.game, players, data, options)
    WEIGHTS.mkdir(exist_ok=True)
    path = WEIGHTS / f"{options.game}-{players}-{options.name}.npz"
    np.savez_compressed(path, **{name: weight.astype(np.float16) for name, weight in weights.items()})
    print(f"{path.name}: {path.stat().st_size:,} bytes, {time.perf_counter() - start:.0f} s in all")


if __name__ == "__main__":
    main()
