"""`terrarium mcp`: a table for language models, over standard input and output."""

from typing import Annotated

import typer

from terrarium.cli.groups import Lang
from terrarium.cli.speech import language
from terrarium.kernel.contract import NotationError


def mcp(
    server: Annotated[str, typer.Option(help="Address of a server, to sit at one of its tables.")] = "",
    game: Annotated[str, typer.Option(help="The table: what follows /g/ in its link.")] = "",
    seat: Annotated[int, typer.Option(min=0, help="The seat to take.")] = 0,
    key: Annotated[str, typer.Option(help="The key of a seat that is taken already.")] = "",
    invite: Annotated[str, typer.Option(help="The invitation of a private table.")] = "",
    name: Annotated[str, typer.Option(help="The name at the table.")] = "Model",
    lang: Lang = "",
) -> None:
    """Let a language model play: list titles, sit down, see, ask why not, move (Model Context Protocol, stdio)."""
    chosen = language(lang)
    try:
        import mcp as _installed  # noqa: F401
    except ImportError as error:
        raise NotationError("needs_extra", {"extra": "mcp"}) from error
    from terrarium.mcp.remote import Api, ServerRefused, TableSeat
    from terrarium.mcp.server import make_server

    try:
        table = TableSeat(Api(server, chosen), game, seat, key, invite, name) if server else None
    except ServerRefused as error:
        raise NotationError("server_said", {"sentence": str(error)}) from error
    make_server(chosen, table).run("stdio")
