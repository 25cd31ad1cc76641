"""Studies: trees of variations are begun, tried on, written in, shown to others, copied, reported and taken down."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx2
import pytest

from terrarium import catalog
from terrarium.kernel.contract import CHANCE
from terrarium.server.errors import Problem
from terrarium.server.ops.settings import Settings
from terrarium.server.people import studies
from terrarium.server.room.hall import Hall
from terrarium.server.room.variations import MOST_NODES, Node, Tree
from terrarium.server.store import migrate
from terrarium.titles import LANGUAGES
from terrarium.workshop.files import option_of, read_unit
from tests.server.harness import REAL, Client, Server
from tests.server.test_accounts import SECRET, account, signed_in
from tests.server.test_bringing import a_way_in
from tests.server.test_courtesy import BEGUN, own, played
from tests.server.test_order import BOTH, admin
from tests.workshop.test_files import MICE

TITLES = [*catalog.titles()]
FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
NOBODY = "aaaaaaaaaaaaaa"


@pytest.fixture
def base(real: Server) -> str:
    return real.base


def a_record(title: str) -> str:
    """A whole game."""
    return sorted((FIXTURES / title).glob("2p-*.txt"))[0].read_text("utf-8")


def begun(who: Client, title: str = "small-world", steps: int = 30, **more: Any) -> Any:
    return who.post("/studies", 201, text=a_way_in(title, steps), **more)


def at(who: Client, study: str, node: int, **more: str) -> Any:
    return who.get(f"/studies/{study}/nodes/{node}" + "".join(f"?{name}={value}" for name, value in more.items()))


def tried(who: Client, study: str, node: int, *moves: str, status: int = 200) -> Any:
    return who.post(f"/studies/{study}/nodes/{node}", status, moves=[*moves])


@pytest.mark.parametrize("title", TITLES)
def test_a_position_is_studied(base: str, title: str) -> None:
    ada, bo = Client(base, "Ada"), Client(base, "Bo")
    study = begun(ada, title, name="  What if? ")
    number = study["id"]
    assert (study["name"], study["title"], study["mine"], [node["id"] for node in study["nodes"]]) == (
        "What if?",
        title,
        True,
        [0],
    )
    page = at(ada, number, 0)
    assert page["player"] >= 0
    assert page["view"]["player"] == page["player"]
    first, second = page["choices"][0]["text"], page["choices"][-1]["text"]
    one = tried(ada, number, 0, first)
    assert one["last"] > 0
    main = next(node for node in one["nodes"] if node["up"] == 0)
    assert (main["who"], main["how"]) == (page["player"], "chosen")
    assert main["text"]
    assert main["text"] != first, "in words, not as it is typed"
    two = tried(ada, number, 0, second)
    assert len([node for node in two["nodes"] if node["up"] == 0]) == 2, "a variation beside the first"
    again = tried(ada, number, 0, first)
    assert (again["last"], len(again["nodes"])) == (one["last"], len(two["nodes"])), "the same move is followed"
    ids = {node["id"]: node["up"] for node in two["nodes"]}
    assert all(up < id for id, up in ids.items())
    # Others look, in their language, and change nothing.
    for lang in LANGUAGES:
        seen = bo.get(f"/studies/{number}?lang={lang}")
        assert not seen["mine"]
        assert all(node["text"] for node in seen["nodes"][1:])
    tried(bo, number, 0, first, status=403)
    assert at(bo, number, one["last"])["view"] == at(ada, number, one["last"])["view"]
    own = bo.post(f"/studies/{number}/copy", 201)
    assert (own["mine"], own["copied"], len(own["nodes"])) == (True, number, len(two["nodes"]))
    tried(bo, own["id"], 0, first)
    line = bo.get(f"/studies/{number}/nodes/{one['last']}/line")["line"]
    assert catalog.read_position(line)[1].current_player() == at(ada, number, one["last"])["player"]
    # A variation goes with all that follows it.
    gone = ada.call("DELETE", f"/studies/{number}/nodes/{main['id']}")
    assert gone["last"] == 0
    assert main["id"] not in {node["id"] for node in gone["nodes"]}
    assert all(node["up"] in {-1, *(one["id"] for one in gone["nodes"])} for node in gone["nodes"])
    at_gone = ada.get(f"/studies/{number}/nodes/{main['id']}", 404)
    assert at_gone["error"]["code"] == "no_node"


@pytest.mark.parametrize("title", TITLES)
def test_what_the_rules_forbid_is_refused_with_their_reason(base: str, title: str) -> None:
    ada = Client(base)
    number = begun(ada, title)["id"]
    legal = at(ada, number, 0)["choices"][0]["text"]
    assert ada.get(f"/studies/{number}/nodes/0/why?move={legal}")["legal"]
    wrong = {"terra-mystica": "upgrade a1 te"}.get(title, "conquer 1" if legal.startswith("pick") else "pick 0")
    told = ada.get(f"/studies/{number}/nodes/0/why?move={wrong}")
    assert not told["legal"]
    refused = tried(ada, number, 0, wrong, status=422)["error"]
    assert (refused["sentence"], refused["rule"]) == (told["refusal"]["sentence"], told["refusal"]["rule"])
    assert refused["sentence"]
    assert tried(ada, number, 0, "dance", status=422)["error"]["sentence"]
    assert [node["id"] for node in ada.get(f"/studies/{number}")["nodes"]] == [0], "nothing of it is kept"


@pytest.mark.parametrize("title", TITLES)
def test_a_finished_game_is_studied_whole(base: str, title: str) -> None:
    ada = Client(base)
    record = a_record(title)
    table = ada.post("/games/import", 201, record=record, listed=False)["table"]
    assert table["status"] == "over"
    study = ada.post("/studies", 201, game=table["id"], at=table["seq"] - 3)
    rows = ada.get(f"/games/{table['id']}/events?after=0&upto=500")["rows"]
    assert len(study["nodes"]) == table["seq"] + 1 >= len(rows) + 1
    assert [node["who"] for node in study["nodes"][1 : len(rows) + 1]] == [row["who"] for row in rows]
    assert study["last"] == table["seq"] - 3
    assert all(node["text"] for node in study["nodes"][1:])
    end = at(ada, study["id"], table["seq"])
    assert end["view"]["over"]
    assert (end["choices"], end["draws"]) == ([], [])
    assert (
        tried(ada, study["id"], table["seq"], "pass" if title == "terra-mystica" else "stop", status=409)["error"][
            "code"
        ]
        == "game_over"
    )
    pasted = ada.post("/studies", 201, text=record)
    assert [node["text"] for node in pasted["nodes"]] == [node["text"] for node in study["nodes"]]


def test_chance_is_drawn_and_any_outcome_may_be_tried(base: str) -> None:
    ada = Client(base)
    study = ada.post("/studies", 201, text=a_record("small-world"))
    number = study["id"]
    drawn = next(node for node in study["nodes"] if node["how"] == "chance" and node["up"] > 20)
    before = at(ada, number, drawn["up"])
    assert before["player"] == CHANCE
    assert (before["choices"], len({draw["text"] for draw in before["draws"]})) == ([], len(before["draws"]))
    known = {node["text"] for node in study["nodes"] if node["up"] == drawn["up"]}
    other = next(draw for draw in before["draws"] if draw["text"] not in known)
    after = tried(ada, number, drawn["up"], other["move"])
    assert {node["text"] for node in after["nodes"] if node["up"] == drawn["up"]} == known | {other["text"]}
    # The same tries lead to the same draws, wherever they are tried: they follow from the position alone.
    twins = [ada.post("/studies", 201, text=a_way_in("small-world", 30))["id"] for _ in range(2)]
    move = next(one["text"] for one in at(ada, twins[0], 0)["choices"])
    first, second = [tried(ada, twin, 0, move)["nodes"] for twin in twins]
    assert first == second


def test_a_study_of_a_running_game_tells_nothing_hidden(base: str) -> None:
    ada, bo, game = played(base, "small-world", "hidden")
    mine, yours = own(ada, game, 0), own(bo, game, 1)
    assert BEGUN not in (mine, yours)
    study = ada.post("/studies", 201, game=game)
    assert [node["id"] for node in study["nodes"]] == [0], "what was played stays at the table until its end"
    coins = [seat["coins"] for seat in at(ada, study["id"], 0)["view"]["seats"]]
    assert coins == [mine, BEGUN]
    (kept,) = [one for one in ada.get("/account/data")["studies"] if one["id"] == study["id"]]
    assert json.loads(kept["start"])["coins"] == [mine, BEGUN], "nor is it kept anywhere"
    eve = Client(base, "Eve")
    watched = eve.post("/studies", 201, game=game)
    assert [seat["coins"] for seat in at(eve, watched["id"], 0)["view"]["seats"]] == [BEGUN, BEGUN]
    ahead = ada.get(f"/games/{game}")["seq"] + 1
    assert ada.post("/studies", 404, game=game, at=ahead)["error"]["code"] == "no_position"
    closed = ada.new_game(["me", "open"], title="small-world", listed=False)["table"]["id"]
    assert eve.post("/studies", 403, game=closed)["error"]["code"] == "invite_needed"
    assert ada.post("/studies", 422)["error"]["code"] == "bad_request"
    assert ada.post("/studies", 422, text="small-world players=2")["error"]["sentence"]


@BOTH
def test_comments_arrows_and_names_are_kept(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database, **REAL) as server:
        ada, bo = Client(server.base), Client(server.base, "Bo")
        number = begun(ada)["id"]
        path = f"/studies/{number}/nodes/0"
        ada.call("PUT", path, note=" Hold the\u202e hill.\nThen wait.\u0007 ", arrows=[[3, 9], [4, 4], ["C4", "D2"]])
        (first,) = bo.get(f"/studies/{number}")["nodes"]
        assert first["note"] == "Hold the hill.\nThen wait."
        assert first["arrows"] == [[3, 9], [4, 4], ["C4", "D2"]]
        bo.call("PUT", path, 403, note="mine")
        for wrong in (
            {"note": "x" * 2001},
            {"arrows": [[1, 2]] * 31},
            {"arrows": [["<b>", 2]]},
            {"arrows": [[1, 900]]},
        ):
            ada.call("PUT", path, 422, **wrong)
        assert ada.call("PUT", f"/studies/{number}", name="The hill")["name"] == "The hill"
        bo.call("PUT", f"/studies/{number}", 403, name="mine")
        assert [one["name"] for one in ada.get("/studies")["studies"]] == ["The hill"]
        assert bo.get("/studies")["studies"] == []
        bo.call("DELETE", f"/studies/{number}", 403)
        ada.call("DELETE", path, 422)
        ada.call("DELETE", f"/studies/{number}")
        assert bo.get(f"/studies/{number}", 404)["error"]["sentence"] == "There is no such study here."


@BOTH
def test_a_study_is_reported_and_taken_down(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database, **REAL) as server:
        ada, bo = Client(server.base), Client(server.base, "Bo")
        number = begun(ada, name="Rude")["id"]
        ada.call("PUT", f"/studies/{number}/nodes/0", note="ruder")
        bo.post("/reports", 404, study=NOBODY)
        bo.post("/reports", 201, study=number, text="rude words")
        (report,) = admin(database, "reports")["reports"]
        assert (report["study"], report["user_id"], report["text"]) == (number, ada.user, "rude words")
        assert report["said"] == "Rude\nruder"
        assert admin(database, "take-down", number)["study"] == number
        for path in ("", "/nodes/0", "/nodes/0/line", "/units", "/map"):
            bo.get(f"/studies/{number}{path}", 404)
        bo.post(f"/studies/{number}/copy", 404)
        assert ada.get(f"/studies/{number}")["taken_down"]
        admin(database, "take-down", number, "--undo")
        bo.get(f"/studies/{number}")


def test_studies_go_with_their_owner(base: str) -> None:
    guest = Client(base, "Ada")
    number = begun(guest, name="Mine")["id"]
    account(base, "Ada the Student")
    guest.post("/login", name="Ada the Student", password=SECRET)
    ada = signed_in(base, "Ada the Student", SECRET)
    assert [one["id"] for one in ada.get("/studies")["studies"]] == [number], "a guest's go over to the account"
    (study,) = ada.get("/account/data")["studies"]
    assert (study["id"], study["name"], json.loads(study["nodes"])) == (number, "Mine", [{"id": 0}])
    ada.post("/account/forget", password=SECRET)
    Client(base, "Bo").get(f"/studies/{number}", 404)


def test_units_of_somebodys_own_come_along(base: str) -> None:
    ada = Client(base)
    name, value = option_of(read_unit(MICE))
    game = ada.new_game(["me", "random"], title="small-world", options={name: value})["table"]["id"]
    study = ada.post("/studies", 201, game=game)
    assert [unit["id"] for unit in ada.get(f"/studies/{study['id']}/units")["units"]] == ["mice"]
    assert ada.get(f"/studies/{study['id']}/map")["outline"] is None


def test_there_is_an_end_to_studies(tmp_path: Path) -> None:
    with Server(tmp_path, **REAL, TERRARIUM_QUOTAS="1", TERRARIUM_STUDIES_HOUR="3") as server:
        ada = Client(server.base)
        for _ in range(3):
            begun(ada)
        assert ada.post("/studies", 429, text=a_way_in("small-world", 30))["error"]["code"] == "too_fast"
    with Server(tmp_path, **REAL) as server:
        ada = Client(server.base)
        line = a_way_in("small-world", 30)
        for _ in range(studies.MOST):
            ada.post("/studies", 201, text=line)
        assert ada.post("/studies", 409, text=line)["error"]["code"] == "too_many_studies"


def test_a_tree_grows_only_so_far() -> None:
    game = catalog.game("small-world", 2)
    nodes = [Node(0), *[Node(n + 1, 0, "race elves") for n in range(MOST_NODES)]]
    with pytest.raises(Problem, match="study_full"):
        Tree(game, game.new(), nodes, "").kept()
    with pytest.raises(Problem, match="study_full"):
        Tree(game, game.new(), [Node(0, note="x" * 400_000)], "").kept()
    assert Tree(game, game.new(), nodes[:-1], "").kept()


def test_who_writes_to_an_old_state_is_told(tmp_path: Path) -> None:
    """Two windows of one person: nothing of the faster one is lost."""

    async def run() -> None:
        settings = Settings(database=f"sqlite:///{tmp_path}/twice.db")
        migrate.upgrade(settings.database)
        hall = Hall(settings)
        _, ada = await hall.sessions.open("Ada", "en")
        game = catalog.game("small-world", 2)
        beginning = studies.Beginning(game.title, 2, game.map_name, dict(game.options), None, [Node(0)])
        row = await studies.begin(hall, ada, beginning, "old")
        await studies.change(hall, row, name="first")
        with pytest.raises(Problem, match="study_changed"):
            await studies.change(hall, row, name="second")
        assert (await studies.show(hall, row.id, None)).name == "first"
        await hall.stop()

    asyncio.run(run())


def test_only_studies_may_be_framed(base: str) -> None:
    def policy(path: str) -> tuple[str, str | None]:
        headers = httpx2.get(base + path).headers
        (ancestors,) = [
            part.strip() for part in headers["content-security-policy"].split(";") if "frame-ancestors" in part
        ]
        return ancestors, headers.get("x-frame-options")

    assert policy(f"/embed/{NOBODY}") == ("frame-ancestors *", None)
    closed = ("frame-ancestors 'none'", "DENY")
    for path in (
        "/",
        f"/study/{NOBODY}",
        "/embed/",
        f"/embed/{NOBODY}/x",
        f"/x/embed/{NOBODY}",
        f"/embed/{NOBODY.upper()}",
        "/account",
        f"/api/v1/studies/{NOBODY}",
        f"/api/v1/embed/{NOBODY}",
    ):
        assert policy(path) == closed, path
    whole = httpx2.get(f"{base}/embed/{NOBODY}").headers
    assert "script-src 'self'" in whole["content-security-policy"]
    assert whole["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in whole
