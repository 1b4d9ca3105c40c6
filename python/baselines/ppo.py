"""Masked PPO in self-play: one network plays all seats and learns from all of them.

    python ppo.py point_city --start clone

Each iteration plays a batch of games to their ends. The reward is the seat's lead in points at the end, without discount;
advantages are GAE. `--start` begins with the policy of weights that exist instead of a random one. Their value is learned anew
during the first iterations (`--warm-up`), in which the policy stays as it is: before the value knows anything, advantages are
mostly noise, and steps after them make a good policy worse. For the same reason the policy is made sharper first (`--sharpen`): a
clone is unsure of most choices, and random draws play far worse than its most likely choices, which count in the end.

Weights are stored in `weights/`, where `evaluate.py` finds them.
"""

import argparse
import time
from dataclasses import dataclass, field

import network
import numpy as np
import townhall

#: How many iterations the shipped weights took, and how many games each of them has.
ITERATIONS = {"between_two_cities": (60, 128), "point_city": (60, 512)}
#: The lead that counts as 1.
SCALE = 10.0


@dataclass
class Step:
    """The choices of one step of a batch of games: arrays of the same length, except for `found`."""

    found: network.Features
    #: Which of the legal actions in `found` were taken, and how likely they were.
    taken: np.ndarray
    before: np.ndarray
    value: np.ndarray
    games: np.ndarray
    seats: np.ndarray
    #: How much better the outcome was than expected, and the outcome itself.
    advantage: np.ndarray = field(default_factory=lambda: np.zeros(0))
    outcome: np.ndarray = field(default_factory=lambda: np.zeros(0))


class Rollout:
    """The steps of a batch of games."""

    def __init__(self, env: townhall.VectorEnv, weights: network.Weights, seed: str, rng: np.random.Generator, trace: float):
        obs, mask = env.reset(seed=seed)
        self.steps: list[Step] = []
        outcome = np.zeros((env.num_envs, env.players), np.float32)
        over = np.zeros(env.num_envs, bool)
        actions = np.zeros((env.num_envs, env.players), np.int32)
        while not over.all():
            env.sample(actions)  # Games that are over go on at random; their choices are not learned from.
            games, seats = np.nonzero(env.acting & ~over[:, None])
            found = network.features(env.environment, env.players, obs[games, seats], mask[games, seats])
            likely = network.probabilities(network.hidden_layer(weights, found), weights, found)
            # Gumbel's trick draws from all distributions at once.
            noisy = np.log(likely + 1e-30) - np.log(-np.log(rng.random(len(likely)) + 1e-30) + 1e-30)
            taken = np.flatnonzero(noisy == np.maximum.reduceat(noisy, found.starts)[found.rows])
            actions[games, seats] = found.actions[taken]
            value = network.values(weights, found.state)[1]
            self.steps.append(Step(found, taken, likely[taken], value, games, seats))
            obs, mask, reward, done = env.step(actions)
            first = done & ~over
            outcome[first] = reward[first] / SCALE
            over |= done
        # Going backwards, the value of a choice is compared with that of the seat's next one, and at the end with the outcome.
        following, later = outcome.copy(), np.zeros_like(outcome)
        for step in reversed(self.steps):
            at = step.games, step.seats
            later[at] = following[at] - step.value + trace * later[at]
            following[at] = step.value
            step.advantage, step.outcome = later[at], outcome[at]
        self.points = env.points.mean()

    def joined(self, name: str) -> np.ndarray:
        """Returns an array of all steps, one after another."""
        return np.concatenate([getattr(step, name) for step in self.steps])


