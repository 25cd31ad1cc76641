"""The raw event log told with names: what happened, to whom, and because of what."""

from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE, Event
from terrarium.smallworld.core.data import Data, Entry
from terrarium.smallworld.core.events import EVENTS
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.core.storage import NATIVES

GUARDS = "guards"
"""Natives that guard something hidden where others guard nothing; in the log they are one more tribe, after natives."""


def terrain(kit: Kit, region: i64) -> str:
    """The name of a region's terrain, as its map words it."""
    return kit.board.names[region][0]


def rule_of(kit: Kit, unit: i64) -> str:
    """The statement of the living rulebook that tells what a unit does."""
    told = kit.units[unit]
    if told.rule:
        return told.rule
    chapter = told.chapter or ("race" if unit < kit.n_races else "power")
    return chapter + "." + told.name


def tell_entry(d: Data, entry: Entry) -> Event:
    kit = d.kit
    code, rule, fields = EVENTS[entry.kind]
    rule = kit.event_rules.get(code, rule)
    args: dict[str, object] = {}
    for place, field in enumerate(fields):
        if field == "-":
            continue
        if place == 0:
            args["tribe"] = name_of(kit, entry.tribe)
        elif place == 1:
            args["region"] = int(entry.region)
            args["terrain"] = terrain(kit, entry.region)
        elif place == 2:
            args["n"] = int(entry.number)
        elif field == "t":
            args["victim"] = name_of(kit, entry.other) or "none"
        elif field == "u":
            args["power"] = kit.units[entry.other].name
        elif field == "m":
            args["mark"] = kit.marks[entry.other].name
            rule = kit.marks[entry.other].rule
        else:
            args["other"] = int(entry.other)
    cause = ""
    if entry.cause >= 0:
        cause = kit.units[entry.cause].name
        rule = rule_of(kit, entry.cause)
    elif code == "coins":
        cause = "regions" if entry.cause == -1 else "combo"
        rule = "scoring.per_region" if entry.cause == -1 else "market.coins_on_combo"
    elif code == "lost" and entry.tribe == kit.natives:
        rule = kit.native_rule
    elif code == "lost" and entry.tribe > kit.natives:
        rule = "conquest.monsters"
    seat = int(entry.seat)
    if seat == kit.players:
        # The race that nobody plays has coins, but no player has its seat.
        seat = CHANCE
        if code == "coins" or code == "paid":
            code = "wild_" + code
            args["tribe"] = name_of(kit, kit.wild)
    return Event(code, seat, cause, rule, args)


def name_of(kit: Kit, t: i64) -> str:
    if t < 0:
        return ""
    if t > kit.natives:
        return GUARDS
    return NATIVES if t == kit.natives else kit.units[t].name
