"""Why an action is not legal, question by question.

Written from the rules and apart from the listing, so that each checks the other: a test compares them on every
position of random games.
"""

from typing import Final

from mypy_extensions import i64

from terrarium.kernel.contract import Refusal
from terrarium.terramystica import codes
from terrarium.terramystica.actions.listing import fill
from terrarium.terramystica.actions.listing_more import colour_taken
from terrarium.terramystica.actions.refusals_board import (
    refusal_bridge,
    refusal_digging_on,
    refusal_home_build,
    refusal_ride,
    refusal_storm,
    refusal_swarm,
    refusal_transform,
)
from terrarium.terramystica.actions.refusals_main import refusal_main
from terrarium.terramystica.data import Position, at, top_of
from terrarium.terramystica.economy.goods import priest_room
from terrarium.terramystica.economy.prices import loose, may_waive
from terrarium.terramystica.factions.boards import COINS_PER_VP, HOME_OF, RIVER_TOWNS, TRADES_POINTS, only_one
from terrarium.terramystica.layout import (
    BOWL2,
    BOWL3,
    CARD_AT,
    COINS,
    F_BRIDGE,
    F_BUILD,
    F_CARD,
    F_CULT,
    F_FACTION,
    F_FAVOR,
    F_LEECH,
    F_MAIN,
    F_ORDAIN,
    F_OUT,
    F_PLACE,
    F_POST,
    F_RIDE,
    F_SPADES,
    F_STAY,
    F_STORM,
    F_SWARM,
    F_TILE,
    F_TOWN,
    FACTION,
    FAVOR_LEFT,
    FAVORS,
    HEIGHT,
    HEX,
    LEAN,
    LINKS,
    PRIESTS,
    R_CARD,
    R_IDLE,
    R_SPADE_TILE_ANY,
    R_TEMPLES,
    ROUND_TILE,
    RULES,
    TOWN_LEFT,
    VP,
    WORKERS,
)
from terrarium.terramystica.map.board import LAND_NAMES
from terrarium.terramystica.map.towns import group_verdict, join_over, tiles_left
from terrarium.terramystica.names import CARDS, FACTIONS, TERRAINS, TOWNS
from terrarium.terramystica.names import FAVORS as FAVOR_NAMES
from terrarium.terramystica.names import ROUND_TILES as TILE_NAMES
from terrarium.terramystica.page.asks import ask_of
from terrarium.terramystica.tables import SPADE_TILE

GIVEN_UP: Final = (F_STORM, F_RIDE, F_SWARM, F_BRIDGE)
"""What an action brings and, with an option, may be turned down."""


def why(s: Position, action: int) -> Refusal | None:
    """None exactly when the action is listed; otherwise the reason."""
    v = s.v
    if not 0 <= action < codes.END:
        return Refusal("unknown_action", "turn.question", {"text": str(action)})
    if v[HEIGHT] == 0:
        return Refusal("game_over", "end.winner", {})
    found = by_rules(s, action)
    if found is None and v[LEAN] != 0 and not listed(s, action):
        return Refusal("not_listed", "turn.question", {})
    return found


def listed(s: Position, action: i64) -> bool:
    n = fill(s)
    out = s.out
    i: i64 = 0
    while i < n:
        if out[i] == action:
            return True
        i += 1
    return False


def other_question(s: Position) -> Refusal:
    return Refusal("other_question", "turn.question", {"ask": ask_of(s)})


