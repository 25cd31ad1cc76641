"""`terrarium mcp`: the tools a language model plays with. It sits at one table at a time."""

import secrets
from typing import Annotated

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

import terrarium
from terrarium import bots, catalog
from terrarium.cli.screen import Screen
from terrarium.cli.speech import out, sentence
from terrarium.kernel.contract import NotationError
from terrarium.mcp.private import PrivateSeat
from terrarium.mcp.remote import Api, ServerRefused, TableSeat
from terrarium.mcp.seat import Declined, Page, Seat, Verdict
from terrarium.words import Words

WIDTH = 120
REFUSED = (NotationError, Declined, ServerRefused)
INSTRUCTIONS = (
    "Board games with exact rules. Call sit_down (a private game against bots) or join_table (one seat of a server's "
    "table), then board, position, legal_moves, why_not and play until the game is over. Moves are the short texts "
    "that legal_moves lists, such as `conquer 14`."
)
Title = Annotated[str, Field(description="Id of a title, as `titles` lists them.")]
Move = Annotated[str, Field(description="A move as legal_moves spells it, such as `conquer 14`.")]


class Visitor:
    """Whoever is connected: the language it reads, and its seat."""

    def __init__(self, lang: str, seat: Seat | None = None) -> None:
        self.lang = lang
        self.seat = seat
        self.untold: list[str] = []
        """What happened and was not told yet."""

    def glance(self, table: Seat) -> Page:
        """The position for a tool that tells no news: they wait."""
        page = table.look()
        self.untold += page.news
        return page

    def shown(self, page: Page) -> str:
        """A page in words, with all news that nobody has told yet."""
        page.news = self.untold + page.news
        self.untold = []
        return page_in_words(self.seated().words, page)

    def sit(self, seat: Seat) -> str:
        """Take a seat, and look."""
        self.seat = seat
        self.untold = []
        return self.shown(seat.look())

    def seated(self) -> Seat:
        if self.seat is None:
            raise ToolError(Words(self.lang).say("mcp.none"))
        return self.seat

    def told(self, error: Exception) -> ToolError:
        """A sentence that says what to do instead of a traceback."""
        words = self.seat.words if self.seat is not None else Words(self.lang)
        if isinstance(error, Declined):
            return ToolError(verdict_in_words(words, error.verdict))
        if isinstance(error, ServerRefused):
            return ToolError(words.say("error.server_said", {"sentence": str(error)}))
        assert isinstance(error, NotationError)
        return ToolError(sentence(words, error))


def page_in_words(words: Words, page: Page) -> str:
    """News, the whole position, and what is asked of this seat."""
    screen = Screen(words, [page.seat])
    lines: list[str] = []
    if page.news:
        lines += [words.say("mcp.news"), *(f"  {line}" for line in page.news), ""]
    with out.capture() as captured:
        screen.table(page.view, page.choices)
        if page.choices:
            screen.question(page.view)
    lines += [line.rstrip() for line in captured.get().splitlines()]
    lines += [
        f"{words.name(unit)}: {words.say(f'about.{unit}')}" for unit in at_hand(page) if words.has(f"about.{unit}")
    ]
    key = "mcp.over" if page.view["over"] else "mcp.yours" if page.choices else "mcp.waiting"
    lines.append(words.say(key, {"seat": page.seat}))
    return "\n".join(lines)


def at_hand(page: Page) -> list[str]:
    """The units whose abilities matter to this seat now: its own, and those it may pick."""
    found: list[str] = []
    for tribe in page.view["seats"][page.seat].get("tribes", []):
        found += [tribe["race"], tribe["power"]]
    found.append(page.view["seats"][page.seat].get("faction"))
    if any(choice.verb == "pick" for choice in page.choices):
        for combo in page.view.get("row", []):
            found += [combo["race"], combo["power"]]
    return [unit for unit in dict.fromkeys(found) if unit]


def verdict_in_words(words: Words, verdict: Verdict) -> str:
    """Why a move is refused, with the rule it rests on."""
    lines = [words.say("mcp.refused", {"sentence": verdict.sentence})]
    if verdict.statement:
        lines.append(words.say("mcp.rule", {"rule": verdict.rule, "statement": verdict.statement}))
    return "\n".join(lines)


