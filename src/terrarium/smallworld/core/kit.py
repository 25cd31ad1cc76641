"""A title's components for one map and one set of options: units in one list, marks, and who answers which hook."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import Game, NotationError
from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import Board, one
from terrarium.smallworld.core.codes import (
    DECLINED,
    MOST_BITS,
    MOST_IN_FRAME,
    MOST_MARKS,
    MOST_TRIBES,
    REGIONS_AT,
    ROW_WIDTH,
    THINGS_AT,
)
from terrarium.smallworld.core.contest import Contest
from terrarium.smallworld.core.marks import Mark

HOOKS: Final[dict[str, int]] = {
    hook: 1 << place
    for place, hook in enumerate((
        "reach", "limits", "links", "price", "as_if_empty", "helpers", "forbids", "toll", "losses", "on_attack",
        "stays", "region_income", "turn_income", "fee", "options",
    ))
}  # fmt: skip
"""Questions of which it is known who answers them, with their bits in `Ability.hooks`. Crews are made while games are
played, each with thirteen of these questions: a question must be found quickly."""

NOBODY: Final[list[Ability]] = []
"""Most questions are answered by nobody: one list for all of them, which stays empty."""


def hooks_of(unit: Ability) -> i64:
    """The questions that a unit answers itself: as it says, or as its class shows."""
    if unit.said >= 0:
        return unit.said
    found: i64 = 0
    for hook, bit in HOOKS.items():
        if getattr(type(unit), hook) is not getattr(Ability, hook):
            found |= bit
    return found


def answering(units: list[Ability], hook: str) -> list[Ability]:
    """The units that answer a question themselves."""
    bit: i64 = HOOKS[hook]
    found = NOBODY
    for unit in units:
        if unit.hooks & bit:
            if found is NOBODY:
                found = [unit]
            else:
                found.append(unit)
    return found


def in_order(units: list[Ability]) -> list[Ability]:
    """These units by their ids."""
    return sorted(units, key=lambda unit: unit.id) if units else NOBODY


def moments_of(units: list[Ability]) -> i64:
    """The bits of the moments that some unit listens to."""
    bits: i64 = 0
    for unit in units:
        bits |= unit.moments
    return bits


def bits_of(marks: list[Mark]) -> i64:
    """The bit fields of some kinds of piece."""
    bits: i64 = 0
    for mark in marks:
        bits |= mark.mask
    return bits


def width_of(most: i64) -> i64:
    """Bits that count to `most`."""
    width: i64 = 1
    while most >> width:
        width += 1
    return width


class Crew:
    """The abilities that answer for one tribe, sorted by the question they answer. Shared by all positions."""

    def __init__(self, units: list[Ability]) -> None:
        self.units = units
        self.key: i64 = -1
        """What `Kit.crew_with` finds it by; -1 for crews without things."""
        self.reachers = answering(units, "reach")
        self.limiters = answering(units, "limits")
        self.linkers = answering(units, "links")
        self.pricers = answering(units, "price")
        self.ignorers = answering(units, "as_if_empty")
        self.helpers = answering(units, "helpers")
        self.forbidders = answering(units, "forbids")
        self.tollers = answering(units, "toll")
        savers = answering(units, "losses")
        self.savers = sorted(savers, key=lambda unit: unit.last_resort) if savers else NOBODY
        hearers = answering(units, "on_attack")
        self.hearers = [unit for unit in hearers if not unit.hears_all] or NOBODY
        self.watchers = [unit for unit in hearers if unit.hears_all] or NOBODY
        self.stayers = answering(units, "stays")
        self.region_earners = answering(units, "region_income")
        self.turn_earners = answering(units, "turn_income")
        self.aids = in_order([unit for unit in units if unit.aid])
        self.doers = in_order([unit for unit in units if unit.deeds])
        self.late_doers = [unit for unit in self.doers if unit.after_die] or NOBODY
        """Those whose deeds may follow the last attempt."""
        self.moments = moments_of(units)
        self.swims = any(unit.swims for unit in units)
        self.acts = any(unit.acts_in_decline for unit in units)
        self.retreats = any(unit.retreats_in_decline for unit in units)
        self.outside_limit = any(unit.outside_limit for unit in units)
        self.denies = any(unit.denies_help for unit in units)
        self.no_travel = any(unit.no_travel for unit in units)
        self.least: i64 = 1
        for unit in units:
            self.least = max(self.least, unit.least)
        self.guarded = len(self.forbidders) + len(self.tollers) > 0
        """Some unit forbids attacks or takes a toll."""
        self.simple = self.least == 1 and not (self.limiters or self.ignorers or self.helpers or self.doers)
        """No unit limits attacks, attacks as if empty, brings helpers, does deeds or needs several tokens: most crews,
        and a shorter way."""


class Kit:
    """Everything about a game that does not change while it is played."""

    def __init__(
        self, title: str, board: Board, players: i64, races: list[Ability], powers: list[Ability], marks: list[Mark],
        switches: dict[str, bool], reversed_crews: bool = False,
        things: list[Ability] | None = None, hides: i64 = 0, house: list[Ability] | None = None,
    ) -> None:  # fmt: skip
        self.title = title
        self.game: Game | None = None
        """The game that is played with it."""
        self.board = board
        self.players = players
        self.rounds = board.rounds
        self.marks = marks
        self.named_marks = {mark.name: mark for mark in marks}
        self.lay_out_marks()
        self.start_coins: i64 = 5
        self.own_declined_defends = switches["own_declined_token_defends"]
        self.own_declined_non_empty = switches["own_declined_token_is_non_empty"]
        self.own_stack_lost = switches.get("own_tomb_stack_is_lost", False)
        """A declined race that retreats does so only from opponents: to its owner's attack it loses all."""
        self.immunity_binds_owner = switches["immunity_binds_own_ghouls"]
        self.abandon_any_time = switches["abandon_between_conquests"]
        self.declined_water_open = switches["declined_seas_attackable"]
        self.random_first = switches["random_first_player"]
        self.armour_always_counts = switches.get("as_if_empty_keeps_armour", False)
        """Pieces that defend count even when a region is attacked as if empty."""
        self.occupied_river: i64 = 0
        """An occupied river costs 1 more than an empty one (1), 1 in all (-1), or just its tokens (0)."""
        self.hides = hides
        """Regions of natives in which chance hides a thing at set-up; 0 if the map says where."""
        self.native_word = "lost_tribe"
        """What a price calls the tokens of natives."""
        self.native_rule = "conquest.lost_tribe"
        """The statement that tells what becomes of natives."""
        self.fault_rules: dict[str, str] = {}
        self.event_rules: dict[str, str] = {}
        """Statements that refusals rest on, and that tell of events, in this title, where the family's own do not."""
        self.factions: list[str] = []
        """Names of the sides that races are on, by number; none where a title knows no sides."""
        self.house: list[Ability] = [] if house is None else house
        """Abilities that answer for every tribe."""
        self.reversed_crews = reversed_crews
        self.empty = Crew([])
        self.contest = Contest(list(range(int(players))))
        """Who plays with whom, and who wins."""
        self.rows: i64 = 1
        """Combo rows: one, unless sides pick from rows of their own."""
        self.row_races = vec[i64]([-1])
        """For each row the mask of the races that come into it."""
        self.row_of = vec[i64]([0] * int(players))
        """For each seat the row it picks from."""
        self.replace_units(races + powers, len(races), things)

    def replace_units(self, units: list[Ability], n_races: int, things: list[Ability] | None = None) -> None:
        """Take these units, races first, then powers, then things and what units bring along; every unit gets its
        place in the list as its id."""
        self.n_races: i64 = n_races
        self.n_powers: i64 = len(units) - n_races
        self.crew_row: i64 = len(units) + 1
        """Length of a race's row in the lists of crews."""
        self.natives: i64 = n_races
        """The tribe of Lost Tribes and their like."""
        self.things: list[Ability] = [] if things is None else things
        self.units = units + self.things
        for unit in units:
            self.units.extend(unit.train())
        self.units.extend(self.house)
        self.check_room()
        self.ids: dict[str, int] = {}
        for place, unit in enumerate(self.units):
            unit.id = place
            unit.hooks = hooks_of(unit)
            self.ids[unit.name] = place
        for place, unit in enumerate([unit for unit in self.units if unit.aid]):
            unit.arm = one(place)
        for unit in self.units:
            unit.bind(self)
        self.sort_things()
        self.deniers = [unit for unit in units if unit.denies_help]
        """Races that deny help to those who attack them."""
        self.denying = len(self.deniers) > 0
        self.prepaid = any([unit.prepaid for unit in self.units]) or len(answering(self.units, "fee")) > 0
        """Some unit asks for coins before an attack."""
        self.late_moments = moments_of([unit for unit in self.units if unit.in_decline])
        """Bits of the moments that a race in decline may listen to."""
        self.watchful = any([unit.hears_all for unit in self.units])
        """Some unit hears of every attack."""
        self.notes_at = REGIONS_AT + self.board.n * 3
        self.used_at: i64 = self.notes_at + len(self.units)
        self.rows_at: i64 = self.used_at + len(self.units)
        """Where the rows after the first lie, behind all unit state."""
        self.wild: i64 = max([unit.id for unit in units if unit.wild], default=-1)
        """The race that nobody plays, or -1. Its seat comes after the players'."""
        self.banners: i64 = one(n_races) - 1
        """Mask of the races that are in the game's banner stack."""
        if self.wild >= 0:
            self.banners &= ~one(self.wild)
        self.seats: i64 = self.players + (1 if self.wild >= 0 else 0)
        """Seats that hold coins: the players', and that of the wild race."""
        self.size: i64 = self.rows_at + (self.rows - 1) * ROW_WIDTH
        self.active_crews = self.all_crews(False)
        self.declined_crews = self.all_crews(True)
        self.other_crews: dict[int, Crew] = {}
        self.last_crews = [self.empty] * n_races
        """Of each race the crew with things that was asked for last: it seldom changes between two questions."""

    def check_room(self) -> None:
        """NotationError where there is more of something than positions, frames and masks have room for: two things
        would share a place, and games go wrong without a word."""
        pieces: i64 = sum([width_of(mark.most) for mark in self.marks])
        if (
            self.n_races >= MOST_TRIBES
            or self.n_powers > MOST_BITS
            or self.board.n > MOST_BITS
            or len(self.marks) > MOST_MARKS
            or pieces > THINGS_AT
            or len(self.things) > MOST_BITS - THINGS_AT
            or len(self.units) >= MOST_IN_FRAME
        ):
            raise NotationError("unit_room", {})

    def pick_from_rows(self, row_races: list[int], row_of: list[int]) -> None:
        """Lay out a combo row for each mask of races; every seat picks from the row that is named for it."""
        self.rows = len(row_races)
        self.row_races = vec[i64](row_races)
        self.row_of = vec[i64](row_of)
        self.banners = 0
        for mask in row_races:
            self.banners |= mask
        self.size = self.rows_at + (self.rows - 1) * ROW_WIDTH

    def sort_things(self) -> None:
        """Give each thing its bit."""
        for place, thing in enumerate(self.things):
            thing.bit = one(place)
        self.places: i64 = sum([thing.bit for thing in self.things if thing.chapter == "place"])
        """Mask of the things that never move."""
        lenders = [thing for thing in self.things if thing.lends]
        self.lender: i64 = lenders[-1].id if lenders else -1
        self.lending: i64 = lenders[-1].bit if lenders else 0
        """The thing that lends a unit: its id (or -1) and its bit."""
        self.walls = [thing for thing in self.things if thing.defence]
        """Things that defend their region."""

    def lay_out_marks(self) -> None:
        """Give each kind of mark its bit field."""
        shift: i64 = 0
        for place, mark in enumerate(self.marks):
            width = width_of(mark.most)
            mark.place = place
            mark.shift = shift
            mark.mask = (one(width) - 1) << shift
            shift += width
        self.immune_marks = bits_of([mark for mark in self.marks if mark.immune])
        self.sealed_marks = bits_of([mark for mark in self.marks if mark.seals])
        self.shield_marks = bits_of([mark for mark in self.marks if mark.shields])
        self.figure_marks = bits_of([mark for mark in self.marks if mark.figure])
        self.first_marks = bits_of([mark for mark in self.marks if mark.first])
        self.hidden_marks = bits_of([mark for mark in self.marks if mark.hides])
        self.hidden: i64 = max([mark.place for mark in self.marks if mark.hides], default=-1)
        """The kind of mark under which things are hidden, or -1."""

    def all_crews(self, declined: bool) -> list[Crew]:
        """A row of crews for each race: first the race alone, and at the id of each power + 1 the two together; what
        lies between means nothing. `Data.crew` knows this order."""
        found: list[Crew] = [self.empty] * int(self.crew_row * self.n_races)
        for race in self.units[: self.n_races]:
            row = int(race.id * self.crew_row)
            found[row] = self.manned([race], declined)
            for power in self.units[self.n_races : self.n_races + self.n_powers]:
                found[row + int(power.id) + 1] = self.manned([race, power], declined)
        return found

    def manned(self, units: list[Ability], declined: bool) -> Crew:
        """The crew of these units and what they bring along; in decline only of those that still work."""
        everybody: list[Ability] = []
        for unit in units:
            everybody.append(unit)
            everybody.extend(unit.train())
        everybody.extend(self.house)
        if declined:
            everybody = [unit for unit in everybody if unit.in_decline]
        if self.reversed_crews:
            everybody.reverse()
        return Crew(everybody)

    def crew_with(self, tribe: i64, power: i64, mode: i64, things: i64, lent: i64) -> Crew:
        """The same with the things the tribe keeps, and the unit (id + 1, or 0) that one of them lends."""
        key = ((((things << 8) | lent) << 8 | (power + 1)) << 8 | tribe) << 2 | mode
        last = self.last_crews[tribe]
        if last.key == key:
            return last
        found = self.other_crews.get(int(key))
        if found is None:
            units = [self.units[tribe]]
            if power >= 0:
                units.append(self.units[power])
            units.extend([t for t in self.things if things & t.bit and units[0].served_by(t)])
            if lent:
                units.append(self.units[lent - 1])
            found = self.manned(units, mode == DECLINED)
            found.key = key
            self.other_crews[int(key)] = found
        self.last_crews[tribe] = found
        return found

    def unit(self, name: str) -> Ability:
        """The unit of this name; KeyError if the kit has none."""
        return self.units[self.ids[name]]

    def mark(self, name: str) -> Mark:
        """The kind of piece of this name; KeyError if the kit has none."""
        return self.named_marks[name]

    def defence(self, marks: i64) -> i64:
        """What the pieces in a region add to its price."""
        total: i64 = 0
        for mark in self.marks:
            if marks & mark.mask:
                total += ((marks & mark.mask) >> mark.shift) * mark.defence
        return total + self.wall(marks)

    def figures(self, marks: i64) -> i64:
        """How many pieces among these stand for tokens."""
        total: i64 = 0
        if marks & self.figure_marks:
            for mark in self.marks:
                if mark.figure:
                    total += (marks & mark.mask) >> mark.shift
        return total

    def wall(self, marks: i64) -> i64:
        """What the things in a region add to its price."""
        total: i64 = 0
        things = marks >> THINGS_AT
        if things:
            for thing in self.walls:
                if things & thing.bit:
                    total += thing.defence
        return total
