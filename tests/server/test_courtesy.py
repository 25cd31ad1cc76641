"""Coins at a table: hidden by courtesy or open, and everything that tells of them follows the table's choice."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from terrarium import catalog, courtesy
from terrarium.kernel.contract import OVER
from tests.server.harness import Client, Server, wait_for

TITLES = ["small-world", "underground", "warcraft"]
BEGUN = 5


@pytest.fixture
def base(real: Server) -> str:
    return real.base


def played(base: str, title: str, coins: str, moves: int = 60) -> tuple[Client, Client, str]:
    """Ada and Bo some turns into a game: both have gained or paid something."""
    ada, bo = Client(base, "Ada"), Client(base, "Bo")
    game = ada.new_game(["me", "open"], title=title, coins=coins)["table"]["id"]
    bo.post(f"/games/{game}/seats/1/sit")
    for _ in range(moves):
        who = ada.view(game)["view"]["player"]
        mover = (ada, bo)[who]
        mover.play(game, mover.view(game)["choices"][0]["text"])
        if {own(ada, game, 0), own(bo, game, 1)}.isdisjoint({BEGUN}):
            return ada, bo, game
    raise AssertionError("nobody gained anything")


def own(client: Client, game: str, seat: int) -> int:
    coins: int = client.view(game)["view"]["seats"][seat]["coins"]
    return coins


def in_line(client: Client, game: str, path: str = "/position") -> list[int]:
    """Everybody's coins as a line of text tells them; the line can be read."""
    _, state = catalog.read_position(client.get(f"/games/{game}{path}")["line"])
    return state.scores()


def seen(client: Client, game: str) -> list[int | None]:
    return [seat["coins"] for seat in client.view(game)["view"]["seats"]]


@pytest.mark.parametrize("title", TITLES)
def test_hidden_coins_are_hidden_everywhere(base: str, title: str) -> None:
    ada, bo, game = played(base, title, "hidden")
    eve = Client(base, "Eve")
    mine, yours = own(ada, game, 0), own(bo, game, 1)
    assert (seen(ada, game), seen(bo, game), seen(eve, game)) == ([mine, None], [None, yours], [None, None])
    assert in_line(ada, game) == [mine, BEGUN]
    assert in_line(bo, game) == [BEGUN, yours]
    assert in_line(eve, game) == [BEGUN, BEGUN]
    with ada.socket(game) as socket:
        assert [seat["coins"] for seat in socket.until("hello")["data"]["view"]["seats"]] == [mine, None]
    # What is played on from here tells no more, whatever that new table shows.
    seq = ada.view(game)["seq"]
    two = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    fork = ada.post(f"/games/{game}/fork", 201, at=seq, seats=two, coins="open")["table"]["id"]
    assert ada.get(f"/games/{fork}/view?at=0")["view"]["seats"][1]["coins"] == BEGUN


@pytest.mark.parametrize("title", TITLES)
def test_open_coins_are_open_everywhere(base: str, title: str) -> None:
    ada, bo, game = played(base, title, "open")
    eve = Client(base, "Eve")
    coins = [own(ada, game, 0), own(bo, game, 1)]
    assert ada.get(f"/games/{game}")["coins"] == "open"
    assert seen(ada, game) == seen(bo, game) == seen(eve, game) == coins
    assert in_line(ada, game) == in_line(eve, game) == coins
    with eve.socket(game) as socket:
        assert [seat["coins"] for seat in socket.until("hello")["data"]["view"]["seats"]] == coins
    seq = ada.view(game)["seq"]
    plan = (ada if ada.view(game)["choices"] else bo).post(f"/games/{game}/plan", moves=[])
    assert [seat["coins"] for seat in plan["view"]["seats"]] == coins
    two = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    fork = ada.post(f"/games/{game}/fork", 201, at=seq, seats=two, coins="open")["table"]["id"]
    assert [seat["coins"] for seat in ada.get(f"/games/{fork}/view?at=0")["view"]["seats"]] == coins


def test_a_plan_does_not_count_for_me(base: str) -> None:
    ada, bo, game = played(base, "small-world", "hidden")
    me = ada if ada.view(game)["choices"] else bo
    plan = me.post(f"/games/{game}/plan", moves=[])
    assert [seat["coins"] for seat in plan["view"]["seats"]] == seen(me, game)


SPARING = ("decline", "expand", "pick 5", "pick 4", "pick 3", "pick 2", "pick 1", "pick 0", "stop")
"""What somebody chooses who wants few coins: a dear combo, few regions, an early decline."""


def spared(choices: list[dict[str, Any]], declines: bool) -> str:
    texts = [choice["text"] for choice in choices]
    liked = [text for text in SPARING if text in texts and (declines or text != "decline")]
    return liked[0] if liked else str(texts[0])


