"""Plans: moves tried on a private copy of the position."""

import pytest

from tests.server.harness import Client, Server


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
