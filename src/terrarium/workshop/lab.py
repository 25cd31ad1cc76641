"""The balance lab: how strong a unit turns out in many games of bots, with whom and against whom, and what would bring
it nearer to even.

The unit comes into the row of every game, at each place of it equally often, so that whoever begins has no more of it
than others; bots take it when they like to. Its win share is that of the seats that played it, as `terrarium balance`
counts it for every unit of the box; even is one share for each seat.
"""

import copy
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from terrarium import catalog
from terrarium.arena.figures import wilson
from terrarium.arena.match import Match, Result, play
from terrarium.kernel.contract import NotationError
from terrarium.kernel.handmade import without_map
from terrarium.smallworld.core.vocabulary import MOST_BADGE, MOST_BANNER
from terrarium.words import Words
from terrarium.workshop.files import UnitFile, option_of, read_unit

GAMES = 3_600
"""Most games at the table that was asked for: the share is known to ± 3 % then, even if bots often leave it lying."""
ROUND = 600
"""Games after which it is asked whether that is known."""
OTHERS = 150
"""Games at each other number of players."""
TRIES = 250
"""Games for each neighbour."""
NEIGHBOURS = 6
SURE = 0.03
"""Half the width of an interval that is narrow enough."""
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
class Tally:
    """How often whoever played it won, and with how many coins."""

    games: int = 0
    wins: float = 0.0
    coins: int = 0

    def count(self, result: Result, seat: int) -> None:
        self.games += 1
        self.wins += result.shares[seat]
        self.coins += result.scores[seat]

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> list[float]:
        return wilson(self.wins, self.games)

    @property
    def mean(self) -> float:
        return self.coins / self.games if self.games else 0.0

    @property
    def sure(self) -> bool:
        """Is it known well enough?"""
        low, high = self.interval
        return high - low <= 2 * SURE

    def page(self) -> dict[str, object]:
        low, high = self.interval
        return {
            "games": self.games, "win_share": round(self.share, 4), "ci95": [round(low, 4), round(high, 4)],
            "mean_score": round(self.mean, 2),
        }  # fmt: skip


@dataclass
class Part:
    """Games that are wanted for one question: `main`, another number of players, or a neighbour (`near 2`)."""

    name: str
    file: UnitFile
    players: int
    games: int
    first: int = 0
    """The number of its first deal: neighbours have deals of their own."""


def matches(bench: Bench, file: UnitFile, players: int, games: int, first: int = 0) -> list[Match]:
    """So many games with the unit, each with its own deal, and boards where the rules draw them."""
    name, value = option_of(file)
    title = catalog.title(bench.title)
    found: list[Match] = []
    for number in range(games):
        seed = bench.seed * 1_000_003 + first + number
        place = bench.map_name if players == bench.players else ""
        place = place or title.draw(players, seed ^ 0x5F3759DF)
        options = bench.options if players == bench.players else without_map(bench.options)
        found.append(
            Match(
                bench.title, [bench.bot] * players, seed, place, {**options, name: value}, bench.budget_s,
                bench.simulations, number, file.unit.name,
            )
        )  # fmt: skip
    return found


def some_games(bench: Bench, file: UnitFile, players: int, games: int, first: int, seconds: float) -> list[Result]:
    """As many of these games as there is time for, one at least. The unit itself is left out of the results."""
    ends = time.monotonic() + seconds
    found: list[Result] = []
    for match in matches(bench, file, players, games, first):
        result = play(match)
        found.append(replace(result, match=replace(match, options={})))
        if time.monotonic() > ends:
            break
    return found


