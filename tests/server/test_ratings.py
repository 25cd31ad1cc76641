"""Ratings of people who want one: which games count, for whom, and once only."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import func, select, update

from terrarium import bots
from terrarium.bots.strength import strength
from terrarium.catalog import titles
from terrarium.server.ops.settings import Settings
from terrarium.server.people import ratings
from terrarium.server.people.sessions import Person
from terrarium.server.room import submission, table
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.store import migrate, schema
from terrarium.server.store.rows import Seat
from tests.server.harness import Client, Server, wait_for
from tests.server.test_accounts import account

BOTH = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
WIN, LOSE = ["add 3", "end"], ["add 1", "end"]


def rated(base: str, name: str) -> Client:
    client = account(base, name)
    client.call("PUT", "/account/rated", on=True)
    return client


def sit_down(host: Client, *others: Client, **wishes: Any) -> str:
    game: str = host.new_game(["me"] + ["open"] * len(others), options={"rounds": "1"}, **wishes)["table"]["id"]
    for seat, other in enumerate(others, start=1):
        other.post(f"/games/{game}/seats/{seat}/sit")
    return game


def standing(client: Client) -> dict[str, Any] | None:
    """How I stand at tables of two."""
    found = client.get(f"/people/{client.user}")["ratings"]
    return next((entry for entry in found if entry["players"] == 2), None)


def settled(client: Client, game: str) -> None:
    """The followers of a game's end have been through: statistics are written by them too, or nothing ever is."""
    wait_for(lambda: client.get(f"/games/{game}")["status"] == "over")


def test_a_finished_game_moves_both(base: str) -> None:
    ada, bo = rated(base, "Ada One"), rated(base, "Bo One")
    game = sit_down(ada, bo)
    assert [seat["rated"] for seat in ada.get(f"/games/{game}")["seats"]] == [True, True]
    ada.play(game, *WIN)
    bo.play(game, *LOSE)
    wait_for(lambda: standing(bo))
    one, two = standing(ada), standing(bo)
    assert one is not None
    assert two is not None
    assert one["rating"] > 25 > two["rating"]
    assert one["uncertainty"] < 25 / 3
    assert one["games"] == two["games"] == 1
    board = Client(base).get("/titles/coins/ratings?players=2")["people"]
    places = [entry["name"] for entry in board]
    assert places.index("Ada One") < places.index("Bo One")
    told = Client(base).get(f"/people/{ada.user}/ratings/coins?players=2")["history"]
    assert [(entry["game"], entry["rating"]) for entry in told] == [(game, one["rating"])]
    assert ada.get("/account/data")["rated_games"][0]["game"] == game


def test_it_is_chosen_before_sitting_down_and_by_accounts_alone(base: str) -> None:
    guest, ada, bo = Client(base, "Guest"), account(base, "Ada Two"), rated(base, "Bo Two")
    assert guest.call("PUT", "/account/rated", 403, on=True)["error"]["code"] == "needs_account"
    game = sit_down(ada, bo)
    ada.call("PUT", "/account/rated", on=True)  # too late for this table
    ada.play(game, *WIN)
    bo.play(game, *LOSE)
    settled(ada, game)
    second = sit_down(ada, bo)
    bo.call("PUT", "/account/rated", on=False)  # too late as well: who loses cannot take it back
    ada.play(second, *WIN)
    bo.play(second, *LOSE)
    wait_for(lambda: standing(bo))
    for client in (ada, bo):
        found = standing(client)
        assert found is not None
        assert found["games"] == 1, "the first had one rated seat only"
    # Who wants no rating any more is not shown to others.
    assert guest.get(f"/people/{bo.user}", 404)
    assert "Bo Two" not in [one["name"] for one in guest.get("/titles/coins/ratings?players=2")["people"]]


