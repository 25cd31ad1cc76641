"""`terrarium ladder`: all levels against each other, ratings on one scale."""

import os
from dataclasses import asdict
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from terrarium import catalog
from terrarium.arena import spread
from terrarium.arena.ladder import ladder as table_of
from terrarium.arena.ladder import names_of, round_robin
from terrarium.arena.match import check, checked
from terrarium.cli.arena import Workers
from terrarium.cli.games import Json
from terrarium.cli.groups import Lang
from terrarium.cli.speech import err, language, out, print_json
from terrarium.words import Words


def ladder(
    title: Annotated[str, typer.Argument(help="A title; all of them if left out.")] = "",
    games: Annotated[int, typer.Option(min=2, max=100_000, help="Games of each pair, half from each seat.")] = 20,
    bots: Annotated[str, typer.Option(help="Levels, separated by commas; all of them if left out.")] = "",
    seed: Annotated[int, typer.Option(help="Same seed, same set-ups.")] = 1,
    workers: Workers = 0,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Play the round-robin of all levels at tables of two, by simulations and not by time, and print their ratings."""
    words = Words(language(lang), title)
    titles = [catalog.title(title).id] if title else list(catalog.titles())
    found: dict[str, object] = {}
    for name in titles:
        # Who is named twice stands on it once.
        names = list(dict.fromkeys(wish.strip() for wish in bots.split(","))) if bots else names_of(name)
        for wish in names:
            checked(wish, name)
        matches = round_robin(name, names, games, seed)
        check(matches)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        results = []
        with Progress(*columns, console=err, transient=True, disable=json or not err.is_terminal) as bar:
            task = bar.add_task(name, total=len(matches))
            for result in spread.here(matches, workers or os.cpu_count() or 1):
                results.append(result)
                bar.advance(task)
        rungs, pairs = table_of(names, sorted(results, key=lambda result: result.match.number))
        found[name] = {
            "players": 2,
            "games": len(results),
            "bots": [asdict(rung) for rung in rungs],
            "pairs": [asdict(pair) for pair in pairs],
        }
        if not json:
            table = Table(title=words.say("arena.ladder", {"title": name, "n": len(results)}), box=None)
            for place, key in enumerate(("bot", "games", "share", "rating", "interval")):
                table.add_column(words.say(f"arena.{key}"), justify="right" if place else "left")
            for rung in rungs:
                low, high = rung.ci95
                table.add_row(
                    rung.name, str(rung.games), f"{100 * rung.win_share:.1f} %", f"{rung.rating:+.0f}",
                    f"{low:+.0f} … {high:+.0f}",
                )  # fmt: skip
            out.print(table)
    if json:
        print_json({"seed": seed, "games_a_pair": games, "titles": found})
