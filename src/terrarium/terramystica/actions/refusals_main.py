"""Refusals of the action phase: what a turn may not do, and why."""

from terrarium.kernel.contract import Refusal
from terrarium.terramystica import codes
from terrarium.terramystica.actions.refusals_board import cannot_pay, refusal_bridge, refusal_build, refusal_transform
from terrarium.terramystica.data import Position, at, building_of, owner_of
from terrarium.terramystica.economy.goods import power_at_hand, priest_room
from terrarium.terramystica.economy.prices import upgrade_coins
from terrarium.terramystica.factions.boards import BRIDGE_WORKERS, COST_WORKERS, DIG_COINS, DIG_MAX, SHIP_MAX, only_one
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.layout import (
    ACTS,
    CARD,
    CARD_AT,
    COUNT,
    DIG,
    FACTION,
    FAVORS,
    R_IDLE,
    R_LEAVING,
    ROUND,
    RULES,
    SHIP,
    SPOTS,
    STRONGHOLD,
    USED,
    USED_CARD,
    USED_FAVOR,
    USED_STRONGHOLD,
)
from terrarium.terramystica.map.board import LAND_NAMES, SITES
from terrarium.terramystica.map.bridges import bridges_of
from terrarium.terramystica.names import BUILDINGS, CARDS, CULTS, POWER_ACTIONS
from terrarium.terramystica.page.asks import ask_of
from terrarium.terramystica.tables import (
    ACT_POWER,
    BRIDGE_PIECES,
    DIG_PRIESTS,
    DIG_WORKERS,
    FAV_ACTION,
    LOWER,
    PIECES,
    SHIP_COINS,
    SHIP_PRIESTS,
)


def refusal_main(s: Position, seat: int, action: int) -> Refusal | None:
    """One action of the action phase, or a pass."""
    v = s.v
    if action < codes.LONG:
        h, part = divmod(action, codes.BLOCK)
        if part == 0:
            return refusal_build(s, seat, h)
        if part <= 7:
            return refusal_transform(s, seat, h, part - 1, False, 0, False)
        return refusal_upgrade(s, seat, h, part - 6)
    if action < codes.TILE:
        h, terrain = divmod(action - codes.LONG, 7)
        return refusal_transform(s, seat, h, terrain, True, 0, False)
    if action in (codes.SHIP, codes.DIG):
        return refusal_track(s, seat, action == codes.SHIP)
    if codes.SEND <= action < codes.ACT:
        return refusal_send(s, seat, action - codes.SEND)
    if codes.ACT <= action < codes.ACT_CARD:
        return refusal_power(s, seat, action - codes.ACT)
    if codes.ACT_CARD <= action < codes.BRIDGE:
        return refusal_space(s, seat, action)
    if codes.PASS <= action < codes.LEAVE:
        return refusal_pass(s, action - codes.PASS)
    if action == codes.LEAVE:
        return Refusal("not_in_game", "leaving.leave", {"tile": "leave"}) if v[RULES] & R_LEAVING == 0 else None
    return Refusal("other_question", "turn.question", {"ask": ask_of(s)})


def refusal_upgrade(s: Position, seat: int, h: int, kind: int) -> Refusal | None:
    """One building into the next."""
    v = s.v
    o = at(seat)
    name = LAND_NAMES[h]
    if owner_of(v, h) != seat:
        return Refusal("not_yours", "upgrade.path", {"hex": name})
    if building_of(v, h) != LOWER[kind]:
        return Refusal(
            "wrong_building", "upgrade.path", {"hex": name, "from": BUILDINGS[LOWER[kind]], "building": BUILDINGS[kind]}
        )
    if v[o + COUNT + kind] >= PIECES[kind]:
        return Refusal("no_piece", "upgrade.supply", {"building": BUILDINGS[kind]})
    workers = int(COST_WORKERS[v[o + FACTION] * 6 + kind])
    return cannot_pay(s, seat, int(upgrade_coins(v, seat, h, kind)), workers, 0, "upgrade.cost")


