"""The examples in docstrings and in the package's page."""

import doctest
import importlib
from pathlib import Path

import pytest
import townhall

MODULES = ["townhall", "townhall.encoding", "townhall.gymnasium", "townhall.pettingzoo", "townhall.rendering", "townhall.vector"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_modules(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_examples_of_the_native_class() -> None:
    example = doctest.DocTestParser().get_doctest(townhall.Game.__doc__, {}, "Game", None, None)
    assert len(example.examples) > 3
    assert doctest.DocTestRunner().run(example).failed == 0


def test_examples_of_the_page() -> None:
    results = doctest.testfile(str(Path(__file__).parents[1] / "README.md"), module_relative=False)
    assert results.attempted >= 8
    assert results.failed == 0


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
