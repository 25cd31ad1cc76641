"""Units of the players' own at a table: they come by value with the game's options and take their places in the kit.

    unit.mice = 5f2a… {"format":1,"unit":{…}}

A race of one's own borrows the tokens of a race of the box whose banner goes out; it takes that race's place.
"""

from typing import Final

from terrarium.kernel.contract import NotationError
from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.brew import lender_of, piece_of, unit_from
from terrarium.smallworld.core.composed import Composed
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.core.storage import NATIVES
from terrarium.smallworld.core.vocabulary import MOST_BADGE

OPTION: Final = "unit."
MOST_GUESTS: Final = 8


def plain(options: dict[str, str]) -> dict[str, str]:
    """The options that are no units."""
    return {name: value for name, value in options.items() if not name.startswith(OPTION)}


def guests_in(options: dict[str, str]) -> dict[str, str]:
    """The units among some options, in the order of their names."""
    found = {name: options[name] for name in sorted(options) if name.startswith(OPTION)}
    if len(found) > MOST_GUESTS:
        raise NotationError("unit_many", {"most": MOST_GUESTS})
    return found


def invite(kit: Kit, guests: dict[str, str]) -> None:
    """The units of a game's options join its kit."""
    units: list[Composed] = []
    for name, line in guests.items():
        unit = unit_from(line)
        if name != OPTION + unit.name:
            raise NotationError("unit_named", {"name": name[:40], "unit": unit.name})
        units.append(unit)
    seat_guests(kit, units)


def seat_guests(kit: Kit, guests: list[Composed]) -> None:
    """Races take the places of those that lend their tokens or follow the races of the box, before one that nobody
    plays; powers come last, things join those that are hidden; their pieces join the others."""
    taken = {unit.name for unit in kit.units} | {mark.name for mark in kit.marks} | {NATIVES}
    races = kit.units[: kit.n_races]
    powers = kit.units[kit.n_races : kit.n_races + kit.n_powers]
    things = list(kit.things)
    marks = list(kit.marks)
    lent: list[str] = []
    for unit in guests:
        if unit.name in taken or (unit.piece and unit.piece in taken):
            raise NotationError("unit_taken", {"unit": unit.name})
        taken.add(unit.name)
        if unit.chapter:
            unit.rule = holder_rule(kit, unit)
        mark = piece_of(unit)
        if mark is not None:
            marks.append(mark)
            taken.add(mark.name)
        if unit.chapter:
            things.append(unit)
        elif unit.rule == "custom.badge":
            powers = [*powers, unit]
        elif lender_of(unit) == "own":
            races = [*[race for race in races if not race.wild], unit, *[race for race in races if race.wild]]
        else:
            place = lending(races, unit, lent)
            lent.append(races[place].name)
            unit.tray = races[place].tray
            races = [*races[:place], unit, *races[place + 1 :]]
    kit.marks = marks
    kit.named_marks = {mark.name: mark for mark in marks}
    kit.lay_out_marks()
    kit.replace_units([*races, *powers], len(races), things)


def holder_rule(kit: Kit, unit: Composed) -> str:
    """The statement that tells whom a thing serves; NotationError where the title knows no such things."""
    kinds = [thing.chapter for thing in kit.things]
    if unit.chapter not in kinds:
        raise NotationError("unit_thing", {"unit": unit.name, "kind": unit.chapter})
    return "marker.holder" if "artifact" in kinds else "things.keeper"


def lending(races: list[Ability], unit: Composed, lent: list[str]) -> int:
    """The place of the race that lends its tokens: the one that is named, or, where none is or it is not in this game,
    the smallest that suffices with every badge; NotationError if it has too few."""
    wish = lender_of(unit)
    if wish not in [race.name for race in races]:
        wish = ""
    best = -1
    for place, race in enumerate(races):
        if race.tray < unit.tokens + MOST_BADGE or race.wild or race.name in lent or isinstance(race, Composed):
            continue
        if wish == race.name or (not wish and (best < 0 or race.tray < races[best].tray)):
            best = place
    if best < 0:
        raise NotationError("unit_lender", {"unit": unit.name, "lender": wish, "need": int(unit.tokens) + MOST_BADGE})
    return best


def stand_in(kit: Kit, units: list[Composed]) -> None:
    """Units made of data take the places of those of the box that have their names, with the pieces of the box."""
    named = {unit.name: unit for unit in units}
    combos = [standing(unit, named) for unit in kit.units[: kit.n_races + kit.n_powers]]
    things = [standing(unit, named) for unit in kit.things]
    kit.replace_units(combos, int(kit.n_races), things)


def standing(unit: Ability, named: dict[str, Composed]) -> Ability:
    """Who takes the place of a unit: the one of its name, or itself."""
    other = named.get(unit.name)
    if other is None:
        return unit
    other.tray = unit.tray
    other.rule = unit.rule
    return other
