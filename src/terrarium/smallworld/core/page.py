"""What a seat sees and may press: views built from an empty page, choices, and refusals with their arguments."""

from typing import cast

from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE, OVER, SPECTATOR, Choice, Refusal
from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.ahead import due, series
from terrarium.smallworld.core.codes import (
    ACTIVE,
    CONQUER,
    DEPLOY,
    F_ASK,
    F_ASK_TURN,
    F_CONQUEST,
    F_DEPLOY,
    F_DIE,
    F_FIND,
    F_LOT,
    F_MOMENT,
    F_RETREAT,
    F_ROLL,
    FRAMES,
    MODES,
    OUT,
    PICK,
    SWAP,
    SYNTAX,
    VERBS,
    kind_of,
    number_in,
    number_of,
    region_in,
    region_of,
    tribe_in,
    unit_in,
    unit_of,
    verb_of,
)
from terrarium.smallworld.core.data import (
    ACTIVES,
    ARMED,
    BADGES,
    COINS,
    DISCARDS,
    FIRST,
    HAND,
    HELD,
    HOLDER,
    MARKS,
    MODE,
    OWNER,
    POWER,
    QUEUE,
    QUEUED,
    RACES,
    RETREAT,
    ROLLED,
    ROUND,
    SEAT,
    STOCK,
    TOKENS,
    TRAY,
    UNSEEN,
    Data,
)
from terrarium.smallworld.core.faults import FAULTS, NOT_YOUR_REGION, OWN_REGION_RULES
from terrarium.smallworld.core.flow import asked
from terrarium.smallworld.core.folds import explain_price, forbidder, price, strength
from terrarium.smallworld.core.phases.deploy import purse
from terrarium.smallworld.core.phases.score import rival_coins
from terrarium.smallworld.core.spelling import spell
from terrarium.smallworld.core.storage import marks_in, powers_in, tribe_name
from terrarium.smallworld.core.story import name_of, rule_of, terrain
from terrarium.smallworld.core.verbs import spot_of


def view(d: Data, seat: int) -> dict[str, object]:
    """The page of one seat."""
    return seen_by(d, public_page(d), seat)


def seen_by(d: Data, page: dict[str, object], seat: int) -> dict[str, object]:
    """Anybody's page of this position as one seat sees it: its own coins, the row it picks from."""
    over = asked(d) == OVER
    own = dict(page)
    if d.kit.rows > 1:
        own["row"] = row_page(d, shown_row(d, seat))
    places = cast(list[dict[str, object]], page["seats"])
    own["seats"] = [
        {**place, "coins": int(d.v[COINS + k]) if over or k == seat else None} for k, place in enumerate(places)
    ]
    return own


def public_page(d: Data) -> dict[str, object]:
    """What everybody sees. Other players' coins are the only secret; stacks have no order before they are drawn."""
    v = d.v
    kit = d.kit
    over = asked(d) == OVER
    page: dict[str, object] = {"title": kit.title, "map": kit.board.name, "players": int(kit.players)}
    page["player"] = int(asked(d))
    page["ask"] = question(d)
    page["round"] = int(v[ROUND])
    page["rounds"] = int(kit.rounds)
    page["turn"] = int(v[SEAT]) if v[SEAT] < kit.players else CHANCE
    page["first"] = int(v[FIRST])
    page["over"] = over
    page["row"] = row_page(d, shown_row(d, SPECTATOR))
    if kit.rows > 1:
        page["rows"] = [row_page(d, row) for row in range(int(kit.rows))]
    page["returned_races"] = [kit.units[v[QUEUE + k]].name for k in range(int(v[QUEUED]))]
    page["stacked_races"] = [kit.units[k].name for k in range(int(kit.n_races)) if (v[RACES] >> k) & 1]
    page["stacked_powers"] = powers_in(kit, v[BADGES])
    page["discarded_powers"] = powers_in(kit, v[DISCARDS])
    page["seats"] = [seat_page(d, k) for k in range(int(kit.players))]
    page["regions"] = [region_page(d, r) for r in range(int(kit.board.n))]
    page["stock"] = {mark.name: int(v[STOCK + k]) for k, mark in enumerate(kit.marks) if mark.stock}
    if kit.factions:
        page["factions"] = {unit.name: kit.factions[unit.faction] for unit in kit.units[: kit.n_races]}
    if kit.things:
        page["things"] = [thing_page(d, thing) for thing in kit.things if not v[UNSEEN] & thing.bit]
        page["unseen"] = [thing.name for thing in kit.things if v[UNSEEN] & thing.bit]
    variant = kit.contest.page([int(v[COINS + k]) for k in range(int(kit.players))], rival_coins(d), over)
    if variant:
        page["variant"] = variant
    if kit.wild >= 0:
        page["wild"] = {**tribe_page(d, kit.wild), "coins": rival_coins(d), "turn": v[SEAT] == kit.players}
    if v[ARMED]:
        page["armed"] = armed_names(d)[0]
        page["aids"] = armed_names(d)
    if v[ROLLED]:
        page["rolled"] = int(v[ROLLED]) - 1
    return page


