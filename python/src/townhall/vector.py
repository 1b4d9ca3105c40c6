"""Many games at once."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _townhall


class VectorEnv:
    """Many games at once, which write into the same NumPy arrays at every step. Seats are numbered from 0.

    A game that ends is followed by a new one in the same step: ``reward`` and ``done`` are of the game that ended, ``obs`` and ``mask``
    of the new one. Game ``g`` of a seed (environment ``g % num_envs``) has the same deal whatever the number of threads,
    and is the game with this number that ``townhall simulate --seed`` deals.

    Args:
        game: ``"between_two_cities"`` or ``"point_city"``, with or without ``-v0``.
        players: The number of players. The default is the fewest of the variant.
        num_envs: The number of games.
        seed: A number or a text, from which all deals follow.
        variant: One of the variants that ``townhall.modes(game)`` lists.
        opponents: The seats that bots play, each with a level, such as ``{1: "greedy", 2: "expert:200sims"}``.
        reward: ``"win"``: 1 for the winner, shared by several winners; ``"points"``: the final points; ``"lead"``: the points
            beyond those of the best other seat. All rewards before the end are 0.
        observe: ``"acting"``: the observations of seats that do not act are zero; ``"all"``: all seats are observed.
        threads: How many threads work on the games. The GIL is released meanwhile.
        arrays: Arrays to write into instead of new ones, such as shared memory: any of ``obs``, ``mask``, ``reward``, ``done``,
            ``acting``, ``points``, C-contiguous and with the shapes and types below.

    Attributes:
        obs: uint8 of shape (num_envs, players, bytes): what each seat knows; ``space`` documents each byte.
        mask: bool of shape (num_envs, players, actions): the legal actions; all false for seats that do not act. Only the
            entries that change are written, so it must not be changed.
        reward: float32 of shape (num_envs, players).
        done: bool of shape (num_envs,): the games that ended in the last step.
        acting: bool of shape (num_envs, players): the seats whose actions the next step takes.
        points: int32 of shape (num_envs, players): the final points of the last game that ended.
        space: The actions and the parts of an observation, as ``townhall.space`` returns them.

    Raises:
        ValueError: An argument has a value that it can't have.

    >>> import townhall
    >>> env = townhall.VectorEnv("point_city", players=2, num_envs=4, seed="x", opponents={1: "random"})
    >>> obs, mask = env.reset()
    >>> env.acting[:, 1].any()
    np.False_
    """

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        num_envs: int,
        seed: int | str = 0,
        variant: str | None = None,
        opponents: Mapping[int, str] | None = None,
        reward: str = "win",
        observe: str = "acting",
        threads: int = 1,
        arrays: Mapping[str, np.ndarray] | None = None,
    ) -> None:
        if observe not in ("acting", "all"):
            raise ValueError(f"expected to observe 'acting' or 'all', found {observe!r}")
        self._batch = _townhall.Batch(
            game,
            players=players,
            variant=variant,
            num_envs=num_envs,
            threads=threads,
            reward=reward,
            opponents=sorted((opponents or {}).items()),
            observe_all=observe == "all",
        )
        self.environment, self.variant, self.players = self._batch.describe()
        self.space: dict[str, Any] = self._batch.space()
        self.num_envs = num_envs
        self.seed = seed
        seats = (num_envs, self.players)
        given = dict(arrays or {})
        self.obs = _array(given, "obs", (*seats, self.space["bytes"]), np.uint8)
        self.mask = _array(given, "mask", (*seats, self.space["actions"]), np.bool_)
        self.reward = _array(given, "reward", seats, np.float32)
        self.done = _array(given, "done", (num_envs,), np.bool_)
        self.acting = _array(given, "acting", seats, np.bool_)
        self.points = _array(given, "points", seats, np.int32)
        if given:
            raise ValueError(f"there are no arrays named {', '.join(sorted(given))}")
        self._arrays = (self.obs, self.mask, self.reward, self.done, self.acting, self.points)
        self._actions = np.zeros(seats, np.int32)
        self._is_reset = False

    def reset(self, seed: int | str | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Deals new games, and returns ``obs`` and ``mask``.

        Args:
            seed: Another seed than that of the environment.
        """
        if seed is not None:
            self.seed = seed
        self._batch.reset(str(self.seed), *self._arrays)
        self._is_reset = True
        return self.obs, self.mask

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Makes an action in each seat that acts, and returns ``obs``, ``mask``, ``reward`` and ``done``.

        Args:
            actions: int32 array of shape (num_envs, players). Entries of seats that do not act are ignored.

        Raises:
            TypeError, ValueError: The array has another type or shape; nothing has changed.
            IllegalAction: An action is not legal; nothing has changed.
        """
        self._check(actions)
        if not self._is_reset:
            raise ValueError("reset the environment before its first step")
        self._batch.step(np.ascontiguousarray(actions), *self._arrays)
        return self.obs, self.mask, self.reward, self.done

    def sample(self, out: np.ndarray | None = None) -> np.ndarray:
        """Returns a random legal action for each seat that acts, and 0 for the others: int32 of shape (num_envs, players).

        Args:
            out: The array to write into; by default one of the environment's own, which the next call overwrites.
        """
        actions = self._actions if out is None else out
        if out is not None:
            self._check(out)
        self._batch.sample(actions)
        return actions

    def _check(self, actions: np.ndarray) -> None:
        if not isinstance(actions, np.ndarray) or actions.dtype != np.int32:
            found = getattr(actions, "dtype", type(actions).__name__)
            raise TypeError(f"expected actions as a NumPy array of int32, found {found}")
        if actions.shape != (self.num_envs, self.players):
            raise ValueError(f"expected actions of shape {(self.num_envs, self.players)}, found {actions.shape}")


def _array(given: dict[str, np.ndarray], name: str, shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    array = given.pop(name, None)
    if array is None:
        return np.zeros(shape, dtype)
    fits = array.shape == shape and array.dtype == dtype
    if not (fits and array.flags.c_contiguous and array.flags.writeable):
        kind = np.dtype(dtype).name
        raise ValueError(f"expected {name} as a writable, C-contiguous array of {kind} of shape {shape}")
    return array
