"""Masked PPO in self-play: one network plays all seats and learns from all of them.

    python ppo.py point_city --start clone

Each iteration plays a batch of games to their ends. The reward is the seat's lead in points at the end, without discount;
advantages are GAE. `--start` begins with weights that exist instead of random ones. Weights are stored in `weights/`, where
`evaluate.py` finds them.
"""

import argparse
import time

import network
import numpy as np
import townhall

#: How many iterations the shipped weights took.
ITERATIONS = {"between_two_cities": 50, "point_city": 120}
#: The lead that counts as 1.
SCALE = 10.0


class Rollout:
    """The choices of a batch of games, in the order of play."""

    def __init__(self, env: townhall.VectorEnv, weights: network.Weights, seed: str, rng: np.random.Generator, trace: float = 0.95):
        obs, mask = env.reset(seed=seed)
        steps: list[tuple[np.ndarray, ...]] = []
        outcome = np.zeros((env.num_envs, env.players), np.float32)
        over = np.zeros(env.num_envs, bool)
        actions = np.zeros((env.num_envs, env.players), np.int32)
        while not over.all():
            env.sample(actions)  # Games that are over go on at random; their choices are not learned from.
            games, seats = np.nonzero(env.acting & ~over[:, None])
            seen, legal = obs[games, seats], mask[games, seats]
            found = network.features(env.environment, env.players, seen, legal)
            likely = network.probabilities(network.hidden_layer(weights, found), weights, found)
            # Gumbel's trick draws from all distributions at once.
            noisy = np.log(likely + 1e-30) - np.log(-np.log(rng.random(len(likely)) + 1e-30) + 1e-30)
            taken = np.flatnonzero(noisy == np.maximum.reduceat(noisy, found.starts)[found.rows])
            actions[games, seats] = found.actions[taken]
            value = network.values(weights, found.state)[1]
            steps.append((seen, legal, found.actions[taken], likely[taken], value, games, seats))
            obs, mask, reward, done = env.step(actions)
            first = done & ~over
            outcome[first] = reward[first] / SCALE
            over |= done
        # Backwards: the value of a choice is compared with that of the seat's next one, at the end with the outcome.
        following, later, advantages = outcome.copy(), np.zeros_like(outcome), []
        for *_, value, games, seats in reversed(steps):
            later[games, seats] = following[games, seats] - value + trace * later[games, seats]
            following[games, seats] = value
            advantages.append(later[games, seats])
        joined = [np.concatenate(column) for column in zip(*steps, strict=True)]
        self.seen, self.legal, self.chosen, self.before, self.value, games, seats = joined
        self.advantage = np.concatenate(advantages[::-1])
        self.returns = outcome[games, seats]
        self.points = env.points.mean()


def update(env: townhall.VectorEnv, weights: network.Weights, adam: network.Adam, rollout: Rollout, options: argparse.Namespace,
           rng: np.random.Generator) -> tuple[float, float]:  # fmt: skip
    """Some epochs of PPO on a rollout. Returns the mean entropy of the choices, and how much of the outcome the value explains."""
    advantage = (rollout.advantage - rollout.advantage.mean()) / (rollout.advantage.std() + 1e-6)
    target = rollout.advantage + rollout.value
    order, entropies = np.arange(len(advantage)), []
    for _ in range(options.epochs):
        rng.shuffle(order)
        for rows in np.array_split(order, max(1, len(order) // options.batch)):
            number = len(rows)
            found = network.features(env.environment, env.players, rollout.seen[rows], rollout.legal[rows])
            hidden = network.hidden_layer(weights, found)
            likely = network.probabilities(hidden, weights, found)
            taken = found.actions == rollout.chosen[rows][found.rows]
            ratio, gain = likely[taken] / rollout.before[rows], advantage[rows]
            clipped = ((ratio > 1 + options.clip) & (gain > 0)) | ((ratio < 1 - options.clip) & (gain < 0))
            # The gradient of -ratio * gain by the scores, and that of -entropy.
            error = (taken - likely) * (-ratio * gain * ~clipped)[found.rows]
            logs = np.log(likely + 1e-30)
            entropy = -np.add.reduceat(likely * logs, found.starts)
            error += options.entropy * likely * (logs + entropy[found.rows])
            gradients = network.backward(weights, found, hidden, (error / number).astype(np.float32))
            inner, value = network.values(weights, found.state)
            wrong = (options.value * (value - target[rows]) / number)[:, None].astype(np.float32)
            gradients["value"] = inner.T @ wrong
            gradients["value state"] = found.state.T @ (wrong @ weights["value"].T * (inner > 0))
            norm = np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients.values()))
            adam.step({name: gradient * min(1, 0.5 / (norm + 1e-9)) for name, gradient in gradients.items()})
            entropies.append(float(entropy.mean()))
    return float(np.mean(entropies)), float(1 - (rollout.returns - rollout.value).var() / rollout.returns.var())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(ITERATIONS))
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--iterations", type=int, help="by default as in ITERATIONS")
    parser.add_argument("--games", type=int, default=128, help="games of an iteration")
    parser.add_argument("--start", help="the name of weights to begin with; by default random ones")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--value", type=float, default=0.5)
    parser.add_argument("--name", default="ppo", help="the name of the weights")
    options = parser.parse_args()

    rng = np.random.default_rng(options.seed)
    players, iterations = options.players or network.PLAYERS[options.game], options.iterations or ITERATIONS[options.game]
    env = townhall.VectorEnv(options.game, players=players, num_envs=options.games, reward="lead")
    weights = network.initial(options.game, players, options.hidden, rng)
    if options.start:
        weights |= network.load(options.game, players, options.start) or parser.error(f"no weights {options.start}")
    adam, start, choices = network.Adam(weights, options.rate), time.process_time(), 0
    for iteration in range(1, iterations + 1):
        adam.rate = options.rate * (1.02 - iteration / iterations)
        rollout = Rollout(env, weights, f"ppo {options.seed} {iteration}", rng)
        entropy, explained = update(env, weights, adam, rollout, options, rng)
        choices += len(rollout.chosen)
        if iteration % 10 == 0:
            print(f"iteration {iteration}, {choices:,} choices, {time.process_time() - start:.0f} s of the processor: "
                  f"{rollout.points:.2f} points, entropy {entropy:.2f}, explained {explained:.2f}", flush=True)  # fmt: skip
            network.save(weights, options.game, players, options.name)
    path = network.save(weights, options.game, players, options.name)
    print(f"{path.name}: {path.stat().st_size:,} bytes, {choices:,} choices")


if __name__ == "__main__":
    main()
