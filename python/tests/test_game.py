"""One game, and records."""

import copy
import pickle
import sys
from pathlib import Path

import numpy as np
import pytest
import townhall

sys.path.insert(0, str(Path(__file__).parents[1]))

from agreement import MASK, Choices, add, decide

MODES = [(game, *mode) for game in ("between_two_cities", "point_city") for mode in townhall.modes(game)]


def play_randomly(game: townhall.Game, steps: int = 10_000) -> None:
    choices = Choices(1, 2)
    for _ in range(steps):
        for seat in game.at_once:
            actions = game.legal_actions(seat)
            game.step(seat, actions[choices.below(len(actions))])
        if game.is_over:
            return


@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_random_games_are_equal_in_rust_and_python(name: str, variant: str, players: int) -> None:
    from_rust = townhall.random_games(name, seed="5", first=3, games=6, players=players, variant=variant)
    decisions = total = 0
    for number in range(3, 9):
        game = townhall.Game(name, players=players, variant=variant, seed=5, number=number)
        choices = Choices(from_rust["series"], number)
        hashed = np.zeros(1, np.uint64)
        while not game.is_over:
            acting, chosen = game.at_once, {}
            for seat in acting:
                legal, mask = game.legal_actions(seat), game.action_mask(seat)
                assert np.array_equal(np.flatnonzero(mask), sorted(legal))
                chosen[seat] = legal[choices.below(len(legal))]
                decisions += 1
                hashed = decide(hashed, seat, np.array([chosen[seat]]), mask[None], game.observation(seat)[None])
            for seat in acting:
                game.step(seat, chosen[seat])
        for points in game.points[:players]:
            hashed = add(hashed, np.array([points]).astype(np.uint64))
        total += int(hashed[0])
    assert decisions == from_rust["decisions"]
    assert total & MASK == from_rust["hash"]


@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_a_game_is_what_its_record_and_its_pickle_say(
    name: str, variant: str, players: int, tmp_path: Path
) -> None:
    game = townhall.Game(name, players=players, variant=variant, seed="a record")
    play_randomly(game, 9)
    for copied in (game.clone(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        for seat in range(players):
            assert copied.view(seat) == game.view(seat)
            assert copied.legal_actions(seat) == game.legal_actions(seat)
    with pytest.raises(ValueError, match="oracle"):
        game.record()
    with pytest.raises(ValueError, match="oracle"):
        game.setup()
    play_randomly(game)
    assert game.is_over
    assert sum(game.returns()) in (0, 1)
    record = game.record()
    assert townhall.verify_records(record) == 1
    path = tmp_path / "games.jsonl"
    path.write_text(record + record)
    read, again = townhall.read_records(path)
    [begun, _] = townhall.read_records(path, moves=3)
    assert again.moves == read.moves
    assert begun.moves[:3] == read.moves[:3] and not begun.is_over
    assert read.moves == game.moves
    assert read.result() == game.result()
    assert read.points == game.points


def test_records_are_kept_in_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    games = []
    for name, variant, players in MODES[::3]:
        game = townhall.Game(name, players=players, variant=variant, seed="a table")
        play_randomly(game)
        games.append(game)
    lines, table = tmp_path / "games.jsonl", tmp_path / "games.parquet"
    lines.write_text("".join(game.record() for game in games))
    assert townhall.to_parquet(lines, table, group=2) == len(games)
    rows = parquet.read_table(table).to_pylist()
    assert "".join(row["record"] for row in rows) == lines.read_text()
    for row, game, read in zip(rows, games, townhall.read_parquet(table), strict=True):
        assert (row["environment"], row["variant"]) == (game.environment, game.variant)
        assert [(move["seat"], move["move"]) for move in row["moves"]] == game.moves == read.moves
        assert (row["points"], row["winners"]) == (game.points, game.winners)
        assert row["names"][:2] == ["Player 1", "Player 2"][: game.players]
    assert [len(game.moves) for game in townhall.read_parquet(table, moves=2)] >= [2] * len(games)


def test_a_resampled_game_looks_the_same_to_its_seat_only() -> None:
    game = townhall.Game("between_two_cities", players=4, seed=3)
    play_randomly(game, 2)
    other = game.resample(2, key=1)
    assert other.view(2) == game.view(2)
    assert np.array_equal(other.observation(2), game.observation(2))
    assert other.view(0) != game.view(0)
    assert game.resample(2, key=1).view(0) == other.view(0)
    assert game.resample(2, key=2).view(0) != other.view(0)
    assert pickle.loads(pickle.dumps(other)).view(0) == other.view(0)
    with pytest.raises(ValueError, match="resampled"):
        other.record(oracle=True)


def test_whole_moves_are_texts_dictionaries_and_numbers() -> None:
    game = townhall.Game("point_city", players=2, seed=1)
    while len(game.moves) < 20:
        seat = game.to_act[0]
        game.play(seat, game.bot_move(seat, "greedy"))
    seat = game.to_act[0]
    for text in game.legal_moves(seat):
        number = game.flat_index(text)
        assert game.flat_move(number) == text
        after = game.clone()
        for action in game.actions_of(seat, text):
            structure = after.action_struct(seat, action)
            after.step(seat, action)
        assert after.moves[-1] == (seat, text)
        again = game.clone()
        again.play(seat, structure)
        assert again.moves == after.moves
    with pytest.raises(KeyError):
        game.flat_move(1 << 60)


@pytest.mark.parametrize("name", ["between_two_cities", "point_city"])
def test_refused_calls_change_nothing(name: str) -> None:
    game = townhall.Game(name, seed=4)
    before = game.view(), game.moves
    seat = game.to_act[0]
    for action in (-1, 60_000, 1 << 40, 129):
        with pytest.raises(townhall.IllegalAction, match="not legal"):
            game.step(seat, action)
    with pytest.raises(ValueError, match="seat of a player"):
        game.step(7, 0)
    with pytest.raises(TypeError):
        game.step(seat, "draw")
    with pytest.raises(ValueError, match="expected"):
        game.play(seat, "nonsense")
    assert (game.view(), game.moves) == before
    with pytest.raises(ValueError, match="array of"):
        game.observation(seat, np.zeros(3, np.uint8))


def test_unknown_games_and_numbers_of_players_are_refused() -> None:
    with pytest.raises(ValueError, match="expected a game"):
        townhall.Game("chess")
    with pytest.raises(ValueError, match="can't be played by 9"):
        townhall.Game("point_city", players=9)
    with pytest.raises(ValueError, match="variant"):
        townhall.Game("point_city", variant="hardest")
    with pytest.raises(ValueError, match="reward"):
        townhall.Game("point_city").returns("money")


def test_a_bot_gives_the_same_move_for_the_same_key() -> None:
    game = townhall.Game("point_city", players=2, seed=1)
    seat = game.to_act[0]
    assert game.bot_move(seat, "expert:50sims", 1) == game.bot_move(seat, "expert:50sims", 1)
    assert game.bot_move(seat, "greedy") in game.legal_moves(seat)
    with pytest.raises(ValueError, match="no bot"):
        game.bot_move(seat, "genius")


@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_games_are_drawn(name: str, variant: str, players: int) -> None:
    game = townhall.Game(name, players=players, variant=variant, seed=1)
    play_randomly(game, 5)
    for seat in (None, 0):
        assert len(game.render("text", seat).splitlines()) > 4
        svg = game.render("svg", seat)
        assert svg.startswith("<svg") and svg.count("<rect") >= 16
    with pytest.raises(ValueError, match="mode"):
        game.render("film")
