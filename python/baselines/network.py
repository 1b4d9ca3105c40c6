"""The network of all baselines: it scores each legal action by features of that action, with NumPy alone.

An action has one or two parts, such as the two tiles of a pair, and each part belongs to a kind that has weights of its own. The
hidden layer of an action is the sum of contributions of the state and its parts; its score is a weighted sum of that layer. So
knowledge about a shop or a card holds wherever the shop is placed and wherever the card is offered. A second, smaller network
estimates the value of the state. `features` turns observations into such parts; nothing else in the baselines depends on the
game.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import townhall

WEIGHTS = Path(__file__).parent / "weights"
Weights = dict[str, np.ndarray]
#: How many players the baselines have in each game, if nothing else is asked for.
PLAYERS = {"between_two_cities": 4, "point_city": 2}


@dataclass
class Features:
    """The legal actions of `count` observations, those of one observation after those of the other.

    Attributes:
        rows: int (k,): the observation of each legal action.
        actions: int (k,): its number.
        starts: int (count,): where the actions of each observation begin.
        state: float32 (count, size).
        parts: (kind, indices of actions, float32 (indices, size of the kind)), no index twice in one entry.
    """

    rows: np.ndarray
    actions: np.ndarray
    starts: np.ndarray
    state: np.ndarray
    parts: list[tuple[str, np.ndarray, np.ndarray]]


def features(game: str, players: int, obs: np.ndarray, mask: np.ndarray) -> Features:
    """Returns the features of observations, uint8 (count, bytes). Each has a legal action by the mask, bool (count, actions)."""
    rows, actions = np.nonzero(mask)
    starts = np.searchsorted(rows, np.arange(len(obs)))
    fields = {}
    for field in townhall.space(game, players=players)["fields"]:
        size = int(np.prod(field["shape"], dtype=int))
        fields[field["name"]] = obs[:, field["offset"] : field["offset"] + size].reshape(-1, *field["shape"])
    build = between_two_cities if game.startswith("between") else point_city
    return Features(rows, actions, starts, *build(fields, rows, actions))


def flat(*columns: np.ndarray) -> np.ndarray:
    """Returns columns of any shape (count, ...) side by side, with a 1 at the end: float32 (count, size)."""
    parts = [column.reshape(len(column), -1) for column in columns]
    return np.concatenate([*parts, np.ones((len(columns[0]), 1), bool)], axis=1, dtype=np.float32)


def one_hot(values: np.ndarray, most: int) -> np.ndarray:
    """Returns values from 1 to `most` one-hot along a new last axis. The value 0 stands for none."""
    return values[..., None] == np.arange(1, most + 1)


def at_least(values: np.ndarray, most: int) -> np.ndarray:
    """Whether values are at least 1, 2, ..., `most`, along a new last axis."""
    return values[..., None] >= np.arange(1, most + 1)


# Between Two Cities -----------------------------------------------------------------------------------------------------------

TILES = "SFOPHdemb"
#: The duplex tiles: twelve with one half above the other, then twelve side by side.
DUPLEX = "Fd FO HO HS OP OS eH PF PH mP SF Sb eF FO FS HP Hb OH OS dP PF PO Sm SH".split()
HALVES = np.array([[kind, -1] for kind in range(9)] + [[TILES.index(one), TILES.index(two)] for one, two in DUPLEX])
PLACES, CELLS = 48, 49
PAIRS = np.array([(low, high) for high in range(9) for low in range(high + 1)])


def shifted(cells: np.ndarray, down: int, right: int) -> np.ndarray:
    """Returns the values so many rows below and columns to the right of each cell of a frame (axes 2 and 3)."""
    moved = np.zeros_like(cells)
    rows = slice(max(0, down), 7 + min(0, down)), slice(max(0, -down), 7 + min(0, -down))
    columns = slice(max(0, right), 7 + min(0, right)), slice(max(0, -right), 7 + min(0, -right))
    moved[:, :, rows[1], columns[1]] = cells[:, :, rows[0], columns[0]]
    return moved


SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0))


def between_two_cities(fields: dict[str, np.ndarray], rows: np.ndarray, actions: np.ndarray):
    own = one_hot(fields["own cities"], 9).astype(np.uint8)  # (count, city, row, column, kind)
    beside = sum(shifted(own, *side) for side in SIDES)
    # These are the numbers of shops that follow each other from a cell in each direction.
    runs = []
    for side in SIDES:
        run = shop = shifted(own[..., 0], *side)
        for _ in range(2):
            run = shop * (1 + shifted(run, *side))
        runs.append(run)
    lines = np.stack([runs[0] + runs[1], runs[2] + runs[3]], axis=-1)
    counts = own.sum((2, 3), dtype=np.float32)  # (count, city, kind)
    others = one_hot(fields["other cities"], 9).sum((2, 3), dtype=np.float32)
    taken = fields["own cities"] > 0
    height, width = taken.any(3), taken.any(2)  # the rows and columns in use
    extents = np.stack([height.sum(2), width.sum(2)], axis=-1).astype(np.float32)
    # A cell is free if it has a neighbour and the city stays within four rows and four columns.
    rows_with = height[:, :, :, None] | np.eye(7, dtype=bool)
    columns_with = width[:, :, :, None] | np.eye(7, dtype=bool)
    free = ~taken & (beside.sum(-1) > 0)
    free &= (span(rows_with) <= 4)[:, :, :, None] & (span(columns_with) <= 4)[:, :, None, :]
    best = (beside * free[..., None]).reshape(len(own), 2, CELLS, 9).max(2)  # the most neighbours of each kind that a free cell has
    best_line = (lines * free[..., None]).reshape(len(own), 2, CELLS, 2).max(2)
    kinds_of = at_least(counts, 4).reshape(*counts.shape[:2], -1)
    cities = np.concatenate([kinds_of, counts / 4, best / 2, best_line / 3], axis=-1)
    # These neighbours score: offices with each tavern, houses with factories, parks with parks, shops with shops.
    touching = [(own[..., one] * beside[..., other]).sum((2, 3), dtype=np.float32) for one, other in
                ((2, 5), (2, 6), (2, 7), (2, 8), (4, 1), (3, 3), (0, 0))]  # fmt: skip
    pairs = np.stack(touching, axis=-1) / 2
    longest = (lines * own[..., :1]).max((2, 3)) / 3
    turn = fields["turn"]
    rivals = np.sort(others[..., 1], axis=1)[:, ::-1] / 4
    common = [turn, fields["seating"] / 15, others / 4]
    state = flat(*common, fields["phase"], fields["hand"] / 7, cities, pairs, longest, extents / 4, fields["passed hands"] / 7,
                 one_hot(fields["hand of duplex tiles"], 24).sum(1))  # fmt: skip
    parts: list[tuple[str, np.ndarray, np.ndarray]] = []
    summary = flat(turn, cities, pairs, longest, rivals, fields["hand"] / 7)

    choosing = np.flatnonzero(actions < PLACES)
    chosen = np.zeros((len(choosing), 2), int)
    plain = actions[choosing] < 45
    chosen[plain] = PAIRS[actions[choosing][plain]]
    hands = fields["hand of duplex tiles"][rows[choosing][~plain]].astype(int) + 8
    two = np.array([[0, 1], [0, 2], [1, 2]])[actions[choosing][~plain] - 45]
    chosen[~plain] = np.take_along_axis(hands, two, axis=1)
    for piece in range(2):
        for half in range(2):
            kinds = HALVES[chosen[:, piece], half]
            for kind in range(9):
                found = choosing[kinds == kind]
                if len(found):
                    parts.append((f"choose {TILES[kind]}", found, summary[rows[found]]))
    if len(choosing):
        equal = choosing[plain]
        parts.append(("pair", equal, one_hot(actions[equal] + 1, 45).astype(np.float32)))

    placing = np.flatnonzero(actions >= PLACES)
    if len(placing):
        slot, city, y, x = np.unravel_index(actions[placing] - PLACES, (len(fields["chosen"][0]), 2, 7, 7))
        row = rows[placing]
        pieces = fields["chosen"][row, slot].astype(int) - 1
        # These features are the remaining tile and the places where it may go.
        rest = one_hot(np.where(fields["to place"][row, 1 - slot % 2].any(-1), fields["chosen"][row, 1 - slot % 2], 0), 33)
        # The knowledge of the city, of the other one and of the rest is equal for all cells of a city.
        each = [cities, pairs, longest[..., None], extents / 4, counts / 4]
        sides = [flat(*[part[:, [side, 1 - side]] for part in each], turn, rivals, fields["seating"] / 15, fields["hand"] / 7)
                 for side in (0, 1)]  # fmt: skip
        known = np.stack(sides, axis=1)[row, city]
        for half in range(2):
            kinds = HALVES[pieces, half]
            below = ((half == 1) & (pieces < 21)).astype(int)
            right = ((half == 1) & (pieces >= 21)).astype(int)
            at = row, city, np.minimum(y + below, 6), np.minimum(x + right, 6)
            near = beside[at].copy()
            if half == 1:  # The first half is a neighbour of the second one.
                near[np.arange(len(near)), np.where(kinds >= 0, HALVES[pieces, 0], 0)] += 1
            stretched = np.stack([~height[row, city, at[2]], ~width[row, city, at[3]]], axis=-1)
            beside_taverns = at_least(near[:, 5:].sum(-1), 3)
            parts_of_cell = [known, near, at_least(lines[at], 3).reshape(len(row), -1), beside_taverns, stretched, rest]
            described = np.concatenate(parts_of_cell, axis=1, dtype=np.float32)
            for kind in range(9):
                found = kinds == kind
                if found.any():
                    parts.append((f"place {TILES[kind]}", placing[found], described[found]))
    return state, parts


def span(used: np.ndarray) -> np.ndarray:
    """Returns the number of places between the first and the last one that is used, along axis 2."""
    first, last = used.argmax(2), 6 - used[:, :, ::-1].argmax(2)
    return last - first + 1


# Point City -------------------------------------------------------------------------------------------------------------------


def point_city(fields: dict[str, np.ndarray], rows: np.ndarray, actions: np.ndarray):
    cards, permanents = fields["cards"].astype(np.float32), fields["permanents"].astype(np.float32)
    singles, doubles, ingenuity = cards[..., :5], cards[..., 5:10], cards[..., 10:]
    wealth = singles + 2 * doubles + permanents  # (count, seat, resource)
    tokens, open_tokens = fields["tokens"].astype(np.float32), fields["open tokens"]
    left = fields["turns left"][:, None]
    time = np.concatenate([at_least(left[:, 0], 17), left / 17], axis=1)
    kinds, costs = one_hot(fields["market kinds"], 11), fields["market costs"].astype(np.float32)
    short = np.maximum(costs - wealth[:, :1], 0)
    deal = [fields["acting"], fields["flipped"][:, None], fields["deck"][:, None] / 150, one_hot(fields["top"], 11)]
    seats = [at_least(permanents, 6), permanents / 8, cards / 6, wealth / 8, tokens, fields["printed"] / 40]
    bill = [fields["due"] / 5, fields["paid"] / 5, fields["ingenuity"][:, None] / 5, fields["token"]]
    building = fields["market cards"] > 0
    payable = building * (short.sum(-1) == 0)
    market = [kinds.sum(1) / 4, payable.sum(1, keepdims=True) / 4, fields["market civics"].sum(1, keepdims=True)]
    state = flat(*deal, time, *seats, open_tokens, fields["discarded"] / 30, *bill, *market)
    mine = np.concatenate([at_least(permanents[:, 0], 6).reshape(len(left), -1), permanents[:, 0] / 8, wealth[:, 0] / 8,
                           ingenuity[:, 0] / 4, tokens[:, 0]], axis=1, dtype=np.float32)  # fmt: skip
    card = np.concatenate([kinds, costs / 5, short / 5, at_least(short.sum(-1), 5), fields["market permanents"],
                           fields["market points"][..., None] / 8, at_least(fields["market points"], 8),
                           fields["market civics"][..., None]], axis=-1, dtype=np.float32)  # fmt: skip
    # The worth of a card of each kind depends on the remaining time.
    late = left / 17
    gains = np.concatenate([kinds, fields["market permanents"], fields["market points"][..., None] / 8,
                            fields["market civics"][..., None]], axis=-1) * late[:, :, None]  # fmt: skip
    # A permanent resource is worth more with tokens that count it, and with buildings of the market that cost it.
    wanted = costs.sum(1) / 10
    fits = fields["market permanents"] * (permanents[:, :1] / 8)
    wants = fields["market permanents"] * wanted[:, None]
    card = np.concatenate([card, gains, fits, wants], axis=-1, dtype=np.float32)
    parts: list[tuple[str, np.ndarray, np.ndarray]] = []

    found = np.flatnonzero(actions < 16)
    if len(found):
        parts.append(("flip", found, flat(card[rows[found], actions[found]], time[rows[found]], mine[rows[found]])))
    found = np.flatnonzero((actions >= 16) & (actions < 40))
    if len(found):
        number, row = actions[found] - 16, rows[found]
        first = np.where(number < 12, number // 3 * 4 + number % 3, number - 12)
        second = first + np.where(number < 12, 1, 4)
        both = costs[row, first] + costs[row, second]
        missing = np.maximum(both - wealth[row, 0], 0)
        after = np.maximum(wealth[row, 0] - both, 0)
        for cell in (first, second):
            parts.append(("card", found, flat(card[row, cell], time[row])))
        civics = fields["market civics"][row, first] + fields["market civics"][row, second]
        # These are the tokens that a civic building offers, and the number of things in the own city that they count.
        offered = open_tokens[row] * civics[:, None]
        parts.append(("pair", found, flat(both / 5, missing / 5, at_least(missing.sum(-1), 6), after / 8, civics, offered,
                                          offered[:, :5] * permanents[row, 0] / 8, mine[row])))  # fmt: skip
    found = np.flatnonzero((actions == 40) | (actions == 41))
    if len(found):
        row = rows[found]
        parts.append(("draw", found, flat(time[row], mine[row], *[column[row] for column in deal])))
    found = np.flatnonzero((actions >= 42) & (actions < 108))
    if len(found):
        single, double = np.unravel_index(actions[found] - 42, (11, 6))
        row = rows[found]
        due = fields["due"][row].astype(int)
        resource = (due > 0).argmax(1)
        each = np.arange(len(row))
        have = np.stack([singles[row, 0, resource], doubles[row, 0, resource]], axis=-1)
        over = single + 2 * double - due[each, resource]
        parts.append(("pay", found, flat(at_least(single, 5), at_least(double, 4), at_least(-over, 4), at_least(over, 1), have / 5,
                                         (have - np.stack([single, double], axis=-1)) / 5, one_hot(resource + 1, 5), late[row],
                                         ingenuity[row, 0] / 5, due / 5)))  # fmt: skip
    for token in range(22):
        found = np.flatnonzero(actions == 108 + token)
        if len(found):
            row = rows[found]
            parts.append((f"token {token}", found, flat(permanents[row, 0] / 8, wealth[row, 0] / 8, cards[row, 0] / 6, time[row],
                                                        tokens[row, 0])))  # fmt: skip
    return state, parts


# The network ------------------------------------------------------------------------------------------------------------------


def initial(game: str, players: int, hidden: int, rng: np.random.Generator) -> Weights:
    """Returns random weights of the right sizes, which are found by playing a few games at random."""
    env = townhall.VectorEnv(game, players=players, num_envs=16, seed="sizes")
    obs, mask = env.reset()
    sizes, state = {}, 0
    for _ in range(120):
        games, seats = np.nonzero(env.acting)
        found = features(game, players, obs[games, seats], mask[games, seats])
        state = found.state.shape[1]
        sizes |= {kind: described.shape[1] for kind, _, described in found.parts}
        obs, mask, _, _ = env.step(env.sample())

    def normal(inputs: int, outputs: int, scale: float) -> np.ndarray:
        return rng.normal(0, scale, (inputs, outputs)).astype(np.float32)

    weights = {kind: normal(sizes[kind], hidden, 0.15) for kind in sorted(sizes)}
    weights |= {"state": normal(state, hidden, 0.1), "score": normal(hidden, 1, 0.01)}
    return weights | {"value state": normal(state, hidden, 0.1), "value": np.zeros((hidden, 1), np.float32)}


def hidden_layer(weights: Weights, found: Features) -> np.ndarray:
    """Returns the hidden layer of each legal action: (k, hidden)."""
    hidden = (found.state @ weights["state"])[found.rows]
    for kind, indices, described in found.parts:
        if kind in weights:
            hidden[indices] += described @ weights[kind]
    return np.maximum(hidden, 0, out=hidden)


def probabilities(hidden: np.ndarray, weights: Weights, found: Features) -> np.ndarray:
    """Returns the probability of each legal action among those of its observation: (k,)."""
    scores = (hidden @ weights["score"])[:, 0]
    scores -= np.maximum.reduceat(scores, found.starts)[found.rows]
    exp = np.exp(scores)
    return exp / np.add.reduceat(exp, found.starts)[found.rows]


def backward(weights: Weights, found: Features, hidden: np.ndarray, error: np.ndarray) -> Weights:
    """Returns the gradients of the weights of the policy, from those of the scores: (k,)."""
    back = error[:, None] * weights["score"].T * (hidden > 0)
    gradients = {"score": hidden.T @ error[:, None], "state": found.state.T @ np.add.reduceat(back, found.starts)}
    for kind, indices, described in found.parts:
        gradient = described.T @ back[indices]
        gradients[kind] = gradients[kind] + gradient if kind in gradients else gradient
    return gradients


def values(weights: Weights, state: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the hidden layer of the value and the values: (count, hidden), (count,)."""
    hidden = np.maximum(state @ weights["value state"], 0)
    return hidden, (hidden @ weights["value"])[:, 0]


