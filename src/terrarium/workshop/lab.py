"""The balance lab: how strong a unit turns out in many games of bots, with whom and against whom, and what would bring
it nearer to even.

The unit comes into the row of every game, at each place of it equally often, so that whoever begins has no more of it
than others; bots take it when they like to. Its win share is that of the seats that played it, as `terrarium balance`
counts it for every unit of the box; even is one share for each seat.
"""

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from terrarium import catalog
from terrarium.arena.figures import mean_and_ci, wilson
from terrarium.arena.match import Match, Result
from terrarium.kernel.contract import NotationError
from terrarium.smallworld.core.vocabulary import MOST_BADGE, MOST_BANNER
from terrarium.words import Words
from terrarium.workshop.files import UnitFile, option_of, read_unit

GAMES = 1_800
"""Games at the table that was asked for: the share is known to ± 3 % then."""
OTHERS = 150
"""Games at each other number of players."""
TRIES = 250
"""Games for each neighbour."""
NEIGHBOURS = 6
LEAST_SHOWN = 8
"""Games from which on a partner or opponent has a line."""

Run = Callable[[list[Match]], list[Result]]


@dataclass
class Bench:
    """Where and by whom it is tried."""

    title: str
    players: int = 2
    map_name: str = ""
    options: dict[str, str] = field(default_factory=dict)
    bot: str = "greedy"
    simulations: int = 0
    budget_s: float = 1.0
    seed: int = 1


@dataclass
class Share:
    """How often whoever played it won, and with how many coins."""

    games: int
    win_share: float
    ci95: list[float]
    mean_score: float

    def page(self) -> dict[str, object]:
        return {
            "games": self.games, "win_share": self.win_share, "ci95": self.ci95, "mean_score": self.mean_score,
        }  # fmt: skip


def matches(bench: Bench, file: UnitFile, players: int, games: int, first: int = 0) -> list[Match]:
    """So many games with the unit, each with its own deal, and boards where the rules draw them."""
    name, value = option_of(file)
    title = catalog.title(bench.title)
    found: list[Match] = []
    for number in range(games):
        seed = bench.seed * 1_000_003 + first + number
        place = bench.map_name if players == bench.players else ""
        place = place or title.draw(players, seed ^ 0x5F3759DF)
        found.append(
            Match(
                bench.title, [bench.bot] * players, seed, place, {**bench.options, name: value}, bench.budget_s,
                bench.simulations, number, file.unit.name,
            )
        )  # fmt: skip
    return found


def rows_of(results: list[Result], name: str) -> list[tuple[Result, int]]:
    """The games and seats in which the unit was played."""
    return [
        (result, seat)
        for result in results
        for seat, units in enumerate(result.units)
        if f"race:{name}" in units or f"power:{name}" in units
    ]


def share_of(rows: list[tuple[Result, int]]) -> Share:
    wins = sum(result.shares[seat] for result, seat in rows)
    mean, _ = mean_and_ci([float(result.scores[seat]) for result, seat in rows])
    share = wins / len(rows) if rows else 0.0
    return Share(len(rows), round(share, 4), [round(x, 4) for x in wilson(wins, len(rows))], round(mean, 2))


def grouped(rows: list[tuple[Result, int]], keys: Callable[[Result, int], set[str]]) -> list[dict[str, object]]:
    """A line for each group of games, best first."""
    groups: dict[str, list[tuple[Result, int]]] = {}
    for row in rows:
        for key in keys(*row):
            groups.setdefault(key, []).append(row)
    lines = [{"name": key, **share_of(group).page()} for key, group in groups.items() if len(group) >= LEAST_SHOWN]
    return sorted(lines, key=lambda line: (-float(str(line["win_share"])), str(line["name"])))


def partners(result: Result, seat: int, name: str) -> set[str]:
    """Whom the unit was combined with at this seat."""
    combos = [unit.removeprefix("combo:").split() for unit in result.units[seat] if unit.startswith("combo:")]
    return {part for combo in combos if name in combo for part in combo if part != name}


def opponents(result: Result, seat: int) -> set[str]:
    """Races and powers that other seats played."""
    units = [unit for other, units in enumerate(result.units) if other != seat for unit in units]
    return {unit.partition(":")[2] for unit in units if unit.startswith(("race:", "power:"))}


@dataclass
class Plan:
    """Every game the lab wants, in one list, so that all processes share all of it."""

    matches: list[Match] = field(default_factory=list)
    parts: list[tuple[str, int, int]] = field(default_factory=list)
    """What each part of the list is for: a name, the first game, and the one after its last."""

    def add(self, name: str, games: list[Match]) -> None:
        first = len(self.matches)
        for match in games:
            match.number = len(self.matches)
            self.matches.append(match)
        self.parts.append((name, first, len(self.matches)))

    def of(self, results: list[Result], name: str) -> list[Result]:
        """The results of a part; results are in the order of the games."""
        return [result for part, first, end in self.parts if part == name for result in results[first:end]]


