"""A small slice of the baselines: the evaluation gives fixed numbers, the shipped weights play, training changes weights."""

import argparse
import sys
from pathlib import Path

import numpy as np
import pytest
import townhall

sys.path.insert(0, str(Path(__file__).parents[1] / "baselines"))

import clone
import evaluate
import ppo


def test_an_evaluation_of_bots_gives_the_same_numbers_everywhere() -> None:
    wins, points = evaluate.cell("point_city", 2, "greedy", "random", 6, "a slice")
    again = evaluate.cell("point_city", 2, "greedy", "random", 6, "a slice")
    assert np.array_equal(wins, again[0]) and np.array_equal(points, again[1])
    assert (wins.sum(), points.sum()) == SLICE
    assert evaluate.interval(np.array([1.0, 3.0])) == (2.0, pytest.approx(1.96))


SLICE = (6.0, 262.5)


@pytest.mark.parametrize("path", sorted(evaluate.WEIGHTS.glob("*.npz")), ids=lambda path: path.stem)
def test_shipped_weights_score_more_than_random_play(path: Path) -> None:
    assert path.stat().st_size < 500_000
    game, players, policy = path.stem.split("-")
    # Among themselves: in Between Two Cities, what one seat does well also helps its partners.
    scored = [evaluate.play(game, int(players), [name] * int(players), 30, "a slice")[1] for name in (policy, "random")]
    assert scored[0].mean() > scored[1].mean() + 1


def test_a_clone_learns_from_its_teacher(capsys: pytest.CaptureFixture[str]) -> None:
    data = clone.demonstrations("point_city", 2, "greedy", 12, "a slice")
    options = argparse.Namespace(fit_seed=1, hidden=16, rate=3e-3, epochs=6, batch=64)
    clone.fit("point_city", 2, data, options)
    rates = [float(line.split(": ")[1].split(" %")[0]) for line in capsys.readouterr().out.splitlines()]
    assert len(rates) == 6
    assert rates[-1] > 100 / data[1].sum(-1).mean(), "better than a random choice"


def test_an_update_of_ppo_favours_what_was_better_than_expected() -> None:
    rng = np.random.default_rng(1)
    env = townhall.VectorEnv("point_city", players=2, num_envs=8, reward="lead")
    weights = clone.initial(townhall.one_hot_size("point_city", players=2), 16, env.space["actions"], rng)
    weights |= {"wv": np.zeros((16, 1), np.float32), "bv": np.zeros(1, np.float32)}
    rollout = ppo.Rollout(env, weights, "a slice", rng)
    options = argparse.Namespace(epochs=3, batch=128, clip=0.2, entropy=0.0, value=0.5)
    ppo.update(env, weights, clone.Adam(weights, 1e-3), rollout, options, rng)
    _, after = clone.forward(weights, ppo.one_hot(env, rollout.seen), rollout.legal)
    change = after[np.arange(len(after)), rollout.chosen] - rollout.before
    assert change[rollout.returns > 0.3].mean() > change[rollout.returns < -0.3].mean()
