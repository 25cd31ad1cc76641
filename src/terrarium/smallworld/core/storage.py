"""A position as plain data with names instead of ids, and back. Whatever has its usual value is left out."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import NotationError
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import (
    DECLINED,
    F_BADGE,
    F_MOMENT,
    F_MUSTER,
    FRAMES,
    MODES,
    MOMENTS,
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
from terrarium.smallworld.core.kit import Kit

NATIVES = "natives"


def tribe_name(kit: Kit, t: i64) -> str:
    return NATIVES if t == kit.natives else kit.units[t].name


def blank(kit: Kit) -> vec[i64]:
    """The vector of an empty board: everything in its tray, nobody anywhere."""
    v = vec[i64]([0] * int(kit.size))
    t: i64 = 0
    while t <= kit.natives:
        v[t * 7 + OWNER] = -1
        v[t * 7 + POWER] = -1
        if t < kit.n_races:
            v[t * 7 + TRAY] = kit.units[t].tray
        t += 1
    place: i64 = 0
    for mark in kit.marks:
        v[STOCK + place] = mark.stock
        place += 1
    seat: i64 = 0
    while seat < 5:
        v[ACTIVES + seat] = -1
        seat += 1
    r: i64 = 0
    while r < kit.board.n:
        v[r * 3 + HOLDER] = -1
        r += 1
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
    t: i64 = 0
    while t < kit.n_races:
        power = v[t * 7 + POWER]
        if v[t * 7 + MODE] == DECLINED and power >= 0 and kit.units[power].outside_limit:
            found |= one(t)
        t += 1
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
        if isinstance(error, NotationError):
            raise
        raise NotationError("bad_position", {"reason": str(error)[:120]}) from error


def as_list(value: object) -> list[object]:
    assert isinstance(value, list), "a list is missing"
    return value


def as_dict(value: object) -> dict[str, object]:
    assert isinstance(value, dict), "a table is missing"
    return value


def as_int(value: object) -> int:
    assert isinstance(value, int) and not isinstance(value, bool), "a number is missing"
    assert -(1 << 40) < value < 1 << 40, "a number is out of range"
    return value


def load_page(kit: Kit, page: dict[str, object]) -> vec[i64]:
    d = Data(kit, blank(kit))
    v = d.v
    v[ROUND] = as_int(page["round"])
    v[SEAT] = as_int(page["seat"])
    v[FIRST] = as_int(page["first"])
    frames = as_list(page["stack"])
    assert 0 < len(frames) <= STACK_SIZE, "the stack has no frame or too many"
    v[DEPTH] = len(frames)
    for k, words in enumerate(frames):
        v[STACK + k] = frame_from(kit, as_list(words))
        if kind_of(v[STACK + k]) == F_MUSTER:
            v[PICKING] = 1
    load_rows(d, page)
    for name in as_list(page["stacked_races"]):
        v[RACES] |= one(kit.ids[str(name)])
    for k, name in enumerate(as_list(page["returned_races"])):
        v[QUEUE + k] = kit.ids[str(name)]
        v[QUEUED] = k + 1
    for name in as_list(page["stacked_powers"]):
        v[BADGES] |= one(kit.ids[str(name)] - kit.n_races)
    for name in as_list(page["discarded_powers"]):
        v[DISCARDS] |= one(kit.ids[str(name)] - kit.n_races)
    for k in range(int(kit.players)):
        v[COINS + k] = as_int(as_list(page["coins"])[k])
        v[LEDGER + k] = as_int(as_list(page["ledger"])[k])
    if kit.wild >= 0:
        v[COINS + kit.players] = as_int(page["wild_coins"])
        v[LEDGER + kit.players] = v[COINS + kit.players]
    load_tribes(kit, v, as_dict(page["tribes"]))
    load_regions(kit, v, as_dict(page["regions"]))
    stock = as_dict(page["stock"])
    for k, mark in enumerate(kit.marks):
        if mark.name in stock:
            v[STOCK + k] = as_int(stock[mark.name])
    for name, value in as_dict(page["notes"]).items():
        v[kit.notes_at + kit.ids[name]] = as_int(value)
    for name, value in as_dict(page["used"]).items():
        v[kit.used_at + kit.ids[name]] = as_int(value)
    load_things(kit, v, page)
    v[OUTSIDE] = usually_outside(kit, v)
    for name in as_list(page.get("outside", [])):
        v[OUTSIDE] |= one(tribe_from(kit, str(name)))
    for river in as_list(page.get("waded", [])):
        v[WADED] |= one(as_int(river))
    for name in as_list(page.get("armed", [])):
        v[ARMED] |= kit.unit(str(name)).arm
    if "rolled" in page:
        v[ROLLED] = as_int(page["rolled"]) + 1
    v[FOUGHT] = 1 if "fought" in page else 0
    return v


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
            v[at] = kit.ids[str(race)]
            v[at + 1] = kit.ids[str(power)]
            v[at + 2] = as_int(coins)
            at += 3
    if "laid" in page:
        short = number_in(d.top())
        assert kind_of(d.top()) == F_BADGE and short < kit.rows, "no row waits for a badge"
        assert v[d.combos_at(short)] < ROW_SIZE, "the row is too long"
        v[d.row_at(short) + v[d.combos_at(short)] * 3] = kit.ids[str(page["laid"])]


def load_things(kit: Kit, v: vec[i64], page: dict[str, object]) -> None:
    """Which things are hidden still, and who keeps the others."""
    if kit.things:
        for name in as_list(page["unseen"]):
            v[UNSEEN] |= kit.unit(str(name)).bit
    r: i64 = 0
    while r < kit.board.n:
        if v[r * 3 + HOLDER] >= 0:
            v[KEEPS + v[r * 3 + HOLDER]] |= v[r * 3 + MARKS] >> THINGS_AT
        r += 1


def frame_from(kit: Kit, words: list[object]) -> i64:
    kind = FRAMES.index(str(words[0]))
    tribe = tribe_from(kit, str(words[1]))
    told = kind == F_MOMENT
    unit = kit.ids[str(words[2])] if words[2] else (-1 if told else 0)
    if told:
        return frame(kind, tribe, unit + 1, as_int(words[3]), MOMENTS.index(str(words[4])))
    return frame(kind, tribe, unit, as_int(words[3]), as_int(words[4]))


def tribe_from(kit: Kit, name: str) -> i64:
    if name == NATIVES:
        return kit.natives
    t = kit.ids[name]
    assert t < kit.n_races, f"{name} is no race"
    return t


def load_tribes(kit: Kit, v: vec[i64], tribes: dict[str, object]) -> None:
    for name, words in tribes.items():
        t = tribe_from(kit, name)
        mode, owner, power, hand, retreat, tray = as_list(words)
        v[t * 7 + MODE] = MODES.index(str(mode))
        seat = as_int(owner)
        v[t * 7 + OWNER] = seat
        v[t * 7 + POWER] = kit.ids[str(power)] if power else -1
        v[t * 7 + HAND] = as_int(hand)
        v[t * 7 + RETREAT] = as_int(retreat)
        v[t * 7 + TRAY] = as_int(tray)
        if mode == "active":
            assert 0 <= seat < (kit.seats if t == kit.wild else kit.players), "an owner is not at the table"
            v[ACTIVES + seat] = t


def load_regions(kit: Kit, v: vec[i64], regions: dict[str, object]) -> None:
    for name, words in regions.items():
        r = int(name)
        assert 0 <= r < kit.board.n, f"there is no region {name}"
        holder, tokens, marks = as_list(words)
        v[r * 3 + TOKENS] = as_int(tokens)
        if holder:
            t = tribe_from(kit, str(holder))
            v[r * 3 + HOLDER] = t
            v[t * 7 + HELD] |= one(r)
        for mark in kit.marks:
            n = as_dict(marks).get(mark.name, 0)
            v[r * 3 + MARKS] += i64(as_int(n)) << mark.shift
        for thing in kit.things:
            if thing.name in as_dict(marks):
                v[r * 3 + MARKS] |= thing.bit << THINGS_AT
