"""Evaluates policies: duplicate deals, all rotations, 95 % intervals over deals.

    python evaluate.py --write                                  # both games, all tables
    python evaluate.py point_city --deals 60 --policies clone expert:100sims

A policy is a level of bots, or the name of weights in `weights/`. Every deal is played once with the policy in each seat, and
counts as one result.

- Cross-play: the policy of the row has one seat, and that of the column all others.
- Training seeds: the row of a policy for weights that were trained in the same way from other seeds. Only those of seed 1 are
  shipped; the others are named after their seed, such as `clone-seed2`. If they are missing, their results stay as they were.
- Held-out population: all other seats are drawn for each deal from `POPULATION`, bots that no baseline has learned from or with;
  the draws are the same for all policies. `lift` is how many points more the two partners have, those who build a city with the
  policy, than with a member of the population in its place; `better cities` is the same for the cities that the policy builds.

`--write` stores the results in `results.json` and the tables in docs/research.md; a test plays the first deals again.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

import network
import numpy as np
import townhall

POPULATION = ["novice", "greedy", "casual:40sims", "hard:50sims"]
#: The policy that is a draw from the population.
DRAW = "population"
#: The policies of the tables in the documents.
POLICIES = {
    "point_city": ["random", "greedy", "clone", "ppo", "hard:50sims"],
    "between_two_cities": ["random", "greedy", "clone", "ppo", "hard:50sims"],
}
#: What was trained from several seeds, and which of them are compared, each against whom.
TRAINED = [("clone", "greedy"), ("ppo", "greedy"), ("ppo", "clone")]
SEEDS = 3
HERE = Path(__file__).parent
RESULTS, PAGE = HERE / "results.json", HERE.parents[1] / "docs" / "research.md"
#: How many deals are played, each in all rotations.
DEALS = 80
#: How many deals of a result are stored each, to be played again by the test.
SLICE = 2


@dataclass
class Played:
    """The results of games for each seat: (games, players)."""

    wins: np.ndarray
    points: np.ndarray
    #: The mean points of the two cities that the seat builds, and of the seats beside it; zero in Point City.
    cities: np.ndarray
    partners: np.ndarray


def play(game: str, players: int, seatings: list[list[str]], deals: list[int], seed: str) -> Played:
    """Plays each deal with its policies in the seats, all games at once."""
    weights = {policy: network.load(game, players, policy) for seats in seatings for policy in seats}
    games = [townhall.Game(game, players=players, seed=f"{seed} {deal}") for deal in deals]
    while not all(state.is_over for state in games):
        asked: dict[str, list[tuple[int, int]]] = {}
        moves = []
        for number, state in enumerate(games):
            for seat in state.at_once:
                policy = seatings[number][seat]
                if weights[policy] is None:
                    moves.append((number, seat, state.bot_move(seat, policy, deals[number] * 1000 + state.move_count)))
                else:
                    asked.setdefault(policy, []).append((number, seat))
        for policy, places in asked.items():
            obs = np.array([games[number].observation(seat) for number, seat in places])
            mask = np.array([games[number].action_mask(seat) for number, seat in places])
            chosen = network.best_actions(weights[policy], game, players, obs, mask)
            for (number, seat), action in zip(places, chosen, strict=True):
                games[number].step(seat, int(action))
        for number, seat, move in moves:
            games[number].play(seat, move)
    wins, points = np.array([state.returns() for state in games]), np.array([state.points[:players] for state in games])
    cities, partners = np.zeros(points.shape), np.zeros(points.shape)
    for number, state in enumerate(games):
        built = state.result().get("cities", [])
        for city, of in zip(built, state.view().get("cities", []), strict=False):
            for one, other in (of["builders"], of["builders"][::-1]) if len(built) == players > 2 else ():
                cities[number, one] += city["total"] / 2
                partners[number, one] += points[number, other] / 2
    return Played(wins, points, cities, partners)


def rotated(game: str, players: int, policy: str, others: list[list[str]], seed: str) -> dict[str, np.ndarray]:
    """Returns the results of a policy by deal, as means over all seats.

    For each deal `others` has the policy that stands for a draw of the population, then those of the other seats.
    """  # fmt: skip
    seatings, deals = [], []
    for deal, (drawn, *rest) in enumerate(others):
        own = drawn if policy == DRAW else policy
        for seat in range(players):
            seatings.append([*rest[:seat], own, *rest[seat:]])
            deals.append(deal)
    played = play(game, players, seatings, deals, seed)
    each, own = np.arange(len(deals)), np.tile(np.arange(players), len(others))
    names = ("wins", "points", "cities", "partners")
    return {name: getattr(played, name)[each, own].reshape(-1, players).mean(1) for name in names}


def cell(game: str, players: int, row: str, column: str, deals: int, seed: str) -> dict[str, np.ndarray]:
    """Returns the results of two policies in cross-play, by deal."""
    if row == column:
        # Whichever seat is called that of the row, it is the same game.
        played = play(game, players, [[row] * players] * deals, list(range(deals)), seed)
        return {name: values.mean(1) for name, values in vars(played).items()}
    return rotated(game, players, row, [[column] * players] * deals, seed)


def among_population(
    game: str, players: int, policy: str, deals: int, seed: str, first: int | None = None
) -> dict[str, np.ndarray]:
    """Returns the results of a policy among the population by deal, or only those of the `first` deals."""
    rng = np.random.default_rng(12)
    return rotated(game, players, policy, rng.choice(POPULATION, (deals, players)).tolist()[:first], seed)


def interval(results: np.ndarray) -> tuple[float, float]:
    """Returns the mean, and half of its 95 % interval."""
    return float(results.mean()), float(1.96 * results.std(ddof=1) / np.sqrt(len(results)))


def results(game: str, players: int, policies: list[str], deals: int, seed: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Returns all results of these policies, one after another: for each its name, intervals, and the first deals."""
    for row in policies:
        for column in policies:
            yield f"{row} : {column}", stored(cell(game, players, row, column, deals, seed))
    usual = among_population(game, players, DRAW, deals, seed)
    for policy in policies:
        yield f"{policy} : {DRAW}", stored(among_population(game, players, policy, deals, seed), usual)


