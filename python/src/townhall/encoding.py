"""Observations as numbers between 0 and 1, for networks."""

from functools import lru_cache
from typing import Any

import numpy as np

from . import _townhall


@lru_cache(maxsize=64)
def _tables(game: str, players: int | None, variant: str | None) -> tuple[Any, ...]:
    space = _townhall.space(game, players=players, variant=variant)
    plain, scales, codes, offset = [], [], [], 0
    for field in space["fields"]:
        size = int(np.prod(field["shape"], dtype=int))
        columns = range(field["offset"], field["offset"] + size)
        if field["scale"] == "code":
            # A one-hot code has this size. The value 0, for none, has no column of its own.
            codes.append((np.array(columns), field["most"]))
        else:
            plain.extend(columns)
            scales.extend([field["most"]] * size)
    return np.array(plain), np.array(scales, np.float32), codes


def one_hot_size(game: str, *, players: int | None = None, variant: str | None = None) -> int:
    """Returns the length of the array that ``one_hot`` returns for one observation.

    >>> one_hot_size("between_two_cities", players=4)
    1566
    """
    plain, _, codes = _tables(game, players, variant)
    return len(plain) + sum(len(columns) * most for columns, most in codes)


def one_hot(
    observations: np.ndarray,
    game: str,
    *,
    players: int | None = None,
    variant: str | None = None,
) -> np.ndarray:
    """Returns observations as float32 between 0 and 1: flags as they are, counts divided by their largest value, codes one-hot.

    Args:
        observations: uint8 array of shape (..., bytes).

    Returns:
        float32 array of shape (..., ``one_hot_size(game, ...)``).

    >>> import townhall
    >>> game = townhall.Game("between_two_cities", players=4, seed=1)
    >>> one_hot(game.observation(0), "between_two_cities", players=4).shape
    (1566,)
    """
    plain, scales, codes = _tables(game, players, variant)
    parts = [observations[..., plain] / scales]
    for columns, most in codes:
        found = observations[..., columns, None] == np.arange(1, most + 1, dtype=np.uint8)
        parts.append(found.reshape(*observations.shape[:-1], -1))
    return np.concatenate(parts, axis=-1, dtype=np.float32)