def by_rules(s: Position, action: int) -> Refusal | None:
    """The reason by the rules, whatever the listing shows."""
    v = s.v
    top = top_of(v)
    kind = int(v[top])
    seat = int(v[top + 1])
    if kind <= F_CARD:
        return refusal_setup(s, kind, seat, int(v[top + 2]), action)
    if action >= codes.CONNECT:
        return refusal_free(s, kind, seat, int(v[top + 3]), action)
    if kind == F_MAIN:
        return refusal_main(s, seat, action)
    if kind == F_SPADES:
        if action == codes.DONE:
            return None
        if action < codes.LONG and 1 <= action % codes.BLOCK <= 7:
            h, part = divmod(action, codes.BLOCK)
            return refusal_transform(s, seat, h, part - 1, False, int(v[top + 2]), int(v[top + 3]) == 1)
        if codes.LONG <= action < codes.TILE:
            h, terrain = divmod(action - codes.LONG, 7)
            return refusal_transform(s, seat, h, terrain, True, int(v[top + 2]), int(v[top + 3]) == 1)
        return other_question(s)
    if kind == F_BUILD:
        if action == codes.DONE:
            return None
        if action < codes.LONG:
            h, part = divmod(action, codes.BLOCK)
            if part == 0:
                return refusal_home_build(s, seat, h)
            if part <= 7:
                return refusal_digging_on(s, seat, h, part - 1)
        return other_question(s)
    return refusal_follow_up(s, kind, seat, int(v[top + 2]), action)


def refusal_follow_up(s: Position, kind: int, seat: int, a: int, action: int) -> Refusal | None:
    """Strongholds, bridges, cults, tiles, offers."""
    v = s.v
    h, part = divmod(action, codes.BLOCK)
    if action >= codes.LONG:
        part = -1
    if kind == F_STORM and 1 <= part <= 7:
        return refusal_storm(s, seat, h, part - 1)
    if kind == F_RIDE and part == 0:
        return refusal_ride(s, seat, h)
    if kind == F_SWARM and part >= 8:
        return refusal_swarm(s, seat, h, part - 6)
    if kind == F_BRIDGE and codes.BRIDGE <= action < codes.CULT:
        return refusal_bridge(s, seat, action - codes.BRIDGE)
    if kind == F_CULT and codes.CULT <= action < codes.FAVOR:
        return None
    if kind == F_FAVOR and codes.FAVOR <= action < codes.TOWN:
        tile = action - codes.FAVOR
        if v[FAVOR_LEFT + tile] == 0:
            return Refusal("none_left", "upgrade.favor_kinds", {"tile": FAVOR_NAMES[tile]})
        if (v[at(seat) + FAVORS] >> tile) & 1 != 0:
            return Refusal("same_tile", "upgrade.favor_kinds", {"tile": FAVOR_NAMES[tile]})
        return None
    if kind == F_TOWN and codes.TOWN <= action < codes.STAY:
        if v[TOWN_LEFT + action - codes.TOWN] == 0:
            return Refusal("none_left", "towns.tile", {"tile": TOWNS[action - codes.TOWN]})
        return None
    if kind == F_STAY and codes.STAY <= action < codes.ORDAIN:
        if (a >> (action - codes.STAY)) & 1 == 0:
            return Refusal("not_rising", "cults.short_keys", {})
        return None
    if kind == F_ORDAIN and codes.ORDAIN <= action < codes.TAKE:
        n = action - codes.ORDAIN + 1
        if v[at(seat) + WORKERS] < n:
            return Refusal("too_few_workers", f"faction.{FACTIONS[v[at(seat) + FACTION]]}.ordain", {"n": n})
        if priest_room(v, at(seat)) < n:
            return Refusal("no_priest", "goods.priests", {})
        return None
    if action == codes.DONE and (kind in (F_ORDAIN, F_POST) or (v[RULES] & R_IDLE != 0 and kind in GIVEN_UP)):
        return None
    if action == codes.DONE and loose(v) and may_waive(kind):
        return None
    if kind == F_LEECH and action in (codes.TAKE, codes.DECLINE):
        return None
    return other_question(s)


