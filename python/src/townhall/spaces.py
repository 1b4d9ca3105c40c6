"""Spaces of Gymnasium, which PettingZoo uses as well."""

from typing import Any

import numpy as np
from gymnasium import spaces


class LegalActions(spaces.Discrete):
    """Actions of which some are legal now. Without a mask, ``sample`` draws from the legal ones."""

    def __init__(self, actions: int) -> None:
        super().__init__(actions)
        self.legal = np.ones(actions, np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None and self.legal.any():
            mask = self.legal
        return super().sample(mask, probability)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, spaces.Discrete) and self.n == other.n and self.start == other.start


def observation_space(described: dict[str, Any]) -> spaces.Dict:
    """Returns the space of a game's observations, from the result of ``townhall.space``."""
    most = np.zeros(described["bytes"], np.uint8)
    for field in described["fields"]:
        size = int(np.prod(field["shape"], dtype=int))
        most[field["offset"] : field["offset"] + size] = field["most"]
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(most), most, dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, (described["actions"],), dtype=np.int8),
        }
    )
