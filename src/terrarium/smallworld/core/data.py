"""The position: one flat vector of integers with named offsets, so that a clone is one copy.

A *tribe* is a race in play; its id is the race's unit id. Regions point to a tribe. One more tribe, the *natives*
(Lost Tribes and their like), belongs to nobody. Unit state is keyed by unit because every banner and badge is
unique. Region numbers occur only as indices, in masks, and in the region field of frames and actions.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import State
from terrarium.smallworld.core.codes import DECLINED, ROW_WIDTH, frame
from terrarium.smallworld.core.kit import Crew, Kit

# --- one of each ----------------------------------------------------------------------------------
ROUND: Final[i64] = 0
SEAT: Final[i64] = 1  # whose turn it is
FIRST: Final[i64] = 2  # who began the game
DEPTH: Final[i64] = 3  # frames on the stack
COMBOS: Final[i64] = 4  # complete combos in the row
QUEUED: Final[i64] = 5  # banners that went back under the stack, in order
RACES: Final[i64] = 6  # mask of races in the shuffled part of the banner stack
BADGES: Final[i64] = 7  # mask of powers (by index among powers) in the badge stack
DISCARDS: Final[i64] = 8  # mask of powers on the discard pile
ARMED: Final[i64] = 9  # mask (`Ability.arm`) of the aids that are to be used for the next attack
ROLLED: Final[i64] = 10  # die + 1 rolled before the next attack
FOUGHT: Final[i64] = 11  # this tribe has attacked in its conquests
PICKING: Final[i64] = 12  # a combo was taken and the row is not refilled yet
UNSEEN: Final[i64] = 13  # mask of things not revealed yet
OUTSIDE: Final[i64] = 14  # mask of declined tribes that do not count for the limit of one
WADED: Final[i64] = 15  # mask of rivers the acting declined tribe held when its turn came: those it may keep

# --- blocks ---------------------------------------------------------------------------------------
STACK: Final[i64] = 16
STACK_SIZE: Final[i64] = 24
ROW: Final[i64] = 40  # race, power, coins of each combo
ROW_SIZE: Final[i64] = 6
QUEUE: Final[i64] = 58
COINS: Final[i64] = 90
LEDGER: Final[i64] = 95  # what everybody saw a player gain and pay
ACTIVES: Final[i64] = 100  # active tribe of each player, or -1
STOCK: Final[i64] = 105  # pieces of each mark not on the map

# Fields of a tribe: v[t * 7 + HAND]
OWNER: Final[i64] = 125
MODE: Final[i64] = 126
POWER: Final[i64] = 127  # unit id of its badge, or -1
HAND: Final[i64] = 128
RETREAT: Final[i64] = 129  # driven off this turn, waiting to be redeployed
TRAY: Final[i64] = 130
HELD: Final[i64] = 131  # mask of its regions
MOST_TRIBES: Final[i64] = 32

KEEPS: Final[i64] = 349  # v[KEEPS + t]: mask of the things in the regions of tribe t

# Fields of a region: v[r * 3 + TOKENS]; the first is REGIONS_AT
HOLDER: Final[i64] = 381  # tribe or -1
TOKENS: Final[i64] = 382
MARKS: Final[i64] = 383  # bit fields of marks, and from THINGS_AT on a bit for each thing

MOST_PLAYERS: Final[i64] = 5


class Entry:
    """One line of the raw event log: ints only; `story.py` gives it names."""

    def __init__(self, kind: i64, seat: i64, tribe: i64, region: i64, number: i64, other: i64, cause: i64) -> None:
        self.kind = kind
        self.seat = seat
        self.tribe = tribe
        self.region = region
        self.number = number
        self.other = other
        self.cause = cause


class Data(State):
    """The vector, the kit it is read with, and the event log where somebody watches."""

    v: vec[i64]
    kit: Kit
    log: list[Entry] | None

    def __init__(self, kit: Kit, v: vec[i64]) -> None:
        self.v = v
        self.kit = kit
        self.log = None

    def push(self, kind: i64, tribe: i64, unit: i64, region: i64, number: i64) -> None:
        """Put a frame on top of the stack."""
        v = self.v
        depth = v[DEPTH]
        v[STACK + depth] = (kind << 32) | (tribe << 24) | (unit << 16) | (region << 8) | number
        v[DEPTH] = depth + 1

    def pop(self) -> None:
        """Drop the top frame."""
        v = self.v
        depth = v[DEPTH] - 1
        v[DEPTH] = depth
        v[STACK + depth] = 0

    def top(self) -> i64:
        """The frame that asks now."""
        v = self.v
        return v[STACK + v[DEPTH] - 1]

    def retop(self, kind: i64, tribe: i64, unit: i64, region: i64, number: i64) -> None:
        """Replace the top frame."""
        v = self.v
        v[STACK + v[DEPTH] - 1] = frame(kind, tribe, unit, region, number)

    def awaits(self, kind: i64) -> bool:
        """Is a frame of this kind on the stack, so that its time is still to come?"""
        v = self.v
        place: i64 = 0
        while place < v[DEPTH]:
            if v[STACK + place] >> 32 == kind:
                return True
            place += 1
        return False

    def crew(self, t: i64) -> Crew:
        """The abilities that answer for a tribe now."""
        kit = self.kit
        if t >= kit.n_races:
            return kit.empty
        v = self.v
        if kit.things and v[KEEPS + t]:
            things = v[KEEPS + t]
            lent = v[kit.notes_at + kit.lender] if things & kit.lending else i64(0)
            return kit.crew_with(t, v[t * 7 + POWER], v[t * 7 + MODE], things, lent)
        crews = kit.declined_crews if v[t * 7 + MODE] == DECLINED else kit.active_crews
        return crews[t * kit.crew_row + v[t * 7 + POWER] + 1]

    def row_at(self, row: i64) -> i64:
        """Where the combos of a row begin: race, power, coins of each."""
        return ROW if row == 0 else self.kit.rows_at + (row - 1) * ROW_WIDTH

    def combos_at(self, row: i64) -> i64:
        """Where the number of combos in a row is kept."""
        return COMBOS if row == 0 else self.kit.rows_at + row * ROW_WIDTH - 1

    def note(self, unit: i64) -> i64:
        """A unit's memory, kept from turn to turn until its banner or badge is picked again."""
        return self.v[self.kit.notes_at + unit]

    def set_note(self, unit: i64, value: i64) -> None:
        self.v[self.kit.notes_at + unit] = value

    def used(self, unit: i64) -> i64:
        """A unit's memory of this turn; cleared when any turn begins."""
        return self.v[self.kit.used_at + unit]

    def set_used(self, unit: i64, value: i64) -> None:
        self.v[self.kit.used_at + unit] = value

    def say(self, kind: i64, seat: i64, tribe: i64, region: i64, number: i64, other: i64, cause: i64) -> None:
        """Write into the event log, if somebody watches."""
        if self.log is not None:
            self.log.append(Entry(kind, seat, tribe, region, number, other, cause))
