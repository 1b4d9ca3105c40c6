"""Many games at once."""

import sys
from pathlib import Path

import numpy as np
import pytest
import townhall

sys.path.insert(0, str(Path(__file__).parents[1]))

import agreement

GAMES = [("between_two_cities", 4), ("between_two_cities", 2), ("point_city", 2), ("point_city", 1)]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_random_games_of_many_at_once_are_those_of_rust(name: str, players: int) -> None:
    # `agreement.py --games 1000000` compares a million games of each game in this way.
    from_rust = townhall.random_games(name, seed="5", games=256, players=players)
    found = agreement.in_python(name, players, "5", 256, num_envs=60)
    assert found == {name: from_rust[name] for name in ("decisions", "hash")}


@pytest.mark.parametrize("observe", ["acting", "all"])
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_masks_and_observations_are_those_of_single_games(name: str, players: int, observe: str) -> None:
    envs = 3
    env = townhall.VectorEnv(name, players=players, num_envs=envs, seed=1, observe=observe)
    obs, mask = env.reset()
    numbers = list(range(envs))
    games = [townhall.Game(name, players=players, seed=1, number=number) for number in numbers]
    for _ in range(150):
        actions = env.sample()
        for index, game in enumerate(games):
            assert np.flatnonzero(env.acting[index]).tolist() == game.at_once
            for seat in range(players):
                acts = seat in game.at_once
                seen = game.observation(seat) if acts or observe == "all" else 0
                assert np.array_equal(obs[index, seat], np.broadcast_to(seen, obs.shape[2]))
                legal = game.action_mask(seat) if acts else False
                assert np.array_equal(mask[index, seat], np.broadcast_to(legal, mask.shape[2]))
            for seat in game.at_once:
                game.step(seat, int(actions[index, seat]))
        _, _, reward, done = env.step(actions)
        for index, game in enumerate(games):
            assert done[index] == game.is_over
            assert np.array_equal(reward[index], np.float32(game.returns()))
            if game.is_over:
                assert env.points[index].tolist() == game.points[:players]
                numbers[index] += envs
                games[index] = townhall.Game(name, players=players, seed=1, number=numbers[index])


def test_threads_and_given_arrays_change_nothing() -> None:
    given = np.zeros((37, 3, 244), bool)
    one = townhall.VectorEnv("between_two_cities", players=3, num_envs=37, seed=2)
    three = townhall.VectorEnv(
        "between_two_cities", players=3, num_envs=37, seed=2, threads=3, arrays={"mask": given}
    )
    one.reset(), three.reset()
    assert three.mask is given
    for _ in range(100):
        for array in ("obs", "mask", "reward", "done", "acting", "points"):
            assert np.array_equal(getattr(one, array), getattr(three, array)), array
        chosen = one.sample()
        assert np.array_equal(chosen, three.sample())
        one.step(chosen), three.step(chosen)
    first = one.obs.copy()
    one.reset(seed=2)
    three.reset(seed=3)
    assert not np.array_equal(one.obs, three.obs) and not np.array_equal(first, one.obs)


def test_refused_actions_and_arrays_change_nothing() -> None:
    env = townhall.VectorEnv("point_city", players=2, num_envs=3, seed=1)
    with pytest.raises(ValueError, match="reset"):
        env.step(np.zeros((3, 2), np.int32))
    env.reset()
    before = env.obs.copy(), env.mask.copy()
    chosen = env.sample().copy()
    bad = chosen.copy()
    bad[2, env.acting[2].argmax()] = 9999
    with pytest.raises(townhall.IllegalAction, match="action 9999 is not legal for seat . of game 2"):
        env.step(bad)
    with pytest.raises(TypeError, match="int32"):
        env.step(chosen.astype(np.int64))
    with pytest.raises(TypeError, match="list"):
        env.step(chosen.tolist())
    with pytest.raises(ValueError, match=r"shape \(3, 2\)"):
        env.step(chosen[:2])
    assert np.array_equal(env.obs, before[0]) and np.array_equal(env.mask, before[1])
    # Actions of seats that do not act are ignored.
    other = np.where(env.acting, chosen, -5).astype(np.int32)
    env.step(other)
    for wrong in (np.zeros((3, 2), np.float64), np.zeros((2, 2), np.float32), np.zeros((2, 3), np.float32).T):
        with pytest.raises(ValueError, match="reward"):
            townhall.VectorEnv("point_city", players=2, num_envs=3, arrays={"reward": wrong})
    with pytest.raises(ValueError, match="no arrays named masks"):
        townhall.VectorEnv("point_city", num_envs=1, arrays={"masks": chosen})


def test_bots_play_the_seats_they_are_given() -> None:
    env = townhall.VectorEnv(
        "between_two_cities", players=4, num_envs=20, seed=1, opponents={1: "greedy", 3: "random"}, reward="points"
    )
    env.reset()
    points, games = np.zeros(4), 0
    while games < 40:
        assert not env.acting[:, [1, 3]].any()
        _, _, reward, done = env.step(env.sample())
        assert np.array_equal(reward[done], env.points[done])
        points += env.points[done].sum(0)
        games += done.sum()
    assert points[1] > points[3], "a greedy bot has more points than a random one"
    for opponents in ({0: "greedy", 1: "greedy"}, {2: "greedy"}, {9: "greedy"}, {0: "genius"}):
        with pytest.raises(ValueError):
            townhall.VectorEnv("point_city", players=2, num_envs=1, opponents=opponents)


def test_rewards() -> None:
    totals = {}
    for reward in ("win", "points", "lead"):
        env = townhall.VectorEnv("point_city", players=3, num_envs=8, seed=1, reward=reward)
        env.reset()
        while not env.done.any():
            assert not env.reward.any()
            env.step(env.sample())
        totals[reward] = env.reward[env.done][0]
    assert totals["win"].sum() == 1
    assert totals["points"].argmax() == totals["win"].argmax() == totals["lead"].argmax()
    assert (totals["lead"] > 0).sum() <= 1


def test_one_hot_observations() -> None:
    env = townhall.VectorEnv("point_city", players=2, num_envs=5, seed=1)
    obs, _ = env.reset()
    hot = townhall.one_hot(obs, "point_city", players=2)
    assert hot.shape == (5, 2, townhall.one_hot_size("point_city", players=2))
    assert hot.dtype == np.float32 and hot.min() == 0 and hot.max() == 1
