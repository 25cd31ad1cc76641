"""`terrarium admin`: what an operator does about people and tables, directly in the database, while workers run."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from terrarium.cli.games import Json
from terrarium.cli.groups import Lang
from terrarium.cli.serve import DATABASE, Database, say, told
from terrarium.cli.speech import print_json

if TYPE_CHECKING:
    from sqlalchemy import Connection

T = TypeVar("T")
app = typer.Typer(no_args_is_help=True, help="Bans, tables, chat, units, studies, reports, quotas: for operators.")
Who = Annotated[str, typer.Argument(help="A person's number, or the name of an account.")]


def done(database: str, lang: str, work: "Callable[[Connection], T]") -> T:
    """Carry something out in the database; whatever is wrong is told in one sentence."""
    with told(lang):
        from terrarium.server.people import operator
        from terrarium.server.store import migrate

        migrate.upgrade(database)
        return operator.act(database, work)
    raise AssertionError


def answer(json: bool, lang: str, code: str, found: dict[str, Any], **args: object) -> None:
    """For programs as it is, for people in a sentence."""
    if json:
        print_json(found)
    else:
        typer.echo(say(lang, code, **{**found, **args}))


@app.command()
def ban(
    who: Who,
    days: Annotated[float | None, typer.Option(min=0, max=36500, help="For so long; without it for ever.")] = None,
    database: Database = DATABASE,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Let nobody come in as this person; sessions end, seats are taken away."""
    with told(lang):
        from terrarium.server.people import operator

    answer(json, lang, "banned", done(database, lang, lambda connection: operator.ban(connection, who, days)))


@app.command()
def unban(who: Who, database: Database = DATABASE, json: Json = False, lang: Lang = "") -> None:
    """Let this person in again."""
    with told(lang):
        from terrarium.server.people import operator

    answer(json, lang, "unbanned", done(database, lang, lambda connection: operator.unban(connection, who)))


@app.command("close-table")
def close_table(
    game: Annotated[str, typer.Argument(help="The table, as its address names it.")],
    database: Database = DATABASE,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Call a game off."""
    with told(lang):
        from terrarium.server.people import operator

    answer(json, lang, "closed", done(database, lang, lambda connection: operator.close_table(connection, game)))


@app.command("delete-chat")
def delete_chat(
    lines: Annotated[list[int], typer.Argument(help="Numbers of lines, as reports name them.")],
    database: Database = DATABASE,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Delete lines of chat, also from windows that are open."""
    with told(lang):
        from terrarium.server.people import operator

    found = done(database, lang, lambda connection: operator.unsay(connection, lines))
    deleted = found["deleted"]
    answer(json, lang, "unsaid", found, n=len(deleted) if isinstance(deleted, list) else 0)


@app.command()
def reports(
    all_: Annotated[bool, typer.Option("--all", help="Closed ones too.")] = False,
    database: Database = DATABASE,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """What people have reported."""
    with told(lang):
        from terrarium.server.people import operator

    found = done(database, lang, lambda connection: operator.reports(connection, all_))
    if json:
        print_json({"reports": found})
        return
    if not found:
        typer.echo(say(lang, "no_reports"))
    for one in found:
        named = ("game", "line", "user_id", "unit", "study")
        about = " ".join(f"{name} {one[name]}" for name in named if one[name] is not None)
        said = f" “{one['said']}”" if one["said"] else ""
        typer.echo(
            say(lang, "report", id=one["id"], reporter=one["reporter"], about=about, text=one["text"], said=said)
        )


@app.command("close-report")
def close_report(
    number: Annotated[int, typer.Argument(help="Its number.")],
    database: Database = DATABASE,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """A report is settled."""
    with told(lang):
        from terrarium.server.people import operator

    answer(
        json, lang, "report_closed", done(database, lang, lambda connection: operator.close_report(connection, number))
    )


@app.command("take-down")
def take_down(
    number: Annotated[str, typer.Argument(help="The unit or study, as its address names it.")],
    undo: Annotated[bool, typer.Option("--undo", help="Show it again.")] = False,
    database: Database = DATABASE,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Let nobody but its owner see a unit or map of the gallery, or a study; games with it go on."""
    with told(lang):
        from terrarium.server.people import operator

    found = done(database, lang, lambda connection: operator.take_down(connection, number, undo))
    what = "study" if "study" in found else "unit"
    answer(json, lang, f"{what}_shown" if undo else f"{what}_down", found)


@app.command()
def quota(
    who: Who,
    what: Annotated[
        str, typer.Argument(help="game, import, chat, hint, review, report, lab, unit, study; tables, bots.")
    ],
    most: Annotated[int | None, typer.Argument(min=0, help="An hour, or at once; without it: as everybody.")] = None,
    database: Database = DATABASE,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Allow one person more or less than others."""
    with told(lang):
        from terrarium.server.people import operator

    found = done(database, lang, lambda connection: operator.set_quota(connection, who, what, most))
    answer(json, lang, "quotas", found, quotas=str(found["quotas"]))
