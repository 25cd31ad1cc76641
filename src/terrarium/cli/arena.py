"""`terrarium arena` and `terrarium balance`: bots against each other, and what their games say about a title."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from terrarium import catalog
from terrarium.arena import spread
from terrarium.arena.balance import Share
from terrarium.arena.match import Match, Result, check, checked
from terrarium.cli.games import Json, Options, wishes
from terrarium.cli.groups import Lang, grouped
from terrarium.cli.maps import placed
from terrarium.cli.speech import err, language, out, print_json
from terrarium.cli.units import Units, invited, opened, takes_units
from terrarium.kernel.contract import NotationError
from terrarium.words import Words
from terrarium.workshop.files import option_of
from terrarium.workshop.lab import Bench, advice, measured
from terrarium.workshop.text import teach

Title = Annotated[str, typer.Argument(help="A title, as `terrarium titles` lists them.")]
Games = Annotated[int, typer.Option(min=1, max=1_000_000, help="How many games.")]
Seed = Annotated[int, typer.Option(help="Same seed, same set-ups.")]
Players = Annotated[int, typer.Option(help="How many sit at a table.")]
MapName = Annotated[str, typer.Option("--map", help="A map of the title, or a map file of one's own.")]
Budget = Annotated[float, typer.Option(min=0.001, max=3600, help="Seconds a bot may think about one answer.")]
Simulations = Annotated[int, typer.Option(min=0, help="Simulations an answer gets instead of time.")]
Cores = Annotated[int, typer.Option(min=1, max=256, help="Processes that search one answer together.")]
Workers = Annotated[int, typer.Option(min=0, help="Processes; 0: one a core.")]
Report = Annotated[Path | None, typer.Option(help="Write an HTML report with pictures here.")]
Ray = Annotated[str, typer.Option("--ray", help="Address of a Ray cluster; local starts one here.")]


@dataclass(frozen=True)
class Conditions:
    """What both commands ask: who sits where, how long bots think, where the games are played, what is said of them."""

    title: Title
    seed: Seed = 1
    players: Players = 2
    map_name: MapName = ""
    option: Options = None
    unit: Units = None
    budget: Budget = 1.0
    simulations: Simulations = 0
    cores: Cores = 1
    workers: Workers = 0
    ray: Ray = ""
    report: Report = None
    json: Json = False
    lang: Lang = ""

    def wishes(self, words: Words) -> tuple[str, dict[str, str]]:
        """The map, and the options, units and a map of one's own among them."""
        return placed(self.title, self.map_name, invited(self.title, wishes(self.option), self.unit, words), words)

    def match(self, map_name: str, options: dict[str, str]) -> Match:
        """A game at this table, still without bots."""
        return Match(self.title, [], self.seed, map_name, options, self.budget, self.simulations, cores=self.cores)


def played(matches: list[Match], words: Words, given: Conditions, all_of_them: bool = False) -> list[Result]:
    """Every match played, with a progress bar for people; in the order of the matches. Broken off: those that were,
    unless all of them are needed."""
    check(matches)
    source: Iterator[Result] = (
        spread.on_ray(matches, given.ray) if given.ray else spread.here(matches, given.workers or os.cpu_count() or 1)
    )
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    results: list[Result] = []
    bar = Progress(*columns, console=err, transient=True, disable=given.json or not err.is_terminal)
    with breakable(), bar:
        task = bar.add_task(words.say("cli.games"), total=len(matches))
        for result in source:
            results.append(result)
            bar.advance(task)
    if len(results) < len(matches):
        if all_of_them:
            raise KeyboardInterrupt
        err.print(words.say("arena.broken_off", {"n": len(results), "total": len(matches)}), markup=False)
    return sorted(results, key=lambda result: result.match.number)


