"""Masked PPO in self-play: one network plays all seats and learns from all of them.

    python ppo.py between_two_cities --players 4 --minutes 20

Each iteration plays a batch of games to their ends. The return of every choice is the seat's lead in points at the end, without
discount; its advantage is what the value expected less. Weights are stored in `weights/`, where `evaluate.py` finds them.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import townhall

from clone import Adam, forward, initial

WEIGHTS = Path(__file__).parent / "weights"
#: The lead that counts as 1.
SCALE = 10.0


class Rollout:
    """The choices of a batch of games, one row each."""

    def __init__(self, env: townhall.VectorEnv, weights: dict[str, np.ndarray], seed: str, rng: np.random.Generator) -> None:
        obs, mask = env.reset(seed=seed)
        rows: list[tuple[np.ndarray, ...]] = []
        returns = np.zeros((env.num_envs, env.players), np.float32)
        over = np.zeros(env.num_envs, bool)
        actions = np.zeros((env.num_envs, env.players), np.int32)
        while not over.all():
            env.sample(actions)  # Games that are over go on at random; their choices are not learned from.
            games, seats = np.nonzero(env.acting & ~over[:, None])
            seen, legal = obs[games, seats], mask[games, seats]
            hidden, probabilities = forward(weights, one_hot(env, seen), legal)
            # Gumbel's trick draws from all distributions at once.
            with np.errstate(divide="ignore"):
                noisy = np.log(probabilities) - np.log(-np.log(rng.random(probabilities.shape) + 1e-12) + 1e-12)
            chosen = noisy.argmax(-1)
            actions[games, seats] = chosen
            value = hidden @ weights["wv"][:, 0] + weights["bv"][0]
            rows.append((seen, legal, chosen, probabilities[np.arange(len(chosen)), chosen], value, games, seats))
            obs, mask, reward, done = env.step(actions)
            first = done & ~over
            returns[first] = reward[first] / SCALE
            over |= done
        joined = [np.concatenate(column) for column in zip(*rows, strict=True)]
        self.seen, self.legal, self.chosen, self.before, self.value, games, seats = joined
        self.returns = returns[games, seats]
        self.points = env.points.mean()


def one_hot(env: townhall.VectorEnv, seen: np.ndarray) -> np.ndarray:
    return townhall.one_hot(seen, env.environment, players=env.players)


def update(env: townhall.VectorEnv, weights: dict[str, np.ndarray], adam: Adam, rollout: Rollout, options: argparse.Namespace,
           rng: np.random.Generator) -> float:  # fmt: skip
    """Some epochs of PPO on a rollout. Returns the mean entropy of the choices."""
    advantage = rollout.returns - rollout.value
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    order, entropies = np.arange(len(advantage)), []
    for _ in range(options.epochs):
        rng.shuffle(order)
        for rows in np.array_split(order, max(1, len(order) // options.batch)):
            x, chosen, number = one_hot(env, rollout.seen[rows]), rollout.chosen[rows], len(rows)
            hidden, probabilities = forward(weights, x, rollout.legal[rows])
            now = probabilities[np.arange(number), chosen]
            ratio, gain = now / rollout.before[rows], advantage[rows]
            clipped = ((ratio > 1 + options.clip) & (gain > 0)) | ((ratio < 1 - options.clip) & (gain < 0))
            # The gradient of -ratio * gain by the logits, and that of -entropy.
            one = np.zeros_like(probabilities)
            one[np.arange(number), chosen] = 1
            error = (one - probabilities) * (-ratio * gain * ~clipped)[:, None]
            logs = np.log(np.where(probabilities > 0, probabilities, 1))
            entropy = -(probabilities * logs).sum(-1, keepdims=True)
            error += options.entropy * probabilities * (logs + entropy)
            error /= number
            value = hidden @ weights["wv"][:, 0] + weights["bv"][0]
            wrong = ((value - rollout.returns[rows]) / number)[:, None]
            back = (error @ weights["w2"].T + options.value * wrong @ weights["wv"].T) * (hidden > 0)
            gradients = {"w1": x.T @ back, "b1": back.sum(0), "w2": hidden.T @ error, "b2": error.sum(0)}
            gradients |= {"wv": options.value * hidden.T @ wrong, "bv": options.value * wrong.sum(0)}
            norm = np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients.values()))
            adam.step({name: gradient * min(1, 0.5 / (norm + 1e-9)) for name, gradient in gradients.items()})
            entropies.append(float(entropy.mean()))
    return float(np.mean(entropies))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["between_two_cities", "point_city"])
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--minutes", type=float, default=50, help="how long to train")
    parser.add_argument("--iterations", type=int, default=10_000, help="how many iterations at most, for results that reproduce")
    parser.add_argument("--games", type=int, default=256, help="games of an iteration")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--value", type=float, default=0.5)
    parser.add_argument("--name", default="ppo", help="the name of the weights")
    options = parser.parse_args()

    rng = np.random.default_rng(options.seed)
    players = townhall.Game(options.game, players=options.players, seed=0).players
    env = townhall.VectorEnv(options.game, players=players, num_envs=options.games, reward="lead")
    inputs, actions = townhall.one_hot_size(options.game, players=players), env.space["actions"]
    weights = initial(inputs, options.hidden, actions, rng)
    weights |= {"wv": np.zeros((options.hidden, 1), np.float32), "bv": np.zeros(1, np.float32)}
    adam, start, choices, iteration = Adam(weights, options.rate), time.perf_counter(), 0, 0
    while iteration < options.iterations and time.perf_counter() - start < 60 * options.minutes:
        iteration += 1
        rollout = Rollout(env, weights, f"ppo {options.seed} {iteration}", rng)
        entropy = update(env, weights, adam, rollout, options, rng)
        choices += len(rollout.chosen)
        if iteration % 5 == 1:
            print(f"iteration {iteration}, {choices:,} choices, {time.perf_counter() - start:.0f} s: "
                  f"{rollout.points:.2f} points, entropy {entropy:.2f}", flush=True)  # fmt: skip
    WEIGHTS.mkdir(exist_ok=True)
    path = WEIGHTS / f"{options.game}-{players}-{options.name}.npz"
    np.savez_compressed(path, **{name: weight.astype(np.float16) for name, weight in weights.items()})
    print(f"{path.name}: {path.stat().st_size:,} bytes after {iteration} iterations, {choices:,} choices")


if __name__ == "__main__":
    main()
