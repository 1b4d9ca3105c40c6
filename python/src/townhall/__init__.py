"""Between Two Cities and Point City as environments for research.

>>> import townhall
>>> env = townhall.VectorEnv("between_two_cities", players=4, num_envs=8, seed=1)
>>> obs, mask = env.reset()
>>> obs.shape, mask.shape
((8, 4, 201), (8, 4, 244))
>>> obs, mask, reward, done = env.step(env.sample())
>>> reward.shape, done.any()
((8, 4), np.False_)
"""

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any

from ._townhall import (
    Game,
    IllegalAction,
    __version__,
    modes,
    random_games,
    space,
    verify_records,
)
from ._townhall import read_records as _read_records
from .encoding import one_hot, one_hot_size
from .rendering import render
from .vector import VectorEnv

__all__ = [
    "Game",
    "IllegalAction",
    "VectorEnv",
    "__version__",
    "aec_env",
    "gymnasium_env",
    "gymnasium_vector_env",
    "modes",
    "one_hot",
    "one_hot_size",
    "parallel_env",
    "random_games",
    "read_records",
    "register_open_spiel",
    "render",
    "space",
    "verify_records",
]


def parallel_env(game: str, *, players: int | None = None, **options: Any) -> Any:
    """A PettingZoo environment in which all agents of a step act at once; see ``townhall.pettingzoo.ParallelEnv``.

    It needs the package ``pettingzoo``.
    """
    from .pettingzoo import ParallelEnv

    return ParallelEnv(game, players=players, **options)


def aec_env(game: str, *, players: int | None = None, **options: Any) -> Any:
    """A PettingZoo environment in which one agent acts at a time; see ``townhall.pettingzoo.AECEnv``.

    It needs the package ``pettingzoo``.
    """
    from .pettingzoo import AECEnv

    return AECEnv(game, players=players, **options)


def gymnasium_env(game: str, **options: Any) -> Any:
    """A Gymnasium environment: one seat against bots; see ``townhall.gymnasium.SeatEnv``.

    It needs the package ``gymnasium``.
    """
    from .gymnasium import SeatEnv

    return SeatEnv(game, **options)


def gymnasium_vector_env(game: str, num_envs: int, **options: Any) -> Any:
    """Many Gymnasium environments at once; see ``townhall.gymnasium.SeatVectorEnv``.

    It needs the package ``gymnasium``.
    """
    from .gymnasium import SeatVectorEnv

    return SeatVectorEnv(game, num_envs, **options)


def register_open_spiel() -> list[str]:
    """Registers the games with OpenSpiel, and returns their names there.

    It needs the package ``open_spiel``.
    """
    from .open_spiel import register

    return register()


def read_records(path: str | PathLike[str], *, moves: int | None = None) -> Iterator[Game]:
    """The games of a record file (JSON Lines), as ``townhall simulate --records`` writes it, one after another.

    Args:
        path: The file.
        moves: After how many moves each game is wanted; by default at its end.

    Raises:
        ValueError: The file is not a record, or a move is not legal.
    """
    game: list[str] = []
    with Path(path).open(encoding="utf-8") as file:
        for line in file:
            # Each game begins with a header. Reading game by game keeps little of a large file in memory.
            if line.startswith('{"record"') and game:
                yield from _read_records("".join(game), moves=moves)
                game = []
            game.append(line)
    if game:
        yield from _read_records("".join(game), moves=moves)
