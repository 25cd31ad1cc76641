"""A language model's table, spoken to by the protocol's own client library."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the extra `mcp` is not installed")

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

from terrarium import catalog
from terrarium.kernel.dealer import Dealer
from terrarium.mcp.server import make_server
from tests.server.harness import REAL, Server
from tests.server.harness import Client as Person
from tests.support.patience import CEILING_S, PAUSE_S

LANGUAGES = ("en", "zh-Hant", "zh-Hans")


def visit(work: Callable[[Client], Awaitable[None]], lang: str = "en") -> None:
    """A model connected to a server in this process."""

    async def run() -> None:
        async with Client(make_server(lang)) as client:
            await work(client)

    asyncio.run(run())


async def ask(client: Client, tool: str, **given: Any) -> Any:
    """What a tool answers: its value, or its text; an error is raised as its text."""
    result = await client.call_tool(tool, given)
    text = "\n".join(getattr(part, "text", "") for part in result.content)
    if result.is_error:
        raise Said(text)
    structured = result.structured_content
    return text if structured is None else structured["result"]


class Said(Exception):
    """A tool refused, with this sentence."""


def test_what_can_be_done_is_told() -> None:
    async def work(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {
            "titles", "rules", "sit_down", "join_table", "board", "position", "legal_moves", "why_not", "play",
        }  # fmt: skip
        assert all(tool.description for tool in tools.values())
        listed = await ask(client, "titles")
        assert [title["id"] for title in listed] == list(catalog.titles())
        assert all(title["name"] and title["bots"] for title in listed)

    visit(work)


@pytest.mark.parametrize("title", list(catalog.titles()))
def test_a_whole_game_of_every_title(title: str) -> None:
    async def work(client: Client) -> None:
        told = await ask(client, "sit_down", title=title, players=3, seat=1, opponents="random", seed=5)
        dealer = Dealer(9)
        for _ in range(2000):
            moves = await ask(client, "legal_moves")
            if not moves:
                break
            assert "your turn" in told
            assert all(move["means"] for move in moves)
            told = await ask(client, "play", move=moves[int(dealer.below(len(moves)))]["move"])
        assert told.endswith("The game is over.")
        assert "Round" in told

    visit(work)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refusal_names_its_rule_and_changes_nothing(lang: str) -> None:
    async def work(client: Client) -> None:
        await ask(client, "sit_down", title="small-world", opponents="random", seed=2)
        before = await ask(client, "legal_moves")
        with pytest.raises(Said) as refused:
            await ask(client, "play", move="conquer 3")
        reason = await ask(client, "why_not", move="conquer 3")
        assert str(refused.value).endswith(reason)
        first, _, rule = reason.partition("\n")
        named = rule.split("：" if lang != "en" else ":")[0].split()[-1]
        assert catalog.rulebook("small-world").by_id[named].texts[lang] in rule
        assert first
        assert await ask(client, "legal_moves") == before
        legal = await ask(client, "why_not", move=before[0]["move"])
        assert before[0]["move"] in legal

    visit(work, lang)


def test_a_line_is_asked_about_to_its_end() -> None:
    """The first region of a distribution may be right and the second wrong."""

    async def work(client: Client) -> None:
        await ask(client, "sit_down", title="small-world", opponents="random", seed=2)
        await ask(client, "play", move="pick 0")
        held = []
        while not (move := (await ask(client, "legal_moves"))[0]["move"]).startswith("deploy"):
            held.append(move.split()[1])
            await ask(client, "play", move=move)
        first, second, *_ = sorted(held, key=int)
        line = f"deploy {first}:1 {second}:60"
        with pytest.raises(Said, match="Not played") as refused:
            await ask(client, "play", move=line)
        assert str(refused.value).endswith(await ask(client, "why_not", move=line))

    visit(work)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"title": "chess"}, "chess"),
        ({"title": "small-world", "players": 9}, "9"),
        ({"title": "small-world", "seat": 2}, "no seat 2"),
        ({"title": "small-world", "opponents": "kasparov"}, "kasparov"),
        ({"title": "small-world", "opponents": "strong@many"}, "strong@many"),
        ({"title": "small-world", "map_name": "moon"}, "moon"),
    ],
)
def test_wishes_that_cannot_be_met_get_a_sentence(wish: dict[str, Any], said: str) -> None:
    async def work(client: Client) -> None:
        with pytest.raises(Said, match=said):
            await ask(client, "sit_down", **wish)
        with pytest.raises(Said, match="Sit down first"):
            await ask(client, "position")

    visit(work)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", list(catalog.titles()))
def test_the_board_tells_what_lies_beside_what(title: str, lang: str) -> None:
    """Every place with its land; who borders somebody is bordered by them."""

    async def work(client: Client) -> None:
        with pytest.raises(Said):
            await ask(client, "board")
        await ask(client, "sit_down", title=title, opponents="random", seed=5)
        places = await ask(client, "board")
        assert len(places) == len(catalog.borders(catalog.game(title, 2)))
        beside = {place["place"]: place for place in places}
        for place in places:
            assert place["land"]
            assert place["borders"]
            for way in ("borders", "over_river"):
                assert place["place"] not in place[way]
                assert all(place["place"] in beside[other][way] for other in place[way])
        assert any(place["over_river"] for place in places) == (title == "terra-mystica")

    visit(work, lang)


def test_bots_may_count_simulations_and_the_same_seed_is_the_same_game() -> None:
    async def work(client: Client) -> None:
        told = []
        for _ in range(2):
            await ask(client, "sit_down", title="small-world", seat=1, opponents="master@30", seed=4)
            told.append(await ask(client, "play", move="pick 0"))
        assert told[0] == told[1]

    visit(work)


@pytest.mark.parametrize("move", ["", "conquer", "conquer x", "fly 3", "conquer 99", "0" * 500])
def test_moves_that_are_none_get_a_sentence(move: str) -> None:
    async def work(client: Client) -> None:
        await ask(client, "sit_down", title="small-world", opponents="random", seed=2)
        for tool in ("play", "why_not"):
            try:
                told = await ask(client, tool, move=move)
            except Said as sentence:
                told = str(sentence)
            assert told
            assert "Traceback" not in told

    visit(work)


def test_rules_are_found_by_a_word() -> None:
    async def work(client: Client) -> None:
        found = await ask(client, "rules", title="small-world", search="decline")
        assert "decline" in found
        assert len(found.splitlines()) > 3
        with pytest.raises(Said, match="grandiloquence"):
            await ask(client, "rules", title="small-world", search="grandiloquence")

    visit(work)


WRONG = {"terra-mystica": "build a1"}
"""A move that may not be played as the first; in the Small World family a conquest before a race is picked."""


@pytest.mark.parametrize("title", list(catalog.titles()))
def test_one_seat_of_a_servers_table(tmp_path: Path, title: str) -> None:
    wrong = WRONG.get(title, "conquer 3")

    async def play(server: Server, game: str, invite: str) -> None:
        async with Client(make_server("en")) as client:
            where = {"server": server.base, "game": game}
            told = await ask(client, "join_table", **where, seat=1, invite=invite, name="Iris")
            assert "Round" in told
            places = {place["place"] for place in await ask(client, "board")}
            assert places == set(catalog.borders(catalog.game(title, 2, host.get(f"/games/{game}")["map"])))
            async with asyncio.timeout(CEILING_S):
                while not (moves := await ask(client, "legal_moves")):
                    await asyncio.sleep(PAUSE_S)
            with pytest.raises(Said, match="Not played"):
                await ask(client, "play", move=wrong)
            assert "Rule" in await ask(client, "why_not", move=wrong)
            with pytest.raises(Said):
                await ask(client, "play", move="fly 3")
            assert await ask(client, "legal_moves") == moves
            told = await ask(client, "play", move=moves[-1]["move"])
            assert "Since you last looked:" in told
            with pytest.raises(Said, match="No Terrarium server answers"):
                await ask(client, "join_table", server="http://127.0.0.1:9", game=game)
            with pytest.raises(Said, match="The server says: "):
                await ask(client, "join_table", server=server.base, game="nothere")

    with Server(tmp_path, **REAL) as server:
        host = Person(server.base, "Ada")
        table = host.new_game(["random", "open"], title=title)["table"]
        asyncio.run(play(server, table["id"], table["invite"]))
        assert [seat["name"] for seat in host.get(f"/games/{table['id']}")["seats"]][1] == "Iris"


def test_news_wait_until_they_are_told(tmp_path: Path) -> None:
    """Who asks for moves, or for the board, until it is their turn still hears what happened meanwhile."""

    async def play(server: Server, host: Person, game: str, invite: str) -> None:
        async with Client(make_server("en")) as client:
            await ask(client, "join_table", server=server.base, game=game, seat=1, invite=invite)
            await ask(client, "position")
            taken = host.view(game)["choices"][0]
            host.play(game, taken["text"])
            assert await ask(client, "legal_moves") == []
            assert await ask(client, "board")
            told = await ask(client, "position")
            assert "Since you last looked:" in told
            assert "Ada" in told.partition("Since you last looked:")[2].partition("Round")[0]
            assert "Since you last looked:" not in await ask(client, "position")

    with Server(tmp_path, **REAL) as server:
        host = Person(server.base, "Ada")
        wishes = {"title": "small-world", "options": {"random_first_player": "no"}}
        table = host.new_game(["me", "open"], **wishes)["table"]
        asyncio.run(play(server, host, table["id"], table["invite"]))


def test_the_command_speaks_over_standard_input_and_output() -> None:
    """As an application would start it."""
    command = [sys.executable, "-c", "from terrarium.cli.main import main; main()", "mcp", "--lang", "zh-Hant"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}

    async def run() -> None:
        async with Client(StdioServerParameters(command=command[0], args=command[1:], env=environment)) as client:
            assert "輪到你了" in await ask(client, "sit_down", title="warcraft", opponents="random", seed=1)

    asyncio.run(run())
