"""The balance lab: how strong a unit turns out in many games of bots, with whom and against whom, and what would bring
it nearer to even.

The unit comes into the row of every game, at each place of it equally often, so that whoever begins has no more of it
than others; bots take it when they like to. Its win share is that of the seats that played it, as `terrarium balance`
counts it for every unit of the box; even is one share for each seat. What is counted for a thing: `finds`.
"""

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
from terrarium.search.smallworld.units import Units
from terrarium.smallworld.core.game import FamilyGame
from terrarium.words import Words
from terrarium.workshop.files import UnitFile, option_of
from terrarium.workshop.finds import BLANK, FIELD, blank_of, difference, field_of, longest
from terrarium.workshop.neighbours import left_out, neighbours, with_worth

GAMES = 3_600
"""Most games at the table that was asked for: the share is known to ± 3 % then, even if bots often leave it lying."""
ROUND = 600
"""Games after which it is asked whether that is known."""
OTHERS = 150
"""Games at each other number of players."""
TRIES = 250
"""Games for each neighbour."""
NEIGHBOURS = 12
"""Neighbours that are tried: two for tokens, one for each of up to ten sentences left out, amounts with the rest."""
STRONG = "strong"
"""A level that plans ahead: what it makes of a unit is tried for as long as there is time."""
SECONDS = 50.0
"""After so long nothing more is begun, so that a run ends within a minute."""
COSTS = 600
"""Games of the first level that take as long as one of this, about; the first of them tell it better."""
STRONG_GAMES = 300
"""Its games at most."""
SURE = 0.03
"""Half the width of an interval that is narrow enough."""
LEAST_SHOWN = 8
"""Games from which on a partner or opponent has a line."""
OWN = -1
"""The unit itself, where neighbours have their places."""

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
    fair: float = 0.0
    """How often one in each seat would have won."""

    def count(self, result: Result, seat: int) -> None:
        self.games += 1
        self.fair += 1 / len(result.units)
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
    """Games that are wanted for one question: `main`, another number of players, or a neighbour (`near 2`); of a thing
    also what it is held against (`main box`, `blank`)."""

    name: str
    file: UnitFile
    players: int
    games: int
    first: int = 0
    """The number of its first deal: neighbours have deals of their own."""

    @property
    def field(self) -> bool:
        """Is a thing of the box found instead?"""
        return self.name.endswith(FIELD)


def matches(bench: Bench, file: UnitFile, players: int, games: int, first: int = 0, field: bool = False) -> list[Match]:
    """So many games with the unit, each with its own deal, and boards where the rules draw them; `field`: with things
    of the box found in its place, each in its turn."""
    name, value = option_of(file)
    title = catalog.title(bench.title)
    chapter, wish = file.unit.chapter, [file.unit.name]
    if chapter and field:
        wish = field_of(bench.title, chapter)
    found: list[Match] = []
    for number in range(games):
        seed = bench.seed * 1_000_003 + first + number
        place = bench.map_name if players == bench.players else ""
        place = place or title.draw(players, seed ^ 0x5F3759DF)
        options = bench.options if players == bench.players else without_map(bench.options)
        found.append(
            Match(
                bench.title, [bench.bot] * players, seed, place, {**options, name: value}, bench.budget_s,
                bench.simulations, number, "" if chapter else file.unit.name,
                wish[(first + number) % len(wish)] if chapter else "",
            )
        )  # fmt: skip
    return found


def some_games(
    bench: Bench, file: UnitFile, players: int, games: int, first: int, seconds: float, field: bool = False
) -> list[Result]:
    """As many of these games as there is time for, one at least. The unit itself is left out of the results."""
    ends = time.monotonic() + seconds
    found: list[Result] = []
    for match in matches(bench, file, players, games, first, field):
        result = play(match)
        found.append(replace(result, match=replace(match, options={})))
        if time.monotonic() > ends:
            break
    return found


