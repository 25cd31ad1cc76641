"""A title's components for one map and one set of options: units in one list, marks, and who answers which hook."""

from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import Board, one
from terrarium.smallworld.core.faults import CORE_FAULTS
from terrarium.smallworld.core.marks import Mark


class Crew:
    """The abilities that answer for one tribe, sorted by the question they answer. Shared by all positions."""

    units: list[Ability]
    reachers: list[Ability]
    linkers: list[Ability]
    pricers: list[Ability]
    forbidders: list[Ability]
    savers: list[Ability]
    hearers: list[Ability]
    stayers: list[Ability]
    region_earners: list[Ability]
    turn_earners: list[Ability]
    aids: list[Ability]
    moments: i64
    swims: bool
    acts: bool
    retreats: bool
    outside_limit: bool

    def __init__(self, units: list[Ability]) -> None:
        self.units = units
        self.reachers = answering(units, "reach")
        self.linkers = answering(units, "links")
        self.pricers = answering(units, "price")
        self.forbidders = answering(units, "forbids")
        self.savers = answering(units, "losses")
        self.hearers = answering(units, "on_attack")
        self.stayers = answering(units, "stays")
        self.region_earners = answering(units, "region_income")
        self.turn_earners = answering(units, "turn_income")
        self.aids = sorted([unit for unit in units if unit.aid], key=lambda unit: unit.id)
        self.moments = 0
        self.swims = False
        self.acts = False
        self.retreats = False
        self.outside_limit = False
        for unit in units:
            self.moments |= unit.moments
            self.swims = self.swims or unit.swims
            self.acts = self.acts or unit.acts_in_decline
            self.retreats = self.retreats or unit.retreats_in_decline
            self.outside_limit = self.outside_limit or unit.outside_limit


def answering(units: list[Ability], hook: str) -> list[Ability]:
    """The units whose class answers `hook` itself instead of inheriting "no effect"."""
    default = getattr(Ability, hook)
    return [unit for unit in units if getattr(type(unit), hook) is not default]


class Kit:
    """Everything about a game that does not change while it is played."""

    title: str
    board: Board
    players: i64
    rounds: i64
    units: list[Ability]
    n_races: i64
    n_powers: i64
    natives: i64
    """The tribe of Lost Tribes and their like."""
    marks: list[Mark]
    immune_marks: i64
    shield_marks: i64
    faults: dict[int, tuple[str, str]]
    start_coins: i64
    notes_at: i64
    used_at: i64
    size: i64
    own_declined_defends: bool
    own_declined_non_empty: bool
    immunity_binds_owner: bool
    abandon_any_time: bool
    declined_water_open: bool
    random_first: bool
    ids: dict[str, int]
    reversed_crews: bool
    empty: Crew
    active_crews: list[Crew]
    declined_crews: list[Crew]

    def __init__(
        self, title: str, board: Board, players: int, races: list[Ability], powers: list[Ability], marks: list[Mark],
        faults: dict[int, tuple[str, str]], switches: dict[str, bool], reversed_crews: bool = False,
    ) -> None:  # fmt: skip
        self.title = title
        self.board = board
        self.players = players
        self.rounds = board.rounds
        self.marks = marks
        self.lay_out_marks()
        self.faults = {**CORE_FAULTS, **faults}
        self.start_coins = 5
        self.own_declined_defends = switches["own_declined_token_defends"]
        self.own_declined_non_empty = switches["own_declined_token_is_non_empty"]
        self.immunity_binds_owner = switches["immunity_binds_own_ghouls"]
        self.abandon_any_time = switches["abandon_between_conquests"]
        self.declined_water_open = switches["declined_seas_attackable"]
        self.random_first = switches["random_first_player"]
        self.reversed_crews = reversed_crews
        self.empty = Crew([])
        self.replace_units(races + powers, len(races))

    def replace_units(self, units: list[Ability], n_races: int) -> None:
        """Take these units, races first, then powers; every unit gets its place in the list as its id."""
        self.units = units
        self.n_races = n_races
        self.n_powers = len(units) - n_races
        self.natives = n_races
        self.ids = {}
        for place, unit in enumerate(units):
            unit.id = place
            self.ids[unit.name] = place
        self.notes_at = 349 + self.board.n * 3
        self.used_at = self.notes_at + len(units)
        self.size = self.used_at + len(units)
        self.active_crews = self.all_crews(False)
        self.declined_crews = self.all_crews(True)

    def lay_out_marks(self) -> None:
        """Give each kind of mark its bit field."""
        shift: i64 = 0
        self.immune_marks = 0
        self.shield_marks = 0
        for mark in self.marks:
            width: i64 = 1
            while mark.most >> width:
                width += 1
            mark.shift = shift
            mark.mask = (one(width) - 1) << shift
            if mark.immune:
                self.immune_marks |= mark.mask
            if mark.shields:
                self.shield_marks |= mark.mask
            shift += width

    def all_crews(self, declined: bool) -> list[Crew]:
        """A crew for each race, first without a power, then with each; `Data.crew` knows this order."""
        found: list[Crew] = []
        for race in self.units[: self.n_races]:
            for badge in range(-1, int(self.n_powers)):
                units = [race] if badge < 0 else [race, self.units[self.n_races + badge]]
                if declined:
                    units = [unit for unit in units if unit.in_decline]
                if self.reversed_crews:
                    units.reverse()
                found.append(Crew(units))
        return found

    def unit(self, name: str) -> Ability:
        """The unit of this name; KeyError if the kit has none."""
        return self.units[self.ids[name]]

    def defence(self, marks: i64) -> i64:
        """What the pieces in a region add to its price."""
        total: i64 = 0
        for mark in self.marks:
            if marks & mark.mask:
                total += ((marks & mark.mask) >> mark.shift) * mark.defence
        return total
