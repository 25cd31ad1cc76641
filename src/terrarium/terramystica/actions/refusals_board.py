"""Refusals on the map: hexes out of reach, spades that do not fit, bridges, stronghold follow-ups."""

from terrarium.kernel.contract import Refusal
from terrarium.terramystica.data import Position, at, building_of, owner_of
from terrarium.terramystica.economy.goods import afford, spade_priests, spade_workers
from terrarium.terramystica.economy.prices import skip_price
from terrarium.terramystica.factions.boards import COST_COINS, COST_WORKERS, HOME_OF
from terrarium.terramystica.layout import (
    COUNT,
    DWELLING,
    FACTION,
    HEX,
    HOME,
    HOMES,
    OWN,
    OWN_SIZE,
    OWNS,
    R_STRICT_SPLIT,
    ROUGH,
    RULES,
    SKIPPED,
    SPANS,
    TRADING,
    TURNED,
    TURNING,
)
from terrarium.terramystica.map.board import ATLAS, BRIDGE_NAMES, LAND_NAMES
from terrarium.terramystica.map.reach import find_reach, find_skips, has_bit
from terrarium.terramystica.map.spades import home_only, past_home, spades_for, steps_between, turned_now
from terrarium.terramystica.names import FACTIONS, TERRAINS
from terrarium.terramystica.tables import PIECES


def cannot_pay(s: Position, seat: int, coins: int, workers: int, priests: int, rule: str) -> Refusal | None:
    """A refusal that names the price, if it cannot be paid even with conversions."""
    if afford(s.v, at(seat), coins, workers, priests):
        return None
    return Refusal("cannot_pay", rule, {"coins": coins, "workers": workers, "priests": priests})


def refusal_reach(s: Position, seat: int, h: int, cult_phase: bool) -> tuple[Refusal | None, bool]:
    """Is the hex free and within reach, and does it take a skip?"""
    v = s.v
    name = LAND_NAMES[h]
    if v[HEX + h] >= 8:
        return Refusal("occupied", "spades.free_hex", {"hex": name}), False
    find_reach(s, seat, not cult_phase)
    if has_bit(s.low, s.high, h):
        return None, False
    if not cult_phase:
        find_skips(s, seat)
        if has_bit(s.skip_low, s.skip_high, h):
            if v[SKIPPED] not in (0, h + 1):
                return Refusal("one_skip", "skip.once", {"hex": name}), False
            return None, v[SKIPPED] == 0
    return Refusal("out_of_reach", "reach.adjacent", {"hex": name}), False


def refusal_build(s: Position, seat: int, h: int) -> Refusal | None:
    """A dwelling without transforming."""
    v = s.v
    o = at(seat)
    f = int(v[o + FACTION])
    problem, skip = refusal_reach(s, seat, h, False)
    if problem is not None:
        return problem
    if v[HEX + h] != HOME_OF[f]:
        return Refusal("not_home", "build.dwelling", {"hex": LAND_NAMES[h], "terrain": TERRAINS[v[HEX + h]]})
    return refusal_dwelling(s, seat, skip)


def refusal_dwelling(s: Position, seat: int, skip: bool) -> Refusal | None:
    """Is there a dwelling, and can it be paid?"""
    v = s.v
    o = at(seat)
    if v[o + COUNT + DWELLING] >= PIECES[DWELLING]:
        return Refusal("no_piece", "upgrade.supply", {"building": "dwelling"})
    c = int(v[o + FACTION]) * 6 + DWELLING
    workers, priests = skip_price(v, o) if skip else (0, 0)
    return cannot_pay(s, seat, int(COST_COINS[c]), int(COST_WORKERS[c]) + int(workers), int(priests), "build.dwelling")


def refusal_home_build(s: Position, seat: int, h: int) -> Refusal | None:
    """A dwelling after transforming: only on a hex turned home in this action."""
    v = s.v
    homes = [int(v[HOME + i]) for i in range(int(v[HOMES]))]
    if h not in homes:
        return Refusal("not_turned", "build.after_transform", {"hex": LAND_NAMES[h]})
    return refusal_dwelling(s, seat, False)