def make_server(lang: str, seat: Seat | None = None) -> MCPServer:
    """The server with its tools, for one visitor."""
    visitor = Visitor(lang, seat)
    server = MCPServer("terrarium", instructions=INSTRUCTIONS, version=terrarium.__version__, log_level="WARNING")
    out.width = WIDTH

    @server.tool()
    def titles() -> list[dict[str, object]]:
        """The games that can be played: id, name, how many players, maps, and the bots to play against."""
        return [
            {
                "id": id,
                "name": Words(visitor.lang, id).say(f"title.{id}"),
                "players": list(title.players),
                "maps": title.maps,
                "bots": bots.levels(id),
            }
            for id, title in catalog.titles().items()
        ]

    @server.tool()
    def rules(title: Title, search: Annotated[str, Field(description="A word; empty: all chapters.")] = "") -> str:
        """The living rulebook: the statements in which a word occurs, each with its id."""
        try:
            found = catalog.rulebook(title).search(search, visitor.lang)
            if not found:
                raise NotationError("no_statement", {"id": search})
        except REFUSED as error:
            raise visitor.told(error) from error
        return "\n".join(f"{one.id}: {one.texts[visitor.lang]}" for one in found)

    @server.tool()
    def sit_down(
        title: Title,
        players: Annotated[int, Field(description="How many sit at the table.")] = 2,
        seat: Annotated[int, Field(description="Your seat, from 0.")] = 0,
        opponents: Annotated[str, Field(description="The bots' level; strong@500 counts simulations.")] = "greedy",
        map_name: Annotated[str, Field(description="A map of the title; empty: the usual one.")] = "",
        options: Annotated[dict[str, str] | None, Field(description="Options of the title by name.")] = None,
        seed: Annotated[int | None, Field(description="Same seed and same moves, same game.")] = None,
    ) -> str:
        """Begin a private game against bots; it takes the place of the one before."""
        try:
            game = catalog.game(title, players, map_name, options)
            if not 0 <= seat < players:
                raise NotationError("bad_seat", {"seat": seat, "players": players})
            found = bots.named(opponents)
            if found is None or found[0] not in bots.levels(title):
                names = ", ".join(bots.levels(title))
                raise NotationError("unknown_bot", {"bot": opponents, "names": names})
            words = Words(visitor.lang, title)
            chosen = secrets.randbelow(2**31) if seed is None else seed
            return visitor.sit(PrivateSeat(game, seat, opponents, chosen, words))
        except REFUSED as error:
            raise visitor.told(error) from error

    @server.tool()
    def join_table(
        server: Annotated[str, Field(description="Address of a Terrarium server, http://…")],
        game: Annotated[str, Field(description="Id of the table: what follows /g/ in its link.")],
        seat: Annotated[int, Field(description="The seat to take, from 0.")] = 0,
        key: Annotated[str, Field(description="The key of a seat that is yours already.")] = "",
        invite: Annotated[str, Field(description="The invitation of a private table.")] = "",
        name: Annotated[str, Field(description="How you are called at the table.")] = "Model",
    ) -> str:
        """Take a seat at a table of a server, or come back to it with its key."""
        try:
            return visitor.sit(TableSeat(Api(server, visitor.lang), game, seat, key, invite, name))
        except REFUSED as error:
            raise visitor.told(error) from error

    @server.tool()
    def board() -> list[dict[str, object]]:
        """Every place of the board as it is now: its land, what it borders, and what lies over one river hex."""
        table = visitor.seated()
        try:
            view = visitor.glance(table).view
            beside = catalog.borders(table.origin())
        except REFUSED as error:
            raise visitor.told(error) from error
        screen = Screen(table.words, [])
        lands = {str(row["id"]): screen.land(row) for row in view.get("regions", [])}
        lands |= {row["hex"].lower(): table.words.name(row["terrain"]) for row in view.get("hexes", [])}
        return [
            {"place": place, "land": lands[place], "borders": borders, "over_river": over}
            for place, (borders, over) in beside.items()
        ]

    @server.tool()
    def position() -> str:
        """What happened since you last looked, the position in words, and what is asked."""
        table = visitor.seated()
        try:
            return visitor.shown(table.look())
        except REFUSED as error:
            raise visitor.told(error) from error

    @server.tool()
    def legal_moves() -> list[dict[str, object]]:
        """Every move you may play now: `move` to give to `play`, and what it means."""
        table = visitor.seated()
        try:
            choices = visitor.glance(table).choices
        except REFUSED as error:
            raise visitor.told(error) from error
        screen = Screen(table.words, [])
        return [{"move": choice.text, "means": screen.label(choice), **choice.facts} for choice in choices]

    @server.tool()
    def why_not(move: Move) -> str:
        """Why a move may not be played now, with its rule; or that it may, and what it costs."""
        table = visitor.seated()
        try:
            verdict = table.why(move)
        except REFUSED as error:
            raise visitor.told(error) from error
        if not verdict.legal:
            return verdict_in_words(table.words, verdict)
        said = table.words.say("cli.legal", {"text": move})
        if verdict.price:
            total = sum(amount for _, amount in verdict.price)
            said += " " + table.words.say("cli.price", {"lines": verdict.price, "total": total})
        return said

    @server.tool()
    def play(move: Move) -> str:
        """Play a move; the others answer, and the new position is told. A move that is refused changes nothing."""
        table = visitor.seated()
        try:
            return visitor.shown(table.play(move))
        except REFUSED as error:
            raise visitor.told(error) from error

    return server
