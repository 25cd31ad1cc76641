"""What a seat sees. Terra Mystica hides nothing after the set-up, so all seats see the same page."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import layout
from terrarium.terramystica.actions.passing import card_points
from terrarium.terramystica.data import Position, at, top_of
from terrarium.terramystica.economy.goods import power_at_hand, spade_priests, spade_workers
from terrarium.terramystica.economy.income import board_income, reward_times
from terrarium.terramystica.economy.offers import offered, takeable
from terrarium.terramystica.factions.boards import (
    COINS_PER_VP,
    COST_COINS,
    COST_WORKERS,
    DIG_MAX,
    HOME_OF,
    SANCTUARY_PRIESTS,
    SHIP_MAX,
    SHIP_START,
    STRONGHOLD_INCOME,
    TEMPLE_POWER,
    TEMPLE_PRIESTS,
    TRADE_COINS,
    TRADE_POWER,
    WORKER_INCOME,
)
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.map.bridges import bridges_of
from terrarium.terramystica.map.reach import network_size, skip_range
from terrarium.terramystica.names import (
    BUILDINGS,
    CARDS,
    CULTS,
    FACTIONS,
    FAVORS,
    POWER_ACTIONS,
    ROUND_TILES,
    TERRAINS,
    TOWNS,
)
from terrarium.terramystica.page.asks import ask_of
from terrarium.terramystica.phases.scoring import shares
from terrarium.terramystica.storage import bits, seats_in
from terrarium.terramystica.tables import (
    ACT_POWER,
    AREA_VP,
    BRIDGE_PIECES,
    CARD_INCOME,
    CULT_POWER,
    CULT_VP,
    FAVOR_INCOME,
    PIECES,
    PRIEST_PIECES,
    PRIEST_SPACES,
    ROUNDS,
    STRENGTH,
    TEMPLE_TILE,
    TILE_AMOUNT,
    TILE_CULT,
    TILE_PAYS,
    TILE_PER,
    TILE_VP,
)

PAID = ["", "coins", "workers", "priests", "power", "spades"]
USED = ["card", "fav6", "stronghold"]
"""Spaces of one's own, in the order of their bits."""
SCORED = ["spade", "dwelling", "trading_house", "temple", "stronghold", "sanctuary", "town"]


def view_position(s: Position, player: int) -> dict[str, object]:
    """The whole table as names and numbers."""
    v = s.v
    players = int(v[layout.PLAYERS])
    finals = projected_finals(s)
    return {
        "title": "terra-mystica",
        "player": player,
        "ask": {"code": ask_of(s), **view_question(s)},
        "round": min(int(v[layout.ROUND]), ROUNDS),
        "rounds": ROUNDS,
        "over": v[layout.HEIGHT] == 0,
        "lean": v[layout.LEAN] != 0,
        "turn": int(v[layout.TURN]),
        "order": [int(v[layout.ORDER + i]) for i in range(players)],
        "next_order": [int(v[layout.NEXT_ORDER + i]) for i in range(5) if v[layout.NEXT_ORDER + i] >= 0],
        "round_tiles": [view_tile(int(v[layout.ROUND_TILE + i])) for i in range(6)],
        "cards": [view_card(s, i) for i in range(10) if v[layout.CARD_AT + i] >= 0],
        "favors": [{"tile": FAVORS[i], "left": int(v[layout.FAVOR_LEFT + i])} for i in range(12)],
        "towns": [{"tile": TOWNS[i], "left": int(v[layout.TOWN_LEFT + i])} for i in range(8)],
        "power_actions": [
            {"action": POWER_ACTIONS[i], "power": int(ACT_POWER[i]), "used": (v[layout.ACTS] >> i) & 1 != 0}
            for i in range(6)
        ],
        "cults": [
            {
                "track": CULTS[t],
                "spaces": [int(v[layout.SPOTS + 4 * t + i]) - 1 for i in range(4)],
                "steps": [int(v[at(i) + layout.CULT + t]) for i in range(players)],
                "worth": [int(steps) for steps in PRIEST_SPACES],
                "power": {str(n): grown(CULT_POWER, n - 1) for n in range(1, 11) if grown(CULT_POWER, n - 1)},
            }
            for t in range(4)
        ],
        "hexes": [view_hex(s, h, players) for h in range(77)],
        "rivers": [
            {
                "hex": s.chart.river_names[i],
                "row": place[0],
                "column": place[1],
                "link": (v[layout.LINKS] >> i) & 1 != 0,
            }
            for i, place in enumerate(s.chart.atlas.river_places)
        ],
        "bridges": [view_site(s, i, players) for i in range(s.chart.sites)],
        "seats": [view_seat(s, seat, finals[seat]) for seat in range(players)],
    }