def test_what_does_not_count(base: str) -> None:
    ada, bo = rated(base, "Ada Three"), rated(base, "Bo Three")
    first = sit_down(ada, bo)
    ada.play(first, *WIN)
    # A fork of that game, played to its end.
    fork = ada.post(f"/games/{first}/fork", 201, at=0, seats=[{"kind": "me"}, {"kind": "open"}])["table"]["id"]
    bo.post(f"/games/{fork}/seats/1/sit")
    ada.play(fork, *WIN)
    bo.play(fork, *LOSE)
    settled(ada, fork)
    # One that both call off.
    ada.post(f"/games/{first}/ask", kind="abort")
    bo.answer(first, agree=True)
    assert ada.get(f"/games/{first}")["status"] == "aborted"
    # A record that was brought in.
    done = sit_down(Client(base), Client(base))
    counted = sit_down(ada, bo)
    ada.play(counted, *WIN)
    bo.play(counted, *LOSE)
    wait_for(lambda: standing(ada))
    record = ada.get(f"/games/{counted}/record")
    ada.post("/games/import", 201, record=record, seats=[])
    assert done
    found = standing(ada)
    assert found is not None
    assert found["games"] == 1
    assert [entry["game"] for entry in ada.get("/account/data")["rated_games"]] == [counted]


def test_who_gives_up_comes_last(tmp_path: Path) -> None:
    # A server of its own: only so many accounts may be made from one address in a while.
    with Server(tmp_path) as server:
        ada, bo = rated(server.base, "Ada Four"), rated(server.base, "Bo Four")
        game = sit_down(ada, bo)
        ada.play(game, *WIN)
        ada.post(f"/games/{game}/resign")
        wait_for(lambda: standing(bo))
        one, two = standing(ada), standing(bo)
    assert one is not None
    assert two is not None
    assert two["rating"] > 25 > one["rating"]


def seat(number: int, kind: str = "human", stand_in: str = "") -> Seat:
    return Seat(number, kind, "", "", number + 1, None, stand_in, [], "")


def test_places() -> None:
    four = [seat(0), seat(1), seat(2, stand_in="absent"), seat(3, "bot")]
    result = {"scores": [50, 70, 90, 60], "winners": [2]}
    found = ratings.sides(four, [0, 1, 2, 3], [0, 1, 2, 3], result)
    assert [(side.seats, side.place) for side in found] == [([0], 4), ([1], 2), ([2], ratings.LAST), ([3], 3)]
    # Partners share their place, and who is not placed is left out.
    teams = ratings.sides(four, [0, 1, 3], [0, 1, 0, 1], {"scores": [50, 70, 90, 60], "winners": [0, 2]})
    assert [(side.seats, side.place) for side in teams] == [([0], 0), ([1, 3], 2)]


def answered_by_bots(client: Client, game: str) -> bool:
    """Have bots played last, after the person on seat 0 had?"""
    makers = [row["who"] for row in client.get(f"/games/{game}/events?after=0")["rows"] if row["who"] >= 0]
    return 0 in makers and makers[-1] > 0


def test_a_person_alone_with_bots_is_rated(tmp_path: Path) -> None:
    with Server(tmp_path, TERRARIUM_TITLES="terrarium.catalog:titles") as server:
        ada = rated(server.base, "Ada")
        kinds = ["me", "random", "random"]
        game = ada.new_game(kinds, title="small-world", options={})["table"]["id"]
        ada.post(f"/games/{game}/resign")
        ada.ended(game)
        wait_for(lambda: ada.get(f"/people/{ada.user}")["ratings"])
        (found,) = ada.get(f"/people/{ada.user}")["ratings"]
        assert (found["title"], found["players"], found["games"]) == ("small-world", 3, 1)
        assert found["rating"] < 25, "behind two bots"
        # With a take-back that nobody else had to agree to it does not count.
        again = ada.new_game(kinds, title="small-world")["table"]["id"]
        wait_for(lambda: ada.view(again)["choices"], "the turn never came")
        before = ada.view(again)["seq"]
        ada.play(again, ada.view(again)["choices"][0]["text"])
        ada.post(f"/games/{again}/ask", kind="takeback", to=before)
        ada.post(f"/games/{again}/resign")
        ada.ended(again)
        # Nor when one goes back past what the bots did since.
        third = ada.new_game(kinds, title="small-world")["table"]["id"]
        while not answered_by_bots(ada, third):
            wait_for(lambda: ada.view(third)["choices"], "the turn never came")
            ada.play(third, ada.view(third)["choices"][0]["text"])
            wait_for(lambda: ada.view(third)["choices"], "the turn never came")
        seq = ada.view(third)["seq"]
        undone = ada.post(f"/games/{third}/undo", id="back", expected_seq=seq, turn=False)["rows"][0]
        assert undone["to"] < seq - 1
        ada.post(f"/games/{third}/resign")
        ada.ended(third)
        wait_for(lambda: ada.get("/titles/small-world/ratings?players=3")["people"])
        assert [entry["games"] for entry in ada.get(f"/people/{ada.user}")["ratings"]] == [1]
        board = ada.get("/titles/small-world/ratings?players=3")
        assert [entry["level"] for entry in board["bots"]] == bots.levels("small-world")