def refusal_track(s: Position, seat: int, shipping: bool) -> Refusal | None:
    """A level of shipping or of the spade rate."""
    v = s.v
    o = at(seat)
    f = int(v[o + FACTION])
    if shipping:
        if SHIP_MAX[f] == 0:
            return Refusal("no_track", "shipping.none", {"what": "shipping"})
        if v[o + SHIP] >= SHIP_MAX[f]:
            return Refusal("track_end", "shipping.action", {"what": "shipping"})
        return cannot_pay(s, seat, SHIP_COINS, 0, SHIP_PRIESTS, "shipping.action")
    if DIG_MAX[f] == 0:
        return Refusal("no_track", "digging.none", {"what": "digging"})
    if v[o + DIG] >= DIG_MAX[f]:
        return Refusal("track_end", "digging.action", {"what": "digging"})
    return cannot_pay(s, seat, int(DIG_COINS[f]), DIG_WORKERS, DIG_PRIESTS, "digging.action")


def refusal_send(s: Position, seat: int, which: int) -> Refusal | None:
    """A priest to a cult."""
    v = s.v
    track, steps = which // 3, which % 3 + 1
    spots = [int(v[SPOTS + track * 4 + i]) for i in range(4)]
    full = (steps == 3 and spots[0] != 0) or (steps == 2 and 0 not in spots[1:])
    if full:
        return Refusal("spot_taken", "cults.spaces", {"track": CULTS[track], "n": steps})
    return cannot_pay(s, seat, 0, 0, 1, "cults.send")


def bridge_problem(s: Position, seat: int) -> Refusal | None:
    """Why no bridge could be built now."""
    if bridges_of(s, seat) >= BRIDGE_PIECES:
        return Refusal("no_bridge", "bridges.supply", {})
    if all(refusal_bridge(s, seat, site) is not None for site in range(SITES)):
        return Refusal("no_site", "bridges.own_end", {})
    return None


def refusal_power(s: Position, seat: int, i: int) -> Refusal | None:
    """A power action."""
    v = s.v
    o = at(seat)
    if (v[ACTS] >> i) & 1 != 0:
        return Refusal("used_this_round", "magic.actions", {"action": POWER_ACTIONS[i]})
    if power_at_hand(v, o) < ACT_POWER[i]:
        return Refusal("not_enough_power", "magic.actions", {"n": int(ACT_POWER[i]), "have": int(power_at_hand(v, o))})
    if v[RULES] & R_IDLE != 0:
        return None
    if i == 0:
        return bridge_problem(s, seat)
    if i == 1 and priest_room(v, o) == 0:
        return Refusal("no_priest", "goods.priests", {})
    return None


def refusal_space(s: Position, seat: int, action: int) -> Refusal | None:
    """Card, favor tile, stronghold, the Engineers' bridge."""
    v = s.v
    o = at(seat)
    f = int(v[o + FACTION])
    if action == codes.ACT_CARD:
        if CARDS[v[o + CARD]] not in ("bon1", "bon2"):
            return Refusal("no_action", "special.card", {"card": CARDS[v[o + CARD]]})
        if v[o + USED] & USED_CARD != 0:
            return Refusal("used_this_round", "special.once", {"action": "card"})
        return None
    if action == codes.ACT_FAVOR:
        if v[o + FAVORS] & FAV_ACTION == 0:
            return Refusal("no_tile", "special.favor", {"tile": "fav6"})
        if v[o + USED] & USED_FAVOR != 0:
            return Refusal("used_this_round", "special.once", {"action": "fav6"})
        return None
    if action == codes.ACT_STRONGHOLD:
        if not FACTION_HOOKS[f].action:
            return Refusal("no_stronghold_action", "special.stronghold", {})
        if v[o + COUNT + STRONGHOLD] == 0:
            return Refusal("no_stronghold", "special.stronghold", {})
        if v[o + USED] & USED_STRONGHOLD != 0:
            return Refusal("used_this_round", "special.once", {"action": "stronghold"})
        if v[RULES] & R_IDLE == 0 and not FACTION_HOOKS[f].may_act(s, seat):
            return Refusal("no_object", "special.idle", {})
        return None
    only = only_one(BRIDGE_WORKERS)
    if BRIDGE_WORKERS[f] == 0:
        return Refusal("only_faction", f"faction.{only}.bridge", {"faction": only})
    return bridge_problem(s, seat) or cannot_pay(s, seat, 0, int(BRIDGE_WORKERS[f]), 0, f"faction.{only}.bridge")


def refusal_pass(s: Position, card: int) -> Refusal | None:
    """A pass takes a free card, in the last round none."""
    v = s.v
    last = v[ROUND] == 6
    if card == 10:
        return None if last else Refusal("card_needed", "pass.card", {})
    if last:
        return Refusal("no_card_now", "pass.last", {})
    if v[CARD_AT + card] != 0:
        return Refusal("card_taken", "pass.card", {"card": CARDS[card]})
    return None
