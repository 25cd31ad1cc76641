"""A turn drafted before it has come: the copy in which it begins, and the moves tried on it as the board changes."""

import random
from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import OVER, State
from tests.server.harness import Client, Server
from tests.support.patience import Patience

TITLES = ["small-world", "underground", "warcraft", "terra-mystica"]
REGIONS = TITLES[:3]
BEGINS = ("choice", "pick", "main")
"""What a turn begins with."""


@pytest.fixture
def base(real: Server) -> str:
    return real.base


def asked(state: State, seat: int) -> tuple[Any, Any]:
    view = state.view(seat)
    ask = view["ask"]
    assert isinstance(ask, dict)
    return view["round"], ask["code"]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("title", TITLES)
def test_the_copy_begins_the_turn_that_comes(title: str, players: int) -> None:
    """What was shown last before a turn came asked the same thing in the same round; now and then nothing has changed
    since, and it was that very position."""
    game, begun, equal = catalog.game(title, players), 0, 0
    for seed in range(4):
        chance, state, last = random.Random(seed), game.new(), dict[int, State | None]()
        while (before := state.current_player()) != OVER:
            for seat in range(players) if before >= 0 else ():
                if seat != before:
                    last[seat] = state.blind(seat).turn_ahead(seat)
            state.apply(chance.choice(state.legal_actions()))
            now = state.current_player()
            ahead = last.get(now)
            if now in (before, OVER) or ahead is None or asked(state, now)[1] not in BEGINS:
                continue
            begun += 1
            assert asked(ahead, now) == asked(state, now)
            assert ahead.current_player() == now
            equal += ahead.view(now) == state.blind(now).view(now)
    assert begun > 20
    assert equal


@pytest.mark.parametrize("title", REGIONS)
def test_nobodys_secrets_are_in_the_copy(title: str) -> None:
    """Two positions that differ only in what others hide give the same copy."""
    game = catalog.game(title, 2)
    state = game.new()
    chance = random.Random(5)
    while state.turn_ahead(1) is None or state.current_player() != 0:
        state.apply(chance.choice(state.legal_actions()))
    page = state.dump()
    coins = page["coins"]
    assert isinstance(coins, list)
    richer = game.load({**page, "coins": [coins[0] + 3, coins[1]]})
    assert richer.dump() != page
    copies = [seen.blind(1).turn_ahead(1) for seen in (state, richer)]
    assert copies[0] is not None
    assert copies[1] is not None
    assert copies[0].dump() == copies[1].dump()


def table(base: str, title: str) -> tuple[list[Client], str]:
    """Two people at a table."""
    people = [Client(base, "Ada"), Client(base, "Ben")]
    game: str = people[0].new_game(["me", "open"], title=title)["table"]["id"]
    people[1].post(f"/games/{game}/seats/1/sit")
    return people, game


def play_on(people: list[Client], game: str, ask: str, round: int = 1) -> tuple[Client, Client]:
    """Give first answers until somebody is asked this; whoever that is, and the other."""
    patience = Patience()
    while True:
        at = people[0].get(f"/games/{game}/view")["view"]
        turn = people[at["player"]]
        if at["ask"]["code"] == ask and at["round"] >= round:
            return turn, people[1 - at["player"]]
        seen = turn.view(game)
        assert patience.lasts(seen["seq"]), "nobody plays on"
        turn.play(game, seen["choices"][0]["text"], seq=seen["seq"])


@pytest.mark.parametrize("title", REGIONS)
def test_a_draft_made_while_others_move_is_played_when_the_turn_comes(base: str, title: str) -> None:
    people, game = table(base, title)
    ben, ada = play_on(people, game, "conquest", 2)
    seen = ada.view(game)
    assert seen["choices"] == []
    first = ada.post(f"/games/{game}/plan", moves=[], ahead=True)
    assert (first["ahead"], first["stopped"], first["seq"]) == (True, None, seen["seq"])
    assert first["view"]["player"] == seen["view"]["seats"].index(first["view"]["seats"][first["view"]["player"]])
    steps = [first["choices"][0]["text"]]
    tried = ada.post(f"/games/{game}/plan", moves=steps, ahead=True)
    assert tried["own"] == 1
    # Nothing happened at the table, and the other seat cannot tell.
    assert ada.view(game) == seen
    # The same question is explained in the draft, which at the table is not mine to ask.
    move = tried["choices"][0]["text"]
    ada.get(f"/games/{game}/why?move={move}", 409)
    assert ada.get(f"/games/{game}/why?move={move}&after={steps[0]}&ahead=1")["legal"]
    code = first["view"]["ask"]["code"]
    play_on(people, game, code, first["view"]["round"])
    mine = ada.post(f"/games/{game}/plan", moves=steps, ahead=True, as_far=True)
    assert (mine["ahead"], mine["stopped"], mine["own"]) == (False, None, 1)
    ada.play(game, *steps)
    assert ben.view(game)["seq"] > seen["seq"]


def test_a_step_that_no_longer_holds_is_named(base: str) -> None:
    people, game = table(base, "terra-mystica")
    ben, ada = play_on(people, game, "main")
    first = ada.post(f"/games/{game}/plan", moves=[], ahead=True)
    card = next(c["text"] for c in first["choices"] if c["verb"] == "pass")
    steps = ["convert power coin", card] if first["choices"][0]["text"] == "convert power coin" else [card]
    assert ada.post(f"/games/{game}/plan", moves=steps, ahead=True)["own"] == len(steps)
    ben.play(game, card)
    again = ada.post(f"/games/{game}/plan?lang=en", moves=[*steps, "done"], ahead=True, as_far=True)
    assert again["stopped"]["move"] == len(steps) - 1
    error = again["stopped"]["error"]
    assert error["sentence"]
    assert error["rule"]
    assert len(again["rows"]) == len(steps) - 1
    # Without asking how far it goes, the whole is refused for the same reason.
    assert ada.call("POST", f"/games/{game}/plan", 422, moves=steps, ahead=True)["error"]["code"] == error["code"]


def test_no_draft_where_more_than_others_turns_comes_first(base: str) -> None:
    people, game = table(base, "terra-mystica")
    at = people[0].get(f"/games/{game}/view")["view"]
    other = people[1 - at["player"]]
    # Set-up: nobody's turn has come yet.
    assert other.post(f"/games/{game}/plan", 409, moves=[], ahead=True)["error"]["code"] == "no_turn_ahead"
    ben, ada = play_on(people, game, "main")
    card = next(c["text"] for c in ben.view(game)["choices"] if c["verb"] == "pass")
    ben.play(game, card)
    # Who has passed plays again in the next round, after its income.
    assert ben.post(f"/games/{game}/plan", 409, moves=[], ahead=True)["error"]["code"] == "no_turn_ahead"
    assert not ada.post(f"/games/{game}/plan", moves=[], ahead=True)["ahead"]
