"""The examples in docstrings and in the package's page."""

import doctest
import importlib
import json
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
import townhall

HOME = Path(__file__).parents[1]
sys.path.insert(0, str(HOME))

import notebook

MODULES = ["townhall", "townhall.encoding", "townhall.gymnasium", "townhall.pettingzoo", "townhall.rendering", "townhall.vector"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_modules(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_examples_of_the_native_class() -> None:
    example = doctest.DocTestParser().get_doctest(townhall.Game.__doc__, {}, "Game", None, None)
    assert len(example.examples) > 3
    assert doctest.DocTestRunner().run(example).failed == 0


def test_examples_of_the_page() -> None:
    results = doctest.testfile(str(HOME / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted >= 8
    assert results.failed == 0


def test_the_notebook_gives_the_results_that_it_shows() -> None:
    stored = json.loads((HOME / "quickstart.ipynb").read_text())
    kinds = set()
    for number, (cell, outputs) in enumerate(notebook.results(stored)):
        assert cell["outputs"] == outputs, f"code cell {number}: write the results by notebook.py --write"
        kinds |= {kind for output in outputs for kind in output.get("data", {})}
    assert kinds == {"text/plain", "image/svg+xml"}


def test_a_replay_offers_its_page_and_its_record(tmp_path: Path) -> None:
    game = townhall.Game("point_city", players=2, seed=1)
    with pytest.raises(ValueError, match="oracle"):
        townhall.Replay(game, site=tmp_path)
    while not game.is_over:
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    with pytest.raises(FileNotFoundError, match="cargo xtask site"):
        townhall.Replay(game, site=tmp_path)
    (tmp_path / "index.html").write_text("the page")
    replay = townhall.Replay(game, site=tmp_path)
    assert f'<iframe src="{replay.url}"' in replay._repr_html_()
    page, _, code = replay.url.partition("index.html#/r/")
    assert code == replay.code and len(code) == 6 and code.isalnum()

    def get(path: str) -> str:
        with urllib.request.urlopen(page + path) as answer:
            return answer.read().decode()

    assert get("index.html") == "the page"
    assert get(f"records/{code}.jsonl") == game.record()
    with pytest.raises(urllib.error.HTTPError):
        get("records/ABC234.jsonl")
    with pytest.raises(ValueError):
        townhall.Replay(game.record().replace('"result"', '"results"'), site=tmp_path)


def test_every_public_name_is_documented() -> None:
    names = [(townhall, name) for name in townhall.__all__ if not name.startswith("_")]
    for owner in (townhall.Game, townhall.VectorEnv):
        names += [(owner, name) for name in vars(owner) if not name.startswith("_")]
    for owner, name in names:
        assert getattr(owner, name).__doc__, f"{owner.__name__}.{name}"


def test_stubs_name_all_of_the_native_class() -> None:
    stubs = (Path(townhall.__file__).parent / "_townhall.pyi").read_text()
    for name in [name for name in vars(townhall.Game) if not name.startswith("_")]:
        assert f"def {name}(" in stubs, name