class Adam:
    """Adam's rule, which changes the weights in place."""

    def __init__(self, weights: Weights, rate: float) -> None:
        self.weights, self.rate, self.count = weights, rate, 0
        self.mean = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self.square = {name: np.zeros_like(weight) for name, weight in weights.items()}

    def step(self, gradients: Weights) -> None:
        """One step against the gradients."""
        self.count += 1
        rate = self.rate * np.sqrt(1 - 0.999**self.count) / (1 - 0.9**self.count)
        for name, gradient in gradients.items():
            mean, square = self.mean[name], self.square[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            self.weights[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def save(weights: Weights, game: str, players: int, name: str) -> Path:
    """Stores weights as float16 in `weights/`, where `evaluate.py` finds them."""
    WEIGHTS.mkdir(exist_ok=True)
    path = WEIGHTS / f"{game}-{players}-{name}.npz"
    np.savez_compressed(path, **{kind: weight.astype(np.float16) for kind, weight in weights.items()})
    return path


def load(game: str, players: int, name: str) -> Weights | None:
    """Returns the weights of this name, or `None` if there are none."""
    path = WEIGHTS / f"{game}-{players}-{name}.npz"
    if not path.exists():
        return None
    with np.load(path) as stored:
        return {kind: stored[kind].astype(np.float32) for kind in stored.files}


#: Scores that differ by less are equal. Several actions often have the same features, such as cells that are each other's mirror
#: image; their scores differ in digits that depend on the machine and on the other rows of the batch.
EQUAL = 1e-6


def best_actions(weights: Weights, game: str, players: int, obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Returns the legal action with the highest score for each observation, of equal ones the lowest number: int (count,).

    Scores have twice the usual digits, so that an observation gives the same action on every machine and in every batch.
    """
    found = features(game, players, obs, mask)
    found.state = found.state.astype(np.float64)
    found.parts = [(kind, indices, described.astype(np.float64)) for kind, indices, described in found.parts]
    weights = {kind: weight.astype(np.float64) for kind, weight in weights.items()}
    scores = (hidden_layer(weights, found) @ weights["score"])[:, 0]
    highest = np.maximum.reduceat(scores, found.starts)[found.rows]
    # Earlier actions overwrite later ones, so the first of the best actions of each observation remains.
    best = np.flatnonzero(scores > highest - EQUAL)[::-1]
    actions = np.zeros(len(obs), int)
    actions[found.rows[best]] = found.actions[best]
    return actions