def view_question(s: Position) -> dict[str, object]:
    """The numbers of the open question."""
    v = s.v
    if v[layout.HEIGHT] == 0:
        return {}
    top = top_of(v)
    kind, a, b = int(v[top]), int(v[top + 2]), int(v[top + 3])
    if kind == layout.F_LEECH:
        gain = int(takeable(v, v[top + 1], a))
        return {"offer": a, "power": gain, "vp": gain - 1, "from": b}
    if kind == layout.F_SPADES:
        return {"spades": a}
    if kind == layout.F_CULT:
        return {"steps": a}
    if kind == layout.F_FAVOR:
        return {"tiles": a}
    if kind == layout.F_TILE:
        return {"round": a + 1}
    if kind == layout.F_STAY:
        return {"tracks": bits(a, CULTS)}
    return {}


def view_tile(tile: int) -> dict[str, object]:
    """A scoring tile: what it scores and what its cult pays."""
    if tile < 0:
        return {"tile": ""}
    return {
        "tile": ROUND_TILES[tile],
        "scores": {SCORED[k]: int(TILE_VP[tile * 7 + k]) for k in range(7) if TILE_VP[tile * 7 + k] > 0},
        "cult": "priests" if tile == TEMPLE_TILE else CULTS[TILE_CULT[tile]],
        "per": int(TILE_PER[tile]),
        "pays": PAID[TILE_PAYS[tile]],
        "amount": int(TILE_AMOUNT[tile]),
    }


def view_card(s: Position, card: int) -> dict[str, object]:
    v = s.v
    return {
        "card": CARDS[card],
        "seat": int(v[layout.CARD_AT + card]) - 1,
        "coins": int(v[layout.CARD_COINS + card]),
        "income": goods([int(CARD_INCOME[card * 4 + i]) for i in range(4)]),
    }


def goods(amounts: list[int]) -> dict[str, object]:
    """Coins, workers, priests, power by name, without the zeros."""
    names = ["coins", "workers", "priests", "power"]
    return {names[i]: amounts[i] for i in range(4) if amounts[i] != 0}


def view_hex(s: Position, h: int, players: int) -> dict[str, object]:
    """A space: its terrain, what stands on it, and what building there would let each neighbour gain in power."""
    x = int(s.v[layout.HEX + h])
    row, column = s.chart.atlas.places[h]
    page: dict[str, object] = {"hex": s.chart.land_names[h], "row": row, "column": column, "terrain": TERRAINS[x & 7]}
    if x >= 8:
        page["building"] = BUILDINGS[(x >> 3) & 7]
        page["seat"] = (x >> 6 & 7) - 1
        page["power"] = int(STRENGTH[(x >> 3) & 7])
        page["town"] = x & layout.IN_TOWN != 0
    gone = seats_in(s.v[layout.GONE])
    offers = [0 if seat in gone else int(takeable(s.v, seat, offered(s, seat, h))) for seat in range(players)]
    if max(offers) > 0:
        page["offers"] = offers
    return page


def view_site(s: Position, site: int, players: int) -> dict[str, object]:
    """A bridge site and who has built on it."""
    chart = s.chart
    one, two = chart.atlas.bridges[site]
    builder = -1
    for seat in range(players):
        if (s.v[at(seat) + layout.BRIDGES] >> site) & 1 != 0:
            builder = seat
    return {"site": chart.bridge_names[site], "ends": [chart.land_names[one], chart.land_names[two]], "seat": builder}