def question(d: Data) -> dict[str, object]:
    """What is asked now: `code` is spelled `ask.<code>` in the word catalogue, the rest are its arguments."""
    v = d.v
    kit = d.kit
    f = d.top()
    kind = kind_of(f)
    page: dict[str, object] = {"code": FRAMES[kind]}
    if (F_CONQUEST <= kind <= F_ASK_TURN and kind != F_MOMENT) or kind == F_FIND or kind == F_LOT:
        t = tribe_in(f)
        page["tribe"] = tribe_name(kit, t)
        page["hand"] = int(v[t * 7 + HAND])
    if kind == F_CONQUEST and number_in(f):
        page["code"] = "deeds"
    if kind == F_DEPLOY or kind == F_RETREAT:
        page["hand"] = int(v[tribe_in(f) * 7 + purse(f)])
        page["from"] = int(number_in(f))
    if kind == F_FIND:
        page["region"] = int(region_in(f))
    if kind == F_ASK or kind == F_ASK_TURN or kind == F_LOT:
        unit = kit.units[unit_in(f)]
        page["code"] = "unit." + unit.name
        page["unit"] = unit.name
        page["rule"] = rule_of(kit, unit.id)
        page["n"] = int(d.note(unit.id))
        page.update(series(d))
    if kind == F_DIE:
        page["region"] = int(region_in(f))
        crew = d.crew(tribe_in(f))
        page["need"] = int(price(d, tribe_in(f), region_in(f), crew) - strength(d, tribe_in(f), region_in(f), crew))
    if kind == F_ROLL:
        page["unit"] = kit.units[unit_in(f)].name
    return page


def armed_names(d: Data) -> list[str]:
    """The aids that are to be used for the next attack."""
    return [unit.name for unit in d.kit.units if d.v[ARMED] & unit.arm]


def thing_page(d: Data, thing: Ability) -> dict[str, object]:
    """A thing in play: where it lies, who keeps it, whether it serves them now, and what it lends."""
    v = d.v
    r = spot_of(d, thing.bit)
    keeper = v[r * 3 + HOLDER] if r >= 0 else i64(-1)
    serving = keeper >= 0 and (v[keeper * 7 + MODE] == ACTIVE or thing.in_decline)
    lent = d.note(thing.id) if thing.lends else i64(0)
    return {
        "name": thing.name,
        "chapter": thing.chapter,
        "region": int(r) if r >= 0 else None,
        "keeper": None if keeper < 0 else tribe_name(d.kit, keeper),
        "seat": None if keeper < 0 or keeper == d.kit.wild else int(v[keeper * 7 + OWNER]),
        "serving": serving and d.kit.units[keeper].served_by(thing),
        "used": d.used(thing.id) != 0,
        "lent": d.kit.units[lent - 1].name if lent else None,
    }


def shown_row(d: Data, seat: i64) -> i64:
    """The combo row a seat picks from; others see that of the player whose turn it is."""
    kit = d.kit
    if 0 <= seat < kit.players:
        return kit.row_of[seat]
    return kit.row_of[d.v[SEAT]] if d.v[SEAT] < kit.players else i64(0)


def row_page(d: Data, row: i64) -> list[dict[str, object]]:
    return [combo(d, row, k) for k in range(int(d.v[d.combos_at(row)]))]


def combo(d: Data, row: i64, place: i64) -> dict[str, object]:
    at = d.row_at(row) + place * 3
    race = d.kit.units[d.v[at]]
    power = d.kit.units[d.v[at + 1]]
    return {
        "race": race.name, "power": power.name, "coins": int(d.v[at + 2]), "price": int(place),
        "tokens": int(race.tokens + power.tokens),
    }  # fmt: skip


def seat_page(d: Data, seat: i64) -> dict[str, object]:
    """A player's place; the coins stay empty (`seen_by` opens them)."""
    v = d.v
    tribes: list[object] = []
    for t in range(int(d.kit.n_races)):
        if v[t * 7 + OWNER] == seat and v[t * 7 + MODE] != OUT:
            tribes.append(tribe_page(d, t))
    active = v[ACTIVES + seat]
    return {
        "seat": int(seat),
        "coins": None,
        "active": None if active < 0 else d.kit.units[active].name,
        "tribes": tribes,
    }


def tribe_page(d: Data, t: i64) -> dict[str, object]:
    v = d.v
    regions = [r for r in range(int(d.kit.board.n)) if (v[t * 7 + HELD] >> r) & 1]
    return {
        "race": d.kit.units[t].name,
        "mode": MODES[v[t * 7 + MODE]],
        "power": None if v[t * 7 + POWER] < 0 else d.kit.units[v[t * 7 + POWER]].name,
        "hand": int(v[t * 7 + HAND]),
        "retreat": int(v[t * 7 + RETREAT]),
        "tray": int(v[t * 7 + TRAY]),
        "regions": regions,
        "tokens": sum([int(v[r * 3 + TOKENS]) for r in regions]),
        "note": int(d.note(v[t * 7 + POWER])) if v[t * 7 + POWER] >= 0 else 0,
        "shows": [[word, n] for unit in d.crew(t).units for word, n in unit.shows(d, t)],
    }


