"""The games in OpenSpiel, registered from Python.

The deal is one chance node with ``deals`` equally likely outcomes, the seeds 0 to ``deals - 1``. Seats that act at once act
one after another, without seeing sealed choices.

A state is the true one: algorithms that search in its clones, such as ``MCTSBot``, know the deck and all hands. Search in the states of
``state.townhall_game.resample(player, key)`` for one that does not.
"""

from typing import Any

import numpy as np
import pyspiel

from ._townhall import Game


def _kind(name: str, players: int, most: int) -> Any:
    return pyspiel.GameType(
        short_name=f"townhall_{name}",
        long_name=f"Townhall: {name.replace('_', ' ').title()}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": players, "deals": 1024},
    )


class TownhallGame(pyspiel.Game):
    """A game of Townhall."""

    kind: Any
    default_players: int

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.name = self.kind.short_name.removeprefix("townhall_")
        self.players = int(params.get("players", self.default_players))
        least, most = self.kind.min_num_players, self.kind.max_num_players
        if not least <= self.players <= most:
            raise ValueError(f"expected {least} to {most} players, found {self.players}")
        self.deals = int(params.get("deals", 1024))
        self.described = Game(self.name, players=self.players, seed=0).space
        info = pyspiel.GameInfo(
            num_distinct_actions=self.described["actions"],
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=1000,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self) -> "TownhallState":
        return TownhallState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "TownhallObserver":
        return TownhallObserver(self.described)


# Each game has a class, because OpenSpiel and `pickle` find it by the name of its class.
class BetweenTwoCitiesGame(TownhallGame):
    """Between Two Cities in OpenSpiel."""

    kind = _kind("between_two_cities", 4, 7)
    default_players = 4


class PointCityGame(TownhallGame):
    """Point City in OpenSpiel."""

    kind = _kind("point_city", 2, 4)
    default_players = 2


def register() -> list[str]:
    """Registers ``townhall_between_two_cities`` and ``townhall_point_city``. Their parameters are ``players`` and ``deals``."""
    classes = (BetweenTwoCitiesGame, PointCityGame)
    for game in classes:
        if game.kind.short_name not in pyspiel.registered_names():
            pyspiel.register_game(game.kind, game)
    return [game.kind.short_name for game in classes]


class TownhallState(pyspiel.State):
    """The state before the deal, or of a game in play."""

    def __init__(self, game: TownhallGame) -> None:
        super().__init__(game)
        self._name, self._players, self._deals = game.name, game.players, game.deals
        self.townhall_game: Game | None = None

    def current_player(self) -> int:
        if self.townhall_game is None:
            return pyspiel.PlayerId.CHANCE
        acting = self.townhall_game.at_once
        return acting[0] if acting else pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.townhall_game.legal_actions(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1.0 / self._deals) for seed in range(self._deals)]

    def _apply_action(self, action: int) -> None:
        if self.townhall_game is None:
            self.townhall_game = Game(self._name, players=self._players, seed=int(action))
        else:
            self.townhall_game.step(self.current_player(), int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        for part in reversed(self.townhall_game.space["ranges"]):
            if action >= part["offset"]:
                index = np.unravel_index(action - part["offset"], part["shape"] or [1])
                return " ".join([part["name"], *map(str, index)])
        return str(action)

    def is_terminal(self) -> bool:
        return self.townhall_game is not None and self.townhall_game.is_over

    def returns(self) -> list[float]:
        return [0.0] * self._players if self.townhall_game is None else self.townhall_game.returns()

    def __str__(self) -> str:
        return "before the deal" if self.townhall_game is None else self.townhall_game.render()


class TownhallObserver:
    """The bytes of an observation as float32."""

    def __init__(self, described: dict[str, Any]) -> None:
        self.tensor = np.zeros(described["bytes"], np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TownhallState, player: int) -> None:
        if state.townhall_game is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.townhall_game.observation(player)

    def string_from(self, state: TownhallState, player: int) -> str | None:
        return "before the deal" if state.townhall_game is None else state.townhall_game.render("text", player)