@pytest.mark.parametrize("title", [*titles()])
def test_bots_have_ratings(title: str) -> None:
    low, high = titles()[title].players
    for players in range(max(2, low), high + 1):
        found = strength(title, players)
        assert [*found] == bots.levels(title), players
        ratings_ = {level: rating for level, (rating, _) in found.items()}
        assert ratings_["random"] == min(ratings_.values()), players
        assert ratings_["novice"] < min(ratings_["strong"], ratings_["master"]), players


def test_a_host_who_sends_somebody_away_is_placed_last(tmp_path: Path) -> None:
    """Whatever they do afterwards, to an opponent who is winning."""
    with Server(tmp_path) as server:
        ada, bo = rated(server.base, "Ada Six"), rated(server.base, "Bo Six")
        game = ada.new_game(["me", "open"], options={"rounds": "2"})["table"]["id"]
        bo.post(f"/games/{game}/seats/1/sit")
        ada.play(game, *LOSE)
        bo.play(game, *WIN)
        ada.post(f"/games/{game}/seats/1/remove")
        assert ada.post(f"/games/{game}/ask", 409, kind="abort")["error"]["code"] == "sent_away"
        ada.play(game, "add 3")
        seq = ada.view(game)["seq"]
        ada.post(f"/games/{game}/ask", kind="takeback", to=seq - 1)  # nobody is left to agree
        while ada.get(f"/games/{game}")["status"] != "over":
            wait_for(lambda: ada.view(game)["choices"] or ada.view(game)["view"]["over"], "the bot never played")
            if ada.view(game)["choices"]:
                ada.play(game, ada.view(game)["choices"][-1]["text"])
        wait_for(lambda: standing(ada))
        found = standing(ada)
        assert found is not None
        assert found["rating"] < 25
        assert standing(bo) is None, "whoever was sent away neither wins nor loses"
        assert [entry["name"] for entry in ada.get("/titles/coins/ratings?players=2")["people"]].count("Bo Six") == 0


def test_places_behind_who_sent_somebody_away() -> None:
    seats = [seat(0), seat(1, stand_in="removed"), seat(2)]
    seats[1].rated = True
    room: Any = SimpleNamespace(seats=seats, meta=SimpleNamespace(host=seats[0].user_id))
    result = {"scores": [90, 50, 70], "winners": [0]}
    found = ratings.sides(ratings.at_fault(room), [0, 2], [0, 1, 2], result)
    assert [(side.seats, side.place) for side in found] == [([0], ratings.LAST), ([2], 2)]
    seats[1].rated = False  # an operator took it, or nobody was to be rated there
    assert ratings.at_fault(room) == seats


# Once only


async def ended_game(hall: Hall, people: list[Person]) -> Room:
    """A game that both have played to its end, in a hall that lets nothing follow."""
    wish = table.Wish("coins", [{"kind": "me"}, {"kind": "open"}], options={"rounds": "1"})
    room, _ = await table.create(hall, people[0], wish)
    await table.sit(hall, room, people[1], 1, people[1].name)
    for seat_, lines in ((0, WIN), (1, LOSE)):
        await submission.submit(hall, room, seat_, submission.Submission(f"m{seat_}", room.seq, lines))
    assert room.meta.status == "over"
    return room


