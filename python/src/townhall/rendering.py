"""Games as text and as SVG."""

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from itertools import combinations
from typing import Any

import numpy as np

from . import _townhall

#: The tiles of Between Two Cities in the order of their codes: single ones, then duplex tiles with one half above the other, then
#: those with halves side by side.
_PIECES = (
    "S F O P H d e m b F/d F/O H/O H/S O/P O/S e/H P/F P/H m/P S/F S/b eF FO FS HP Hb OH OS dP PF PO Sm SH".split()
)
#: The resource cards, tokens and cells of Point City in the order of their codes.
_KINDS = "C M E I N CC MM EE II NN *".split()
_TOKENS = [
    *[f"each-{kind}" for kind in "CMEIN"],
    *[f"pair-{one}{other}" for one, other in combinations("CMEIN", 2)],
    *"all-five types-2 types-3 missing ingenuity flat-5 flat-7".split(),
]
_CELLS = [f"{column}{row}" for row in "1234" for column in "abcd"]
_COLOURS = {
    "S": "#e8b04a", "F": "#8d8d95", "O": "#6ea3d8", "P": "#7fb069", "H": "#c9825b",
    "d": "#b06ab3", "e": "#b06ab3", "m": "#b06ab3", "b": "#b06ab3", ".": "#f2f0ea",
    "C": "#d9805f", "M": "#e3bf4f", "E": "#f0d94f", "I": "#8d8d95", "N": "#7fb069", "*": "#c9a7e0",
}  # fmt: skip


def render(game: Any, mode: str = "text", seat: int | None = None) -> str:
    """Returns a picture of a game as a seat, or a spectator, sees it.

    The text for a seat contains all that its observation does: equal texts mean equal observations and equal legal actions.

    Args:
        game: A ``townhall.Game``.
        mode: ``"text"`` or ``"svg"``.

    >>> import townhall
    >>> print(townhall.Game("point_city", players=2, seed=1).render().splitlines()[0])
    Point City, turn 1, seat 0 to act
    """
    view = game.view(seat)
    seen = {} if seat is None else _fields(game, seat)
    lines, details, grids = (_point_city if "market" in view else _between_two_cities)(view, seat, seen)
    if mode == "text":
        return "\n".join(lines + details + [line for title, rows in grids for line in [title, *_text(rows)]])
    if mode == "svg":
        return _svg(lines, grids)
    raise ValueError(f"expected the mode 'text' or 'svg', found {mode!r}")


_Grid = tuple[str, list[list[str]]]
#: The lines of a picture, further lines of a text, and the boards.
_Drawn = tuple[list[str], list[str], list[_Grid]]


def _fields(game: Any, seat: int) -> dict[str, list[Any]]:
    """Returns the parts of an observation by their names."""
    seen = game.observation(seat)
    parts = _parts(game.environment, game.players, game.variant)
    return {name: seen[part].reshape(shape).tolist() for name, part, shape in parts}


@lru_cache(maxsize=64)
def _parts(game: str, players: int, variant: str) -> list[tuple[str, slice, list[int]]]:
    fields = _townhall.space(game, players=players, variant=variant)["fields"]
    sizes = [int(np.prod(field["shape"], dtype=int)) for field in fields]
    return [
        (field["name"], slice(field["offset"], field["offset"] + size), field["shape"])
        for field, size in zip(fields, sizes, strict=True)
    ]


def _counted(names: Iterable[str], numbers: Iterable[int]) -> str:
    return " ".join(f"{number}x{name}" for name, number in zip(names, numbers, strict=False) if number) or "-"


def _listed(names: Iterable[str], flags: Iterable[int]) -> str:
    return " ".join(name for name, flag in zip(names, flags, strict=True) if flag) or "-"


def _piece(code: int) -> str:
    return _PIECES[code - 1] if code else ""


def _between_two_cities(view: dict[str, Any], seat: int | None, seen: dict[str, list[Any]]) -> _Drawn:
    acting = ", ".join(str(seat) for seat in view["to_act"]) or "none"
    lines = [f"Between Two Cities, round {view['round']}, turn {view['turn']}, {view['phase']}, seats to act: {acting}"]
    if view.get("hand"):
        lines.append("hand: " + " ".join(view["hand"]))
    details = [f"seating numbers: {' '.join(map(str, view['seating']))}"]
    if seat is not None:
        details += _seat_between_two_cities(seat, len(view["seating"]), seen)
    grids = []
    for number, city in enumerate(view["cities"]):
        title = f"city {number} of seats {' and '.join(map(str, city['builders']))}, {city['score']['total']} points"
        if "cells" in city:
            board = city["cells"]
            side = _side(view, number, seat)
            grids.append((f"{title}, corner {board['corner']}{side}", [list(row) for row in board["board"].split("/")]))
        else:
            details.append(f"{title}: {city['tiles'] or '-'}")
    return lines, details, grids


