"""One game, and records."""

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest
import townhall

MODES = [(game, *mode) for game in ("between_two_cities", "point_city") for mode in townhall.modes(game)]
MASK = (1 << 64) - 1


class Choices:
    """The generator of the sums that Rust returns: see crates/townhall-py/src/sums.rs."""

    def __init__(self, series: int, number: int) -> None:
        self.state = series ^ number * 0xD1B54A32D192ED03 & MASK

    def below(self, bound: int) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & MASK
        mixed = (self.state ^ self.state >> 30) * 0xBF58476D1CE4E5B9 & MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
        mixed ^= mixed >> 31
        return (mixed >> 32) * bound >> 32


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
    from_rust = townhall.random_games(name, seed="5", games=6, players=players, variant=variant)
    decisions = actions = points = 0
    for number in range(6):
        game = townhall.Game(name, players=players, variant=variant, seed=5, number=number)
        choices = Choices(from_rust["series"], number)
        while not game.is_over:
            for seat in game.at_once:
                legal = game.legal_actions(seat)
                assert np.array_equal(np.flatnonzero(game.action_mask(seat)), sorted(legal))
                action = legal[choices.below(len(legal))]
                decisions += 1
                actions += (action + 1) * (action + 7) * (seat + 1)
                game.step(seat, action)
        points += sum((p + 3) * (p + 100) * (seat + 1) for seat, p in enumerate(game.points[:players]))
    assert decisions == from_rust["decisions"]
    assert actions & MASK == from_rust["actions"]
    assert points & MASK == from_rust["points"]


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
