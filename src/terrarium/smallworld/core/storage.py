"""A position as plain data with names instead of ids, and back. Whatever has its usual value is left out."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import NotationError
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import (
    DECLINED,
    F_BADGE,
    F_HIDE,
    F_MOMENT,
    F_MUSTER,
    FRAMES,
    MODES,
    MOMENTS,
    MOST_IN_FRAME,
    OUT,
    THINGS_AT,
    frame,
    kind_of,
    number_in,
    region_in,
    tribe_in,
    unit_in,
)
from terrarium.smallworld.core.data import (
    ACTIVES,
    ARMED,
    BADGES,
    COINS,
    DEPTH,
    DISCARDS,
    FIRST,
    FOUGHT,
    HAND,
    HELD,
    HOLDER,
    KEEPS,
    LEDGER,
    MARKS,
    MODE,
    OUTSIDE,
    OWNER,
    PICKING,
    POWER,
    QUEUE,
    QUEUED,
    RACES,
    RETREAT,
    ROLLED,
    ROUND,
    ROW_SIZE,
    SEAT,
    STACK,
    STACK_SIZE,
    STOCK,
    TOKENS,
    TRAY,
    UNSEEN,
    WADED,
    Data,
)
from terrarium.smallworld.core.flow import DIE_WEIGHTS
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.core.phases.things import GUARDS

NATIVES = "natives"


def tribe_name(kit: Kit, t: i64) -> str:
    return NATIVES if t == kit.natives else kit.units[t].name


def blank(kit: Kit) -> vec[i64]:
    """The vector of an empty board: everything in its tray, nobody anywhere."""
    v = vec[i64]([0] * int(kit.size))
    t: i64
    for t in range(kit.natives + 1):
        v[t * 7 + OWNER] = -1
        v[t * 7 + POWER] = -1
        if t < kit.n_races:
            v[t * 7 + TRAY] = kit.units[t].tray
    place: i64 = 0
    for mark in kit.marks:
        v[STOCK + place] = mark.stock
        place += 1
    seat: i64
    for seat in range(5):
        v[ACTIVES + seat] = -1
    r: i64
    for r in range(kit.board.n):
        v[r * 3 + HOLDER] = -1
    return v


# --- out ------------------------------------------------------------------------------------------


def dump(d: Data) -> dict[str, object]:
    v = d.v
    kit = d.kit
    page: dict[str, object] = {"round": int(v[ROUND]), "seat": int(v[SEAT]), "first": int(v[FIRST])}
    page["stack"] = [frame_words(kit, v[STACK + k]) for k in range(int(v[DEPTH]))]
    rows = [dump_row(d, k) for k in range(int(kit.rows))]
    page["row"] = rows[0]
    if kit.rows > 1:
        page["other_rows"] = rows[1:]
    if kind_of(d.top()) == F_BADGE:
        short = number_in(d.top())
        page["laid"] = kit.units[v[d.row_at(short) + v[d.combos_at(short)] * 3]].name
    page["stacked_races"] = [kit.units[k].name for k in range(int(kit.n_races)) if (v[RACES] >> k) & 1]
    page["returned_races"] = [kit.units[v[QUEUE + k]].name for k in range(int(v[QUEUED]))]
    page["stacked_powers"] = powers_in(kit, v[BADGES])
    page["discarded_powers"] = powers_in(kit, v[DISCARDS])
    page["coins"] = [int(v[COINS + k]) for k in range(int(kit.players))]
    page["ledger"] = [int(v[LEDGER + k]) for k in range(int(kit.players))]
    if kit.wild >= 0:
        page["wild_coins"] = int(v[COINS + kit.players])
    page["tribes"] = dump_tribes(d)
    page["regions"] = dump_regions(d)
    page["stock"] = {mark.name: int(v[STOCK + k]) for k, mark in enumerate(kit.marks) if v[STOCK + k] != mark.stock}
    page["notes"] = {unit.name: int(d.note(unit.id)) for unit in kit.units if d.note(unit.id)}
    page["used"] = {unit.name: int(d.used(unit.id)) for unit in kit.units if d.used(unit.id)}
    if kit.things:
        page["unseen"] = [thing.name for thing in kit.things if v[UNSEEN] & thing.bit]
    lasting = [kit.units[t].name for t in range(int(kit.n_races)) if (v[OUTSIDE] & ~usually_outside(kit, v)) >> t & 1]
    if lasting:
        page["outside"] = lasting
    if v[WADED]:
        page["waded"] = [r for r in range(int(kit.board.n)) if v[WADED] >> r & 1]
    if v[ARMED]:
        page["armed"] = [unit.name for unit in kit.units if v[ARMED] & unit.arm]
    if v[ROLLED]:
        page["rolled"] = int(v[ROLLED]) - 1
    if v[FOUGHT]:
        page["fought"] = 1
    return page


def dump_row(d: Data, row: i64) -> list[object]:
    """Race, power and coins of every combo in a row."""
    v = d.v
    found: list[object] = []
    for k in range(int(v[d.combos_at(row)])):
        at = d.row_at(row) + k * 3
        found.append([d.kit.units[v[at]].name, d.kit.units[v[at + 1]].name, int(v[at + 2])])
    return found


def usually_outside(kit: Kit, v: vec[i64]) -> i64:
    """Mask of the declined tribes whose own badge puts them outside the limit."""
    found: i64 = 0
    t: i64
    for t in range(kit.n_races):
        power = v[t * 7 + POWER]
        if v[t * 7 + MODE] == DECLINED and power >= 0 and kit.units[power].outside_limit:
            found |= one(t)
    return found


def powers_in(kit: Kit, mask: i64) -> list[str]:
    return [kit.units[kit.n_races + k].name for k in range(int(kit.n_powers)) if (mask >> k) & 1]


def frame_words(kit: Kit, f: i64) -> list[object]:
    """kind, tribe, unit, region, number; the last unit told of a moment is spelled like the others."""
    kind = kind_of(f)
    told = kind == F_MOMENT
    unit = unit_in(f) - 1 if told else unit_in(f)
    name = "" if unit < 0 else kit.units[unit].name
    number: object = MOMENTS[number_in(f)] if told else int(number_in(f))
    return [FRAMES[kind], tribe_name(kit, tribe_in(f)), name, int(region_in(f)), number]


def dump_tribes(d: Data) -> dict[str, object]:
    v = d.v
    kit = d.kit
    found: dict[str, object] = {}
    for t in range(int(kit.natives) + 1):
        usual = 0 if t == kit.natives else kit.units[t].tray
        if v[t * 7 + MODE] == OUT and v[t * 7 + TRAY] == usual:
            continue
        power = "" if v[t * 7 + POWER] < 0 else kit.units[v[t * 7 + POWER]].name
        found[tribe_name(kit, t)] = [
            MODES[v[t * 7 + MODE]], int(v[t * 7 + OWNER]), power,
            int(v[t * 7 + HAND]), int(v[t * 7 + RETREAT]), int(v[t * 7 + TRAY]),
        ]  # fmt: skip
    return found


def dump_regions(d: Data) -> dict[str, object]:
    v = d.v
    kit = d.kit
    found: dict[str, object] = {}
    for r in range(int(kit.board.n)):
        holder = v[r * 3 + HOLDER]
        if holder >= 0 or v[r * 3 + MARKS]:
            name = tribe_name(kit, holder) if holder >= 0 else ""
            found[str(r)] = [name, int(v[r * 3 + TOKENS]), marks_in(kit, v[r * 3 + MARKS])]
    return found


def marks_in(kit: Kit, marks: i64) -> dict[str, int]:
    """How many pieces of each kind a region holds, things among them."""
    found = {mark.name: int((marks & mark.mask) >> mark.shift) for mark in kit.marks if marks & mark.mask}
    for thing in kit.things:
        if (marks >> THINGS_AT) & thing.bit:
            found[thing.name] = 1
    return found


# --- in -------------------------------------------------------------------------------------------


def load(kit: Kit, page: dict[str, object]) -> vec[i64]:
    """The vector whose dump this is; NotationError if it is none."""
    try:
        return load_page(kit, page)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, AssertionError) as error:
        raise unfit(error) from error


def unfit(error: Exception) -> NotationError:
    """What is said of a page that is no position."""
    if isinstance(error, NotationError):
        return error
    return NotationError("bad_position", {"reason": str(error)[:120]})


def as_list(value: object) -> list[object]:
    assert isinstance(value, list), "a list is missing"
    return value


def as_dict(value: object) -> dict[str, object]:
    assert isinstance(value, dict), "a table is missing"
    return value


def as_int(value: object, least: i64, most: i64) -> i64:
    """A number between two others; what nobody can have is refused before anything is made of it."""
    assert isinstance(value, int) and not isinstance(value, bool), "a number is missing"
    assert least <= value <= most, "a number is out of range"
    return value


# How much there can be of anything in a game with this kit: bounds that no play can pass, so that whatever is
# reached from a position within them lies within them too.


def soldiers(kit: Kit, t: i64) -> i64:
    """Tokens of a tribe, and the figures that may stand for some of them."""
    total: i64 = 0
    if t == kit.natives:
        for n in kit.board.natives:
            total += n
        return total + kit.hides * GUARDS
    total = kit.units[t].tray
    for mark in kit.marks:
        if mark.figure:
            total += mark.stock
    return total


def crowd(kit: Kit) -> i64:
    """Everything that can be counted at a table: tokens, pieces, regions, units. What a unit remembers is no more."""
    total: i64 = kit.board.n + len(kit.units)
    t: i64
    for t in range(kit.natives + 1):
        total += soldiers(kit, t)
    for mark in kit.marks:
        total += mark.stock
    return total


def riches(kit: Kit, round: i64) -> i64:
    """Coins of everybody together in a round: no round brings a seat more than some for each thing at the table."""
    return kit.seats * (kit.start_coins + (round + 1) * 8 * crowd(kit))


def load_page(kit: Kit, page: dict[str, object]) -> vec[i64]:
    d = Data(kit, blank(kit))
    v = d.v
    v[ROUND] = as_int(page["round"], 0, kit.rounds)
    v[SEAT] = as_int(page["seat"], 0, kit.seats - 1)
    v[FIRST] = as_int(page["first"], 0, kit.seats - 1)
    frames = as_list(page["stack"])
    assert 0 < len(frames) <= STACK_SIZE, "the stack has no frame or too many"
    v[DEPTH] = len(frames)
    for k, words in enumerate(frames):
        v[STACK + k] = frame_from(kit, as_list(words))
        if kind_of(v[STACK + k]) == F_MUSTER:
            v[PICKING] = 1
    load_rows(d, page)
    for name in as_list(page["stacked_races"]):
        v[RACES] |= one(tribe_from(kit, str(name)))
    returned = as_list(page["returned_races"])
    assert len(returned) <= kit.n_races, "more banners went back than there are"
    for k, name in enumerate(returned):
        v[QUEUE + k] = tribe_from(kit, str(name))
        v[QUEUED] = k + 1
    for name in as_list(page["stacked_powers"]):
        v[BADGES] |= one(power_from(kit, str(name)))
    for name in as_list(page["discarded_powers"]):
        v[DISCARDS] |= one(power_from(kit, str(name)))
    load_coins(d, page)
    load_tribes(kit, v, as_dict(page["tribes"]))
    load_regions(kit, v, as_dict(page["regions"]))
    stock = as_dict(page["stock"])
    for k, mark in enumerate(kit.marks):
        if mark.name in stock:
            v[STOCK + k] = as_int(stock[mark.name], 0, mark.stock)
    count_tokens(kit, v)
    load_memories(kit, v, page)
    load_things(kit, v, page)
    v[OUTSIDE] = usually_outside(kit, v)
    for name in as_list(page.get("outside", [])):
        v[OUTSIDE] |= one(tribe_from(kit, str(name)))
    for river in as_list(page.get("waded", [])):
        v[WADED] |= one(as_int(river, 0, kit.board.n - 1))
    for name in as_list(page.get("armed", [])):
        v[ARMED] |= kit.unit(str(name)).arm
    if "rolled" in page:
        v[ROLLED] = as_int(page["rolled"], 0, len(DIE_WEIGHTS) - 1) + 1
    v[FOUGHT] = as_int(page.get("fought", 0), 0, 1)
    return v


def load_coins(d: Data, page: dict[str, object]) -> None:
    """Coins of every seat, as they are and as everybody saw them; those in the rows are already there."""
    v = d.v
    kit = d.kit
    most = riches(kit, v[ROUND])
    total: i64 = 0
    for row in range(int(kit.rows)):
        for k in range(int(v[d.combos_at(row)])):
            total += v[d.row_at(row) + k * 3 + 2]
    for k in range(int(kit.players)):
        v[COINS + k] = as_int(as_list(page["coins"])[k], 0, most)
        v[LEDGER + k] = as_int(as_list(page["ledger"])[k], -most, most)
        total += v[COINS + k]
    if kit.wild >= 0:
        v[COINS + kit.players] = as_int(page["wild_coins"], 0, most)
        v[LEDGER + kit.players] = v[COINS + kit.players]
        total += v[COINS + kit.players]
    assert total <= most, "there are more coins than so many rounds can bring"


def load_memories(kit: Kit, v: vec[i64], page: dict[str, object]) -> None:
    """What units remember: how many or which of something; those of the house may remember every tribe, twice."""
    every_tribe = one(2 * kit.n_races) - 1
    many = crowd(kit)
    for key, place in (("notes", kit.notes_at), ("used", kit.used_at)):
        for name, value in as_dict(page[key]).items():
            unit = kit.unit(name)
            v[place + unit.id] = as_int(value, 0, every_tribe if unit in kit.house else many)


def count_tokens(kit: Kit, v: vec[i64]) -> None:
    """No tribe has more tokens than lie in the box, and no piece is there twice."""
    t: i64
    for t in range(kit.natives + 1):
        total = v[t * 7 + HAND] + v[t * 7 + RETREAT] + v[t * 7 + TRAY]
        for r in range(int(kit.board.n)):
            if v[r * 3 + HOLDER] == t:
                total += v[r * 3 + TOKENS]
        assert total <= soldiers(kit, t), f"{tribe_name(kit, t)} have more tokens than there are"
    for mark in kit.marks:
        total = v[STOCK + mark.place]
        for r in range(int(kit.board.n)):
            total += (v[r * 3 + MARKS] & mark.mask) >> mark.shift
        assert total <= mark.stock, f"there are more pieces {mark.name} than in the box"


def load_rows(d: Data, page: dict[str, object]) -> None:
    """The combo rows, and a banner that waits for its badge."""
    v = d.v
    kit = d.kit
    rows = [as_list(page["row"])] + [as_list(row) for row in as_list(page.get("other_rows", []))]
    assert len(rows) == kit.rows, "there are not as many rows as there should be"
    for place, row in enumerate(rows):
        assert len(row) <= ROW_SIZE, "the row is too long"
        v[d.combos_at(place)] = len(row)
        at = d.row_at(place)
        for combo in row:
            race, power, coins = as_list(combo)
            v[at] = tribe_from(kit, str(race))
            v[at + 1] = kit.n_races + power_from(kit, str(power))
            v[at + 2] = as_int(coins, 0, riches(kit, v[ROUND]))
            at += 3
    if "laid" in page:
        short = number_in(d.top())
        assert kind_of(d.top()) == F_BADGE and short < kit.rows, "no row waits for a badge"
        assert v[d.combos_at(short)] < ROW_SIZE, "the row is too long"
        v[d.row_at(short) + v[d.combos_at(short)] * 3] = tribe_from(kit, str(page["laid"]))


def load_things(kit: Kit, v: vec[i64], page: dict[str, object]) -> None:
    """Which things are hidden still, and who keeps the others."""
    if kit.things:
        for name in as_list(page["unseen"]):
            v[UNSEEN] |= kit.unit(str(name)).bit
    r: i64
    for r in range(kit.board.n):
        if v[r * 3 + HOLDER] >= 0:
            v[KEEPS + v[r * 3 + HOLDER]] |= v[r * 3 + MARKS] >> THINGS_AT


def frame_from(kit: Kit, words: list[object]) -> i64:
    kind = FRAMES.index(str(words[0]))
    tribe = tribe_from(kit, str(words[1]))
    told = kind == F_MOMENT
    unit = kit.ids[str(words[2])] if words[2] else (-1 if told else 0)
    region = as_int(words[3], 0, kit.board.n - 1)
    if told:
        return frame(kind, tribe, unit + 1, region, MOMENTS.index(str(words[4])))
    most = kit.hides if kind == F_HIDE else MOST_IN_FRAME
    return frame(kind, tribe, unit, region, as_int(words[4], 0, most))


def tribe_from(kit: Kit, name: str) -> i64:
    if name == NATIVES:
        return kit.natives
    t = kit.ids[name]
    assert t < kit.n_races, f"{name} is no race"
    return t


def power_from(kit: Kit, name: str) -> i64:
    """The place of a power among powers."""
    place = i64(kit.ids[name]) - kit.n_races
    assert 0 <= place < kit.n_powers, f"{name} is no power"
    return place


def load_tribes(kit: Kit, v: vec[i64], tribes: dict[str, object]) -> None:
    for name, words in tribes.items():
        t = tribe_from(kit, name)
        mode, owner, power, hand, retreat, tray = as_list(words)
        v[t * 7 + MODE] = MODES.index(str(mode))
        seat = as_int(owner, -1, kit.seats - 1)
        most = soldiers(kit, t)
        v[t * 7 + OWNER] = seat
        v[t * 7 + POWER] = kit.n_races + power_from(kit, str(power)) if power else i64(-1)
        v[t * 7 + HAND] = as_int(hand, 0, most)
        v[t * 7 + RETREAT] = as_int(retreat, 0, most)
        v[t * 7 + TRAY] = as_int(tray, 0, most)
        if mode == "active":
            assert 0 <= seat < (kit.seats if t == kit.wild else kit.players), "an owner is not at the table"
            v[ACTIVES + seat] = t


def load_regions(kit: Kit, v: vec[i64], regions: dict[str, object]) -> None:
    many = crowd(kit)
    for name, words in regions.items():
        r = int(name)
        assert 0 <= r < kit.board.n, f"there is no region {name}"
        holder, tokens, marks = as_list(words)
        v[r * 3 + TOKENS] = as_int(tokens, 0, many)
        if holder:
            t = tribe_from(kit, str(holder))
            v[r * 3 + HOLDER] = t
            v[t * 7 + HELD] |= one(r)
        for mark in kit.marks:
            n = as_dict(marks).get(mark.name, 0)
            v[r * 3 + MARKS] += as_int(n, 0, mark.most) << mark.shift
        for thing in kit.things:
            if as_int(as_dict(marks).get(thing.name, 0), 0, 1):
                v[r * 3 + MARKS] |= thing.bit << THINGS_AT
