"""`terrarium bench`: speed and memory, in process CPU time, best of three, on one core."""

import platform
import time
from typing import Annotated

import typer
from rich.table import Table

import terrarium
from terrarium import catalog
from terrarium.bots.minds import mind_of, searchable
from terrarium.cli import bench_minds, bench_mystic
from terrarium.cli.games import dealt, play_game
from terrarium.cli.groups import Lang
from terrarium.cli.seats import choosers
from terrarium.cli.speech import err, language, out, print_json
from terrarium.kernel.contract import Game
from terrarium.kernel.dealer import Dealer
from terrarium.search.tree import Tree
from terrarium.smallworld.core.game import FamilyGame
from terrarium.smallworld.core.guests import stand_in
from terrarium.terramystica.game import TerraMysticaGame
from terrarium.titles import records
from terrarium.words import Words
from terrarium.workshop.box import box_units

TRIES = 3
SLICE = 100
"""Simulations between two looks at the clock."""


def inside(game: Game, seconds: float) -> tuple[float, float, float]:
    """Players' actions, all actions (chance's too) and games per second of random play inside the engine."""
    best = (0.0, 0.0, 0.0)
    for attempt in range(TRIES):
        moves = draws = games = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            more, drawn = game.new().play_out(attempt * 1_000_000 + games)
            moves += more
            draws += drawn
            games += 1
        best = max(best, (moves / spent, (moves + draws) / spent, games / spent))
    return best


def driven(game: Game, seconds: float) -> float:
    """Players' actions per second of random play driven from an ordinary Python loop."""
    best = 0.0
    for attempt in range(TRIES):
        moves = games = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            dealer = Dealer(attempt * 1_000_000 + games)
            moves += play_game(game.new(), choosers(["random"] * game.players, dealer, game), dealer)
            games += 1
        best = max(best, moves / spent)
    return best


def clone_ns(game: Game) -> float:
    """Nanoseconds of a clone in the middle of a game, the Python loop around it subtracted."""
    state = dealt(game, 1)
    dealer = Dealer(1)
    for _ in range(40):
        state.apply(dealer.choose(state) if state.current_player() < 0 else dealer.pick(state.legal_actions()))
    best = float("inf")
    count = 50_000
    for _ in range(TRIES):
        start = time.process_time()
        for _ in range(count):
            pass
        idle = time.process_time() - start
        clone = state.clone
        start = time.process_time()
        for _ in range(count):
            clone()
        best = min(best, (time.process_time() - start - idle) / count * 1e9)
    return best


def searched(game: Game, seconds: float) -> float:
    """Simulations per second of the hand-made tree search from the first player's question, each cut off at the end of
    the turn where a title plays turns on."""
    best = 0.0
    for attempt in range(TRIES):
        state = searchable(dealt(game, attempt + 1))
        tree = Tree(mind_of(state, 1), state, attempt)
        count = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            tree.run(SLICE)
            count += SLICE
        best = max(best, count / spent)
    return best


def cost_of_data(name: str, seconds: float) -> dict[str, float]:
    """How much longer random games take with the workshop's files in the place of the classes, by players; the games
    are the same, answer by answer."""
    files = box_units(name)
    found: dict[str, float] = {}
    low, high = catalog.title(name).players
    for players in range(low, high + 1) if files else ():
        usual, other = catalog.game(name, players), catalog.game(name, players)
        assert isinstance(other, FamilyGame)
        stand_in(other.kit, [files[unit].unit for unit in files if unit in other.kit.ids])
        best = [float("inf"), float("inf")]
        for _ in range(TRIES):
            for place, game in enumerate((usual, other)):
                best[place] = min(best[place], seconds_of(game, max(1, int(200 * seconds))))
        found[str(players)] = round(best[1] / best[0], 3)
    return found


def seconds_of(game: Game, games: int) -> float:
    """CPU seconds of so many random games."""
    start = time.process_time()
    for seed in range(games):
        game.new().play_out(seed)
    return time.process_time() - start


def environments(names: list[str], seconds: float) -> dict[str, object]:
    """Steps per second of the research environments at the smallest table of each title, or what is missing."""
    from terrarium import envs

    try:
        envs.need("numpy", "envs")
        envs.need("pettingzoo", "envs")
    except envs.MissingExtra as error:
        return {"missing": str(error)}
    from terrarium.envs.speed import aec_steps, vector_steps

    found: dict[str, object] = {}
    for name in names:
        players = catalog.title(name).players[0]
        found[name] = {
            "players": players,
            "pettingzoo_steps_per_second": round(aec_steps(name, players, seconds)),
            "vector_steps_per_second": round(vector_steps(name, players, seconds)),
        }
    return found