def planned(bench: Bench, file: UnitFile, near: list[tuple[str, UnitFile]], games: int, tries: int) -> Plan:
    """The table that was asked for, a few games at each other number of players, and every neighbour."""
    plan = Plan()
    plan.add("main", matches(bench, file, bench.players, games))
    low, high = catalog.title(bench.title).players
    for players in range(low, high + 1):
        if players != bench.players:
            plan.add(f"{players}", matches(bench, file, players, min(OTHERS, games // 4)))
    for place, (_, other) in enumerate(near):
        plan.add(f"near {place}", matches(bench, other, bench.players, tries, 500_000))
    return plan


def measured(bench: Bench, file: UnitFile, run: Run, words: Words, games: int = 0) -> dict[str, object]:
    """Try a unit, and its neighbours; what `terrarium balance --unit --json` prints."""
    games = games or GAMES
    name = file.unit.name
    low, high = catalog.title(bench.title).players
    near = [(change, other) for change, other in neighbours(file, words) if playable(bench, other)][:NEIGHBOURS]
    plan = planned(bench, file, near, games, min(TRIES, games // 4))
    results = run(plan.matches)
    rows = rows_of(plan.of(results, "main"), name)
    found = share_of(rows)
    by_players: list[dict[str, object]] = []
    everything = list(rows)
    for players in range(low, high + 1):
        here = rows if players == bench.players else rows_of(plan.of(results, f"{players}"), name)
        everything += [] if players == bench.players else here
        by_players.append({"players": players, **share_of(here).page()})
    even = 1 / bench.players
    tried: list[dict[str, object]] = []
    for place, (change, other) in enumerate(near):
        share = share_of(rows_of(plan.of(results, f"near {place}"), other.unit.name))
        tried.append({"change": change, **share.page(), "data": other.data})
    return {
        "unit": name,
        "games": found.games,
        "win_share": found.win_share,
        "ci95": found.ci95,
        "even": round(even, 4),
        "mean_score": found.mean_score,
        "verdict": verdict(found, even),
        "by_players": by_players,
        "by_map": grouped(everything, lambda result, _: set(place_of(result).split("+"))),
        "with": grouped(rows, lambda result, seat: partners(result, seat, name)),
        "against": grouped(rows, opponents),
        "worth": worth_found(plan.of(results, "main"), name, file),
        "suggestions": sorted(tried, key=lambda line: abs(float(str(line["win_share"])) - even)),
    }


def playable(bench: Bench, file: UnitFile) -> bool:
    """Can a neighbour be played? Perhaps no race can lend so many tokens."""
    try:
        catalog.game(bench.title, bench.players, bench.map_name, {**bench.options, **dict([option_of(file)])})
    except NotationError:
        return False
    return True


def place_of(result: Result) -> str:
    return result.match.map_name or f"{len(result.match.seats)}p"


def verdict(found: Share, even: float) -> str:
    """`even` where the interval holds one share for each seat, else `stronger` or `weaker`."""
    low, high = found.ci95
    return "stronger" if low > even else "weaker" if high < even else "even"


def worth_found(results: list[Result], name: str, file: UnitFile) -> list[float]:
    """What bots should hold the unit worth: what they did, corrected by the coins its players had more than others."""
    mine = [float(result.scores[seat]) for result, seat in rows_of(results, name)]
    taken = {(result.match.number, seat) for result, seat in rows_of(results, name)}
    seats = [(result, seat) for result in results for seat in range(len(result.scores))]
    others = [float(result.scores[seat]) for result, seat in seats if (result.match.number, seat) not in taken]
    tokens, steady, once = (float(part) for part in file.unit.worth)
    if not mine or not others:
        return [tokens, steady, once]
    gap = sum(mine) / len(mine) - sum(others) / len(others)
    return [round(tokens, 2), round(steady, 2), round(max(-20.0, min(20.0, once + gap)), 2)]


# --- neighbours -------------------------------------------------------------------------------------------------------


def neighbours(file: UnitFile, words: Words) -> list[tuple[str, UnitFile]]:
    """The unit with a token more or less, an amount more or less, a sentence less; each with what was changed."""
    found: list[tuple[str, UnitFile]] = []
    page: Any = file.data["unit"]
    most = MOST_BANNER if page["kind"] == "race" else MOST_BADGE
    for tokens in (page["tokens"] - 1, page["tokens"] + 1):
        if 0 <= tokens <= most:
            changed = changed_copy(file, ["tokens"], tokens)
            if changed is not None:
                found.append((words.say("workshop.change.tokens", {"n": tokens}), changed))
    for place, sentence in enumerate(page.get("ability", [])):
        for path, amount in amounts(sentence, []):
            for other in (amount - 1, amount + 1):
                changed = changed_copy(file, ["ability", place, *path], other) if other else None
                if changed is not None:
                    args = {"n": place + 1, "old": amount, "new": other}
                    found.append((words.say("workshop.change.amount", args), changed))
        changed = changed_copy(file, ["ability", place], None)
        if changed is not None:
            found.append((words.say("workshop.change.without", {"n": place + 1}), changed))
    return found


def amounts(value: Any, path: list[str | int]) -> list[tuple[list[str | int], int]]:
    """Plain amounts of a sentence that may be turned up or down, with their places."""
    found: list[tuple[list[str | int], int]] = []
    if isinstance(value, dict):
        for key, inner in value.items():
            plain = key in ("price", "income", "turn_income", "toll", "recruit", "gain", "fixed", "helpers")
            if plain and isinstance(inner, int) and not isinstance(inner, bool):
                found.append(([*path, key], inner))
            elif key != "if":
                found += amounts(inner, [*path, key])
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            found += amounts(inner, [*path, place])
    return found


def changed_copy(file: UnitFile, path: list[Any], value: int | None) -> UnitFile | None:
    """The unit with something else at a place, or without it; None if that is no unit."""
    data = copy.deepcopy(file.data)
    spot: Any = data["unit"]
    for key in path[:-1]:
        spot = spot[key]
    if value is None:
        del spot[path[-1]]
    else:
        spot[path[-1]] = value
    found = read_unit(json.dumps(data))
    return None if found.problems else found
