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


#: Python takes some of these for integers, and `int` would make one of the others.
NO_INTEGERS = [True, np.True_, 1.0, np.float64(1), "1", None, np.array([1])]


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
    assert begun.moves == read.moves[: len(begun.moves)] and begun.move_count >= 3 and not begun.is_over
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
    assert all(game.move_count >= 2 for game in townhall.read_parquet(table, moves=2))


def test_a_resampled_game_looks_the_same_to_its_seat_only() -> None:
    game = townhall.Game("between_two_cities", players=4, seed=3)
    play_randomly(game, 2)
    other = game.resample(2, key=1)
    assert other.view(2) == game.view(2)
    assert np.array_equal(other.observation(2), game.observation(2))
    assert other.view(0) != game.view(0)
    assert game.resample(2, key=1).view(0) == other.view(0)
    assert game.resample(2, key=2).view(0) != other.view(0)


@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_a_resampled_game_contains_nothing_of_the_true_one(name: str, variant: str, players: int) -> None:
    game = townhall.Game(name, players=players, variant=variant, seed=3)
    true, differ, choices = game.setup(oracle=True), 0, Choices(5, 6)
    while not game.is_over:
        for seat in game.at_once:
            if game.legal_actions(seat):
                actions = game.legal_actions(seat)
                game.step(seat, actions[choices.below(len(actions))])
            if choices.below(3):
                continue
            viewer = choices.below(players)
            # Whichever of the games that the viewer can't tell apart is the true one, all copies are equal.
            copy, again = game.resample(viewer, 1), game.resample(viewer, 2).resample(viewer, 1)
            assert pickle.dumps(copy) == pickle.dumps(again)
            for known in (lambda of: of.moves, lambda of: of.moves_known_to(viewer), lambda of: of.move_count):
                assert known(copy) == known(game)
            restored = pickle.loads(pickle.dumps(copy))
            for other in range(players):
                assert restored.view(other) == copy.view(other)
                assert restored.legal_actions(other) == copy.legal_actions(other)
                assert restored.moves_known_to(other) == copy.moves_known_to(other)
            differ += copy.setup(oracle=True) != true
    assert differ > 5
    copy = townhall.Game(name, players=players, variant=variant, seed=3)
    play_randomly(copy, 5)
    copy = copy.resample(0, 1)
    restored = pickle.loads(pickle.dumps(copy))
    play_randomly(copy)
    play_randomly(restored)
    assert copy.setup() != true
    assert copy.record() == restored.record()
    assert townhall.verify_records(copy.record()) == 1


@pytest.mark.parametrize("players", [2, 5])
def test_sealed_choices_are_not_among_the_moves(players: int) -> None:
    game = townhall.Game("between_two_cities", players=players, seed=3)
    for turn in range(1, 3):
        before = game.moves
        for made, seat in enumerate(game.to_act, 1):
            choice = game.legal_moves(seat)[-1]
            game.play(seat, choice)
            if made < players:
                assert game.moves == before
                assert game.moves_known_to(seat) == [*before, (seat, choice)]
                assert game.moves_known_to((seat + 1) % players)[: len(before)] == before
                assert (seat, choice) not in game.moves_known_to((seat + 1) % players)[len(before) :]
                assert game.move_count == len(before) + made
        assert len(game.moves) == game.move_count == len(before) + players, turn
        while game.view()["phase"] == "place":
            seat = game.at_once[0]
            game.play(seat, game.legal_moves(seat)[0])
    # The Automas of a solo game choose before the player, who must not see it.
    assert townhall.Game("between_two_cities", players=1, seed=3).moves == []


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
    for action in (1 << 80, -(1 << 80)):
        with pytest.raises(townhall.IllegalAction, match="not legal"):
            game.step(seat, action)
    for wrong in (7, -1, 1 << 80):
        with pytest.raises(ValueError, match="seat of a player"):
            game.step(wrong, 0)
        with pytest.raises(ValueError, match="seat of a player"):
            game.view(wrong)
    for wrong in NO_INTEGERS:
        for call in (game.step, game.action_struct):
            for arguments in ((seat, wrong), (wrong, 0)):
                with pytest.raises(TypeError, match="expected an integer"):
                    call(*arguments)
    with pytest.raises(ValueError, match="expected"):
        game.play(seat, "nonsense")
    assert (game.view(), game.moves) == before
    with pytest.raises(ValueError, match="array of"):
        game.observation(seat, np.zeros(3, np.uint8))


@pytest.mark.parametrize("kind", [int, np.int8, np.uint16, np.int64])
def test_integers_of_numpy_are_actions(kind: type) -> None:
    game = townhall.Game("point_city", players=2, seed=4)
    game.step(kind(game.to_act[0]), kind(game.legal_actions(game.to_act[0])[0]))
    assert game.move_count == 1


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


@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_equal_texts_have_equal_observations_and_legal_actions(name: str, variant: str, players: int) -> None:
    known: dict[str, tuple[bytes, list[int]]] = {}
    # Two random games of one deal begin alike.
    for seed in range(2):
        game, choices = townhall.Game(name, players=players, variant=variant, seed=1), Choices(seed, 2)
        while not game.is_over:
            seat = game.to_act[choices.below(len(game.to_act))]
            actions = game.legal_actions(seat)
            found = game.observation(seat).tobytes(), actions
            assert known.setdefault(game.render("text", seat), found) == found
            game.step(seat, actions[choices.below(len(actions))])
    assert len(known) > 20


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_text_names_the_tiles_as_the_view_does(players: int) -> None:
    game, named = townhall.Game("between_two_cities", players=players, seed=1), set()
    while not game.is_over:
        seat = game.at_once[0]
        view, text = game.view(seat), game.render("text", seat)
        if view["hand"]:
            named |= {*view["hand"]}
            counted = text.partition("left of the hand: ")[2].splitlines()[0].split()
            assert [tile for word in counted for tile in [word[2:]] * int(word[0])] == view["hand"]
        else:
            own = next(left["left"] for left in view["to_place"] if left["seat"] == seat)
            chosen = text.partition("chosen: ")[2].splitlines()[0]
            assert {tile["piece"] for tile in own} <= {*chosen.replace(",", "").split()}
        game.play(seat, game.legal_moves(seat)[-1])
    assert any("/" in tile for tile in named) and any(tile.isalpha() and len(tile) == 2 for tile in named)