def of_other_seeds(game: str, players: int, _: list[str], deals: int, seed: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Returns the results of the weights of other seeds, as far as there are any."""
    for policy, column in TRAINED:
        for other in range(2, SEEDS + 1):
            name = f"{policy}-seed{other}"
            if network.load(game, players, name) is not None:
                yield f"{name} : {column}", stored(cell(game, players, name, column, deals, seed))


def stored(found: dict[str, np.ndarray], usual: dict[str, np.ndarray] | None = None) -> dict[str, Any]:
    """Returns results as they are stored, with the differences from the results of a draw of the population in the same place."""
    if usual is not None and usual["partners"].any():
        found = found | {"lift": found["partners"] - usual["partners"], "better cities": found["cities"] - usual["cities"]}
    found = {name: values for name, values in found.items() if name not in ("cities", "partners")}
    intervals = {name: [round(number, 4) for number in interval(values)] for name, values in found.items()}
    first = {name: np.round(values[:SLICE], 3).tolist() for name, values in found.items()}
    return intervals | {"first": first}


def text(found: dict[str, Any], *names: str) -> str:
    """Intervals in one cell of a table: shares of wins in %, points with a decimal."""
    parts = []
    for name in names:
        mean, half = found[name]
        sign = "+" if name in ("lift", "better cities") else ""
        parts.append(f"{100 * mean:.0f}±{100 * half:.0f}" if name == "wins" else f"{mean:{sign}.1f}±{half:.1f}")
    return "/".join(parts)


def tables(described: dict[str, Any]) -> str:
    """Returns the results of a game as a table."""
    policies, found = described["policies"], described["results"]
    lines = [["one \\ others", *policies, DRAW]]
    lines += [[row, *[text(found[f"{row} : {column}"], "wins", "points") for column in lines[0][1:]]] for row in policies]
    if described["players"] > 2:
        lines[0] += ["lift", "cities"]
        for row, line in zip(policies, lines[1:], strict=True):
            line += [text(found[f"{row} : {DRAW}"], name) for name in ("lift", "better cities")]
    several = any("-seed" in name for name in found)
    return "\n\n".join(map(aligned, [lines, seeds_compared(found)] if several else [lines]))


def seeds_compared(found: dict[str, Any]) -> list[list[str]]:
    """Returns the results of training seeds as lines of a table, each with means and, in brackets, deviations between seeds."""
    lines = [["seed", *map(str, range(1, SEEDS + 1)), "all"]]
    for policy, column in TRAINED:
        names = [f"{policy} : {column}", *[f"{policy}-seed{number} : {column}" for number in range(2, SEEDS + 1)]]
        cells = [text(found[name], "wins", "points") if name in found else "-" for name in names]
        if len(of_seeds := [found[name] for name in names if name in found]) > 1:
            wins, points = (np.array([of_seed[name][0] for of_seed in of_seeds]) for name in ("wins", "points"))
            spread = f"{100 * wins.mean():.0f}({100 * wins.std(ddof=1):.1f})/{points.mean():.1f}({points.std(ddof=1):.1f})"
            cells.append(spread)
        lines.append([f"{policy}\\{column}", *cells])
    return lines


def aligned(lines: list[list[str]]) -> str:
    """Returns lines of cells as a text whose columns begin below each other."""
    widths = [max(map(len, column)) for column in zip_longest(*lines, fillvalue="")]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def page_with(page: str, everything: dict[str, Any]) -> str:
    """Returns the page with these results between the comments of each game."""
    for name, described in everything.items():
        begin, end = f"<!-- results of {name} -->\n", "<!-- end of results -->"
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(end)
        page = f"{before}{begin}\n```text\n{tables(described)}\n```\n\n{end}{after}"
    return page


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="game", help=f"by default {' and '.join(POLICIES)}")
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--seed", default="evaluation")
    parser.add_argument("--policies", nargs="+", help="by default those of POLICIES")
    parser.add_argument("--write", action="store_true", help="store the results in results.json and docs/research.md")
    options = parser.parse_args()
    everything = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    games = options.games or list(POLICIES)
    for game, part in [(game, part) for part in (results, of_other_seeds) for game in games]:
        players, policies = options.players or network.PLAYERS[game], options.policies or POLICIES[game]
        name = f"{game} {players}"
        print(f"townhall {townhall.__version__}, {game}, {players} players, {options.deals} deals x {players} rotations")
        print(f"Share of wins in % (parity: {100 / players:.1f}) / points of one seat\n")
        if part == results:
            before = everything.get(name, {"results": {}})["results"]
            kept = {name: of_name for name, of_name in before.items() if "-seed" in name}
            everything[name] = {"game": game, "players": players, "deals": options.deals, "seed": options.seed}
            everything[name] |= {"policies": policies, "results": kept}
        for pair, found in part(game, players, policies, options.deals, options.seed):
            everything[name]["results"][pair] = found
            print(f"{pair}: {', '.join(f'{key} {text(found, key)}' for key in found if key != 'first')}", flush=True)
    if options.write:
        RESULTS.write_text(json.dumps(everything, indent=1) + "\n", encoding="utf-8")
        PAGE.write_text(page_with(PAGE.read_text(encoding="utf-8"), everything), encoding="utf-8")


if __name__ == "__main__":
    main()