@BOTH
def test_two_workers_rate_a_game_once_and_lose_none(database: str) -> None:
    async def run() -> None:
        settings = Settings(database=database, titles="tests.server.toy:titles")
        migrate.upgrade(database)
        one, two = Hall(settings), Hall(settings)
        try:
            people = [(await one.sessions.open(name, "en"))[1] for name in ("Ada", "Bo")]
            await one.store.write(lambda connection: connection.execute(update(schema.users).values(rated=True)))
            games = [(await ended_game(one, people)).id for _ in range(8)]
            rooms = [(hall, await hall.rooms.get(game)) for game in games for hall in (one, two, one)]
            await asyncio.gather(*[ratings.rate(hall, room) for hall, room in rooms])
            query = select(schema.ratings.c.games).order_by(schema.ratings.c.user_id)
            counted = await one.store.read(lambda connection: [*connection.execute(query).scalars()])
            assert counted == [8, 8]
            rows = select(func.count()).select_from(schema.rated_games)
            assert await one.store.read(lambda connection: connection.execute(rows).scalar()) == 16
            # Each game began where another had ended: no result was written over.
            told = await ratings.history(one, people[0].user_id, "coins", 2, people[0].user_id)
            climbed = [float(str(entry["rating"])) for entry in told]
            assert len(set(climbed)) == 8
            last = await ratings.profile(one, people[0].user_id, people[0].user_id)
            assert max(climbed) == last["ratings"][0]["rating"]  # type: ignore[index]
        finally:
            await one.stop()
            await two.stop()

    asyncio.run(run())


def test_games_with_units_of_the_house_are_not_rated(tmp_path: Path) -> None:
    async def run() -> None:
        settings = Settings(database=f"sqlite:///{tmp_path}/house.db", titles="tests.server.toy:titles")
        migrate.upgrade(settings.database)
        hall = Hall(settings)
        people = [(await hall.sessions.open(name, "en"))[1] for name in ("Ada", "Bo")]
        await hall.store.write(lambda connection: connection.execute(update(schema.users).values(rated=True)))
        room = await ended_game(hall, people)
        usual = dict(room.meta.options)
        rows = select(func.count()).select_from(schema.rated_games)
        for options, counted in (({**usual, "unit.mice": "…"}, 0), (usual, 2)):
            room.meta.options = options
            await ratings.rate(hall, room)
            assert await hall.store.read(lambda connection: connection.execute(rows).scalar()) == counted
        await hall.stop()

    asyncio.run(run())


def test_a_game_that_ended_just_before_a_stop_is_rated_after_the_start(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/late.db"

    async def run() -> int:
        settings = Settings(database=database, titles="tests.server.toy:titles")
        migrate.upgrade(database)
        hall = Hall(settings)
        people = [(await hall.sessions.open(name, "en"))[1] for name in ("Ada", "Bo")]
        await hall.store.write(lambda connection: connection.execute(update(schema.users).values(rated=True)))
        await ended_game(hall, people)
        await hall.stop()
        return people[0].user_id

    user = asyncio.run(run())
    with Server(tmp_path, database) as server:
        eve = Client(server.base, "Eve")
        wait_for(lambda: eve.get(f"/people/{user}")["ratings"])


@BOTH
def test_who_is_forgotten_has_no_rating_left(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database) as server:
        ada, bo = rated(server.base, "Ada"), rated(server.base, "Bo")
        game = sit_down(ada, bo)
        ada.play(game, *WIN)
        bo.play(game, *LOSE)
        wait_for(lambda: standing(ada))
        ada.post("/account/forget", password="correct horse")
        assert bo.get(f"/people/{ada.user}", 404)
        assert [one["name"] for one in bo.get("/titles/coins/ratings?players=2")["people"]] == ["Bo"]