def test_a_plan_that_goes_on_in_another_s_turn_tells_nothing_of_their_coins(base: str) -> None:
    ada, bo = Client(base, "Ada"), Client(base, "Bo")
    game = ada.new_game(["me", "open"], title="small-world", coins="hidden")["table"]["id"]
    bo.post(f"/games/{game}/seats/1/sit")
    while True:
        page = ada.view(game)["view"]
        place = page["seats"][1]
        if page["player"] == 0 and page["round"] > 1 and place["active"] is None:
            break
        mover = (ada, bo)[page["player"]]
        mover.play(game, spared(mover.view(game)["choices"], mover is bo))
    coins = own(bo, game, 1)
    assert coins < BEGUN, "so that what Bo can pay and what everybody begins with differ"
    plan: list[str] = []
    while (tried := ada.post(f"/games/{game}/plan", moves=plan))["view"]["player"] == 0:
        plan.append(spared(tried["choices"], False))
    asked = ada.http.get(f"/games/{game}/why", params={"move": "pick 5", "after": "\n".join(plan)}).json()
    assert (asked["legal"], asked["refusal"]) == (True, None), "Bo is taken to have what everybody begins with"


def thoughts(base: str, coins: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A hint for me, and a bot's reason, in the middle of a game."""
    client = Client(base)
    game = client.new_game(["me", "greedy"], title="small-world", coins=coins)["table"]["id"]
    for _ in range(30):
        wait_for(lambda: client.view(game)["choices"], "the turn never came")
        client.play(game, client.view(game)["choices"][0]["text"])
        rows = client.get(f"/games/{game}/events")["rows"]
        told = [row["seq"] for row in rows if row.get("reason")]
        if told:
            break
    wait_for(lambda: client.view(game)["choices"], "the turn never came")
    return client.get(f"/games/{game}/hint"), client.get(f"/games/{game}/reasons/{told[-1]}")


def test_advice_compares_coins_only_where_they_are_open(base: str) -> None:
    hint, reason = thoughts(base, "hidden")
    assert (hint["lead"], hint["chance"]) == (None, None)
    assert hint["points"] is not None, "what I have and expect is my own"
    assert (reason["points"], reason["lead"], reason["chance"], reason["sources"]) == (None, None, None, [])
    hint, reason = thoughts(base, "open")
    assert None not in (hint["lead"], hint["chance"], reason["lead"])


def test_everybody_sees_all_when_the_game_is_over(base: str) -> None:
    ada = Client(base)
    game = ada.new_game(["random", "random"], title="small-world")["table"]["id"]
    ada.ended(game)
    scores = ada.get(f"/games/{game}")["result"]["scores"]
    assert seen(ada, game) == in_line(ada, game) == scores
    assert BEGUN not in scores


def test_titles_say_whether_they_hide_something(base: str) -> None:
    found = {title["id"]: title["hides"] for title in Client(base).get("/titles")["titles"]}
    assert found == {"small-world": True, "underground": True, "warcraft": True, "terra-mystica": False}


def test_a_title_that_hides_nothing_is_as_it_was() -> None:
    game = catalog.game("terra-mystica", 3)
    state = game.new()
    for coins in courtesy.CHOICES:
        assert courtesy.view(state, 0, coins) == state.view(0)
        assert json.dumps(courtesy.copy(game, state, 0, coins).dump()) == json.dumps(state.dump())
        assert courtesy.open_to_all("terra-mystica", coins)


def some_turns(players: int, **options: str) -> Any:
    """A position of Warcraft in which people have different coins."""
    state, dice = catalog.game("warcraft", players, options=options).new(), random.Random(3)
    while state.current_player() != OVER:
        if len(set(state.scores())) == players:
            return state
        state.apply(dice.choice(state.legal_actions()))
    raise AssertionError("everybody had the same")


def variant(state: Any, viewer: int, coins: str) -> Any:
    return courtesy.view(state, viewer, coins)["variant"]


@pytest.mark.parametrize(("scoring", "worth"), [("sum", sum), ("best", max), ("worst", min)])
def test_a_team_s_score_is_told_where_coins_are_open(scoring: str, worth: Callable[[list[int]], int]) -> None:
    state = some_turns(4, variant="team", team_scoring=scoring)
    coins = state.scores()
    for viewer in (-1, 0, 3):
        teams = variant(state, viewer, courtesy.OPEN)["teams"]
        assert [team["score"] for team in teams] == [worth([coins[0], coins[2]]), worth([coins[1], coins[3]])]
        teams = variant(state, viewer, courtesy.HIDDEN)["teams"]
        assert [team["score"] for team in teams] == [None, None]


def test_the_lead_over_the_murlocs_is_told_where_coins_are_open() -> None:
    state = some_turns(2, variant="coop", coop_scoring="sum")
    shown = variant(state, 0, courtesy.OPEN)
    assert shown["lead"] == sum(state.scores()) - shown["to_beat"]
    assert shown["won"] is None, "nothing is decided before the end"
    assert variant(state, 0, courtesy.HIDDEN)["lead"] is None
