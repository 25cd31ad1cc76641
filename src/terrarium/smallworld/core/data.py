"""The position: one flat vector of integers with named offsets, so that a clone is one copy.

A *tribe* is a race in play; its id is the race's unit id. Regions point to a tribe. One more tribe, the *natives*
(Lost Tribes and their like), belongs to nobody. Unit state is keyed by unit because every banner and badge is
unique. Region numbers occur only as indices, in masks, and in the region field of frames and actions.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import State
from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import each_region, one
from terrarium.smallworld.core.codes import ACTIVE, DECLINED, ROW_WIDTH, THINGS_AT, frame
from terrarium.smallworld.core.kit import Crew, Kit
from terrarium.smallworld.core.marks import Mark

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

KEEPS: Final[i64] = 349  # v[KEEPS + t]: mask of the things in the regions of tribe t

# Fields of a region: v[r * 3 + TOKENS]; the first is REGIONS_AT
HOLDER: Final[i64] = 381  # tribe or -1
TOKENS: Final[i64] = 382
MARKS: Final[i64] = 383  # bit fields of marks, and from THINGS_AT on a bit for each thing


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

    def __init__(self, kit: Kit, v: vec[i64]) -> None:
        self.v = v
        self.kit = kit
        self.log: list[Entry] | None = None

    # --- words for the numbers: what unit files read instead of offsets -----------------------------

    def hand(self, t: i64) -> i64:
        """Tokens of a tribe in hand."""
        return self.v[t * 7 + HAND]

    def tray(self, t: i64) -> i64:
        """Tokens of a tribe in its tray."""
        return self.v[t * 7 + TRAY]

    def held(self, t: i64) -> i64:
        """Mask of a tribe's regions."""
        return self.v[t * 7 + HELD]

    def holds(self, t: i64, r: i64) -> bool:
        """Does the tribe hold this region?"""
        return (self.v[t * 7 + HELD] >> r) & 1 != 0

    def owner(self, t: i64) -> i64:
        """The seat that plays a tribe, or -1."""
        return self.v[t * 7 + OWNER]

    def power(self, t: i64) -> i64:
        """The unit id of a tribe's badge, or -1."""
        return self.v[t * 7 + POWER]

    def active(self, t: i64) -> bool:
        """Is the tribe somebody's active race?"""
        return self.v[t * 7 + MODE] == ACTIVE

    def declined(self, t: i64) -> bool:
        """Is the tribe in decline?"""
        return self.v[t * 7 + MODE] == DECLINED

    def tokens(self, r: i64) -> i64:
        """Tokens in a region."""
        return self.v[r * 3 + TOKENS]

    def holder(self, r: i64) -> i64:
        """The tribe in a region, or -1."""
        return self.v[r * 3 + HOLDER]

    def has(self, r: i64, mark: Mark) -> bool:
        """Does a piece of this kind lie in a region?"""
        return self.v[r * 3 + MARKS] & mark.mask != 0

    def pieces(self, r: i64, mark: Mark) -> i64:
        """How many pieces of this kind lie in a region."""
        return (self.v[r * 3 + MARKS] & mark.mask) >> mark.shift

    def figures(self, r: i64) -> i64:
        """How many pieces in a region stand for tokens."""
        return self.kit.figures(self.v[r * 3 + MARKS])

    def marked(self, mask: i64, mark: Mark) -> i64:
        """Those regions of a mask in which a piece of this kind lies."""
        return self.bearing(mask, mark.mask)

    def bearing(self, mask: i64, marks: i64) -> i64:
        """Those regions of a mask in which some of these bits of marks are set."""
        v = self.v
        found: i64 = 0
        r: i64 = 0
        while mask:
            if mask & 1 and v[r * 3 + MARKS] & marks:
                found |= one(r)
            mask >>= 1
            r += 1
        return found

    def from_rank(self, mask: i64, start: i64) -> i64:
        """Those regions of a mask that stand at or after a place in the board's order."""
        return mask & self.kit.board.later[start]

    def things(self, r: i64) -> i64:
        """Mask of the things in a region."""
        return self.v[r * 3 + MARKS] >> THINGS_AT

    def luggage(self, r: i64, with_hidden: bool) -> i64:
        """Pieces and things in a region that may be moved elsewhere: all but places, and what lies face down only if
        that is said (it may be a place)."""
        stays = self.kit.places << THINGS_AT
        if not with_hidden:
            stays |= self.kit.hidden_marks
        return self.v[r * 3 + MARKS] & ~stays

    def keeps(self, t: i64) -> i64:
        """Mask of the things in the regions of a tribe."""
        return self.v[KEEPS + t]

    def unseen(self) -> i64:
        """Mask of the things not revealed yet."""
        return self.v[UNSEEN]

    def immune(self, r: i64) -> bool:
        """Does a piece make the region immune?"""
        return self.v[r * 3 + MARKS] & self.kit.immune_marks != 0

    def sheltered(self, r: i64) -> bool:
        """Does a piece keep a lone token there from being replaced?"""
        return self.v[r * 3 + MARKS] & self.kit.shield_marks != 0

    def occupied(self, mask: i64) -> bool:
        """Does any tribe stand in one of these regions?"""
        v = self.v
        return any(v[t * 7 + HELD] & mask for t in range(self.kit.natives + 1))

    def open(self, mask: i64) -> i64:
        """Those regions of a mask that no piece makes immune."""
        return mask & ~self.bearing(mask, self.kit.immune_marks)

    def stacked(self, mask: i64) -> i64:
        """Those regions of a mask that hold more than one token."""
        found: i64 = 0
        for r in each_region(mask):
            if self.tokens(r) > 1:
                found |= one(r)
        return found

    def hides(self, r: i64) -> bool:
        """Is a thing hidden in the region?"""
        return self.v[r * 3 + MARKS] & self.kit.hidden_marks != 0

    def stock(self, mark: Mark) -> i64:
        """Pieces of this kind that are not on the map."""
        return self.v[STOCK + mark.place]

    def coins(self, seat: i64) -> i64:
        """Coins of a player."""
        return self.v[COINS + seat]

    def round(self) -> i64:
        """The round that is being played."""
        return self.v[ROUND]

    def seat(self) -> i64:
        """Whose turn it is."""
        return self.v[SEAT]

    def active_of(self, seat: i64) -> i64:
        """The active tribe of a player, or -1."""
        return self.v[ACTIVES + seat]

    def combos(self) -> i64:
        """Complete combos in the row."""
        return self.v[COMBOS]

    def badges(self) -> i64:
        """Mask of the powers (by their place among powers) in the badge stack."""
        return self.v[BADGES]

    def armed(self, aid: Ability) -> bool:
        """Is this aid to be used for the next attack?"""
        return self.v[ARMED] & aid.arm != 0

    def opponent(self, me: i64, t: i64) -> bool:
        """Is `t` a race of another player, as a tribe in a region may be?"""
        return 0 <= t < self.kit.n_races and self.v[t * 7 + OWNER] != self.v[me * 7 + OWNER]

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
        return any(v[STACK + place] >> 32 == kind for place in range(v[DEPTH]))

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
