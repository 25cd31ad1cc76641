"""`terrarium calibrate`: do the chances to win that bots tell come true?"""

import os
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from terrarium import bots, catalog
from terrarium.arena import calibration, spread
from terrarium.arena.match import checked
from terrarium.cli.games import Json
from terrarium.cli.groups import Lang
from terrarium.cli.speech import language, out, print_json
from terrarium.words import Words


def calibrate(
    title: Annotated[str, typer.Argument(help="A title, as `terrarium titles` lists them.")],
    players: Annotated[int, typer.Option(help="How many sit at a table.")] = 2,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many games.")] = 200,
    bot: Annotated[str, typer.Option(help="The level that plays every seat.")] = "casual",
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same games; the numbers were fitted on seed 0.")] = 1,
    simulations: Annotated[int, typer.Option(min=0, help="Simulations for each position; 0: as usual.")] = 0,
    mind: Annotated[str, typer.Option(help="learned or handmade; else the one that hints come from here.")] = "",
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0: one a core.")] = 0,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Play games, ask for everybody's chance to win on the way, and compare with how they end."""
    words = Words(language(lang), title)
    game = catalog.game(title, players)
    checked(bot, title, bots.everywhere(title))
    calibration.check(mind, game)
    first = seed * calibration.MOST_GAMES
    tables = [calibration.Table(title, players, first + number, bot, simulations, mind) for number in range(games)]
    told = spread.on_cores(calibration.sayings, tables, workers or os.cpu_count() or 1)
    found = calibration.calibrate([saying for sayings in told for saying in sayings])
    if json:
        print_json(asdict(found))
        return
    page = asdict(found)
    out.print(words.say("calibrate.positions", {key: page[key] for key in ("positions", "brier", "baseline")}))
    table = Table(box=None)
    for key in ("said", "happened", "count"):
        table.add_column(words.say(f"calibrate.{key}"), justify="right")
    table.add_column(words.say("arena.games"), justify="right")
    for line in found.reliability:
        said, happened = f"{100 * line.said:.1f} %", f"{100 * line.happened:.1f} %"
        table.add_row(said, happened, str(line.positions), str(line.games))
    out.print(table)
