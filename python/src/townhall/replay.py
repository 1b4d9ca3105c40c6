"""The replay page of Townhall for one game, in a notebook.

The page is the program's own web client with the engine as WebAssembly: a folder of files, which a small server of this process
offers to the browser on the same machine. Wheels contain it; from a checkout, ``cargo xtask site --out python/src/townhall/site``
builds it.
"""

import hashlib
import threading
from base64 import b32encode
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from os import PathLike
from pathlib import Path
from typing import Any

from ._townhall import Game, verify_records

_PACKAGED = Path(__file__).parent / "site"


class Replay:
    """A finished game on the replay page, which shows it step by step from every seat's view, with the analysis.

    In a notebook it shows itself. Elsewhere, open ``url`` in a browser of this machine while the process runs.

    Args:
        game: A ``townhall.Game`` that is over, or the text of one record.
        site: The folder of the page, by default the one in the package.
        height: The height in the notebook, in pixels.

    Raises:
        ValueError: The game is not over, or the text is not the record of one game by the rules.
        FileNotFoundError: There is no page in the folder.

    A browser on another machine can't reach this process. There, put the files of ``site`` and the game's ``record`` as
    ``records/CODE.jsonl``, with ``code`` as CODE, on any host of files, and open ``index.html#/r/CODE``.
    """

    def __init__(self, game: Any, *, site: str | PathLike[str] | None = None, height: int = 760) -> None:
        self.record: str = game.record() if isinstance(game, Game) else game
        if verify_records(self.record) != 1:
            raise ValueError("expected the record of one game")
        folder = Path(site) if site is not None else _PACKAGED
        if not (folder / "index.html").is_file():
            raise FileNotFoundError(f"no replay page in {folder}: build it with `cargo xtask site --out {folder}`")
        self.site, self.height = folder, height
        #: Six letters and digits, by which the page names the game.
        self.code = b32encode(hashlib.sha256(self.record.encode()).digest()).decode()[:6]
        server = _server(folder)
        server.records[f"/records/{self.code}.jsonl"] = self.record.encode()
        self.url = f"http://127.0.0.1:{server.server_address[1]}/index.html#/r/{self.code}"

    def _repr_html_(self) -> str:
        style = f"width: 100%; height: {self.height}px; border: 0"
        return f'<iframe src="{self.url}" style="{style}" title="Replay of a game of Townhall"></iframe>'


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        self.records: dict[str, bytes] = {}
        super().__init__(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def do_GET(self) -> None:
        record = self.server.records.get(self.path) if isinstance(self.server, _Server) else None
        if record is None:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/jsonl; charset=utf-8")
        self.send_header("Content-Length", str(len(record)))
        self.end_headers()
        self.wfile.write(record)

    def log_message(self, format: str, *args: Any) -> None:
        """Writes nothing: a notebook would show it as an error."""


_servers: dict[Path, _Server] = {}
_lock = threading.Lock()


def _server(folder: Path) -> _Server:
    """Returns the server of a folder, which runs until the process ends."""
    with _lock:
        folder = folder.resolve()
        if folder not in _servers:
            _servers[folder] = _Server(folder)
            threading.Thread(target=_servers[folder].serve_forever, daemon=True).start()
        return _servers[folder]