def refusal_transform(
    s: Position, seat: int, h: int, terrain: int, long: bool, free: int, cult_phase: bool
) -> Refusal | None:
    """Turning a hex with `free` spades and bought ones."""
    v = s.v
    o = at(seat)
    f = int(v[o + FACTION])
    home = int(HOME_OF[f])
    name = LAND_NAMES[h]
    problem, skip = refusal_reach(s, seat, h, cult_phase)
    if problem is not None:
        return problem
    if turned_now(v, h):
        return Refusal("turned_already", "spades.one_way", {"hex": name})
    start = int(v[HEX + h])
    if start == terrain:
        return Refusal("same_terrain", "spades.distance", {"hex": name, "terrain": TERRAINS[terrain]})
    if home_only(f) and (terrain != home or long):
        return Refusal("giants_home", f"faction.{FACTIONS[f]}.spades", {})
    if past_home(start, terrain, home, long):
        return Refusal("past_home", "spades.one_way", {"hex": name})
    spades = int(steps_between(start, terrain))
    if long:
        spades = 7 - spades
    spades = int(spades_for(f, spades))
    if not cult_phase and v[ROUGH] != 0:
        if v[RULES] & R_STRICT_SPLIT != 0:
            return Refusal("finish_first", "spades.split", {"hex": LAND_NAMES[v[ROUGH] - 1]})
        if terrain != home:
            return Refusal("one_rough", "spades.split", {})
    bought = max(spades - free, 0)
    if bought > 0 and cult_phase:
        return Refusal("too_few_spades", "round.cult_spades", {"n": spades, "have": free})
    if bought > 0 and (v[HOMES] > 0 or v[ROUGH] > 0):
        return Refusal("too_few_spades", "spades.top_up", {"n": spades, "have": free})
    workers, priests = skip_price(v, o) if skip else (0, 0)
    return cannot_pay(
        s,
        seat,
        0,
        int(workers + bought * spade_workers(v, o)),
        int(priests + bought * spade_priests(v, o)),
        "spades.price",
    )


def refusal_digging_on(s: Position, seat: int, h: int, terrain: int) -> Refusal | None:
    """More bought spades on the hex of this action."""
    v = s.v
    o = at(seat)
    if v[HOMES] > 0 or v[ROUGH] != h + 1:
        return Refusal("not_turned", "spades.one_way", {"hex": LAND_NAMES[h]})
    home = int(HOME_OF[v[o + FACTION]])
    way = int(v[TURNING])
    steps = ((terrain - int(v[HEX + h])) * way) % 7
    if steps == 0:
        return Refusal("same_terrain", "spades.distance", {"hex": LAND_NAMES[h], "terrain": TERRAINS[terrain]})
    if v[TURNED] + steps > 6 or past_home(v[HEX + h], terrain, home, steps > 3):
        return Refusal("past_home", "spades.one_way", {"hex": LAND_NAMES[h]})
    return cannot_pay(s, seat, 0, steps * int(spade_workers(v, o)), steps * int(spade_priests(v, o)), "spades.price")


def refusal_storm(s: Position, seat: int, h: int, terrain: int) -> Refusal | None:
    """Sandstorm: a free hex across an edge that is not desert."""
    v = s.v
    f = int(v[at(seat) + FACTION])
    home = int(HOME_OF[f])
    rule = f"faction.{FACTIONS[f]}.sandstorm"
    if terrain != home:
        return Refusal("only_desert", rule, {})
    if v[HEX + h] >= 8:
        return Refusal("occupied", rule, {"hex": LAND_NAMES[h]})
    if v[HEX + h] == home:
        return Refusal("same_terrain", rule, {"hex": LAND_NAMES[h], "terrain": TERRAINS[home]})
    own = [int(v[OWN + seat * OWN_SIZE + i]) for i in range(int(v[at(seat) + OWNS]))]
    if not [x for x in own if h in ATLAS.around[x]]:
        return Refusal("no_shared_edge", rule, {"hex": LAND_NAMES[h]})
    return None


def refusal_ride(s: Position, seat: int, h: int) -> Refusal | None:
    """Witches' Ride: a free forest."""
    x = int(s.v[HEX + h])
    f = int(s.v[at(seat) + FACTION])
    rule = f"faction.{FACTIONS[f]}.ride"
    if x >= 8:
        return Refusal("occupied", rule, {"hex": LAND_NAMES[h]})
    if x != HOME_OF[f]:
        return Refusal("only_forest", rule, {"hex": LAND_NAMES[h]})
    return None


def refusal_swarm(s: Position, seat: int, h: int, kind: int) -> Refusal | None:
    """The Swarmlings' free trading house."""
    v = s.v
    own = owner_of(v, h) == seat and building_of(v, h) == DWELLING
    if kind != TRADING or not own:
        return Refusal("no_dwelling", f"faction.{FACTIONS[v[at(seat) + FACTION]]}.upgrade", {"hex": LAND_NAMES[h]})
    return None


def refusal_bridge(s: Position, seat: int, site: int) -> Refusal | None:
    """A free site with an own building at one end."""
    v = s.v
    if (v[SPANS] >> site) & 1 != 0:
        return Refusal("site_taken", "bridges.site", {"site": BRIDGE_NAMES[site]})
    one, two = ATLAS.bridges[site]
    if owner_of(v, one) != seat and owner_of(v, two) != seat:
        return Refusal("no_end", "bridges.own_end", {"site": BRIDGE_NAMES[site]})
    return None