def _side(view: dict[str, Any], number: int, seat: int | None) -> str:
    """Returns which of the seat's cities this is."""
    own = [other for other, city in enumerate(view["cities"]) if seat in city["builders"]]
    if number not in own:
        return ""
    # The first builder has the city on its left. One seat builds both of its cities in a game of two.
    own.sort(key=lambda other: view["cities"][other]["builders"][0] != seat)
    return ", the left one" if number == own[0] else ", the right one"


def _seat_between_two_cities(seat: int, seats: int, seen: dict[str, list[Any]]) -> list[str]:
    lines = [f"you are seat {seat}"]
    left = [*_PIECES[:9], *(_piece(9 + code) for code in seen["hand of duplex tiles"] if code)]
    lines.append(f"left of the hand: {_counted(left, [*seen['hand'], 1, 1, 1])}")
    chosen = [f"{_piece(code) or '-'}{_places(may)}" for code, may in zip(seen["chosen"], seen["to place"], strict=True)]
    lines.append(f"chosen: {', '.join(chosen)}")
    for step, (tiles, hand) in enumerate(zip(seen["others to place"], seen["passed hands"], strict=True), 1):
        other = (seat + step) % seats
        if any(tiles):
            lines.append(f"seat {other} has to place: {' '.join(_piece(code) or '-' for code in tiles)}")
        if hand[0]:
            lines.append(f"seat {other} holds a hand that was yours: {_counted(_PIECES, hand[1:])}")
    return lines


def _places(may: list[int]) -> str:
    return {(0, 0): "", (1, 0): " to the left", (0, 1): " to the right", (1, 1): " to the left or right"}[tuple(may)]


def _point_city(view: dict[str, Any], seat: int | None, seen: dict[str, list[Any]]) -> _Drawn:
    acting = "game over" if view["to_act"] is None else f"seat {view['to_act']} to act"
    flipped = ", which has turned a card" if view["flipped"] else ""
    lines = [f"Point City, turn {view['turn'] + 1}, {acting}{flipped}", f"deck: {view['deck_left']}, top {view['top'] or '-'}"]
    lines.append("tokens: " + " ".join(view["tokens"]))
    details = []
    for city in view["cities"]:
        cards, permanents = (_counted(city[name], city[name].values()) for name in ("cards", "permanents"))
        lines.append(f"seat {city['seat']}: {city['total']} points, cards {cards}, permanents {permanents}")
        tokens = " ".join(token["id"] for token in city["tokens"]) or "-"
        details.append(f"seat {city['seat']}: {city['printed']} points printed, tokens {tokens}, {city['turns_left']} turns left")
    discarded = view["discarded"]
    details.append(f"discarded: {_counted(discarded, discarded.values())}")
    if view["markers"]:
        details.append(f"markers of the city: {view['markers']}")
    if seat is not None:
        details.append(f"you are seat {seat}")
        for step, tokens in enumerate(seen["tokens"]):
            other = (seat + step) % len(view["cities"])
            # The tokens of the solo city are only counted in the view.
            if any(tokens) and not view["cities"][other]["tokens"]:
                details.append(f"tokens of the city: {_listed(_TOKENS, tokens)}")
        if any(seen["taking"]):
            details.append(f"taking {_listed(_CELLS, seen['taking'])}, due {_counted('CMEIN', seen['due'])}, "
                           f"paid {_counted(_KINDS, seen['paid'])}, ingenuity left {seen['ingenuity']}, "
                           f"token {_listed(_TOKENS, seen['token'])}")  # fmt: skip
    faces = {cell["cell"]: cell["face"] or "." for cell in view["market"]}
    return lines, details, [("market", [[faces.get(f"{column}{row}", ".") for column in "abcd"] for row in "1234"])]


def _text(rows: list[list[str]]) -> list[str]:
    width = max(len(cell) for row in rows for cell in row)
    return ["  " + " ".join(cell.ljust(width) for cell in row).rstrip() for row in rows]


def _svg(lines: list[str], grids: list[_Grid]) -> str:
    cell, gap, top = 36, 24, 20 * len(lines) + 16
    width = max(len(grids), 3) * (4 * cell + gap) + gap
    parts = [f'<text x="{gap}" y="{20 * (n + 1)}">{escape(line)}</text>' for n, line in enumerate(lines)]
    for number, (title, rows) in enumerate(grids):
        left = gap + number * (4 * cell + gap)
        parts.append(f"<g><title>{escape(title)}</title>")
        for y, row in enumerate(rows):
            for x, text in enumerate(row):
                at_x, at_y = left + x * cell, top + y * cell
                colour = _COLOURS.get(text[:1], "#d8d4c8")
                parts.append(
                    f'<rect x="{at_x}" y="{at_y}" width="{cell - 2}" height="{cell - 2}" rx="4" fill="{colour}"/>'
                )
                if text != ".":
                    middle = f'x="{at_x + cell / 2 - 1}" y="{at_y + cell / 2 + 4}"'
                    parts.append(f'<text {middle} text-anchor="middle">{escape(text)}</text>')
        parts.append("</g>")
    height = top + 4 * cell + gap
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="13">{"".join(parts)}</svg>'
    )
