"""`terrarium simulate`, `replay` and `perft`: games without a person at the table."""

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress
from rich.table import Table

from terrarium import catalog
from terrarium.cli import logs
from terrarium.cli.groups import Lang
from terrarium.cli.maps import placed
from terrarium.cli.seats import Chooser, choosers
from terrarium.cli.speech import err, language, out, print_json, read_text, sentence
from terrarium.cli.units import Units, invited
from terrarium.kernel import perft as counting
from terrarium.kernel.contract import CHANCE, OVER, Game, NotationError, State
from terrarium.kernel.dealer import Dealer
from terrarium.kernel.record import Record
from terrarium.kernel.replay import Playback, Refused
from terrarium.words import Words

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="NAME=VALUE, may be given several times.")]


def wishes(options: list[str] | None) -> dict[str, str]:
    """Options as the command line gives them: NAME=VALUE."""
    found = {}
    for text in options or []:
        name, _, value = text.partition("=")
        found[name] = value
    return found


def play_game(state: State, seats: list[Chooser], dealer: Dealer) -> int:
    """Play to the end; give the number of players' actions."""
    actions = 0
    while (player := state.current_player()) != OVER:
        if player == CHANCE:
            state.apply(dealer.choose(state))
        else:
            state.apply(seats[player](state, player))
            actions += 1
    return actions


def simulate(
    title: Annotated[str, typer.Argument(help="A title, as `terrarium titles` lists them.")],
    seats: Annotated[str, typer.Option(help="Who plays, one word a seat: random, greedy, strong …")] = "random,random",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 1,
    map_name: Annotated[str, typer.Option("--map", help="A map of the title, or a map file of one's own.")] = "",
    option: Options = None,
    unit: Units = None,
    simulations: Annotated[int, typer.Option(min=0, help="Simulations a decision; 0: a second each.")] = 0,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Play games between bots and count what happens."""
    words = Words(language(lang), title)
    kinds = seats.split(",")
    map_name, options = placed(title, map_name, invited(title, wishes(option), unit, words), words)
    game = catalog.game(title, len(kinds), map_name, options)
    totals = [0] * len(kinds)
    wins = [0.0] * len(kinds)
    actions = errors = 0
    start = time.perf_counter()
    with Progress(console=err, transient=True, disable=json or not err.is_terminal) as bar:
        task = bar.add_task(words.say("cli.games"), total=games)
        for number in range(games):
            try:
                state = game.new()
                dealer = Dealer(seed * 1_000_003 + number)
                actions += play_game(state, choosers(kinds, dealer, game, simulations), dealer)
                for seat, score in enumerate(state.scores()):
                    totals[seat] += score
                won = game.shares(state.winners())
                wins = [total + share for total, share in zip(wins, won, strict=True)]
            except NotationError:
                raise
            except Exception as error:  # a game that breaks is a figure of the report, not the end of it
                errors += 1
                err.print(f"{words.say('cli.game')} {number}: {type(error).__name__} {error}", markup=False)
            bar.advance(task)
    seconds = time.perf_counter() - start
    done = max(1, games - errors)
    report = {
        "games": games,
        "actions": actions,
        "seconds": round(seconds, 3),
        "mean_scores": [round(total / done, 3) for total in totals],
        "wins": [round(won, 3) for won in wins],
        "errors": errors,
    }
    if json:
        print_json(report)
    else:
        table = Table(box=None)
        for key in ("cli.seat", "cli.who", "cli.mean_score", "cli.wins"):
            table.add_column(words.say(key), justify="right")
        for seat, kind in enumerate(kinds):
            table.add_row(str(seat + 1), kind, f"{totals[seat] / done:.1f}", f"{wins[seat]:g}")
        out.print(table)
        out.print(words.say("cli.simulated", {"n": games, "actions": actions, "seconds": f"{seconds:.1f}"}))
    if errors:
        raise typer.Exit(1)


def replay(
    file: Annotated[Path, typer.Argument(help="A record.")],
    format: logs.Format = "terrarium",
    rows: Annotated[Path | None, typer.Option(help="Rows recorded beside a log, to compare.")] = None,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Play a record again, checking every row."""
    if logs.known(format) == "snellman":
        logs.replay_snellman(file, rows, json, lang)
        return
    record = Record.parse(read_text(file))
    words = Words(language(lang), record.title)
    playback = Playback(catalog.game_of(record))
    problem = ""
    for row in record.rows:
        try:
            playback.play(row.who, row.text)
        except Refused as error:
            problem = sentence(words, error)
            break
        except NotationError as error:
            unreadable = Refused(len(playback.log) + 1, row.format(), None, "row_unreadable")
            problem = f"{sentence(words, unreadable)} {sentence(words, error)}"
            break
    state = playback.state
    report = {
        "ok": not problem,
        "title": record.title,
        "rows": len(playback.log),
        "over": state.current_player() == OVER,
        "scores": state.scores(),
        "winners": state.winners(),
        "error": problem,
        "position": catalog.write_position(playback.game, state),
    }
    if json:
        print_json(report)
    elif problem:
        err.print(problem, style="bold", markup=False)
    else:
        out.print(words.say("cli.replayed", {"n": len(playback.log), "scores": " ".join(map(str, state.scores()))}))
        if report["over"]:
            names = ", ".join(words.seat(seat) for seat in state.winners())
            out.print(words.say("cli.winners", {"names": names}) if names else words.say("cli.lost"))
    if problem:
        raise typer.Exit(2)


def perft(
    title: Annotated[str, typer.Argument(help="A title, as `terrarium titles` lists them.")],
    players: Annotated[int, typer.Option(help="How many players.")] = 2,
    depth: Annotated[int, typer.Option(min=0, max=12, help="How many actions deep.")] = 3,
    seed: Annotated[int, typer.Option(help="Deals what chance decides before the first player's choice.")] = 1,
    position: Annotated[str, typer.Option(help="Count from this position (one line of text) instead.")] = "",
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Count the positions that can be reached in so many actions."""
    words = Words(language(lang), title)
    state = catalog.read_position(position)[1] if position else dealt(catalog.game(title, players), seed)
    rows = [
        {"depth": at, "nodes": count.nodes, "chance": count.chance, "over": count.over}
        for at, count in enumerate(counting.perft(state, depth))
    ]
    if json:
        print_json(rows)
        return
    table = Table(box=None)
    for key in ("cli.depth", "cli.nodes", "cli.chance_nodes", "cli.over_nodes"):
        table.add_column(words.say(key), justify="right")
    for row in rows:
        table.add_row(*(str(row[key]) for key in ("depth", "nodes", "chance", "over")))
    out.print(table)


def dealt(game: Game, seed: int) -> State:
    """A new game after set-up: chance has answered until a player is asked."""
    state = game.new()
    dealer = Dealer(seed)
    while state.current_player() == CHANCE:
        state.apply(dealer.choose(state))
    return state
