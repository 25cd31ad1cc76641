"""Plans: moves tried on a private copy of the position."""

from typing import Any

import pytest

from tests.server.harness import Client, Server
from tests.support.patience import Patience


@pytest.fixture
def base(real: Server) -> str:
    return real.base


def begun(base: str) -> tuple[Client, str]:
    client = Client(base)
    return client, client.new_game(["me", "open"], title="terra-mystica")["table"]["id"]


def test_a_plan_leads_on_and_writes_nothing(base: str) -> None:
    client, game = begun(base)
    other = Client(base, name="Ben")
    other.call("POST", f"/games/{game}/seats/1/sit")
    before = client.get(f"/games/{game}/view")
    first = client.call("POST", f"/games/{game}/plan", moves=["faction witches"])
    assert (first["own"], first["seq"]) == (1, before["seq"])
    assert first["view"]["seats"][0]["faction"] == "witches"
    # The copy goes on as the other seat, whose move is no part of what I could play now.
    second = client.call("POST", f"/games/{game}/plan", moves=["faction witches", "faction giants"])
    assert second["own"] == 1
    assert second["view"]["seats"][1]["faction"] == "giants"
    assert client.get(f"/games/{game}/view") == before


def test_a_refused_step_of_a_plan_says_why(base: str) -> None:
    client, game = begun(base)
    Client(base, name="Ben").call("POST", f"/games/{game}/seats/1/sit")
    answer = client.call("POST", f"/games/{game}/plan", 422, moves=["faction witches", "faction auren"])
    assert answer["error"]["code"] == "colour_taken"
    assert client.call("POST", f"/games/{game}/plan", 422, moves=["dance"])["error"]["sentence"]


def test_a_plan_needs_a_seat_and_a_running_game(base: str) -> None:
    client, game = begun(base)
    assert client.call("POST", f"/games/{game}/plan", 409, moves=[])["error"]["code"] == "not_running"
    assert Client(base, name="Eve").call("POST", f"/games/{game}/plan", 403, moves=[])["error"]["sentence"]


def conquering(client: Client, game: str) -> dict[str, Any]:
    """Give the first answer to whatever is asked, until it is my turn to conquer."""
    patience = Patience()
    while True:
        at: dict[str, Any] = client.view(game)
        if at["choices"] and at["view"]["ask"]["code"] == "conquest":
            return at
        if at["choices"]:
            client.play(game, at["choices"][0]["text"], seq=at["seq"])
        assert patience.lasts(at["seq"]), "nobody plays on"


@pytest.mark.parametrize("title", ["small-world", "underground", "warcraft"])
def test_a_plan_tells_what_the_turn_would_bring(base: str, title: str) -> None:
    """A region taken in the plan brings what the forecast of the table tells once it is really taken."""
    client = Client(base)
    game = client.new_game(["me", "greedy"], title=title)["table"]["id"]
    at = conquering(client, game)
    sure = next(c["text"] for c in at["choices"] if c["verb"] == "conquer" and not c["facts"].get("die"))
    tried = client.post(f"/games/{game}/plan", moves=[sure])
    assert (tried["own"], tried["seq"]) == (1, at["seq"])
    assert tried["forecast"] != client.post(f"/games/{game}/plan", moves=[])["forecast"]
    # What was taken in the plan cannot be taken again in it; before the plan it could.
    assert client.get(f"/games/{game}/why?move={sure}")["legal"]
    assert not client.get(f"/games/{game}/why?move={sure}&after={sure}")["legal"]
    client.get(f"/games/{game}/why?move={sure}&after=dance", 422)
    client.play(game, sure, seq=at["seq"])
    assert tried["forecast"] == client.get(f"/games/{game}/forecast")["lines"]