def refusal_free(s: Position, kind: int, seat: int, b: int, action: int) -> Refusal | None:
    """Conversions, burning and river towns: in one's own turn only."""
    v = s.v
    o = at(seat)
    outside = (kind == F_LEECH and not loose(v)) or (kind in (F_SPADES, F_CULT) and b == 1)
    if outside:
        return Refusal("not_your_turn", "convert.when", {})
    if action < codes.CONVERT:
        river = action - codes.CONNECT
        only = only_one(RIVER_TOWNS)
        rule = f"faction.{only}.river_town"
        if RIVER_TOWNS[v[o + FACTION]] == 0:
            return Refusal("only_faction", rule, {"faction": only})
        if kind not in (F_MAIN, F_POST):
            return other_question(s)
        if (v[LINKS] >> river) & 1 != 0:
            return Refusal("already_linked", rule, {})
        if join_over(s, seat, river) < 2 or group_verdict(s, seat) != 1:
            return Refusal("no_town", rule, {})
        if tiles_left(v) <= 0:
            return Refusal("no_town_tile", "towns.supply", {})
        return None
    which = action - codes.CONVERT
    if which == 0:
        return Refusal("burn_two", "magic.burn", {}) if v[o + BOWL2] < 2 else None
    if which <= 3:
        need = (5, 3, 1)[which - 1]
        if v[o + BOWL3] < need:
            return Refusal("not_enough_power", "convert.rates", {"n": need, "have": int(v[o + BOWL3])})
        if which == 1 and priest_room(v, o) == 0:
            return Refusal("no_priest", "goods.priests", {})
        return None
    if which == 4:
        return Refusal("too_few_priests", "convert.rates", {"n": 1}) if v[o + PRIESTS] < 1 else None
    if which == 5:
        return Refusal("too_few_workers", "convert.rates", {"n": 1}) if v[o + WORKERS] < 1 else None
    trader = only_one(TRADES_POINTS)
    rule = f"faction.{trader}.trade"
    if TRADES_POINTS[v[o + FACTION]] == 0 and (which == 6 or not loose(v)):
        return Refusal("only_faction", rule, {"faction": trader})
    if which == 6:
        return Refusal("too_few_points", rule, {"n": 1}) if v[o + VP] < 1 else None
    coins = int(COINS_PER_VP[v[o + FACTION]])
    return Refusal("too_few_coins", rule, {"n": coins}) if v[o + COINS] < coins else None


def refusal_setup(s: Position, kind: int, seat: int, a: int, action: int) -> Refusal | None:
    """Tiles, cards left out, factions, first dwellings, first cards."""
    v = s.v
    if kind == F_TILE and codes.TILE <= action < codes.OUT_CARD:
        tile = action - codes.TILE
        if tile == 8 and v[RULES] & R_TEMPLES == 0:
            return Refusal("not_in_game", "setup.temple_tile", {"tile": TILE_NAMES[tile]})
        if tile in [int(v[ROUND_TILE + i]) for i in range(6)]:
            return Refusal("tile_used", "setup.tiles", {"tile": TILE_NAMES[tile]})
        if tile == SPADE_TILE and a >= 4 and v[RULES] & R_SPADE_TILE_ANY == 0:
            return Refusal("spade_tile_late", "setup.spade_tile", {})
        return None
    if kind == F_OUT and codes.OUT_CARD <= action < codes.PICK:
        card = action - codes.OUT_CARD
        if v[CARD_AT + card] != 0 or (card == 9 and v[RULES] & R_CARD == 0):
            return Refusal("not_in_game", "setup.cards", {"tile": CARDS[card]})
        return None
    if kind == F_FACTION and codes.PICK <= action < codes.CARD:
        home = HOME_OF[action - codes.PICK]
        if colour_taken(v, home):
            return Refusal(
                "colour_taken", "setup.colours", {"faction": FACTIONS[action - codes.PICK], "terrain": TERRAINS[home]}
            )
        return None
    if kind == F_PLACE and action < codes.LONG and action % codes.BLOCK == 0:
        return refusal_first(s, seat, action // codes.BLOCK)
    if kind == F_CARD and codes.CARD <= action < codes.SHIP:
        card = action - codes.CARD
        if v[CARD_AT + card] != 0:
            return Refusal("card_taken", "setup.first_cards", {"card": CARDS[card]})
        return None
    return other_question(s)


def refusal_first(s: Position, seat: int, h: int) -> Refusal | None:
    v = s.v
    x = int(v[HEX + h])
    if x >= 8:
        return Refusal("occupied", "setup.dwellings", {"hex": LAND_NAMES[h]})
    if x != HOME_OF[v[at(seat) + FACTION]]:
        return Refusal("not_home", "setup.dwellings", {"hex": LAND_NAMES[h], "terrain": TERRAINS[x]})
    return None