def parts_of(
    bench: Bench, file: UnitFile, near: list[tuple[str, UnitFile]], games: int, tries: int
) -> list[list[Part]]:
    """The table that was asked for, a few games at each other number of players, and every neighbour. Parts that are
    held against each other stand together."""
    low, high = catalog.title(bench.title).players
    thing = bool(file.unit.chapter)
    main = Part("main", file, bench.players, games)
    found = [[main]]
    if thing:
        found[0] += [replace(main, name="main" + FIELD), replace(main, name=BLANK, file=blank_of(file))]
    for players in range(low, high + 1):
        if players != bench.players:
            other = Part(f"{players}", file, players, min(OTHERS, games // 4))
            found.append([other, *([replace(other, name=other.name + FIELD)] if thing else [])])
    for place, (_, changed) in enumerate(near):
        found.append([Part(f"near {place}", changed, bench.players, tries, 500_000)])
    return found


def partners(result: Result, seat: int, name: str) -> set[str]:
    """Whom the unit was combined with at this seat; of a thing, what its finder played."""
    if result.finder >= 0:
        return {unit.partition(":")[2] for unit in result.units[seat] if unit.startswith(("race:", "power:"))}
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
        """By what is asked (`part`, `map`, `with`, `against`, `others`, `longest`) and a name."""
        self.held: dict[int, tuple[float, float, float]] = {}
        """What bots hold the unit and its neighbours worth, as far as it was asked."""

    def of(self, kind: str, name: str) -> Tally:
        return self.tallies.setdefault((kind, name), Tally())

    def hear(self, part: str, results: list[Result]) -> None:
        """Count games of a part: the seats that played the unit, or found the thing."""
        for result in results:
            if result.finder >= 0 and part == "main":
                self.of("longest", "").count(result, longest(result))
            for seat in range(len(result.units)):
                if not self.had(result, seat):
                    if part == "main":
                        self.of("others", "").count(result, seat)
                    continue
                self.of("part", part).count(result, seat)
                if part.startswith("near") or part in (BLANK, STRONG):
                    continue
                for place in place_of(result).split("+"):
                    self.of("map" + FIELD if part.endswith(FIELD) else "map", place).count(result, seat)
                if part == "main":
                    for partner in partners(result, seat, self.file.unit.name):
                        self.of("with", partner).count(result, seat)
                    for other in opponents(result, seat):
                        self.of("against", other).count(result, seat)

    def sure(self, part: str) -> bool:
        """Is a part known well enough?"""
        return self.of("part", part).sure

    def had(self, result: Result, seat: int) -> bool:
        """Did this seat play the unit, or find the thing?"""
        name, units = self.file.unit.name, result.units[seat]
        if self.file.unit.chapter:
            return seat == result.finder
        return f"race:{name}" in units or f"power:{name}" in units

    def even(self, part: str, players: int) -> float:
        """The share that would be even: one for each seat; of a thing, what finders of things of the box win in the
        same deals, as soon as something is known of them."""
        found = self.of("part", part + FIELD)
        return found.share if found.games else 1 / players

    def even_on(self, place: str) -> float:
        """The same for a map, whatever number of players sat at it."""
        found, field = self.of("map", place), self.of("map" + FIELD, place)
        return field.share if field.games else found.fair / found.games

    def verdict(self) -> str:
        """`even` as long as it may be, else `stronger` or `weaker`."""
        main, field = self.of("part", "main"), self.of("part", "main" + FIELD)
        low, high = main.interval
        even = 1 / self.bench.players
        if field.games:
            low, high = difference((main.share, main.interval), (field.share, field.interval))
            even = 0.0
        return "stronger" if low > even else "weaker" if high < even else "even"

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
        even = self.even("main", self.bench.players)
        found = self.of("part", "main")
        tried: list[tuple[float, dict[str, object]]] = []
        for place, (change, other) in enumerate(self.near):
            tally = self.of("part", f"near {place}")
            line = {"change": change, **tally.page(), "data": self.data_of(place, other)}
            if (missing := left_out(self.file, other)) is not None:
                line["without"] = missing
            tried.append((abs(tally.share - even), line))
        numbers = [
            (players, "main" if players == self.bench.players else f"{players}") for players in range(low, high + 1)
        ]
        return {
            "unit": self.file.unit.name,
            **found.page(),
            "even": round(even, 4),
            "verdict": self.verdict(),
            **self.held_against(),
            **self.by_strong(),
            "by_players": [
                {"players": players, **self.of("part", part).page(), "even": round(self.even(part, players), 4)}
                for players, part in numbers
            ],
            "by_map": [{**line, "even": round(self.even_on(str(line["name"])), 4)} for line in self.lines("map")],
            "with": self.lines("with"),
            "against": self.lines("against"),
            "worth": self.worth(),
            "suggestions": [line for _, line in sorted(tried, key=lambda pair: pair[0])],
        }

    def held_against(self) -> dict[str, object]:
        """Of a thing: what finders of the box's things win, those of a blank, and whoever held it longest."""
        if not self.file.unit.chapter:
            return {}
        return {
            "box": self.of("part", "main" + FIELD).page(),
            "blank": self.of("part", BLANK).page(),
            "longest": self.of("longest", "").page(),
        }

    def by_strong(self) -> dict[str, object]:
        """What a level that plans ahead won with it, if there was time for that."""
        found = self.of("part", STRONG)
        return {STRONG: {**found.page(), "even": round(1 / self.bench.players, 4)}} if found.games else {}

    def data_of(self, place: int, near: UnitFile) -> dict[str, Any]:
        """A neighbour as it is taken: with what bots should hold it worth, as soon as something is known of that."""
        known = self.of("part", f"near {place}").games and self.of("part", "main").games >= LEAST_SHOWN
        return with_worth(near, self.worth(place)) if known and not self.file.unit.chapter else near.data

    def held_worth(self, place: int = OWN) -> tuple[float, float, float]:
        """What bots of these games hold the unit, or a neighbour, worth: what travels with it, or what they read from
        what it does."""
        if place not in self.held:
            bench, file = self.bench, self.file if place == OWN else self.near[place][1]
            board = bench.map_name or catalog.title(bench.title).draw(bench.players, bench.seed)
            game = catalog.game(bench.title, bench.players, board, {**bench.options, **dict([option_of(file)])})
            assert isinstance(game, FamilyGame)
            units, at = Units(game.kit), int(game.kit.unit(file.unit.name).id)
            self.held[place] = units.strength[at], units.steady[at], units.once[at]
        return self.held[place]

    def worth(self, place: int = OWN) -> list[float]:
        """What bots should hold the unit worth: what they did, corrected by the coins its players had more than
        others; a neighbour by the same coins. Nobody chooses a thing, so it carries no worth."""
        if self.file.unit.chapter:
            return []
        tokens, steady, once = self.held_worth(place)
        mine, others = self.of("part", "main"), self.of("others", "")
        if not mine.games or not others.games:
            return [tokens, steady, once]
        gap = mine.mean - others.mean
        return [round(tokens, 2), round(steady, 2), round(max(-20.0, min(20.0, once + gap)), 2)]


def advice(page: dict[str, Any]) -> str:
    """What to change in a unit that is not even: what was nearest to even, if it was nearer than the unit itself."""
    if page["verdict"] == "even":
        return ""
    near = [line for line in page["suggestions"] if line["games"] >= LEAST_SHOWN][:1]
    off = abs(page["win_share"] - page["even"])
    return next((str(line["change"]) for line in near if abs(line["win_share"] - page["even"]) < off), "")


def near_of(bench: Bench, file: UnitFile, words: Words) -> list[tuple[str, UnitFile]]:
    """The neighbours that are tried."""
    found = (pair for pair in neighbours(file, words) if playable(bench, pair[1]))
    return list(islice(found, NEIGHBOURS))


def measured(bench: Bench, file: UnitFile, run: Run, words: Words, games: int = 0) -> dict[str, object]:
    """Try a unit, and its neighbours; what `terrarium balance --unit --json` prints. Without a number of games it is
    played until its share is known to ± 3 %."""
    start = time.monotonic()
    near = near_of(bench, file, words)
    ledger = Ledger(bench, file, near)
    main, *rest = parts_of(bench, file, near, games or GAMES, min(TRIES, (games or GAMES) // 4))
    most, first = games or GAMES, 0
    while first < most:
        some = most if games else min(ROUND, most - first)
        wanted = [part for part in main if games or not ledger.sure(part.name)]
        if not wanted:
            break
        hear_all(ledger, run, [replace(part, games=some, first=first) for part in wanted])
        first += some
    others = [part for group in rest for part in group]
    hear_all(ledger, run, others)
    if not games and not file.unit.chapter and bench.bot != STRONG:
        spent = time.monotonic() - start
        pace = spent / (first + sum(part.games for part in others))
        hear_strong(ledger, run, SECONDS - spent, pace * COSTS)
    return ledger.page()


def hear_strong(ledger: Ledger, run: Run, left: float, pace: float) -> None:
    """Games of a level that plans ahead, as many as there is time for; `pace`: how long one may take. Too few to be
    told are not begun, and a quarter of the time is spent before it is known how long they take here."""
    done = 0
    while (some := min(STRONG_GAMES - done, int(left * (1 if done else 0.25) / max(pace, 1e-6)))) >= LEAST_SHOWN:
        start = time.monotonic()
        bench = replace(ledger.bench, bot=STRONG)
        wanted = matches(bench, ledger.file, bench.players, some, 700_000 + done)
        for number, match in enumerate(wanted):
            match.number = number
        ledger.hear(STRONG, run(wanted))
        spent = time.monotonic() - start
        done, left, pace = done + some, left - spent, spent / some


def hear_all(ledger: Ledger, run: Run, parts: list[Part]) -> None:
    """Play these parts as one list, so that all processes share all of it."""
    bench = ledger.bench
    wanted = [
        match for part in parts for match in matches(bench, part.file, part.players, part.games, part.first, part.field)
    ]
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
