"""Plans left for the next turn: played when it comes, as far as nothing about them has changed, and seen by nobody."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import REAL, Client, Server
from tests.server.test_ahead import play_on, table

HOUSE = ["", "/view", "/events", "/chat", "/position"]
"""What somebody else may look at."""


@pytest.fixture
def base(real: Server) -> str:
    return real.base


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, **REAL).start()
    yield server
    server.kill()


def cards(client: Client, game: str) -> list[str]:
    """Ways to pass in my next turn."""
    found = client.post(f"/games/{game}/plan", moves=[], ahead=True)["choices"]
    return [choice["text"] for choice in found if choice["verb"] == "pass"]


def left(client: Client, game: str) -> Any:
    return client.get(f"/games/{game}/private")["plan"]


def rows(client: Client, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/games/{game}/events")["rows"]
    return found


def held(client: Client, game: str, seat: int) -> str:
    found: str = client.get(f"/games/{game}/view")["view"]["seats"][seat]["card"]
    return found


def test_it_is_played_when_the_turn_comes(base: str) -> None:
    people, game = table(base, "terra-mystica")
    ben, ada = play_on(people, game, "main")
    first, second, third, *_ = cards(ada, game)
    ada.call("PUT", f"/games/{game}/plan", moves=[first], otherwise=[second])
    assert left(ada, game) == {"round": 1, "moves": [first], "otherwise": [second], "chance": False}
    ada.call("PUT", f"/games/{game}/plan", moves=[second])
    assert left(ada, game)["moves"] == [second]
    ben.play(game, third)
    mine = [row for row in rows(ada, game) if row.get("planned")]
    assert mine[0]["events"][0]["code"] == "pass"
    assert left(ada, game) is None
    # Whoever plays with me sees a move of mine like any other.
    assert not any("planned" in row for row in [*rows(ben, game), *rows(Client(base, "Eve"), game)])


def test_otherwise_is_played_where_the_first_does_not_hold(base: str) -> None:
    people, game = table(base, "terra-mystica")
    ben, ada = play_on(people, game, "main")
    seat = ada.get(f"/games/{game}")["you"]
    first, second, *_ = cards(ada, game)
    ada.call("PUT", f"/games/{game}/plan", moves=[first], otherwise=[second])
    ben.play(game, first)
    assert "pass" in [event["code"] for row in rows(ada, game) if row.get("planned") for event in row["events"]]
    assert held(ada, game, seat) == second.split()[1]


def test_where_nothing_holds_the_turn_waits(base: str) -> None:
    people, game = table(base, "terra-mystica")
    ben, ada = play_on(people, game, "main")
    first, *_ = cards(ada, game)
    ada.call("PUT", f"/games/{game}/plan", moves=[first])
    ben.play(game, first)
    now = ada.view(game)
    assert now["view"]["ask"]["code"] == "main"
    assert now["choices"]
    assert left(ada, game) is None
    assert not any("planned" in row for row in rows(ada, game))


def neighbours(people: list[Client], game: str) -> tuple[Client, Client, str]:
    """Play on until somebody conquers whose region the other could surely take; both, and that conquest."""
    for number in range(2, 9):
        ben, ada = play_on(people, game, "conquest", number)
        begun = ada.post(f"/games/{game}/plan", moves=[], ahead=True)
        if begun["view"]["ask"]["code"] != "choice":
            continue
        tried = ada.post(f"/games/{game}/plan", moves=["expand"], ahead=True)
        regions, turn = tried["view"]["regions"], ben.get(f"/games/{game}")["you"]
        offered = [c["text"] for c in tried["choices"] if c["verb"] == "conquer" and not c["facts"]["die"]]
        wanted = [text for text in offered if regions[int(text.split()[1])]["seat"] == turn]
        if wanted:
            return ben, ada, wanted[0]
    raise AssertionError("the two never met")


@pytest.mark.parametrize("title", ["small-world", "underground", "warcraft"])
def test_a_region_that_costs_more_is_left_alone(base: str, title: str) -> None:
    """The step before it is played; the conquest, legal or not, no longer has the price it was left with."""
    people, game = table(base, title)
    ben, ada, wanted = neighbours(people, game)
    turn = ben.get(f"/games/{game}")["you"]
    ada.call("PUT", f"/games/{game}/plan", moves=["expand", wanted])
    region = wanted.split()[1]
    ben.play(game, "stop")
    while (now := ben.view(game))["view"]["player"] == turn:
        texts = [choice["text"] for choice in now["choices"]]
        most = [text for text in texts if text.startswith(f"deploy {region} ")]
        ben.play(game, most[-1] if most else texts[0], seq=now["seq"])
    mine = [row for row in rows(ada, game) if row.get("planned")]
    assert len(mine) == 1
    assert ada.view(game)["view"]["ask"]["code"] == "conquest"


@pytest.mark.parametrize("chance", [False, True])
def test_a_draw_ends_it_unless_its_owner_says_go_on(base: str, chance: bool) -> None:
    """Whoever picks a combo has another one drawn into the row."""
    people, game = table(base, "small-world")
    ben, ada = play_on(people, game, "conquest")
    refused = ada.call("PUT", f"/games/{game}/plan", 409, moves=["pick 0", "stop"])
    assert (refused["error"]["code"], refused["move"]) == ("plan_ends", 1)
    ada.call("PUT", f"/games/{game}/plan", moves=["pick 0", "stop"] if chance else ["pick 0"], chance=chance)
    seq = ben.view(game)["seq"]
    ben.play(game, "stop")
    play_to(ben, game)
    mine = [row["seq"] for row in rows(ada, game) if row.get("planned")]
    drawn = [row["seq"] for row in rows(ada, game) if row["kind"] == "chance" and row["seq"] > seq]
    assert len(mine) == (2 if chance else 1)
    assert mine[0] < drawn[0] < [*mine, 10**6][1]


def play_to(client: Client, game: str) -> None:
    """Give first answers until somebody else is asked."""
    while (now := client.view(game))["choices"]:
        client.play(game, now["choices"][0]["text"], seq=now["seq"])


def test_it_can_be_withdrawn_and_needs_a_turn_to_come(base: str) -> None:
    people, game = table(base, "terra-mystica")
    ben, ada = play_on(people, game, "main")
    first, *_ = cards(ada, game)
    refused = ben.call("PUT", f"/games/{game}/plan", 409, moves=[first])
    assert refused["error"]["code"] == "plan_now"
    assert ada.call("PUT", f"/games/{game}/plan", 422, moves=["dance"])["error"]["sentence"]
    ada.call("PUT", f"/games/{game}/plan", moves=[first])
    # Standing orders beside it change nothing about it.
    ada.call("PUT", f"/games/{game}/orders", orders=[{"ask": "leech", "play": "leech take"}])
    assert left(ada, game)["moves"] == [first]
    ada.call("DELETE", f"/games/{game}/plan")
    found = ada.get(f"/games/{game}/private")
    assert (found["plan"], len(found["orders"])) == (None, 1)
    ben.play(game, cards_of(ben, game)[0])
    assert ada.view(game)["view"]["ask"]["code"] == "main"


def cards_of(client: Client, game: str) -> list[str]:
    return [choice["text"] for choice in client.view(game)["choices"] if choice["verb"] == "pass"]


def test_nobody_else_is_told_of_it(base: str) -> None:
    people, game = table(base, "terra-mystica")
    ben, ada = play_on(people, game, "main")
    eve = Client(base, "Eve")

    def seen(who: Client) -> list[Any]:
        return [who.get(f"/games/{game}{path}") for path in HOUSE]

    with ben.socket(game) as his, eve.socket(game) as hers:
        for socket in (his, hers):
            socket.until("hello")
        before = [seen(who) for who in (ben, eve)]
        first, second, *_ = cards(ada, game)
        ada.call("PUT", f"/games/{game}/plan", moves=[first], otherwise=[second])
        assert [seen(who) for who in (ben, eve)] == before
        ada.call("DELETE", f"/games/{game}/plan")
        for socket in (his, hers):
            socket.send("ping")
            heard = socket.read()
            while heard["type"] == "presence":
                heard = socket.read()
            assert heard["type"] == "pong"
    assert ben.get(f"/games/{game}/private")["plan"] is None
    eve.get(f"/games/{game}/private", 403)


def test_it_outlives_the_server_and_is_played_once(own: Server) -> None:
    people, game = table(own.base, "terra-mystica")
    ben, ada = play_on(people, game, "main")
    first, second, *_ = cards(ada, game)
    ada.call("PUT", f"/games/{game}/plan", moves=[first])
    own.kill()
    own.start()
    assert left(ada, game)["moves"] == [first]
    seq = ben.view(game)["seq"]
    for _ in range(2):
        ben.play(game, second, seq=seq, id="the same")
    assert len([row for row in rows(ada, game) if row.get("planned")]) == 1
    own.kill()
    own.start()
    assert left(ada, game) is None
    assert len([row for row in rows(ada, game) if row.get("planned")]) == 1


def test_a_draft_goes_on_after_a_draw_where_it_is_asked_to(base: str) -> None:
    """What is drawn is assumed, told nowhere, and no part of what happened; without the wish the draft ends there."""
    people, game = table(base, "small-world")
    ben, ada = play_on(people, game, "conquest")
    ends = ada.post(f"/games/{game}/plan", moves=["pick 0"], ahead=True)
    assert ends["view"]["player"] < 0
    assert not ends["assumed"]
    goes_on = ada.post(f"/games/{game}/plan", moves=["pick 0"], ahead=True, chance=True)
    assert goes_on["view"]["ask"]["code"] == "conquest"
    assert goes_on["assumed"]
    assert [row["who"] for row in goes_on["rows"]] == [ada.get(f"/games/{game}")["you"]]
    first = next(choice["text"] for choice in goes_on["choices"] if choice["verb"] == "conquer")
    ada.call("POST", f"/games/{game}/plan", 409, moves=["pick 0", first], ahead=True)
    further = ada.post(f"/games/{game}/plan", moves=["pick 0", first], ahead=True, chance=True)
    assert further["own"] == 2
    region = int(first.split()[1])
    assert further["view"]["regions"][region]["seat"] == ada.get(f"/games/{game}")["you"]
    why = ada.get(f"/games/{game}/why?move=conquer+{region}&after=pick+0&ahead=1&chance=1")
    assert why["legal"]
    assert ben.view(game)["view"]["player"] == ben.get(f"/games/{game}")["you"], "nothing is played"
    # In my own turn as well; what can be played at once ends at the draw.
    play_to(ben, game)
    now = ada.post(f"/games/{game}/plan", moves=["pick 0", first], chance=True)
    assert (now["own"], now["ahead"]) == (1, False)
