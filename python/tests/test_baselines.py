"""A small slice of the baselines: stored results play again, the shipped weights play well, training changes weights."""

import argparse
import json
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import townhall

HOME = Path(__file__).parents[1]
sys.path[:0] = [str(HOME), str(HOME / "baselines")]

import benchmark
import clone
import evaluate
import network
import ppo

GAMES = [("between_two_cities", 4), ("point_city", 2)]
RESULTS = json.loads(evaluate.RESULTS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", ["random", "greedy", "clone", "ppo"])
@pytest.mark.parametrize("described", RESULTS.values(), ids=RESULTS)
def test_the_first_deals_give_the_stored_results(described: dict, row: str) -> None:
    game, players, seed = described["game"], described["players"], described["seed"]
    for column in ("greedy", evaluate.DRAW):
        if column == evaluate.DRAW:
            found = evaluate.among_population(game, players, row, described["deals"], seed, evaluate.SLICE)
        else:
            found = evaluate.cell(game, players, row, column, evaluate.SLICE, seed)
        first = described["results"][f"{row} : {column}"]["first"]
        for name in ("wins", "points"):
            assert found[name] == pytest.approx(first[name], abs=1e-3), (row, column, name)


def test_the_page_has_the_tables_of_the_stored_results() -> None:
    page = evaluate.PAGE.read_text(encoding="utf-8")
    assert evaluate.page_with(page, RESULTS) == page
    assert all(f"<!-- results of {name} -->" in page for name in RESULTS)
    assert evaluate.interval(np.array([1.0, 3.0])) == (2.0, pytest.approx(1.96))


def test_shipped_weights_are_small_and_play_better_than_greedy_bots() -> None:
    paths = [path for path in network.WEIGHTS.glob("*.npz") if "-seed" not in path.name]
    assert len(paths) == 4
    assert sum(path.stat().st_size for path in paths) < 2_000_000
    # The test above plays a slice of these results again.
    for described in RESULTS.values():
        for name in ("clone", "ppo"):
            mean, half = described["results"][f"{name} : greedy"]["wins"]
            assert mean - half > 1 / described["players"], (described["game"], name)


def test_partners_are_those_who_build_with_the_seat() -> None:
    seats = [["greedy", "random", "random", "random"]] * 4
    played = evaluate.play("between_two_cities", 4, seats, [0, 1, 2, 3], "a slice")
    points = played.points
    assert np.array_equal(played.partners, (np.roll(points, 1, 1) + np.roll(points, -1, 1)) / 2)
    # A seat has the points of the lower of its two cities.
    assert (played.cities >= points).all()
    # Two seats share each city, so that the sums over all seats are twice those over all cities.
    again = evaluate.rotated("between_two_cities", 4, "greedy", [["random"] * 4] * 4, "a slice")
    assert again["partners"][0] != again["points"][0]


def test_a_clone_learns_from_its_teacher(capsys: pytest.CaptureFixture[str]) -> None:
    data = clone.demonstrations("point_city", 2, "greedy", 20, "a slice")
    options = argparse.Namespace(fit_seed=1, hidden=16, rate=3e-3, epochs=5, batch=64)
    clone.fit("point_city", 2, data, options)
    rates = [float(line.split(": ")[1].split(" %")[0]) for line in capsys.readouterr().out.splitlines()]
    assert len(rates) == 5
    assert rates[-1] > 25, "a random choice is right in 10 % of all cases"


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_choice_does_not_depend_on_the_batch_or_on_the_last_digits(game: str, players: int) -> None:
    weights = network.load(game, players, "clone")
    # The sums of another machine have other last digits, as have those of the same numbers in another order.
    order = np.random.default_rng(1).permutation(weights["score"].shape[0])
    other = {name: weight[order] if name == "score" else weight[:, order] for name, weight in weights.items()
             if not name.startswith("value")}  # fmt: skip
    env = townhall.VectorEnv(game, players=players, num_envs=12, seed=3)
    obs, mask = env.reset()
    for step in range(60):
        games, seats = np.nonzero(env.acting)
        seen, legal = obs[games, seats].copy(), mask[games, seats].copy()
        obs, mask, _, _ = env.step(env.sample())
        if step % 6:
            continue
        together = network.best_actions(weights, game, players, seen, legal)
        alone = [network.best_actions(weights, game, players, seen[[row]], legal[[row]])[0] for row in range(len(seen))]
        assert together.tolist() == alone
        assert together.tolist() == network.best_actions(other, game, players, seen, legal).tolist()


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_gradients_are_those_of_finite_differences(game: str, players: int) -> None:
    rng = np.random.default_rng(1)
    weights = network.initial(game, players, 8, rng)
    weights["score"] *= 30
    env = townhall.VectorEnv(game, players=players, num_envs=6, seed=3)
    obs, mask = env.reset()
    for _ in range(40):
        obs, mask, _, _ = env.step(env.sample())
    games, seats = np.nonzero(env.acting)
    found = network.features(game, players, obs[games, seats], mask[games, seats])
    assert np.array_equal(found.actions, np.nonzero(mask[games, seats])[1])

    def loss() -> float:
        likely = network.probabilities(network.hidden_layer(weights, found), weights, found)
        return -float(np.log(likely[found.starts].astype(np.float64)).sum())

    hidden = network.hidden_layer(weights, found)
    error = network.probabilities(hidden, weights, found)
    error[found.starts] -= 1
    gradients = network.backward(weights, found, hidden, error)
    assert {"state", "score"} < set(gradients) <= set(weights)
    for name, gradient in gradients.items():
        at = np.unravel_index(np.abs(gradient).argmax(), gradient.shape)
        before, step = weights[name][at], 3e-3
        weights[name][at] = before + step
        above = loss()
        weights[name][at] = before - step
        below = loss()
        weights[name][at] = before
        assert (above - below) / (2 * step) == pytest.approx(gradient[at], rel=0.1, abs=0.02), name


def test_an_update_of_ppo_favours_what_was_better_than_expected() -> None:
    rng = np.random.default_rng(1)
    env = townhall.VectorEnv("point_city", players=2, num_envs=8, reward="lead")
    weights = network.initial("point_city", 2, 16, rng)
    of_value = {name: weights.pop(name) for name in ("value state", "value")}
    before = {name: weight.copy() for name, weight in weights.items()}
    rollout = ppo.Rollout(env, weights | of_value, "a slice", rng, trace=0.95)
    options = argparse.Namespace(epochs=3, batch=128, clip=0.2, entropy=0.0)
    policy, critic = network.Adam(weights, 0.0), network.Adam(of_value, 1e-3)
    ppo.update(policy, critic, rollout, options, rng)
    assert all(np.array_equal(weights[name], before[name]) for name in before), "the value is learned first"
    assert of_value["value"].any()
    policy.rate = 1e-3
    ppo.update(policy, critic, rollout, options, rng)
    rose = []
    for step in rollout.steps:
        after = network.probabilities(network.hidden_layer(weights, step.found), weights, step.found)
        rose.append(after[step.taken] - step.before)
    change, advantage = np.concatenate(rose), rollout.joined("advantage")
    assert change[advantage > 0.3].mean() > change[advantage < -0.3].mean()


def test_the_benchmark_of_single_games_observes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    class Game:
        def __init__(self, *args: object, **options: object) -> None:
            self.game = townhall.Game(*args, **options)

        def __getattr__(self, name: str) -> object:
            calls.append(name)
            return getattr(self.game, name)

    monkeypatch.setattr(benchmark, "townhall", argparse.Namespace(Game=Game))
    assert sum(islice(benchmark.single("point_city", 2), 30)) == 30
    for name in ("observation", "action_mask", "step"):
        assert calls.count(name) == 30, name
