"""Coins at a table: hidden by courtesy or open, and everything that tells of them follows the table's choice."""

import json
import random
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from terrarium import bots, catalog, courtesy
from terrarium.cli.play import Session
from terrarium.kernel.contract import OVER, State
from terrarium.mcp.private import PrivateSeat
from terrarium.words import Words
from tests.server.harness import Client, Server, wait_for
from tests.server.two_houses import House, ServerHouse, TabHouse
from tests.support.play import positions

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


def a_bots_turn(title: str, bot: int) -> tuple[str, str]:
    """A position in which seat `bot` conquers, in two lines: the other seat has 9 coins, and 29."""
    game = catalog.game(title, 2)
    conquests = (
        state
        for seed in range(20)
        for state in positions(game, seed)
        if state.current_player() == bot and state.view(bot)["round"] == 4 and "conquest" in str(state.view(bot)["ask"])
    )
    page, lines = next(conquests).dump(), []
    for coins in (9, 29):
        both = [20 if seat == bot else coins for seat in range(2)]
        lines.append(catalog.write_position(game, game.load({**page, "coins": both, "ledger": both})))
    return lines[0], lines[1]


def expected(house: House, line: str, coins: str) -> float:
    """The lead that a bot expects after its first answer to a position, as whoever looks at the finished game reads."""
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
    status, made = house.ask("POST", "/games/import", record=line, seats=seats, coins=coins)
    assert status == 201, made
    game = made["table"]["id"]
    house.listen(game)
    house.heard()
    assert house.ask("POST", f"/games/{game}/resign")[0] == 200
    rows = house.get(f"/games/{game}/events")["rows"]
    lead: float = house.get(f"/games/{game}/reasons/{next(row['seq'] for row in rows if row['who'] == 1)}")["lead"]
    return lead


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("where", ["server", "tab"])
def test_a_bot_counts_others_coins_only_where_they_are_open(base: str, title: str, where: str) -> None:
    with ExitStack() as after:
        house: House = TabHouse()
        if where == "server":
            house = server = ServerHouse(Client(base, "Ada"))
            after.callback(server.close)
        poor, rich = a_bots_turn(title, 1)
        assert expected(house, poor, "hidden") == expected(house, rich, "hidden")
        assert expected(house, poor, "open") - expected(house, rich, "open") == pytest.approx(20)


@pytest.mark.parametrize("title", TITLES)
def test_a_hint_in_the_tab_counts_others_coins_only_where_they_are_open(title: str) -> None:
    """The server asks its bot processes the same for a hint as for a bot (`test_bots_pool`)."""

    def hint(line: str, coins: str) -> Any:
        house, seats = TabHouse(), [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
        game = house.ask("POST", "/games/import", record=line, seats=seats, coins=coins)[1]["table"]["id"]
        return house.get(f"/games/{game}/hint")

    poor, rich = a_bots_turn(title, 0)
    assert hint(poor, "hidden") == hint(rich, "hidden")
    assert hint(poor, "open")["lead"] > hint(rich, "open")["lead"] + 10


def test_a_bot_in_the_terminal_counts_others_coins_only_where_they_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    thought_on: list[list[int]] = []

    class Spy(bots.Bot):
        def choose(self, state: State, seat: int, budget_s: float) -> tuple[int, str]:
            thought_on.append(state.scores())
            return state.legal_actions()[0], ""

    # A language model's private game shows the coins of its seat alone.
    monkeypatch.setattr(bots, "make", lambda *of: Spy())
    game = catalog.game("small-world", 2)
    line = a_bots_turn("small-world", 1)[1]
    words = Words("en", "small-world")
    tables = [Session(game, ["human", "greedy"], 1, words, coins).bots for coins in courtesy.CHOICES]
    for choosers in (*tables, PrivateSeat(game, 0, "greedy", 1, words).bots):
        choosers[1](catalog.read_position(line)[1], 1)
    hidden, shown, model = thought_on
    assert hidden == model
    assert hidden[0] < shown[0] == 29
    assert hidden[1] == shown[1] == 20


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