def update(
    policy: network.Adam, critic: network.Adam, rollout: Rollout, options: argparse.Namespace, rng: np.random.Generator
) -> tuple[float, float]:
    """Learns from a rollout by some epochs of PPO, or only learns the value if the rate of the policy is 0.

    Returns the mean entropy of the choices, and the share of the outcome that the value explained.
    """
    advantage = rollout.joined("advantage")
    mean, deviation = advantage.mean(), advantage.std() + 1e-6
    weights, entropies = policy.weights | critic.weights, []
    # The steps of a batch are drawn together, so that their features, which cost the most, are computed once.
    batches = max(1, len(advantage) // options.batch)
    for _ in range(options.epochs):
        for indices in np.array_split(rng.permutation(len(rollout.steps)), batches):
            steps = [rollout.steps[index] for index in indices]
            number = sum(len(step.taken) for step in steps)
            gradients: network.Weights = {}
            for step in steps:
                found = step.found
                inner, value = network.values(weights, found.state)
                wrong = ((value - step.value - step.advantage) / number)[:, None].astype(np.float32)
                parts = {"value": inner.T @ wrong, "value state": found.state.T @ (wrong @ weights["value"].T * (inner > 0))}
                if policy.rate:
                    hidden = network.hidden_layer(weights, found)
                    likely = network.probabilities(hidden, weights, found)
                    ratio, gain = likely[step.taken] / step.before, (step.advantage - mean) / deviation
                    clipped = ((ratio > 1 + options.clip) & (gain > 0)) | ((ratio < 1 - options.clip) & (gain < 0))
                    # These are the gradients of -ratio * gain and of -entropy by the scores.
                    push = ratio * gain * ~clipped
                    error = likely * push[found.rows]
                    error[step.taken] -= push
                    logs = np.log(likely + 1e-30)
                    entropy = -np.add.reduceat(likely * logs, found.starts)
                    error += options.entropy * likely * (logs + entropy[found.rows])
                    parts |= network.backward(weights, found, hidden, (error / number).astype(np.float32))
                    entropies.append(float(entropy.mean()))
                for name, gradient in parts.items():
                    gradients[name] = gradients[name] + gradient if name in gradients else gradient
            critic.step({name: gradients.pop(name) for name in critic.weights})
            if policy.rate:
                policy.step(gradients)
    outcome = rollout.joined("outcome")
    explained = 1 - (outcome - rollout.joined("value")).var() / outcome.var()
    return float(np.mean(entropies or [0])), float(explained)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(ITERATIONS))
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--iterations", type=int, help="by default as in ITERATIONS")
    parser.add_argument("--games", type=int, help="games of an iteration, by default as in ITERATIONS")
    parser.add_argument("--start", help="the name of weights to begin with; by default random ones")
    parser.add_argument("--warm-up", type=int, default=4, help="iterations in which only the value is learned")
    parser.add_argument("--sharpen", type=float, default=3.0, help="by how much the scores of --start are multiplied")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.0)
    parser.add_argument("--trace", type=float, default=0.95, help="lambda of GAE")
    parser.add_argument("--name", default="ppo", help="the name of the weights")
    options = parser.parse_args()

    rng = np.random.default_rng(options.seed)
    players = options.players or network.PLAYERS[options.game]
    iterations, games = (given or usual for given, usual in zip((options.iterations, options.games), ITERATIONS[options.game]))
    env = townhall.VectorEnv(options.game, players=players, num_envs=games, reward="lead")
    weights = network.initial(options.game, players, options.hidden, rng)
    of_value = {name: weights.pop(name) for name in ("value state", "value")}
    if options.start:
        begun = network.load(options.game, players, options.start) or parser.error(f"no weights {options.start}")
        weights |= {name: begun[name] for name in begun if name not in of_value}
        weights["score"] *= options.sharpen
    policy, critic = network.Adam(weights, options.rate), network.Adam(of_value, options.rate)
    start, choices = time.process_time(), 0
    for iteration in range(1, iterations + 1):
        critic.rate = options.rate * (1.02 - iteration / iterations)
        policy.rate = critic.rate if iteration > options.warm_up else 0.0
        rollout = Rollout(env, weights | of_value, f"ppo {options.seed} {iteration}", rng, options.trace)
        entropy, explained = update(policy, critic, rollout, options, rng)
        choices += len(rollout.joined("taken"))
        if iteration % 10 == 0 or iteration == iterations:
            print(f"iteration {iteration}, {choices:,} choices, {time.process_time() - start:.0f} s of the processor: "
                  f"{rollout.points:.2f} points, entropy {entropy:.2f}, explained {explained:.2f}", flush=True)  # fmt: skip
            path = network.save(weights | of_value, options.game, players, options.name)
    print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
