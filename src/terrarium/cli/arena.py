"""`terrarium arena` and `terrarium balance`: bots against each other, and what their games say about a title."""

import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from terrarium import catalog
from terrarium.arena import spread
from terrarium.arena.match import Match, Result, checked
from terrarium.cli.games import Json, Lang, Options, wishes
from terrarium.cli.speech import err, language, out, print_json
from terrarium.kernel.contract import NotationError
from terrarium.words import Words

Title = Annotated[str, typer.Argument(help="A title, as `terrarium titles` lists them.")]
Games = Annotated[int, typer.Option(min=1, max=1_000_000, help="How many games.")]
Seed = Annotated[int, typer.Option(help="Same seed, same set-ups.")]
Players = Annotated[int, typer.Option(help="How many sit at a table.")]
MapName = Annotated[str, typer.Option("--map", help="A map of the title.")]
Budget = Annotated[float, typer.Option(min=0.001, max=3600, help="Seconds a bot may think about one answer.")]
Simulations = Annotated[int, typer.Option(min=0, help="Simulations an answer gets instead of time.")]
Workers = Annotated[int, typer.Option(min=0, help="Processes; 0: one a core.")]
Report = Annotated[Path | None, typer.Option(help="Write an HTML report with pictures here.")]
Ray = Annotated[str, typer.Option("--ray", help="Address of a Ray cluster; local starts one here.")]


def played(matches: list[Match], words: Words, workers: int, ray: str, quiet: bool) -> list[Result]:
    """Every match played, with a progress bar for people; in the order of the matches."""
    source: Iterator[Result] = (
        spread.on_ray(matches, ray) if ray else spread.here(matches, workers or os.cpu_count() or 1)
    )
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    results: list[Result] = []
    with Progress(*columns, console=err, transient=True, disable=quiet or not err.is_terminal) as bar:
        task = bar.add_task(words.say("cli.games"), total=len(matches))
        for result in source:
            results.append(result)
            bar.advance(task)
    return sorted(results, key=lambda result: result.match.number)


def needs_arena() -> None:
    """The table needs openskill, which comes with an extra."""
    try:
        import openskill  # noqa: F401
    except ImportError as error:
        raise NotationError("needs_extra", {"extra": "arena"}) from error


def arena(
    title: Title,
    bots: Annotated[str, typer.Option(help="Levels, separated by commas; strong@500 fixes the simulations.")],
    games: Games = 100,
    seed: Seed = 1,
    players: Players = 2,
    map_name: MapName = "",
    option: Options = None,
    budget: Budget = 1.0,
    simulations: Simulations = 0,
    workers: Workers = 0,
    ray: Ray = "",
    report: Report = None,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Let bots play each other: seats rotated, set-ups mirrored, win shares, scores, ratings, time."""
    needs_arena()
    from terrarium.arena.table import lines, schedule

    words = Words(language(lang), title)
    names = [name.strip() for name in bots.split(",")]
    catalog.game(title, players, map_name, wishes(option))
    for name in names:
        checked(name, title)
    first = Match(title, [], seed, map_name, wishes(option), budget, simulations)
    results = played(schedule(first, names, games, players), words, workers, ray, json)
    found = lines(results, names)
    columns = [words.say(f"arena.{key}") for key in ("bot", "games", "share", "interval", "score", "rating", "ms")]
    if report is not None:
        from terrarium.arena.report import arena_report

        name = words.say("arena.title", {"title": title, "n": len(results)})
        arena_report(report, name, found, columns)
    if json:
        print_json({"games": len(results), "bots": [asdict(line) for line in found]})
        return
    table = Table(box=None)
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left")
    for line in found:
        low, high = line.ci95
        table.add_row(
            line.name, str(line.games), f"{100 * line.win_share:.1f} %", f"{100 * low:.1f}–{100 * high:.1f} %",
            f"{line.mean_score:.1f} ± {line.score_ci95:.1f}", f"{line.rating:.1f}", f"{line.ms_per_move:.1f}",
        )  # fmt: skip
    out.print(table)


def balance(
    title: Title,
    bot: Annotated[str, typer.Option(help="The level that plays every seat.")] = "greedy",
    games: Games = 200,
    seed: Seed = 1,
    players: Players = 2,
    map_name: MapName = "",
    option: Options = None,
    budget: Budget = 1.0,
    simulations: Simulations = 0,
    workers: Workers = 0,
    ray: Ray = "",
    report: Report = None,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Win share and mean score of each race, power, combination, faction, seat and map, with error bars."""
    needs_arena()
    from terrarium.arena.balance import shares
    from terrarium.arena.table import schedule

    words = Words(language(lang), title)
    options = {**catalog.title(title).dealt(), **wishes(option)}
    game = catalog.game(title, players, map_name, options)
    checked(bot, title)
    where = map_name or ("" if catalog.title(title).draw(players, seed) else game.map_name)
    first = Match(title, [], seed, where, options, budget, simulations)
    # Every seat is played by the same bot, so each game gets a set-up of its own: the first of each round of seats.
    matches = schedule(first, [bot], games * players, players)[::players]
    for number, match in enumerate(matches):
        match.number = number
    found = shares(played(matches, words, workers, ray, json))
    columns = [words.say(f"arena.{key}") for key in ("what", "games", "share", "interval", "score")]
    kinds = {kind: words.say(f"arena.{kind}") for kind in ("race", "power", "combo", "faction", "seat", "map")}
    if report is not None:
        from terrarium.arena.report import balance_report

        balance_report(report, words.say("arena.balance", {"title": title, "n": games}), found, columns, kinds)
    if json:
        print_json({"games": games, "lines": [asdict(line) for line in found]})
        return
    table = Table(box=None)
    for place, column in enumerate(["", *columns]):
        table.add_column(column, justify="right" if place > 1 else "left")
    for line in found:
        if line.kind != "combo":
            low, high = line.ci95
            name = " ".join(words.name(part) for part in line.name.split())
            table.add_row(
                kinds[line.kind], name, str(line.games), f"{100 * line.win_share:.1f} %",
                f"{100 * low:.1f}–{100 * high:.1f} %", f"{line.mean_score:.1f} ± {line.score_ci95:.1f}",
            )  # fmt: skip
    out.print(table)
