"""Compares the contents of observations with the views that clients receive."""

import numpy as np
import pytest
import townhall
from test_game import Choices

TILES = "SFOPHdemb"
KINDS = ["C", "M", "E", "I", "N", "CC", "MM", "EE", "II", "NN", "*"]


def fields(game: townhall.Game, seat: int) -> dict[str, np.ndarray]:
    observation, found = game.observation(seat), {}
    for field in game.space["fields"]:
        size = int(np.prod(field["shape"], dtype=int))
        found[field["name"]] = observation[field["offset"] :][:size].reshape(field["shape"])
    return found


def states(game: townhall.Game):
    """Yields the game after every action of random play."""
    choices = Choices(1, 2)
    while not game.is_over:
        yield game
        seat = game.to_act[choices.below(len(game.to_act))]
        actions = game.legal_actions(seat)
        game.step(seat, actions[choices.below(len(actions))])


def counts(things: list[str], kinds: list[str] | str) -> list[int]:
    return [things.count(kind) for kind in kinds]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_between_two_cities(players: int) -> None:
    for game in states(townhall.Game("between_two_cities", players=players, seed=8)):
        for seat in range(players):
            seen, view = fields(game, seat), game.view(seat)
            others = [(seat + step) % players for step in range(1, players)]
            seats = [seat, *others]
            assert seen["acting"].tolist() == [number in view["to_act"] for number in seats]
            assert seen["seating"].tolist() == [view["seating"][number] for number in seats]
            assert seen["phase"].tolist() == [view["phase"] == "choose", view["phase"] == "place"]
            cities = view["cities"]
            own = [city for city, _ in enumerate(cities) if seat in cities[city]["builders"]]
            # The left city is the one that the seat to the left builds as well.
            if players > 2:
                own.sort(key=lambda city: others[0] not in cities[city]["builders"])
            for frame, city in zip(seen["own cities"], own, strict=True):
                expected = np.zeros((7, 7), int)
                x, y = map(int, cities[city]["cells"]["corner"].split(","))
                for row, letters in enumerate(cities[city]["cells"]["board"].split("/")):
                    for column, letter in enumerate(letters):
                        if letter != ".":
                            expected[y + row + 3, x + column + 3] = TILES.index(letter) + 1
                assert np.array_equal(frame, expected)
            boards = [
                [[TILES.find(letter) + 1 for letter in row] for row in city["cells"]["board"].split("/")]
                for number, city in enumerate(cities)
                if number not in own
            ]
            found = seen["other cities"].tolist()
            if players > 2:
                # Neighbours around the table build each of them.
                around = [(number, (number + 1) % players) for number in others[:-1]]
                boards = [
                    next(
                        [[TILES.find(letter) + 1 for letter in row] for row in city["cells"]["board"].split("/")]
                        for city in cities
                        if set(city["builders"]) == set(pair)
                    )
                    for pair in around
                ]
            assert found == boards
            if view.get("hand"):
                assert seen["hand"].tolist() == counts([tile for tile in view["hand"] if len(tile) == 1], TILES)
                assert np.count_nonzero(seen["hand of duplex tiles"]) == sum(len(tile) > 1 for tile in view["hand"])
            if view["sealed"]:
                assert np.count_nonzero(seen["chosen"]) == 2


@pytest.mark.parametrize("players", [2, 4])
def test_point_city(players: int) -> None:
    for game in states(townhall.Game("point_city", players=players, seed=8)):
        for seat in range(players):
            seen, view = fields(game, seat), game.view(seat)
            seats = [(seat + step) % players for step in range(players)]
            faces = [cell["face"] for cell in view["market"]]
            assert seen["market kinds"].tolist() == [KINDS.index(face) + 1 if face in KINDS else 0 for face in faces]
            cards = [0 if face in KINDS or not face else int(face[:2]) * 5 - 4 + "CMEIN".index(face[2]) for face in faces]
            assert seen["market cards"].tolist() == cards
            for number, other in enumerate(seats):
                city = view["cities"][other]
                assert seen["cards"][number].tolist() == [city["cards"].get(kind, 0) for kind in KINDS]
                assert seen["permanents"][number].tolist() == [city["permanents"].get(kind, 0) for kind in "CMEIN"]
                assert seen["tokens"][number].sum() == len(city["tokens"])
                assert seen["printed"][number] == city["printed"]
                assert seen["acting"][number] == (view["to_act"] == other)
            assert seen["deck"] == view["deck_left"]
            assert seen["top"] == (KINDS.index(view["top"]) + 1 if view["top"] else 0)
            assert seen["turns left"] == view["cities"][seat]["turns_left"]
            assert seen["open tokens"].sum() == len(view["tokens"])
            assert seen["discarded"].tolist() == [view["discarded"].get(kind, 0) for kind in KINDS]
            assert seen["taking"].sum() in (0, 2)