def bench(
    title: Annotated[str, typer.Argument(help="A title; all of them if left out.")] = "",
    seconds: Annotated[float, typer.Option(min=0.001, max=60, help="CPU time of one try, of three.")] = 0.5,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    lang: Lang = "",
) -> None:
    """Measure random play by number of players, clones, and how fast both minds think."""
    words = Words(language(lang), title)
    names = [catalog.title(title).id] if title else list(catalog.titles())
    found: dict[str, dict[str, dict[str, float]]] = {}
    for name in names:
        low, high = catalog.title(name).players
        found[name] = {}
        for players in range(low, high + 1):
            if not json and err.is_terminal:
                err.print(f"{name} {players} …", style="dim")
            game = catalog.game(name, players)
            moves, actions, games = inside(game, seconds)
            found[name][str(players)] = {
                "actions_per_second": round(moves),
                "games_per_second": round(games, 1),
                "clone_ns": round(clone_ns(game), 1),
                "with_chance_per_second": round(actions),
                "python_loop_per_second": round(driven(game, seconds)),
                "simulations_per_second": round(searched(game, seconds)),
            } | bench_minds.paces(game, seconds)
            if isinstance(game, TerraMysticaGame):
                listing, called = bench_mystic.main_listing(game)
                found[name][str(players)]["main_listing_us"] = round(listing, 3)
                found[name][str(players)]["main_legal_actions_us"] = round(called, 3)
    logged = [name for name in names if records()[name].logs]
    replays = bench_mystic.replays() if logged else {}
    costs = {name: cost for name in names if (cost := cost_of_data(name, seconds))}
    if json:
        print_json(
            {"compiled": terrarium.compiled, "python": platform.python_version(), "machine": platform.machine(),
             "titles": found, "replays": replays, "workshop_cost": costs, "envs": environments(names, seconds)}
        )  # fmt: skip
        return
    out.print(words.say("cli.compiled" if terrarium.compiled else "cli.uncompiled"))
    table = Table(box=None)
    columns = (
        "cli.title",
        "cli.players",
        "cli.actions_s",
        "cli.with_chance_s",
        "cli.loop_s",
        "cli.games_s",
        "cli.clone",
        "cli.simulations_s",
    )
    for key in columns:
        table.add_column(words.say(key), justify="right")
    for name, by_players in found.items():
        for count, figures in by_players.items():
            table.add_row(
                name, count, f"{figures['actions_per_second']:,.0f}", f"{figures['with_chance_per_second']:,.0f}",
                f"{figures['python_loop_per_second']:,.0f}", f"{figures['games_per_second']:,.0f}",
                f"{figures['clone_ns']:.0f}", f"{figures['simulations_per_second']:,.0f}",
            )  # fmt: skip
    out.print(table)
    show_minds(found, words)
    for name in logged:
        show_mystic(name, found[name], replays, words)
    for name, ratios in costs.items():
        told = ", ".join(f"{players}: {ratio:.2f}" for players, ratio in ratios.items())
        out.print(words.say("workshop.cost", {"title": name, "told": told}))
    show_environments(environments(names, seconds), words)


def show_minds(found: dict[str, dict[str, dict[str, float]]], words: Words) -> None:
    """How fast both minds think, and where one is missing, as lines of text."""
    for name, by_players in found.items():
        for count, figures in by_players.items():
            for mind in ("handmade", "learned"):
                rates = [figures.get(f"{mind}_{what}_per_second") for what in ("appraisals", "simulations")]
                args: dict[str, object] = {"title": name, "n": count}
                if None in rates:
                    out.print(words.say("cli.mind.missing", args))
                else:
                    told = {"appraisals": f"{rates[0]:,.0f}", "simulations": f"{rates[1]:,.0f}"}
                    out.print(words.say(f"cli.mind.{mind}", {**args, **told}))


def show_mystic(title: str, found: dict[str, dict[str, float]], replays: dict[str, object], words: Words) -> None:
    """Listing in a main decision, and what replaying took, as lines of text."""
    for count, figures in found.items():
        told = {"inside": f"{figures['main_listing_us']:.2f}", "called": f"{figures['main_legal_actions_us']:.2f}"}
        out.print(words.say("cli.main_listing", {"title": title, "n": count, **told}))
    if replays["games"]:
        args = {"n": replays["games"], "ms": str(replays["replay_ms"]), "slowest": str(replays["slowest_replay_ms"])}
        out.print(words.say("cli.replays", args))
    else:
        out.print(words.say("cli.replays_missing"))


def show_environments(found: dict[str, object], words: Words) -> None:
    """The same as lines of text."""
    for name, figures in found.items():
        if isinstance(figures, dict):
            told = {key: f"{figures[key]:,}" for key in ("pettingzoo_steps_per_second", "vector_steps_per_second")}
            args = {"aec": told["pettingzoo_steps_per_second"], "vector": told["vector_steps_per_second"]}
            out.print(words.say("cli.envs", {"title": name, "n": figures["players"], **args}))
        else:
            reason = words.say("error.needs_extra", {"extra": "envs"})
            out.print(words.say("cli.envs_missing", {"reason": reason}), markup=False)
