"""Environments of Gymnasium: one seat against bots."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import Env, spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as _VectorEnv
from gymnasium.vector.utils import batch_space

from ._townhall import Game, IllegalAction
from .rendering import render
from .spaces import LegalActions, observation_space
from .vector import VectorEnv


class SeatEnv(Env):
    """One seat against bots in all others.

    Args:
        game: ``"between_two_cities"`` or ``"point_city"``, with or without ``-v0``.
        seat: The own seat.
        opponents: The level of all bots, or of each seat's; see ``townhall.VectorEnv``.
        players, variant, reward: As in ``townhall.VectorEnv``.
        illegal: The effect of an illegal action. With ``"raise"`` it raises ``IllegalAction``. With ``"random"`` a random legal action
            is made instead, and ``info["illegal"]`` is true, for programs that can't use a mask.

    An observation is a dictionary: ``observation`` is uint8 of shape (bytes,), ``action_mask`` int8 of shape (actions,). The
    action space draws legal actions.

    >>> env = SeatEnv("point_city", players=2, opponents="greedy")
    >>> obs, info = env.reset(seed=1)
    >>> obs, reward, terminated, truncated, info = env.step(env.action_space.sample())
    >>> float(reward), terminated
    (0.0, False)
    """

    metadata = {"render_modes": ["text", "svg"]}

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        seat: int = 0,
        opponents: str | Mapping[int, str] = "greedy",
        variant: str | None = None,
        reward: str = "win",
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        self._options = {"game": game, "players": players, "variant": variant}
        self.game = Game(**self._options, seed=0)
        if not 0 <= seat < self.game.players:
            raise ValueError(f"expected a seat of 0 to {self.game.players - 1}, found {seat}")
        if illegal not in ("raise", "random"):
            raise ValueError(f"expected illegal actions to 'raise' or be 'random', found {illegal!r}")
        self.seat = seat
        self.reward = reward
        self.illegal = illegal
        self.render_mode = render_mode
        self.opponents = _levels(self.game.players, seat, opponents)
        self.observation_space = observation_space(self.game.space)
        self.action_space = LegalActions(self.game.space["actions"])

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Deals a game. Equal seeds give equal games, in which the bots play equally."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 62))
        self._key = number
        self.game = Game(**self._options, seed=number)
        self._play_bots()
        return self._observe(), {}

    def step(self, action: int) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        """Makes an action of the own seat; the bots follow until it acts again.

        Raises:
            IllegalAction: The action is not legal; nothing has changed.
            TypeError: The action is not an integer; nothing has changed.
        """
        legal = self.game.legal_actions(self.seat)
        info = {"illegal": False} if self.illegal == "random" and legal else {}
        try:
            self.game.step(self.seat, action)
        except IllegalAction:
            if not info:
                raise
            info["illegal"] = True
            self.game.step(self.seat, legal[self.np_random.integers(len(legal))])
        self._play_bots()
        over = self.game.is_over
        reward = self.game.returns(self.reward)[self.seat] if over else 0.0
        return self._observe(), reward, over, False, info

    def render(self) -> str | None:
        """Returns the game as text or SVG."""
        return None if self.render_mode is None else render(self.game, self.render_mode, self.seat)

    def _play_bots(self) -> None:
        while True:
            acting = self.game.at_once
            # A bot that acts at once with the own seat does not see its action, so it may act before.
            bots = [seat for seat in acting if seat != self.seat]
            for seat in bots:
                self._key += 1
                self.game.play(seat, self.game.bot_move(seat, self.opponents[seat], self._key))
            if self.game.is_over or self.seat in self.game.at_once:
                return

    def _observe(self) -> dict[str, np.ndarray]:
        mask = self.game.action_mask(self.seat).astype(np.int8)
        self.action_space.legal = mask
        return {"observation": self.game.observation(self.seat), "action_mask": mask}


class SeatVectorEnv(_VectorEnv):
    """Many games of one seat against bots. A game that ends is followed by a new one.

    Args:
        game, players, seat, opponents, variant, reward: As in ``SeatEnv``.
        num_envs: The number of games.
        threads: The number of threads that work on them.

    The observation after a game's end is the first one of the next game (``AutoresetMode.SAME_STEP``); there is no
    ``final_obs``, since a game that is over has no value to be estimated.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        players: int | None = None,
        seat: int = 0,
        opponents: str | Mapping[int, str] = "greedy",
        variant: str | None = None,
        reward: str = "win",
        threads: int = 1,
    ) -> None:
        number = Game(game, players=players, variant=variant, seed=0).players
        self.seat = seat
        self.num_envs = num_envs
        self._env = VectorEnv(
            game,
            players=players,
            num_envs=num_envs,
            variant=variant,
            opponents=_levels(number, seat, opponents),
            reward=reward,
            threads=threads,
        )
        self.single_observation_space = observation_space(self._env.space)
        self.single_action_space = spaces.Discrete(self._env.space["actions"])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._actions = np.zeros((num_envs, number), np.int32)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Deals all games."""
        super().reset(seed=seed)
        self._env.reset(seed=int(self.np_random.integers(1 << 62)))
        return self._observe(), {}

    def step(self, actions: np.ndarray) -> tuple[Any, ...]:
        """Makes an action of the own seat in each game.

        Raises:
            IllegalAction: An action is not legal; nothing has changed.
            TypeError: The actions are not integers; nothing has changed.
        """
        actions = np.asarray(actions)
        if not np.issubdtype(actions.dtype, np.integer):
            raise TypeError(f"expected actions as integers, found {actions.dtype}")
        # Otherwise numbers that don't fit would become other ones, which may be legal.
        self._actions[:, self.seat] = np.clip(actions.astype(np.int64), -1, self._env.space["actions"])
        _, _, reward, done = self._env.step(self._actions)
        return self._observe(), reward[:, self.seat].copy(), done.copy(), np.zeros_like(done), {}

    def _observe(self) -> dict[str, np.ndarray]:
        env = self._env
        return {
            "observation": env.obs[:, self.seat].copy(),
            "action_mask": env.mask[:, self.seat].astype(np.int8),
        }


def _levels(players: int, seat: int, opponents: str | Mapping[int, str]) -> dict[int, str]:
    others = [other for other in range(players) if other != seat]
    if isinstance(opponents, str):
        return dict.fromkeys(others, opponents)
    if sorted(opponents) != others:
        raise ValueError(f"expected a level for each of the seats {others}, found {sorted(opponents)}")
    return dict(opponents)