def parts_of(bench: Bench, file: UnitFile, near: list[tuple[str, UnitFile]], games: int, tries: int) -> list[Part]:
    """The table that was asked for, a few games at each other number of players, and every neighbour."""
    low, high = catalog.title(bench.title).players
    others = [players for players in range(low, high + 1) if players != bench.players]
    return [
        Part("main", file, bench.players, games),
        *(Part(f"{players}", file, players, min(OTHERS, games // 4)) for players in others),
        *(Part(f"near {place}", other, bench.players, tries, 500_000) for place, (_, other) in enumerate(near)),
    ]


def partners(result: Result, seat: int, name: str) -> set[str]:
    """Whom the unit was combined with at this seat."""
    combos = [unit.removeprefix("combo:").split() for unit in result.units[seat] if unit.startswith("combo:")]
    return {part for combo in combos if name in combo for part in combo if part != name}


def opponents(result: Result, seat: int) -> set[str]:
    """Races and powers that other seats played."""
    units = [unit for other, units in enumerate(result.units) if other != seat for unit in units]
    return {unit.partition(":")[2] for unit in units if unit.startswith(("race:", "power:"))}


class Ledger:
    """What the games have shown so far; it hears of them in any portions."""

    def __init__(self, bench: Bench, file: UnitFile, near: list[tuple[str, UnitFile]]) -> None:
        self.bench = bench
        self.file = file
        self.near = near
        self.tallies: dict[tuple[str, str], Tally] = {}
        """By what is asked (`part`, `map`, `with`, `against`, `others`) and a name."""

    def of(self, kind: str, name: str) -> Tally:
        return self.tallies.setdefault((kind, name), Tally())

    def hear(self, part: str, results: list[Result]) -> None:
        """Count games of a part: the seats that played the unit."""
        name = self.file.unit.name
        for result in results:
            for seat, units in enumerate(result.units):
                if f"race:{name}" not in units and f"power:{name}" not in units:
                    if part == "main":
                        self.of("others", "").count(result, seat)
                    continue
                self.of("part", part).count(result, seat)
                if part.startswith("near"):
                    continue
                for place in place_of(result).split("+"):
                    self.of("map", place).count(result, seat)
                if part == "main":
                    for partner in partners(result, seat, name):
                        self.of("with", partner).count(result, seat)
                    for other in opponents(result, seat):
                        self.of("against", other).count(result, seat)

    def lines(self, kind: str) -> list[dict[str, object]]:
        """A line for each name with enough games, best first."""
        found = [
            (tally.share, name, tally)
            for (what, name), tally in self.tallies.items()
            if what == kind and tally.games >= LEAST_SHOWN
        ]
        return [{"name": name, **tally.page()} for _, name, tally in sorted(found, key=lambda it: (-it[0], it[1]))]

    def page(self) -> dict[str, object]:
        """What `terrarium balance --unit --json` prints."""
        low, high = catalog.title(self.bench.title).players
        even = 1 / self.bench.players
        found = self.of("part", "main")
        tried: list[tuple[float, dict[str, object]]] = []
        for place, (change, other) in enumerate(self.near):
            tally = self.of("part", f"near {place}")
            tried.append((abs(tally.share - even), {"change": change, **tally.page(), "data": other.data}))
        numbers = [
            (players, "main" if players == self.bench.players else f"{players}") for players in range(low, high + 1)
        ]
        return {
            "unit": self.file.unit.name,
            **found.page(),
            "even": round(even, 4),
            "verdict": verdict(found, even),
            "by_players": [{"players": players, **self.of("part", part).page()} for players, part in numbers],
            "by_map": self.lines("map"),
            "with": self.lines("with"),
            "against": self.lines("against"),
            "worth": self.worth(),
            "suggestions": [line for _, line in sorted(tried, key=lambda pair: pair[0])],
        }

    def worth(self) -> list[float]:
        """What bots should hold the unit worth: what they did, corrected by the coins its players had more than
        others."""
        tokens, steady, once = (float(part) for part in self.file.unit.worth)
        mine, others = self.of("part", "main"), self.of("others", "")
        if not mine.games or not others.games:
            return [tokens, steady, once]
        gap = mine.mean - others.mean
        return [round(tokens, 2), round(steady, 2), round(max(-20.0, min(20.0, once + gap)), 2)]


def near_of(bench: Bench, file: UnitFile, words: Words) -> list[tuple[str, UnitFile]]:
    """The neighbours that are tried."""
    found = (pair for pair in neighbours(file, words) if playable(bench, pair[1]))
    return list(islice(found, NEIGHBOURS))


def measured(bench: Bench, file: UnitFile, run: Run, words: Words, games: int = 0) -> dict[str, object]:
    """Try a unit, and its neighbours; what `terrarium balance --unit --json` prints. Without a number of games it is
    played until its share is known to ± 3 %."""
    if file.unit.chapter:  # nobody picks it: it has no share of wins
        raise NotationError("unit_lab", {"unit": file.unit.name})
    near = near_of(bench, file, words)
    ledger = Ledger(bench, file, near)
    main, *rest = parts_of(bench, file, near, games or GAMES, min(TRIES, (games or GAMES) // 4))
    first = 0
    while first < main.games and not (ledger.of("part", "main").sure and not games):
        some = main.games if games else min(ROUND, main.games - first)
        hear_all(ledger, run, [replace(main, games=some, first=first)])
        first += some
    hear_all(ledger, run, rest)
    return ledger.page()


def hear_all(ledger: Ledger, run: Run, parts: list[Part]) -> None:
    """Play these parts as one list, so that all processes share all of it."""
    bench = ledger.bench
    wanted = [match for part in parts for match in matches(bench, part.file, part.players, part.games, part.first)]
    for number, match in enumerate(wanted):
        match.number = number
    results, first = run(wanted), 0
    for part in parts:
        ledger.hear(part.name, results[first : first + part.games])
        first += part.games


def playable(bench: Bench, file: UnitFile) -> bool:
    """Can a neighbour be played? Perhaps no race can lend so many tokens."""
    try:
        catalog.game(bench.title, bench.players, bench.map_name, {**bench.options, **dict([option_of(file)])})
    except NotationError:
        return False
    return True


def place_of(result: Result) -> str:
    return result.match.map_name or f"{len(result.match.seats)}p"


def verdict(found: Tally, even: float) -> str:
    """`even` where the interval holds one share for each seat, else `stronger` or `weaker`."""
    low, high = found.interval
    return "stronger" if low > even else "weaker" if high < even else "even"


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
