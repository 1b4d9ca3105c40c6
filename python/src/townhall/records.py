"""Records as tables: Parquet files, for which the package ``pyarrow`` is needed."""

import json
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any

from ._townhall import Game
from ._townhall import read_records as _read_records


def texts(path: str | PathLike[str]) -> Iterator[str]:
    """Returns the games of a record file (JSON Lines) as a text each. Only one game at a time is in memory."""
    game: list[str] = []
    with Path(path).open(encoding="utf-8") as file:
        for line in file:
            # Each game begins with a header.
            if line.startswith('{"record"') and game:
                yield "".join(game)
                game = []
            game.append(line)
    if game:
        yield "".join(game)


def read_records(path: str | PathLike[str], *, moves: int | None = None) -> Iterator[Game]:
    """Returns the games of a record file (JSON Lines), as ``townhall simulate --records`` writes it, one after another.

    Args:
        path: The file.
        moves: The number of moves after which each game is returned. By default it is returned at its end.

    Raises:
        ValueError: The file is not a record, or a move is not legal.
    """
    for text in texts(path):
        yield from _read_records(text, moves=moves)


def _schema() -> Any:
    import pyarrow as pa

    move = pa.struct([("seat", pa.uint8()), ("move", pa.string())])
    return pa.schema(
        [
            pa.field("environment", pa.string(), False, {"meaning": "the game and the version of its encoding"}),
            pa.field("variant", pa.string(), False),
            pa.field("names", pa.list_(pa.string()), False, {"meaning": "the bot or the person in each seat"}),
            pa.field("moves", pa.list_(move), False, {"meaning": "all moves, those of automata included"}),
            pa.field("points", pa.list_(pa.int32()), True, {"meaning": "the points of each seat; null, if the game did not end"}),
            pa.field("winners", pa.list_(pa.uint8()), True, {"meaning": "the seats that won"}),
            pa.field("record", pa.string(), False, {"meaning": "the record itself, from which games are read again"}),
        ]
    )


def to_parquet(records: str | PathLike[str], out: str | PathLike[str], *, group: int = 1000) -> int:
    """Writes the games of a record file into a Parquet file, a row each, and returns their number.

    The columns are ``environment``, ``variant``, ``names``, ``moves`` (seat and text), ``points``, ``winners`` and ``record``;
    the schema of the file has their meanings. Nothing is lost: ``record`` is the game's part of the file.

    Args:
        group: The number of games in memory at once, and in a row group of the file.

    Raises:
        ImportError: The package ``pyarrow`` is missing.
        ValueError: The file is not a record.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema, count = _schema(), 0
    with pq.ParquetWriter(out, schema, compression="zstd") as writer:
        for some in _groups(texts(records), group):
            rows = [_row(text) for text in some]
            writer.write_table(pa.Table.from_pylist(rows, schema))
            count += len(rows)
    return count


def read_parquet(path: str | PathLike[str], *, moves: int | None = None) -> Iterator[Game]:
    """Returns the games of a Parquet file of ``to_parquet``; arguments and errors are those of ``read_records``."""
    import pyarrow.parquet as pq

    for some in pq.ParquetFile(path).iter_batches(columns=["record"]):
        for text in some.column(0).to_pylist():
            yield from _read_records(text, moves=moves)


def _groups(of: Iterator[str], size: int) -> Iterator[list[str]]:
    group: list[str] = []
    for text in of:
        group.append(text)
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group


def _row(text: str) -> dict[str, Any]:
    [game] = _read_records(text)
    return {
        "environment": game.environment,
        "variant": game.variant,
        "names": json.loads(text.partition("\n")[0])["players"],
        "moves": [{"seat": seat, "move": move} for seat, move in game.moves],
        "points": game.points,
        "winners": game.winners,
        "record": text,
    }
