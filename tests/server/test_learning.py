"""Lessons over the API: a table of one's own where one left it, what was learnt, and nothing of it among real games."""

from typing import Any

from terrarium import lessons
from tests.server.harness import Client, Server, wait_for


def play(client: Client, game: str, move: str) -> dict[str, Any]:
    at = client.view(game)
    found: dict[str, Any] = client.play(game, move, seq=at["seq"])
    return found


def test_the_courses_are_told_in_the_language_asked_for(real: Server) -> None:
    ada = Client(real.base, "Ada")
    for lang in ("en", "zh-Hant", "zh-Hans"):
        courses = {one["title"]: one["lessons"] for one in ada.get(f"/lessons?lang={lang}")["courses"]}
        assert {title: len(found) for title, found in courses.items()} == {
            "small-world": 10, "underground": 6, "warcraft": 7, "terra-mystica": 10,
        }  # fmt: skip
        first = lessons.course("small-world").lessons[0]
        assert courses["small-world"][0] == {"id": "pick", "name": first.name[lang], "done": False, "step": 0}
        told = ada.get(f"/lessons/small-world/pick?lang={lang}")
        assert told["steps"][0]["do"] == first.steps[0].do[lang]
        assert "position" not in told


def test_a_lesson_is_a_real_table_that_waits_where_it_was_left(real: Server) -> None:
    ada = Client(real.base, "Ada")
    begun = ada.post("/lessons/underground/relic")
    game = begun["table"]["id"]
    assert begun["step"] == 0
    assert begun["table"]["you"] == 0
    assert [seat["kind"] for seat in begun["table"]["seats"]] == ["human", "bot"]
    play(ada, game, "use sword_of_the_killer_rabbit")
    ada.call("PUT", "/lessons/underground/relic", step=1)
    again = ada.post("/lessons/underground/relic")
    assert (again["table"]["id"], again["step"]) == (game, 1)
    fresh = ada.post("/lessons/underground/relic", again=True)
    assert fresh["table"]["id"] != game
    assert fresh["step"] == 0


def test_what_was_done_stays_done(real: Server) -> None:
    ada = Client(real.base, "Ada")
    ada.post("/lessons/small-world/pick")
    assert ada.call("PUT", "/lessons/small-world/pick", step=1, done=True)["done"]
    ada.post("/lessons/small-world/pick", again=True)
    courses = {one["title"]: one["lessons"] for one in ada.get("/lessons")["courses"]}
    assert courses["small-world"][0]["done"]
    assert not courses["small-world"][1]["done"]
    other = {one["title"]: one["lessons"] for one in Client(real.base, "Bo").get("/lessons")["courses"]}
    assert not other["small-world"][0]["done"], "each has learnt for themselves"


def test_lessons_are_not_among_ones_games_and_count_for_nothing(real: Server) -> None:
    ada = Client(real.base, "Ada")
    before = ada.get("/titles/terra-mystica/statistics")
    game = ada.post("/lessons/terra-mystica/end")["table"]["id"]
    assert ada.get("/games?which=mine")["games"] == []
    play(ada, game, "build d5")
    wait_for(lambda: ada.get(f"/games/{game}")["status"] == "over")
    assert ada.get(f"/games/{game}")["result"]["winners"] == [0]
    assert ada.get("/games?which=mine")["games"] == []
    ada.post("/lessons/terra-mystica/build")
    assert ada.get("/games?which=mine")["games"] == [], "nor when another one was begun"
    assert ada.get("/titles/terra-mystica/statistics") == before
    assert game not in [one["id"] for one in ada.get("/games?which=archive")["games"]]


def test_another_persons_lesson_is_closed(real: Server) -> None:
    ada, bo = Client(real.base, "Ada"), Client(real.base, "Bo")
    game = ada.post("/lessons/small-world/pick")["table"]["id"]
    assert bo.get(f"/games/{game}/view", 403)["error"]["code"]


def test_only_lessons_that_exist_are_begun(real: Server) -> None:
    ada = Client(real.base, "Ada")
    for place in ("/lessons/small-world/nothing", "/lessons/chess/pick"):
        assert ada.post(place, 404)["error"]["code"] == "not_found"


def test_the_guest_who_opens_an_account_keeps_what_was_learnt(real: Server) -> None:
    account: dict[str, Any] = {"name": "Ada of the lessons", "password": "long enough"}
    Client(real.base, "Ada").post("/account", **account)
    guest = Client(real.base, "Guest")
    guest.call("PUT", "/lessons/small-world/price", step=1, done=True)
    token = guest.post("/login", **account)["token"]
    courses = {one["title"]: one["lessons"] for one in Client(real.base, token=token).get("/lessons")["courses"]}
    assert courses["small-world"][2]["done"]
    assert not courses["small-world"][1]["done"]
