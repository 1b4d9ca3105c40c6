"""Games as text and as SVG."""

from html import escape
from typing import Any

_COLOURS = {
    "S": "#e8b04a", "F": "#8d8d95", "O": "#6ea3d8", "P": "#7fb069", "H": "#c9825b",
    "d": "#b06ab3", "e": "#b06ab3", "m": "#b06ab3", "b": "#b06ab3", ".": "#f2f0ea",
    "C": "#d9805f", "M": "#e3bf4f", "E": "#f0d94f", "I": "#8d8d95", "N": "#7fb069", "*": "#c9a7e0",
}  # fmt: skip


def render(game: Any, mode: str = "text", seat: int | None = None) -> str:
    """Returns a picture of a game as a seat, or a spectator, sees it.

    Args:
        game: A ``townhall.Game``.
        mode: ``"text"`` or ``"svg"``.

    >>> import townhall
    >>> print(townhall.Game("point_city", players=2, seed=1).render().splitlines()[0])
    Point City, turn 1, seat 0 to act
    """
    view = game.view(seat)
    lines, grids = _point_city(view) if "market" in view else _between_two_cities(view)
    if mode == "text":
        return "\n".join(lines + [line for title, rows in grids for line in [title, *_text(rows)]])
    if mode == "svg":
        return _svg(lines, grids)
    raise ValueError(f"expected the mode 'text' or 'svg', found {mode!r}")


_Grid = tuple[str, list[list[str]]]


def _between_two_cities(view: dict[str, Any]) -> tuple[list[str], list[_Grid]]:
    acting = ", ".join(str(seat) for seat in view["to_act"]) or "none"
    lines = [f"Between Two Cities, round {view['round']}, turn {view['turn']}, {view['phase']}, seats to act: {acting}"]
    if view.get("hand"):
        lines.append("hand: " + " ".join(view["hand"]))
    grids = []
    for number, city in enumerate(view["cities"]):
        if "cells" not in city or not isinstance(city["cells"], dict):
            continue
        title = f"city {number} of seats {' and '.join(map(str, city['builders']))}, {city['score']['total']} points"
        grids.append((title, [list(row) for row in city["cells"]["board"].split("/")]))
    return lines, grids


def _point_city(view: dict[str, Any]) -> tuple[list[str], list[_Grid]]:
    acting = "game over" if view["to_act"] is None else f"seat {view['to_act']} to act"
    lines = [f"Point City, turn {view['turn'] + 1}, {acting}", f"deck: {view['deck_left']}, top {view['top'] or '-'}"]
    lines.append("tokens: " + " ".join(view["tokens"]))
    for city in view["cities"]:
        cards = " ".join(f"{number}x{kind}" for kind, number in city["cards"].items()) or "-"
        permanents = " ".join(f"{number}x{kind}" for kind, number in city["permanents"].items()) or "-"
        lines.append(f"seat {city['seat']}: {city['total']} points, cards {cards}, permanents {permanents}")
    faces = {cell["cell"]: cell["face"] or "." for cell in view["market"]}
    rows = [[faces.get(f"{column}{row}", ".") for column in "abcd"] for row in "1234"]
    return lines, [("market", rows)]


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