@contextmanager
def breakable() -> Iterator[None]:
    """What is under way may be broken off, by the keyboard or by whoever limits a command's time: then what comes after
    it goes on with what there is."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGTERM, before)


def needs_arena() -> None:
    """The table needs openskill, which comes with an extra."""
    try:
        import openskill  # noqa: F401
    except ImportError as error:
        raise NotationError("needs_extra", {"extra": "arena"}) from error


@grouped
def arena(
    given: Conditions,
    bots: Annotated[str, typer.Option(help="Levels, separated by commas; strong@500 fixes the simulations.")],
    games: Games = 100,
) -> None:
    """Let bots play each other: seats rotated, set-ups mirrored, win shares, scores, ratings, time."""
    needs_arena()
    from terrarium.arena.table import lines, schedule

    words = Words(language(given.lang), given.title)
    names = [name.strip() for name in bots.split(",")]
    map_name, options = given.wishes(words)
    catalog.game(given.title, given.players, map_name, options)
    for name in names:
        checked(name, given.title)
    first = given.match(map_name, options)
    results = played(schedule(first, names, games, given.players), words, given)
    found = lines(results, names)
    columns = [words.say(f"arena.{key}") for key in ("bot", "games", "share", "interval", "score", "rating", "ms")]
    if given.report is not None:
        from terrarium.arena.report import arena_report

        name = words.say("arena.title", {"title": given.title, "n": len(results)})
        arena_report(given.report, name, found, columns)
    if given.json:
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


@grouped
def balance(
    given: Conditions,
    bot: Annotated[str, typer.Option(help="The level that plays every seat.")] = "greedy",
    games: Annotated[int, typer.Option(min=0, max=1_000_000, help="How many games; 0: as many as it takes.")] = 0,
) -> None:
    """Win share and mean score of each race, power, combination, faction, seat and map, with error bars; with --unit of
    that unit alone, with whom and against whom, and what would bring it nearer to even."""
    if given.unit:
        lab(given, bot, games)
        return
    games = games or 200
    needs_arena()
    from terrarium.arena.balance import shares
    from terrarium.arena.table import schedule

    words = Words(language(given.lang), given.title)
    map_name, wished = given.wishes(words)
    options = {**catalog.title(given.title).dealt(), **wished}
    game = catalog.game(given.title, given.players, map_name, options)
    checked(bot, given.title)
    where = map_name or ("" if catalog.title(given.title).draw(given.players, given.seed) else game.map_name)
    first = given.match(where, options)
    # Every seat is played by the same bot, so each game gets a set-up of its own.
    results = played(schedule(first, [bot], games, given.players), words, given)
    games, found = len(results), shares(results)
    columns = [words.say(f"arena.{key}") for key in ("what", "games", "share", "interval", "score")]
    kinds = {kind: words.say(f"arena.{kind}") for kind in ("race", "power", "combo", "faction", "seat", "map")}
    if given.report is not None:
        from terrarium.arena.report import balance_report

        balance_report(
            given.report, words.say("arena.balance", {"title": given.title, "n": games}), found, columns, kinds
        )
    if given.json:
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


def lab(given: Conditions, bot: str, games: int) -> None:
    """The first unit file tried in many games; others that are named sit at the table too."""
    words = Words(language(given.lang), given.title)
    assert given.unit
    takes_units(given.title)
    options = invited(given.title, wishes(given.option), given.unit[1:], words)
    map_name, options = placed(given.title, given.map_name, options, words)
    file = opened(given.unit[0], words)
    teach(words, [file])
    checked(bot, given.title)
    catalog.game(given.title, given.players, map_name, {**options, **dict([option_of(file)])})
    bench = Bench(
        given.title, given.players, map_name, options, bot, given.simulations, given.budget, given.seed
    )  # fmt: skip
    page = measured(bench, file, lambda matches: played(matches, words, given, True), words, games)
    if given.report is not None:
        needs_arena()
        from terrarium.arena.report import balance_report

        columns = [words.say(f"arena.{key}") for key in ("what", "games", "share", "interval", "score")]
        kinds = {kind: words.say(f"workshop.lab.{kind}") for kind in REPORTED}
        balance_report(given.report, words.name(file.unit.name), reported(page, words), columns, kinds)
    if given.json:
        print_json(page)
        return
    out.print(words.say(f"workshop.verdict.{page['verdict']}", {"name": words.name(file.unit.name)}), markup=False)
    if change := advice(page):
        out.print(words.say("workshop.try", {"change": change}), markup=False)
    if page["worth"]:
        out.print(words.say("workshop.worth", {"worth": page["worth"]}), markup=False)
    for line in reported(page, words):
        low, high = line.ci95
        kind = words.say(f"workshop.lab.{line.kind}")
        share = f"{100 * line.win_share:.1f} % ({100 * low:.1f}–{100 * high:.1f} %)"
        if line.kind in ("by_players", "instead", "strong", "suggestions"):
            out.print(f"{kind} {line.name}: {share}", markup=False)


INSTEAD = ("box", "blank", "longest")
"""What a thing is held against: one share each."""
REPORTED = ("instead", "strong", "by_players", "by_map", "with", "against", "suggestions")
"""Parts of what the lab finds that are lists of shares."""


def asked(page: dict[str, object], key: str) -> dict[str, Any]:
    found = page[key]
    assert isinstance(found, dict)
    return found


def reported(page: dict[str, object], words: Words) -> list[Share]:
    """The lab's lists as lines of a balance."""
    found: list[Share] = []
    held = [{"change": words.say(f"workshop.lab.{key}"), **asked(page, key)} for key in INSTEAD if key in page]
    strong = [{"change": words.say("level.strong"), **asked(page, "strong")}] if "strong" in page else []
    for kind in REPORTED:
        lines = {"instead": held, "strong": strong}.get(kind, page.get(kind))
        assert isinstance(lines, list)
        for line in lines:
            place = f"map.{line.get('name', '')}"
            called = words.say(place) if words.has(place) else words.name(line.get("name", ""))
            name = line["change"] if "change" in line else str(line.get("players", called))
            found.append(Share(kind, name, line["games"], line["win_share"], line["ci95"], line["mean_score"], 0.0))
    return found
