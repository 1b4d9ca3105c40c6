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
from .encoding import one_hot, one_hot_size
from .records import read_parquet, read_records, to_parquet
from .rendering import render
from .replay import Replay
from .vector import VectorEnv

__all__ = [
    "Game",
    "IllegalAction",
    "Replay",
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
    "read_parquet",
    "read_records",
    "register_open_spiel",
    "render",
    "space",
    "to_parquet",
    "verify_records",
]


def parallel_env(game: str, *, players: int | None = None, **options: Any) -> Any:
    """Returns a PettingZoo environment in which all agents of a step act at once; see ``townhall.pettingzoo.ParallelEnv``.

    It needs the package ``pettingzoo``.
    """
    from .pettingzoo import ParallelEnv

    return ParallelEnv(game, players=players, **options)


def aec_env(game: str, *, players: int | None = None, **options: Any) -> Any:
    """Returns a PettingZoo environment in which one agent acts at a time; see ``townhall.pettingzoo.AECEnv``.

    It needs the package ``pettingzoo``.
    """
    from .pettingzoo import AECEnv

    return AECEnv(game, players=players, **options)


def gymnasium_env(game: str, **options: Any) -> Any:
    """Returns a Gymnasium environment: one seat against bots; see ``townhall.gymnasium.SeatEnv``.

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