def region_page(d: Data, r: i64) -> dict[str, object]:
    v = d.v
    board = d.kit.board
    holder = v[r * 3 + HOLDER]
    seat = -1 if holder < 0 or holder == d.kit.wild else v[holder * 7 + OWNER]
    return {
        "id": int(r),
        "terrain": terrain(d.kit, r),
        "features": list(board.names[r]),
        "holder": None if holder < 0 else tribe_name(d.kit, holder),
        "seat": None if seat < 0 else int(seat),
        "mode": None if seat < 0 else MODES[v[holder * 7 + MODE]],
        "tokens": int(v[r * 3 + TOKENS]),
        "marks": marks_in(d.kit, v[r * 3 + MARKS]),
        "immune": v[r * 3 + MARKS] & d.kit.immune_marks != 0,
    }


def choice(d: Data, code: int) -> Choice:
    """A legal action with what a button or a map target should tell."""
    kit = d.kit
    packed: i64 = code
    verb = verb_of(packed)
    facts: dict[str, object] = {}
    syntax = SYNTAX[verb]
    if "u" in syntax:
        facts["unit"] = kit.units[unit_of(packed)].name
    if "r" in syntax:
        facts["region"] = int(region_of(packed))
        facts["terrain"] = terrain(kit, region_of(packed))
    if "s" in syntax:
        facts["seat"] = int(number_of(packed))
    if "n" in syntax:
        facts["n"] = int(number_of(packed))
    if verb == PICK or verb == SWAP:
        facts.update(combo(d, shown_row(d, asked(d)), number_of(packed)))
    if verb == CONQUER:
        t = tribe_in(d.top())
        need = price(d, t, region_of(packed), d.crew(t))
        short = need - strength(d, t, region_of(packed), d.crew(t))
        facts["price"] = int(need)
        facts["die"] = int(short) if short > 0 else 0
        facts["why"] = [[cause, n] for cause, n in explain_price(d, t, region_of(packed))]
    tolls = due(d, packed)
    if tolls:
        facts["toll"] = [[cause, n] for cause, n in tolls]
    return Choice(code, spell(kit, code), VERBS[verb], facts)


def refusal(d: Data, code: int, fault: i64) -> Refusal:
    """A fault with what its sentence needs."""
    v = d.v
    kit = d.kit
    name, rule = FAULTS[fault]
    rule = kit.fault_rules.get(name, rule)
    if not 0 <= code < len(VERBS) << 20:
        return Refusal(name, rule, {"text": str(code)[:20]})
    packed: i64 = code
    f = d.top()
    kind = kind_of(f)
    args: dict[str, object] = {"ask": FRAMES[kind]}
    verb = verb_of(packed)
    args["text"] = str(code)
    args["verb"] = VERBS[verb]
    if F_CONQUEST <= kind <= F_ASK_TURN and kind != F_MOMENT:
        t = tribe_in(f)
        args["tribe"] = tribe_name(kit, t)
        args["have"] = int(v[t * 7 + HAND])
        if kind == F_RETREAT:
            args["have"] = int(v[t * 7 + RETREAT])
        if verb == CONQUER and kind == F_CONQUEST and region_of(packed) < kit.board.n:
            need = price(d, t, region_of(packed), d.crew(t))
            args["need"] = int(need)
            args["least"] = int(d.crew(t).least)
            args["short"] = int(need - strength(d, t, region_of(packed), d.crew(t)))
    if "r" in SYNTAX[verb] and region_of(packed) < kit.board.n:
        r = region_of(packed)
        args["region"] = int(r)
        args["terrain"] = terrain(kit, r)
        args["holder"] = name_of(kit, v[r * 3 + HOLDER])
    if "u" in SYNTAX[verb] and unit_of(packed) < len(kit.units):
        args["unit"] = kit.units[unit_of(packed)].name
    elif kind == F_ASK or kind == F_ASK_TURN or kind == F_LOT:
        args["unit"] = kit.units[unit_in(f)].name
    elif v[ARMED]:
        args["unit"] = armed_names(d)[0]
    elif v[ROLLED]:
        args["unit"] = "berserk" if "berserk" in kit.ids else ""
    if kind == F_CONQUEST and "region" in args and not rule:
        keeper = forbidder(d, tribe_in(f), region_of(packed), fault)
        if keeper >= 0:
            args["unit"] = kit.units[keeper].name
    if "s" in SYNTAX[verb] or verb == DEPLOY:
        args["n"] = int(number_of(packed))
    if verb == PICK:
        args["need"] = int(number_of(packed))
        args["have"] = int(v[COINS + v[SEAT]])
    if fault == NOT_YOUR_REGION:
        rule = OWN_REGION_RULES.get(VERBS[verb], "")
    if not rule:
        unit_name = str(args.get("unit", ""))
        rule = rule_of(kit, kit.ids[unit_name]) if unit_name in kit.ids else "turn.sequence"
    return Refusal(name, rule, args)
