"""`terrarium titles` and `terrarium rules`: what there is, and what its rules say."""

from typing import Annotated

import typer
from rich.cells import cell_len
from rich.table import Table

from terrarium import catalog
from terrarium.cli.coverage import coverage
from terrarium.cli.groups import Lang
from terrarium.cli.speech import language, out, print_json
from terrarium.kernel.contract import NotationError
from terrarium.kernel.rulebook import Sheet
from terrarium.words import Words


def titles(
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    lang: Lang = "",
) -> None:
    """List the titles with their races, powers, maps and options."""
    found = catalog.titles()
    if json:
        print_json(
            [
                {
                    "id": title.id,
                    "players": list(title.players),
                    "races": title.races,
                    "powers": title.powers,
                    "maps": title.maps,
                    "options": [option.name for option in title.options],
                }
                for title in found.values()
            ]
        )
        return
    for title in found.values():
        words = Words(language(lang), title.id)
        low, high = title.players
        out.print(f"[bold]{words.name(title.id)}[/bold]  {title.id}  {low}–{high}")
        out.print(words.say("cli.races") + "  " + ", ".join(words.name(race) for race in title.races))
        if title.powers:
            out.print(words.say("cli.powers") + "  " + ", ".join(words.name(power) for power in title.powers))
        out.print(words.say("cli.maps") + "  " + ", ".join(title.maps))
        if len(title.variants()) > 1:
            ways = [f"{w.name} {w.players[0]}–{w.players[1]}" for w in title.variants()]
            out.print(words.say("cli.variants") + "  " + ", ".join(ways))
        table = Table(box=None, padding=(0, 2, 0, 0))
        table.add_column(words.say("cli.option"), no_wrap=True)  # it is typed: no name is broken
        for key in ("cli.values", "cli.meaning"):
            table.add_column(words.say(key), overflow="fold")
        for option in title.options:
            values = " | ".join(f"[bold]{v}[/bold]" if v == option.default else v for v in option.values)
            table.add_row(option.name, values, words.say(f"option.{option.name}"))
        out.print(table)


def rules(
    title: Annotated[str, typer.Argument(help="A title, as `terrarium titles` lists them.")],
    find: Annotated[list[str] | None, typer.Argument(help="A statement's id, or words to look for.")] = None,
    lang: Lang = "",
    show_coverage: Annotated[bool, typer.Option("--coverage", help="Which statements do tests cite?")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Print the living rulebook of a title, or what tests cite of it."""
    speech = language(lang)
    words = Words(speech, title)
    book = catalog.rulebook(title)
    if show_coverage:
        found = coverage(book)
        if json:
            print_json({key: found[key] for key in ("statements", "cited", "waived", "uncited")})
        else:
            out.print(words.say("cli.coverage", {key: number(found[key]) for key in found}))
            for id in found["uncited_ids"] if isinstance(found["uncited_ids"], list) else []:
                out.print(f"  {id}")
        return
    wanted = " ".join(find or [])
    sheets = {f"sheet.{sheet.id}": sheet for sheet in catalog.title(title).sheets()}
    if wanted in sheets:
        if json:
            print_json(sheets[wanted].told(words.say))
        else:
            print_sheet(sheets[wanted], words)
        return
    statements = [book.by_id[wanted]] if wanted in book.by_id else book.search(wanted, speech)
    if wanted and not statements:
        raise NotationError("no_statement", {"id": wanted})
    if json:
        print_json([statement.as_dict(speech) for statement in statements])
        return
    if not wanted and words.has(f"howto.{title}"):
        out.print(f"\n[bold]{words.say('howto')}[/bold]")
        out.print(words.say(f"howto.{title}"))
    for chapter in book.chapters:
        told = [statement for statement in statements if statement.chapter == chapter]
        tables = [sheet for sheet in sheets.values() if sheet.chapter == chapter and not wanted]
        if told or tables:
            key = f"chapter.{chapter}"
            out.print(f"\n[bold]{words.say(key) if words.has(key) else chapter}[/bold]")
        for statement in told:
            out.print(f"[dim]{statement.number:>3} {statement.id}[/dim]\n    {statement.texts[speech]}")
        for sheet in tables:
            print_sheet(sheet, words)


def print_sheet(sheet: Sheet, words: Words) -> None:
    """A table of the rulebook, with its name and the line that explains it."""
    out.print(f"\n[bold]{words.say(f'sheet.{sheet.id}')}[/bold]  [dim]sheet.{sheet.id}[/dim]")
    out.print(words.say(f"sheet.{sheet.id}.about"))
    table = Table(box=None, padding=(0, 1, 0, 0))
    rows = [[words.say(f"column.{column}") for column in sheet.columns]]
    rows += [[words.say(cell.key, cell.args) for cell in row] for row in sheet.rows]
    for place, head in enumerate(rows[0]):
        # no word is broken
        widest = max([cell_len(word) for row in rows for word in row[place].split()])
        table.add_column(head, min_width=widest, overflow="fold")
    for row in rows[1:]:
        table.add_row(*row)
    out.print(table)


def number(value: object) -> object:
    return len(value) if isinstance(value, list) else value