def view_seat(s: Position, seat: int, final: dict[str, object]) -> dict[str, object]:
    v = s.v
    o = at(seat)
    f = int(v[o + layout.FACTION])
    if f < 0:
        return {"seat": seat, "faction": "", "vp": 0}
    card = int(v[o + layout.CARD])
    return {
        "seat": seat,
        "faction": FACTIONS[f],
        "home": TERRAINS[HOME_OF[f]],
        "vp": int(v[o + layout.VP]),
        "coins": int(v[o + layout.COINS]),
        "workers": int(v[o + layout.WORKERS]),
        "priests": int(v[o + layout.PRIESTS]),
        "priests_left": PRIEST_PIECES - int(v[o + layout.PRIESTS]) - int(v[o + layout.SENT]),
        "priests_sent": int(v[o + layout.SENT]),
        "bowls": [int(v[o + layout.BOWL1 + i]) for i in range(3)],
        "power": int(power_at_hand(v, o)),
        "cults": {CULTS[t]: int(v[o + layout.CULT + t]) for t in range(4)},
        "keys": int(v[o + layout.KEYS]),
        "shipping": {
            "level": int(v[o + layout.SHIP]),
            "start": int(SHIP_START[f]),
            "max": int(SHIP_MAX[f]),
            "skip": int(skip_range(v, o)),
        },
        "digging": {
            "level": int(v[o + layout.DIG]),
            "max": int(DIG_MAX[f]),
            "workers": int(spade_workers(v, o)),
            "priests": int(spade_priests(v, o)),
        },
        "buildings": {BUILDINGS[k]: int(v[o + layout.COUNT + k]) for k in range(1, 6)},
        "left": {BUILDINGS[k]: int(PIECES[k] - v[o + layout.COUNT + k]) for k in range(1, 6)},
        "costs": {
            BUILDINGS[k]: {"workers": int(COST_WORKERS[f * 6 + k]), "coins": int(COST_COINS[f * 6 + k])}
            for k in range(1, 6)
        },
        "tracks": view_tracks(f),
        "favors": bits(v[o + layout.FAVORS], FAVORS),
        "card": CARDS[card] if card >= 0 else "",
        "used": bits(v[o + layout.USED], USED),
        "stronghold_action": FACTION_HOOKS[f].action,
        "towns": [TOWNS[i] for i in range(8) for _ in range(int((v[o + layout.TOWNS] >> (3 * i)) & 7))],
        "bridges_left": BRIDGE_PIECES - int(bridges_of(s, seat)),
        "income": goods(projected_income(s, seat)),
        "reward": projected_reward(s, seat),
        "pass_vp": int(card_points(s, seat)) if card >= 0 else 0,
        "passed": seat in seats_in(v[layout.PASSED]) and 0 < v[layout.ROUND] < 7,
        "gone": seat in seats_in(v[layout.GONE]),
        "final": final,
    }


def view_tracks(f: int) -> dict[str, object]:
    """The income each piece uncovers on the faction board, from the first that leaves it to the last."""
    return {
        "base": goods([0, int(WORKER_INCOME[f * 9]), 0, 0]),
        "dwelling": [goods([0, grown(WORKER_INCOME, f * 9 + i), 0, 0]) for i in range(8)],
        "trading_house": [
            goods([grown(TRADE_COINS, f * 5 + i), 0, 0, grown(TRADE_POWER, f * 5 + i)]) for i in range(4)
        ],
        "temple": [goods([0, 0, grown(TEMPLE_PRIESTS, f * 4 + i), grown(TEMPLE_POWER, f * 4 + i)]) for i in range(3)],
        "stronghold": [goods([int(STRONGHOLD_INCOME[f * 4 + i]) for i in range(4)])],
        "sanctuary": [goods([0, 0, int(SANCTUARY_PRIESTS[f]), 0])],
    }


def grown(track: vec[i64], place: int) -> int:
    """By how much a track grows after this place."""
    return int(track[place + 1] - track[place])


def projected_income(s: Position, seat: int) -> list[int]:
    """What the next income would bring with the buildings, tiles and card of now."""
    v = s.v
    o = at(seat)
    coins, workers, priests, power = board_income(v, o)
    total = [int(coins), int(workers), int(priests), int(power)]
    card = int(v[o + layout.CARD])
    for i in range(4):
        for tile in range(12):
            if (v[o + layout.FAVORS] >> tile) & 1:
                total[i] += int(FAVOR_INCOME[tile * 4 + i])
        if card >= 0:
            total[i] += int(CARD_INCOME[card * 4 + i])
    return total


def projected_reward(s: Position, seat: int) -> dict[str, object]:
    """What this round's cult would pay now."""
    v = s.v
    if not 1 <= v[layout.ROUND] <= 5:
        return {}
    tile = int(v[layout.ROUND_TILE + v[layout.ROUND] - 1])
    n = int(reward_times(v, seat)) * int(TILE_AMOUNT[tile])
    return {PAID[TILE_PAYS[tile]]: n} if n else {}


def projected_finals(s: Position) -> list[dict[str, object]]:
    """What final scoring would bring if the game ended now; nothing once it has."""
    v = s.v
    players = int(v[layout.PLAYERS])
    finals: list[dict[str, object]] = [{} for _ in range(players)]
    if [seat for seat in range(players) if v[at(seat) + layout.FACTION] < 0]:
        return finals
    sizes = [int(network_size(s, seat)) for seat in range(players)]
    areas = shares(sizes, AREA_VP)
    tracks = [shares([int(v[at(i) + layout.CULT + t]) for i in range(players)], CULT_VP) for t in range(4)]
    for seat in range(players):
        o = at(seat)
        coins = int(v[o + layout.COINS] + v[o + layout.WORKERS] + v[o + layout.PRIESTS] + power_at_hand(v, o))
        finals[seat] = {
            "network": sizes[seat],
            "area": areas[seat],
            "cults": {CULTS[t]: tracks[t][seat] for t in range(4)},
            "goods": coins // int(COINS_PER_VP[v[o + layout.FACTION]]),
        }
    return finals
