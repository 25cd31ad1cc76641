"""Puzzles over the API: one a day, a table that tells nothing, answers that are judged, the explanation afterwards."""

from terrarium import catalog, puzzles
from tests.server.harness import Client, Server


def test_the_puzzle_of_the_day_is_everybodys(real: Server) -> None:
    ada, bo = Client(real.base, "Ada"), Client(real.base, "Bo")
    mine, other = ada.get("/puzzles"), bo.get("/puzzles")
    assert mine["today"] == other["today"]
    assert {one["id"] for one in mine["puzzles"]} == set(puzzles.every())
    assert not any(one["done"] for one in mine["puzzles"])


def test_an_answer_is_judged_and_explained(real: Server) -> None:
    ada = Client(real.base, "Ada")
    for title in catalog.titles():
        puzzle = puzzles.of_title(title)[0]
        begun = ada.post(f"/puzzles/{puzzle.id}")
        assert begun["table"]["you"] == puzzle.seat
        assert puzzle.best not in str(begun["puzzle"])
        wrong = ada.post(f"/puzzles/{puzzle.id}/answer", move=puzzle.second)
        assert (wrong["right"], wrong["tries"], wrong["thought"]) == (False, 1, None)
        right = ada.post(f"/puzzles/{puzzle.id}/answer", move=puzzle.best)
        assert (right["right"], right["tries"]) == (True, 2)
        assert right["thought"]["move"]["text"] == puzzle.best
        assert right["thought"]["simulations"] == puzzle.simulations
        assert right["margin"] == puzzle.margin
        assert next(one for one in ada.get("/puzzles")["puzzles"] if one["id"] == puzzle.id)["done"]
        ada.play(begun["table"]["id"], puzzle.best)
    assert ada.get("/games?which=mine")["games"] == []


def test_who_gives_up_is_shown_the_answer_and_has_not_solved_it(real: Server) -> None:
    ada = Client(real.base, "Ada")
    puzzle = puzzles.of_title("small-world")[0]
    shown = ada.post(f"/puzzles/{puzzle.id}/answer", move="")
    assert (shown["right"], shown["tries"]) == (False, 0)
    assert shown["thought"]["move"]["text"] == puzzle.best
    assert not next(one for one in ada.get("/puzzles")["puzzles"] if one["id"] == puzzle.id)["done"]
    assert not ada.post(f"/puzzles/{puzzle.id}/answer", move="no move at all")["right"]


def test_a_puzzle_nobody_mined_is_none(real: Server) -> None:
    assert Client(real.base, "Ada").post("/puzzles/00000000", 404)["error"]["code"] == "not_found"
