"""A position and its plain verbs: the stack of questions, and the log of what happened."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import Event, State
from terrarium.terramystica.causes import NAMES, RULES
from terrarium.terramystica.layout import COUNT, HEIGHT, HEX, OWN, OWN_SIZE, OWNS, SEAT, SEATS, STACK, STRONGHOLD
from terrarium.terramystica.layout import RULES as OPTIONS
from terrarium.terramystica.map.board import Chart

EFFECT_RULES: Final = {
    "power_gain": "magic.bowls",
    "power_spend": "magic.bowls",
    "cult": "cults.power",
    "shipping": "shipping.action",
    "spades": "spades.sources",
    "action": "special.once",
    "build": "build.dwelling",
    "upgrade": "upgrade.path",
    "transform": "spades.distance",
}
"""Statements behind events that say what a cause brought about: the cause's own goes before."""
EVENT_RULES: Final = {
    "burn": "magic.burn",
    "bridge": "bridges.site",
    "connect": "faction.mermaids.river_town",
    "town": "towns.founding",
    "town_tile": "towns.tile",
    "favor": "upgrade.favor",
    "digging": "digging.action",
    "pass": "pass.card",
    "card": "pass.card",
    "send": "cults.send",
    "key": "cults.ten",
    "leech": "leech.cost",
    "turn_down": "leech.choice",
    "income": "round.income",
    "cult_income": "round.cult_reward",
    "spades_lost": "spades.drop",
    "leave": "leaving.leave",
    "round": "round.phases",
    "faction": "setup.factions",
    "round_tile": "setup.tiles",
    "card_out": "setup.cards",
    "place": "setup.dwellings",
    "round_end": "round.phases",
    "no_room": "leech.room",
    "goods_scored": "end.goods",
}
"""Statements behind all other events, whatever their cause."""


NO_LISTING: Final[vec[i64]] = vec[i64]()
NOTHING: Final[list[Event]] = []
"""What has been noted while nobody watches; it stays empty."""


class Position(State):
    """All integers of one position, what has been noted since `watch`, and scratch that is never copied."""

    def __init__(self, v: vec[i64], chart: Chart) -> None:
        self.v = v
        self.chart = chart
        self.watching = False
        self.noted = NOTHING
        self.held = False
        # where listings write (`buffer.py`); empty until the first one
        self.out = NO_LISTING
        # scratch of the reach and flood-fill functions
        self.low: i64 = 0
        self.high: i64 = 0
        self.skip_low: i64 = 0
        self.skip_high: i64 = 0

    def ask(self, kind: i64, seat: i64, a: i64, b: i64) -> None:
        """Put a question to a seat on the stack."""
        push(self.v, kind, seat, a, b)

    def option(self, bit: i64) -> bool:
        """Is the rule of this option bit on?"""
        return self.v[OPTIONS] & bit != 0

    def count(self, seat: i64, building: i64) -> i64:
        """How many buildings of a kind a seat has on the board."""
        return self.v[at(seat) + COUNT + building]

    def has_stronghold(self, seat: i64) -> bool:
        return self.v[at(seat) + COUNT + STRONGHOLD] > 0

    def note(self, code: str, seat: i64, cause: i64, args: dict[str, object]) -> None:
        """Remember an event; only called while watching."""
        rule = EVENT_RULES[code] if code in EVENT_RULES else RULES[cause] if cause else EFFECT_RULES[code]
        self.noted.append(Event(code, int(seat), NAMES[cause], rule, args))

    def note_goods(self, code: str, seat: i64, cause: i64, what: str, n: i64) -> None:
        """Remember a gain or a payment of one kind of goods."""
        self.noted.append(Event(code, int(seat), NAMES[cause], RULES[cause], {"what": what, "n": int(n)}))


def at(seat: i64) -> i64:
    """Where a seat's block begins."""
    return SEATS + seat * SEAT


def own_at(seat: i64) -> i64:
    """Where the list of a seat's buildings begins."""
    return OWN + seat * OWN_SIZE


def own_end(v: vec[i64], seat: i64) -> i64:
    """Where that list ends."""
    return OWN + seat * OWN_SIZE + v[at(seat) + OWNS]


def push(v: vec[i64], kind: i64, owner: i64, a: i64, b: i64) -> None:
    """Put a question (or an automatic step) on the stack."""
    top: i64 = STACK + 4 * v[HEIGHT]
    v[top] = kind
    v[top + 1] = owner
    v[top + 2] = a
    v[top + 3] = b
    v[HEIGHT] += 1


def pop(v: vec[i64]) -> None:
    """Take the top frame off; what is above the stack is kept at zero, so that equal positions are equal vectors."""
    height: i64 = v[HEIGHT] - 1
    v[HEIGHT] = height
    top: i64 = STACK + 4 * height
    v[top] = 0
    v[top + 1] = 0
    v[top + 2] = 0
    v[top + 3] = 0


def top_of(v: vec[i64]) -> i64:
    """Where the top frame lies; only when there is one."""
    return STACK + 4 * v[HEIGHT] - 4


def building_of(v: vec[i64], h: i64) -> i64:
    return (v[HEX + h] >> 3) & 7


def owner_of(v: vec[i64], h: i64) -> i64:
    """The seat whose building stands on a hex, or -1."""
    return ((v[HEX + h] >> 6) & 7) - 1
