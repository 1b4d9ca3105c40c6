"""Environments of PettingZoo."""

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv as _AECEnv
from pettingzoo import ParallelEnv as _ParallelEnv

from ._townhall import Game
from .rendering import render
from .spaces import LegalActions, observation_space


class _Games:
    """The common part of both kinds of environments.

    Args:
        game: ``"between_two_cities"`` or ``"point_city"``, with or without ``-v0``.
        players: The number of players. The default is the fewest of the variant.
        variant: One of the variants that ``townhall.modes(game)`` lists.
        reward: ``"win"``, ``"points"`` or ``"lead"``, see ``townhall.VectorEnv``.
        render_mode: ``"text"``, ``"svg"`` or ``None``.

    The agents are ``seat_0``, ``seat_1`` and so on. An observation is a dictionary: ``observation`` is uint8 of shape (bytes,),
    documented by ``townhall.space``; ``action_mask`` is int8 of shape (actions,), all zeros for an agent that does not act. Without
    a mask, the action space of an agent draws from the actions that were legal when it was observed last.
    """

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        variant: str | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "text", "svg"):
            raise ValueError(f"expected the render mode 'text', 'svg' or None, found {render_mode!r}")
        self._options = {"game": game, "players": players, "variant": variant}
        self._reward = reward
        self._seeds: np.random.Generator | None = None
        self.render_mode = render_mode
        self.game = Game(**self._options, seed=0)
        self.game.returns(reward)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        self.metadata = {
            "name": self.game.environment,
            "render_modes": ["text", "svg"],
            "is_parallelizable": True,
        }
        described = self.game.space
        observation = observation_space(described)
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: LegalActions(described["actions"]) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def _deal(self, seed: int | None) -> None:
        if seed is not None or self._seeds is None:
            self._seeds = np.random.default_rng(seed)
            seed = seed if seed is not None else secrets.randbits(62)
        else:
            seed = int(self._seeds.integers(1 << 62))
        self.game = Game(**self._options, seed=seed)
        self.agents = list(self.possible_agents)

    def _observe(self, seat: int, acting: bool) -> dict[str, np.ndarray]:
        mask = self.game.action_mask(seat).astype(np.int8)
        if not acting:
            mask.fill(0)
        self.action_spaces[self.possible_agents[seat]].legal = mask
        return {"observation": self.game.observation(seat), "action_mask": mask}

    def render(self) -> str | None:
        """Returns the game as text or SVG."""
        return None if self.render_mode is None else render(self.game, self.render_mode)

    def close(self) -> None:
        """Does nothing."""


class ParallelEnv(_Games, _ParallelEnv):
    """An environment in which all seats that may act at once do so in one step. It suits Between Two Cities; in Point City,
    one seat acts at a time. Actions of agents that do not act are ignored.
    """

    def reset(self, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals a game. The same seed deals the same game; without one, the next game of the last seed is dealt."""
        self._deal(seed)
        return self._all(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Makes the actions of all agents that act.

        Raises:
            IllegalAction: An action is not legal; nothing has changed.
            TypeError: An action is not an integer; nothing has changed.
            KeyError: The action of an agent that acts is missing; nothing has changed.
        """
        if not self.agents:
            raise ValueError("the game is over; reset the environment")
        # Actions of seats that act at once do not change each other's legality, so they can be checked in a copy.
        game = self.game.clone()
        for seat in self.game.at_once:
            game.step(seat, actions[self.possible_agents[seat]])
        self.game = game
        over = game.is_over
        rewards = dict(zip(self.agents, game.returns(self._reward) if over else [0.0] * game.players, strict=True))
        observations = self._all()
        ended = dict.fromkeys(self.agents, over)
        truncated, infos = dict.fromkeys(self.agents, False), {agent: {} for agent in self.agents}
        if over:
            self.agents = []
        return observations, rewards, ended, truncated, infos

    def _all(self) -> dict[str, Any]:
        acting = self.game.at_once
        return {agent: self._observe(seat, seat in acting) for seat, agent in enumerate(self.possible_agents)}


class AECEnv(_Games, _AECEnv):
    """An environment in which one agent acts at a time, without seeing sealed choices."""

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Deals a game. The same seed deals the same game; without one, the next game of the last seed is dealt."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Returns the observation of an agent. Its mask is zero while another agent is selected."""
        seat = self.possible_agents.index(agent)
        return self._observe(seat, not self.game.is_over and agent == self.agent_selection)

    def step(self, action: int | None) -> None:
        """Makes the action of the selected agent.

        Raises:
            IllegalAction: The action is not legal; nothing has changed.
            TypeError: The action is not an integer; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("expected an action, found None: the game is not over")
        self.game.step(self.possible_agents.index(agent), action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game.is_over:
            self.rewards = dict(zip(self.possible_agents, self.game.returns(self._reward), strict=True))
            self.terminations = dict.fromkeys(self.possible_agents, True)
        self._accumulate_rewards()
        self._select()

    def _select(self) -> None:
        acting = self.game.at_once
        self.agent_selection = self.possible_agents[acting[0]] if acting else self.agents[0]
