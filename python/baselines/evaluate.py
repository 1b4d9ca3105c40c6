"""Evaluates policies against each other: duplicate deals, all rotations, 95 % intervals, a cross-play matrix.

    python evaluate.py point_city --players 2 --deals 200 --policies random greedy hard:100sims clone

A policy is a level of bots, or the name of weights in `weights/`, as `clone.py` and `ppo.py` write them. In each cell, the policy of
the row plays one seat and that of the column all others. Every deal is played once with the row in each seat, and counts as
one result: the interval is over deals.
"""

import argparse
from pathlib import Path

import numpy as np
import townhall

WEIGHTS = Path(__file__).parent / "weights"


class Network:
    """A network of one hidden layer, which plays its most likely legal action."""

    def __init__(self, game: str, players: int, path: Path) -> None:
        self.game, self.players = game, players
        with np.load(path) as weights:
            self.w1, self.b1, self.w2, self.b2 = (weights[name].astype(np.float32) for name in ("w1", "b1", "w2", "b2"))

    def logits(self, obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The logits of observations (k, bytes), with illegal actions at minus infinity: (k, actions)."""
        x = townhall.one_hot(obs, self.game, players=self.players)
        hidden = np.maximum(x @ self.w1 + self.b1, 0)
        return np.where(mask, hidden @ self.w2 + self.b2, -np.inf)

    def act(self, obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The most likely legal action of each observation."""
        return self.logits(obs, mask).argmax(-1)


def network(game: str, players: int, policy: str) -> Network | None:
    """The network with this name; `None` for a level of bots."""
    path = WEIGHTS / f"{game}-{players}-{policy}.npz"
    return Network(game, players, path) if path.exists() else None


def play(game: str, players: int, seats: list[str], deals: int, seed: str) -> tuple[np.ndarray, np.ndarray]:
    """Plays each deal once with these policies in the seats. Returns shares of wins and points, both (deals, players)."""
    networks = {policy: network(game, players, policy) for policy in set(seats)}
    # The environment needs a seat that it does not play itself: if all are bots, it asks for the moves of the first seat's bot.
    bots = {seat: policy for seat, policy in enumerate(seats) if networks[policy] is None}
    if len(bots) == players:
        return play_bots(game, players, seats, deals, seed)
    env = townhall.VectorEnv(game, players=players, num_envs=deals, seed=seed, opponents=bots)
    obs, mask = env.reset()
    wins, points = np.zeros((deals, players)), np.zeros((deals, players))
    over = np.zeros(deals, bool)
    actions = np.zeros((deals, players), np.int32)
    while not over.all():
        env.sample(actions)  # Games that are over go on at random; their results are not counted.
        for seat in sorted(set(range(players)) - set(bots)):
            rows = np.flatnonzero(env.acting[:, seat] & ~over)
            if len(rows):
                actions[rows, seat] = networks[seats[seat]].act(obs[rows, seat], mask[rows, seat])
        obs, mask, reward, done = env.step(actions)
        first = done & ~over
        wins[first], points[first] = reward[first], env.points[first]
        over |= done
    return wins, points


def play_bots(game: str, players: int, seats: list[str], deals: int, seed: str) -> tuple[np.ndarray, np.ndarray]:
    """The same with bots only. Games follow from `seed` and the number of the deal, so that rotations share deals."""
    wins, points = np.zeros((deals, players)), np.zeros((deals, players))
    for deal in range(deals):
        state = townhall.Game(game, players=players, seed=f"{seed} {deal}")
        while not state.is_over:
            for seat in state.at_once:
                state.play(seat, state.bot_move(seat, seats[seat], deal * 1000 + len(state.moves)))
        wins[deal], points[deal] = state.returns(), state.points[:players]
    return wins, points


def interval(results: np.ndarray) -> tuple[float, float]:
    """The mean, and half of its 95 % interval."""
    return float(results.mean()), float(1.96 * results.std(ddof=1) / np.sqrt(len(results)))


def cell(game: str, players: int, row: str, column: str, deals: int, seed: str) -> tuple[np.ndarray, np.ndarray]:
    """The share of wins and the points of the row's policy by deal, as means over all rotations."""
    wins, points = np.zeros(deals), np.zeros(deals)
    for own in range(players):
        seats = [row if seat == own else column for seat in range(players)]
        won, scored = play(game, players, seats, deals, seed)
        wins += won[:, own] / players
        points += scored[:, own] / players
    return wins, points


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["between_two_cities", "point_city"])
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", default="evaluation")
    parser.add_argument("--policies", nargs="+", default=["random", "greedy"])
    options = parser.parse_args()
    players = townhall.Game(options.game, players=options.players, seed=0).players

    print(f"townhall {townhall.__version__}, {options.game}, {players} players, {options.deals} deals x {players} rotations")
    print(f"Share of wins in % (parity: {100 / players:.1f}) / points of the row's policy in one seat\n")
    width = max(21, *(len(policy) + 2 for policy in options.policies))
    print("".join(name.ljust(width) for name in ["one \\ others", *options.policies]).rstrip())
    for row in options.policies:
        cells = []
        for column in options.policies:
            wins, points = cell(options.game, players, row, column, options.deals, options.seed)
            (share, wide), (mean, wide_points) = interval(100 * wins), interval(points)
            cells.append(f"{share:.1f}±{wide:.1f}/{mean:.1f}±{wide_points:.1f}")
        print("".join(text.ljust(width) for text in [row, *cells]).rstrip(), flush=True)


if __name__ == "__main__":
    main()
