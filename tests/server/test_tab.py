"""One contract, two houses: the server over HTTP and sockets, and the house that a browser runs by itself. Both have
the same seed, so the same person plays the same game in both: every answer and every packet must be the same."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from terrarium.tab import workshop
from terrarium.tab.worker import Worker
from terrarium.workshop.examples import example_texts
from terrarium.workshop.maps import map_option
from terrarium.workshop.shuffle import shuffled
from tests.server.two_houses import DECISIONS, TITLES, House, Player, ServerHouse, TabHouse, begin, plain, told


@pytest.mark.parametrize("title", TITLES)
def test_the_same_game_is_told_alike_in_both_houses(houses: tuple[House, House], title: str) -> None:
    tales = []
    for house in houses:
        player = Player(house, title)
        for number in range(DECISIONS):
            player.play(number)
        player.look()
        player.send("jump")
        player.send("conquer 999")
        player.send(player.last["choices"][0]["text"], seq=0)
        house.say("undo", id="back", expected_seq=player.last["seq"], turn=False)
        player.hear()
        player.finish()
        for path in ("", "/record", "/draws", "/fair", "/view?as=1"):
            found = house.ask("GET", f"/games/{player.game}{path}")
            text = re.sub(r"# seat .*", "", found[1]) if isinstance(found[1], str) else plain(found)
            player.tale.append([path, text])
        tales.append(player.tale)
    served, own = tales
    assert len(served) == len(own) > 2 * DECISIONS
    for one, other in zip(served, own, strict=True):
        assert one == other


@pytest.mark.parametrize("path", ["/titles/{}/rules?lang=zh-Hant", "/titles/{}/rules", "/lessons", "/puzzles", "/me"])
def test_what_can_be_read_is_the_same(houses: tuple[House, House], path: str) -> None:
    for title in TITLES:
        served, own = (plain(house.get(path.format(title))) for house in houses)
        assert served == own
        if "{}" not in path:
            break


def test_titles_are_the_same_but_for_levels_that_need_more_than_a_browser(houses: tuple[House, House]) -> None:
    served, own = (house.get("/titles")["titles"] for house in houses)
    for one, other in zip(served, own, strict=True):
        assert set(one["levels"]) - set(other["levels"]) == {"master"}
        one.pop("levels"), other.pop("levels")
        assert plain(one) == plain(other)


@pytest.mark.parametrize(
    "wish",
    [
        {"title": "chess", "seats": [{"kind": "me"}, {"kind": "bot"}]},
        {"title": "small-world", "seats": [{"kind": "me"}]},
        {"title": "small-world", "seats": [{"kind": "me"}, {"kind": "me"}]},
        {"title": "small-world", "seats": [{"kind": "me"}, {"kind": "bot", "level": "wizard"}]},
        {"title": "small-world", "seats": [{"kind": "me"}, {"kind": "bot"}], "map": "moon"},
        {"title": "small-world", "seats": [{"kind": "me"}, {"kind": "bot"}], "options": {"moon": "full"}},
    ],
)
def test_wishes_are_refused_alike(houses: tuple[House, House], wish: dict[str, Any]) -> None:
    served, own = (house.ask("POST", "/games", **wish) for house in houses)
    assert served == own
    assert served[0] >= 400


@pytest.mark.parametrize("title", ["small-world", "warcraft"])
def test_whoever_brings_a_map_plays_on_it_in_both(houses: tuple[House, House], title: str) -> None:
    """Also where the rules draw a board for everybody else."""
    name, value = map_option(shuffled(title, 2, 3))
    wish = {"title": title, "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}], "options": {name: value}}
    for status, found in (house.ask("POST", "/games", **wish) for house in houses):
        assert status == 201, found
        assert found["table"]["map"] == "map_3"


BEAVERS = example_texts()["beavers"]


def test_the_workshops_bench_is_the_same(houses: tuple[House, House]) -> None:
    tales = []
    for house in houses:
        tale: list[Any] = [house.ask("GET", "/workshop?title=underground"), house.ask("GET", "/workshop?title=chess")]
        for text in (BEAVERS, BEAVERS.replace("tokens", "tokns"), "no unit = ["):
            tale += [
                house.ask("POST", f"/workshop/{ask}?lang=zh-Hans", title="small-world", text=text)
                for ask in ("text", "prices")
            ]
        tales.append(tale)
    for one, other in zip(*tales, strict=True):
        assert one == other
    assert {status for status, _ in tales[0]} == {200, 404, 422}


def test_a_unit_is_checked_in_the_tab_while_other_things_go_on() -> None:
    house = TabHouse()
    heard: list[str] = []
    draft = json.dumps({"title": "small-world", "text": BEAVERS})
    _, _, begun = house.worker.flow("/workshop/check?lang=en", draft, heard.append).partition("|")
    assert begun == "200 "
    assert heard == [], "nothing is played before there is time"
    assert house.worker.work() == "more"
    first = json.loads(heard[0])
    assert (first["tried"], first["done"], first["broken"]) == (1, False, [])
    assert house.get("/titles"), "whoever asks something else is answered in between"
    while house.worker.work():
        pass
    assert heard[-1] == ""
    last = json.loads(heard[-2])
    assert last["done"]
    assert last["ok"]
    assert last["games"] == last["of"] == workshop.GAMES * len(last["partners"]) > 20


def test_nobody_waits_for_a_check_that_was_stopped_or_refused() -> None:
    house = TabHouse()
    heard: list[str] = []
    draft = json.dumps({"title": "small-world", "text": BEAVERS})
    name = house.worker.flow("/workshop/check", draft, heard.append).partition("|")[0]
    house.worker.stop(name)
    assert house.worker.work() == ""
    assert heard == []
    wrong = json.dumps({"title": "small-world", "text": BEAVERS.replace("tokens", "tokns")})
    name, _, refused = house.worker.flow("/workshop/check", wrong, heard.append).partition("|")
    assert name == ""
    assert refused.startswith("422 ")
    assert house.worker.work() == ""


def test_a_unit_of_ones_own_is_played_at_once(houses: tuple[House, House]) -> None:
    for house in houses:
        told = house.ask("POST", "/workshop/text", title="small-world", text=BEAVERS)[1]
        wish = {"seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}], "first": "beavers"}
        options = dict([told["option"]])
        status, made = house.ask("POST", "/games", title="small-world", options=options, **wish)
        assert status == 201, made
        view = house.get(f"/games/{made['table']['id']}/view")["view"]
        assert view["row"][0]["race"] == "beavers"


def test_what_only_a_server_does_is_told_in_a_sentence() -> None:
    house = TabHouse()
    for method, path in (("POST", "/workshop/units/x/publish"), ("GET", "/oauth"), ("GET", "/account")):
        status, told = house.ask(method, path)
        assert status == 404
        assert told["error"]["code"] == "needs_server"
        assert told["error"]["sentence"] == "Only a server does this."


@pytest.mark.parametrize("body", ["[", "[]", "1", "null"])
def test_a_request_that_is_none_is_answered(body: str) -> None:
    status, _, text = TabHouse().worker.request("POST", "/games", body).partition(" ")
    assert (int(status), json.loads(text)["error"]["code"]) == (422, "bad_request")


def test_whoever_asks_is_answered_whatever_goes_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that waits for ever could only be loaded anew."""
    house = TabHouse()
    game = begin(house, "small-world", "greedy")
    monkeypatch.setattr(house.worker.house, "table", lambda room: 1 // 0)
    status, found = house.ask("GET", f"/games/{game}")
    assert (status, found["error"]["code"]) == (500, "internal")
    monkeypatch.undo()
    assert house.get(f"/games/{game}")["id"] == game


def test_lessons_and_puzzles_go_alike(houses: tuple[House, House]) -> None:
    tales = []
    for house in houses:
        course = house.get("/lessons")["courses"][0]
        path = f"/lessons/{course['title']}/{course['lessons'][0]['id']}"
        begun = house.ask("POST", path, again=False)
        tale = [house.get(path), begun, house.ask("PUT", path, step=1, done=True), house.get("/lessons")]
        house.listen(begun[1]["table"]["id"])
        tale.append(told(house.heard()))
        puzzle = house.get("/puzzles")["puzzles"][0]["id"]
        tale.append(house.ask("POST", f"/puzzles/{puzzle}"))
        tale += [house.ask("POST", f"/puzzles/{puzzle}/answer", move=move) for move in ("jump", "")]
        tale.append(house.ask("POST", "/puzzles/00000000"))
        tales.append([plain(one) for one in tale])
    assert tales[0] == tales[1]


def test_a_record_goes_from_the_tab_to_the_server_and_back(houses: tuple[ServerHouse, TabHouse]) -> None:
    """In the middle of a game: what was begun on a train is played on at home."""
    served, own = houses
    player = Player(own, "underground")
    for number in range(DECISIONS):
        player.play(number)
    record = own.get(f"/games/{player.game}/record")
    shown = own.get(f"/games/{player.game}/view")
    status, brought = served.ask("POST", "/games/import", record=record)
    assert status == 201, brought
    game = brought["table"]["id"]
    there = served.get(f"/games/{game}/view")
    assert (there["view"], there["choices"]) == (shown["view"], shown["choices"])
    line = served.get(f"/games/{game}/position")["line"]
    status, back = own.ask("POST", "/games/import", record=line)
    assert status == 201, back
    assert own.get(f"/games/{back['table']['id']}/view")["choices"] == shown["choices"]


def test_what_was_kept_is_there_again() -> None:
    first = TabHouse()
    player = Player(first, "warcraft")
    player.play(0)
    kept = json.loads(first.worker.changes())
    assert json.loads(first.worker.changes()) == []
    again = Worker()
    for key, text in kept:
        again.recall(key, text)
    second = TabHouse()
    second.worker = again
    assert second.get("/me") == first.get("/me")
    for path in ("", "/view", "/events", "/record"):
        assert second.get(f"/games/{player.game}{path}") == first.get(f"/games/{player.game}{path}")
    assert second.get("/games?which=mine") == first.get("/games?which=mine")


def other(text: str, **changes: Any) -> str:
    """What was kept, with other contents."""
    return json.dumps({**json.loads(text), **changes})


@pytest.mark.parametrize(
    "damaged",
    [
        lambda text: text[: len(text) // 2],
        lambda text: "[]",
        lambda text: other(text, meta={**json.loads(text)["meta"], "invented": 1}),
        lambda text: other(text, meta={"id": "x"}),
        lambda text: other(text, position={}),
        lambda text: other(text, rows=[[1]]),
    ],
    ids=["cut", "another shape", "of a later version", "of an earlier version", "no position", "no rows"],
)
def test_what_cannot_be_read_spoils_nothing_else(damaged: Callable[[str], str]) -> None:
    """One game that was damaged, or kept by another version, keeps nobody from the others, and is not thrown away."""
    house = TabHouse()
    games = [Player(house, title).game for title in ("small-world", "terra-mystica")]
    kept = dict(json.loads(house.worker.changes()))
    again = TabHouse()
    again.worker = Worker()
    for key, text in kept.items():
        again.worker.recall(key, damaged(text) if key == games[0] else text)
    assert [game["id"] for game in again.get("/games?which=mine")["games"]] == [games[1]]
    assert again.get(f"/games/{games[1]}/view") == house.get(f"/games/{games[1]}/view")
    assert json.loads(again.worker.changes()) == []


def test_who_i_am_can_be_unreadable_too() -> None:
    again = TabHouse()
    again.worker = Worker()
    again.worker.recall("me", '{"me": {"shoe_size": 44}, "made": 1, "learnt": {}}')
    assert again.get("/me")["session"] is None


@pytest.mark.parametrize("title", TITLES)
def test_who_shares_a_device_is_shown_their_own_page_in_turn(title: str) -> None:
    house = TabHouse()
    _, made = house.ask("POST", "/games", title=title, seats=[{"kind": "me"}, {"kind": "open"}])
    game = made["table"]["id"]
    assert [seat["kind"] for seat in made["table"]["seats"]] == ["human", "human"]
    house.listen(game)
    hello = house.heard()[0]["data"]
    first = hello["table"]["you"]
    assert first == hello["view"]["player"]
    shown, before = hello, first
    for number in range(30):
        choices, seq = shown["choices"], house.get(f"/games/{game}")["seq"]
        assert choices, "whoever is asked sees what they may answer"
        house.say("move", id=f"m{number}", expected_seq=seq, moves=[choices[-1]["text"]])
        packets = house.heard()
        shown = packets[-1]["data"]
        you = house.get(f"/games/{game}")["you"]
        assert you == shown["view"]["player"]
        if title != "terra-mystica":  # there everything lies open
            coins = [seat["coins"] for seat in shown["view"]["seats"]]
            assert coins[you] is not None
            assert coins[1 - you] is None, "nobody sees what the other hides"
        if you != before:
            assert [packet["data"]["you"] for packet in packets if packet["type"] == "table"] == [you]
            return
    raise AssertionError("nobody else's turn came")


def test_power_is_offered_to_those_it_comes_to_at_a_shared_device() -> None:
    """In Terra Mystica also in the middle of somebody else's turn."""
    house = TabHouse()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    game = house.ask("POST", "/games", title="terra-mystica", seats=seats)[1]["table"]["id"]
    for number in range(200):
        shown, you = house.get(f"/games/{game}/view"), house.get(f"/games/{game}")["you"]
        assert you == shown["view"]["player"]
        if shown["view"]["ask"]["code"] == "leech":
            assert shown["view"]["ask"]["from"] != you
            assert {choice["text"] for choice in shown["choices"]} >= {"leech take", "leech decline"}
            return
        move, _ = house.worker.house.advised(house.worker.house.room(game), you, "greedy")
        house.ask("POST", f"/games/{game}/moves", id=f"m{number}", expected_seq=shown["seq"], moves=[move])
    raise AssertionError("nobody was offered power")


def test_whoever_shares_a_device_is_there() -> None:
    """Nobody of them is away while another one is asked."""
    house = TabHouse()
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}, {"kind": "open"}]
    table = house.ask("POST", "/games", title="small-world", seats=seats)[1]["table"]
    house.listen(table["id"])
    hello = next(packet for packet in house.heard() if packet["type"] == "hello")
    assert hello["data"]["present"]["seats"] == [0, 2]
    assert house.get(f"/games/{table['id']}")["present"]["seats"] == [0, 2]
