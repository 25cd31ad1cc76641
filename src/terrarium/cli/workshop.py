"""`terrarium workshop`: units of one's own checked and tried, put into words, and ours as files to change."""

import re
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from terrarium import catalog
from terrarium.cli.games import Json
from terrarium.cli.groups import Lang
from terrarium.cli.speech import err, language, out, print_json
from terrarium.cli.units import opened, takes_units
from terrarium.kernel.contract import NotationError
from terrarium.titles import FIRST
from terrarium.words import Words
from terrarium.workshop.box import exported, home_of
from terrarium.workshop.files import read_file
from terrarium.workshop.map_trial import tried_map
from terrarium.workshop.maps import map_text, read_map_file, rules_of
from terrarium.workshop.shuffle import shuffled
from terrarium.workshop.text import Teller, card, statement
from terrarium.workshop.trial import GAMES, tried

app = typer.Typer(
    no_args_is_help=True,
    help="Races, powers, relics, places, artifacts and maps of one's own: check a file, read it aloud, export ours.",
)

File = Annotated[Path, typer.Argument(help="A unit or map file, as docs/workshop.md describes them.")]
Title = Annotated[str, typer.Option(help="The title it is tried in; left out, the first that has such units.")]


@app.command()
def check(
    file: File,
    title: Title = "",
    games: Annotated[int, typer.Option(min=0, max=100_000, help="Random games with each partner.")] = GAMES,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Read a unit file, and play it at random with every partner; or a map file, and play on it at random."""
    if is_map(file):
        check_map(file, games, json, lang)
        return
    unit = read_file(file)
    title = for_units(title) or home_of(unit)
    words = Words(language(lang), title)
    played = 0
    seconds = 0.0
    partners: list[str] = []
    if unit.ok and games:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        with Progress(*columns, console=err, transient=True, disable=json or not err.is_terminal) as bar:
            task = bar.add_task(words.say("cli.games"), total=None)
            found = tried(unit, title, games, lambda name, done, all: bar.update(task, completed=done, total=all))
        unit.problems += found.problems
        played, seconds, partners = found.games, found.seconds, found.partners
    problems = unit.told(words)
    if json:
        print_json({"ok": unit.ok, "problems": problems, "games": played, "seconds": round(seconds, 3)})
    else:
        for problem in problems:
            out.print(str(problem["sentence"]), markup=False)
        key = "workshop.checked" if unit.ok else "workshop.broken"
        out.print(words.say(key, {"n": played, "partners": len(partners)}))
    if not unit.ok:
        raise typer.Exit(1)


def for_units(title: str) -> str:
    """The title that was named, which takes units; NotationError for another. Nothing where none was named."""
    if title:
        takes_units(title)
    return title


def is_map(path: Path) -> bool:
    """Does a file hold a map? One that cannot be read holds nothing."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return (
        re.search(r'^\s*\[map\]|^\s*\[\[map\.region\]\]|^\s*\{.*"map"\s*:', text, re.MULTILINE | re.DOTALL) is not None
    )


def check_map(path: Path, games: int, json: bool, lang: str) -> None:
    """The same for a map."""
    file = read_map_file(path)
    words = Words(language(lang), file.title if file.title in catalog.titles() else FIRST)
    played, seconds = 0, 0.0
    if file.ok and games:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        with Progress(*columns, console=err, transient=True, disable=json or not err.is_terminal) as bar:
            task = bar.add_task(words.say("cli.games"), total=games)
            found = tried_map(file, games, lambda done, all: bar.update(task, completed=done, total=all))
        file.problems += found.problems
        played, seconds = found.games, found.seconds
    problems = file.told(words)
    if json:
        print_json({"ok": file.ok, "problems": problems, "games": played, "seconds": round(seconds, 3)})
    else:
        for problem in problems:
            out.print(str(problem["sentence"]), markup=False)
        out.print(words.say("maps.checked" if file.ok else "maps.broken", {"n": played}))
    if not file.ok:
        raise typer.Exit(1)


@app.command()
def shuffle(
    title: Annotated[str, typer.Argument(help="The title the map is for.")],
    players: Annotated[int, typer.Option(min=2, max=5, help="How many play on it.")] = 2,
    seed: Annotated[int, typer.Option(min=0, max=10**9, help="Same seed, same map.")] = 1,
    beside: Annotated[
        list[str] | None, typer.Option(help="A board of the box that lies beside it (Warcraft); several may be named.")
    ] = None,
) -> None:
    """Print a new map, made from a seed, as a file to change."""
    found = catalog.title(title)
    if not found.house_maps:
        raise NotationError("map_title", {"title": title})
    if beside and not (found.house_maps == "regions" and rules_of(title).leaves_room(players, beside)):
        raise NotationError("map_beside", {"names": ", ".join(beside), "title": title, "players": players})
    typer.echo(map_text(shuffled(title, players, seed, beside)), nl=False)


@app.command()
def text(file: File, title: Title = "", json: Json = False, lang: Lang = "") -> None:
    """What a unit does, in words: its card and its statement."""
    words = Words(language(lang), for_units(title) or home_of(read_file(file)))
    unit = opened(file, words)
    if json:
        teller = Teller(words, unit)
        print_json(
            {
                "id": unit.unit.name, "name": teller.name(), "sentences": teller.sentences(), "card": card(words, unit),
                "statement": statement(words, unit),
            }
        )  # fmt: skip
        return
    out.print(statement(words, unit), markup=False)


@app.command()
def export(
    unit: Annotated[str, typer.Argument(help="A unit of ours, by its id.")],
    title: Annotated[str, typer.Option(help="Its title, where several have one of that name.")] = "",
) -> None:
    """Print a unit of ours as a file to change."""
    typer.echo(exported(unit, for_units(title)), nl=False)
