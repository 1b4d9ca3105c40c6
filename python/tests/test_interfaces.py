"""The interfaces of PettingZoo, Gymnasium and OpenSpiel, by their own tests."""

import pickle

import numpy as np
import pytest
import townhall
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from test_game import NO_INTEGERS

GAMES = [("between_two_cities", 4), ("between_two_cities", 2), ("point_city", 3)]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_pettingzoo_aec(name: str, players: int) -> None:
    api_test(townhall.aec_env(name, players=players), num_cycles=300)
    seed_test(lambda: townhall.aec_env(name, players=players), num_cycles=50)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_pettingzoo_parallel(name: str, players: int) -> None:
    parallel_api_test(townhall.parallel_env(name, players=players), num_cycles=300)
    parallel_seed_test(lambda: townhall.parallel_env(name, players=players), num_cycles=50)


def test_parallel_refuses_all_actions_or_none() -> None:
    env = townhall.parallel_env("between_two_cities", players=3)
    observations, _ = env.reset(seed=1)
    actions = {agent: int(observations[agent]["action_mask"].argmax()) for agent in env.agents}
    with pytest.raises(townhall.IllegalAction):
        env.step(actions | {"seat_2": 200})
    with pytest.raises(KeyError):
        env.step({"seat_0": actions["seat_0"]})
    assert env.game.to_act == [0, 1, 2]
    env.step(actions)
    assert env.game.view()["phase"] == "place"


@pytest.mark.parametrize("action", NO_INTEGERS[:-1])
def test_only_integers_are_actions(action: object) -> None:
    parallel = townhall.parallel_env("point_city", players=2)
    parallel.reset(seed=1)
    with pytest.raises(TypeError, match="expected an integer"):
        parallel.step(dict.fromkeys(parallel.agents, action))
    agents = townhall.aec_env("point_city", players=2)
    agents.reset(seed=1)
    with pytest.raises((TypeError, ValueError), match="expected an"):
        agents.step(action)
    for illegal in ("raise", "random"):
        seat = townhall.gymnasium_env("point_city", players=2, illegal=illegal)
        seat.reset(seed=1)
        with pytest.raises(TypeError, match="expected an integer"):
            seat.step(action)
    vector = townhall.gymnasium_vector_env("point_city", 2, players=2)
    vector.reset(seed=1)
    with pytest.raises(TypeError, match="expected actions as integers"):
        vector.step(np.array([action] * 2))


def test_integers_that_do_not_fit_are_illegal() -> None:
    vector = townhall.gymnasium_vector_env("point_city", 2, players=2)
    observation, _ = vector.reset(seed=1)
    legal = observation["action_mask"].argmax(-1)
    with pytest.raises(townhall.IllegalAction):
        vector.step(legal + (1 << 32))
    vector.step(legal.astype(np.uint8))


def test_an_agent_does_not_see_what_is_sealed() -> None:
    env = townhall.aec_env("between_two_cities", players=3)
    env.reset(seed=1)
    first = env.observe("seat_0")["action_mask"]
    before = env.observe("seat_1")["observation"]
    for action in np.flatnonzero(first):
        env.reset(seed=1)
        env.step(int(action))
        after = env.observe("seat_1")["observation"]
        changed = np.flatnonzero(after != before)
        assert len(changed) == 1, "only that seat 0 has acted"


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_gymnasium(name: str, players: int) -> None:
    # Without a mode of rendering, the checker would warn that it does not test it.
    check_env(townhall.gymnasium_env(name, players=players, seat=1, illegal="random"), skip_render_check=True)


def test_gymnasium_illegal_actions() -> None:
    env = townhall.gymnasium_env("point_city", players=2)
    env.reset(seed=1)
    with pytest.raises(townhall.IllegalAction):
        env.step(129)
    env = townhall.gymnasium_env("point_city", players=2, illegal="random")
    env.reset(seed=1)
    assert env.step(129)[4] == {"illegal": True}
    assert env.step(env.action_space.sample())[4] == {"illegal": False}


def test_gymnasium_vector() -> None:
    env = townhall.gymnasium_vector_env("point_city", 6, players=2, opponents="random", threads=2)
    observation, _ = env.reset(seed=3)
    assert observation in env.observation_space
    ended = 0
    while ended < 6:
        actions = observation["action_mask"].argmax(-1)
        observation, reward, done, truncated, _ = env.step(actions)
        assert reward.shape == done.shape == truncated.shape == (6,)
        ended += done.sum()
    first, _ = env.reset(seed=3)
    second, _ = env.reset(seed=3)
    assert np.array_equal(first["observation"], second["observation"])


def test_open_spiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    for name in townhall.register_open_spiel():
        game = pyspiel.load_game(f"{name}(players=3,deals=77)")
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
        assert str(pickle.loads(pickle.dumps(game))) == str(game)
        state = game.new_initial_state()
        copies = [state]
        while not state.is_terminal():
            state.apply_action(3 if state.is_chance_node() else state.legal_actions()[0])
            if len(state.history()) == 20:
                assert state.observation_tensor is not None
                # This also works in the middle of a move, which an action of Point City may begin.
                text = pyspiel.serialize_game_and_state(game, state)
                copies = [state.clone(), pickle.loads(pickle.dumps(state)), pyspiel.deserialize_game_and_state(text)[1]]
                for copied in copies:
                    assert (str(copied), copied.legal_actions()) == (str(state), state.legal_actions())
        for copied in copies:
            for action in state.history()[20:]:
                copied.apply_action(action)
            assert copied.returns() == state.returns()


@pytest.mark.parametrize("players", [1, 8])
def test_open_spiel_refuses_other_numbers_of_players(players: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    for name in townhall.register_open_spiel():
        with pytest.raises((ValueError, pyspiel.SpielError), match="expected 2 to"):
            pyspiel.load_game(f"{name}(players={players})")
