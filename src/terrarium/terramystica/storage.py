"""A position as data that spells names, and back. What has its usual value is left out."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import layout
from terrarium.terramystica.data import at, own_at, own_end
from terrarium.terramystica.factions.boards import DIG_MAX, SHIP_MAX
from terrarium.terramystica.map.board import BIT_HIGH, BIT_LOW, LAND, Chart
from terrarium.terramystica.names import (
    BUILDINGS,
    CARDS,
    CULTS,
    FACTIONS,
    FAVORS,
    FRAMES,
    POWER_ACTIONS,
    ROUND_TILES,
    TERRAINS,
    TOWNS,
)
from terrarium.terramystica.tables import PIECES, PRIEST_PIECES, TOWN_COUNT

PLAIN_SEAT = {
    "vp": layout.VP,
    "coins": layout.COINS,
    "workers": layout.WORKERS,
    "priests": layout.PRIESTS,
    "keys": layout.KEYS,
    "shipping": layout.SHIP,
    "digging": layout.DIG,
    "used": layout.USED,
    "range": layout.RANGE,
    "network": layout.NETWORK,
}
PLAIN_TABLE = {
    "lean": layout.LEAN,
    "passers": layout.PASSERS,
    "turning": layout.TURNING,
    "turned": layout.TURNED,
    "missed": layout.MISSED,
}
LEFT = (("favors_left", FAVORS, layout.FAVOR_LEFT), ("towns_left", TOWNS, layout.TOWN_LEFT))


def bits(mask: i64, names: list[str]) -> list[str]:
    """The names of the set bits."""
    return [name for i, name in enumerate(names) if (mask >> i) & 1 != 0]


def seats_in(mask: i64) -> list[int]:
    return [i for i in range(5) if (mask >> i) & 1 != 0]


def dump_position(v: vec[i64], fresh: vec[i64], chart: Chart) -> dict[str, object]:
    """Everything in `v` that differs from a fresh table, with names."""
    page: dict[str, object] = {
        "players": int(v[layout.PLAYERS]),
        "round": int(v[layout.ROUND]),
        "turn": int(v[layout.TURN]),
        "order": [int(v[layout.ORDER + i]) for i in range(int(v[layout.PLAYERS]))],
        "tiles": [ROUND_TILES[v[layout.ROUND_TILE + i]] if v[layout.ROUND_TILE + i] >= 0 else "" for i in range(6)],
        "frames": [dump_frame(v, layout.STACK + 4 * i) for i in range(int(v[layout.HEIGHT]))],
        "seats": [dump_seat(v, i, chart) for i in range(int(v[layout.PLAYERS]))],
    }
    for name in PLAIN_TABLE:
        if v[PLAIN_TABLE[name]] != 0:
            page[name] = int(v[PLAIN_TABLE[name]])
    filled: list[tuple[str, list[object]]] = [
        ("acts", list(bits(v[layout.ACTS], POWER_ACTIONS))),
        ("passed", list(seats_in(v[layout.PASSED]))),
        ("gone", list(seats_in(v[layout.GONE]))),
        ("links", list(bits(v[layout.LINKS], chart.river_names))),
        ("next_order", [int(v[layout.NEXT_ORDER + i]) for i in range(5) if v[layout.NEXT_ORDER + i] >= 0]),
        ("events", [chart.land_names[v[layout.EVENT + i]] for i in range(int(v[layout.EVENTS]))]),
        ("homes", [chart.land_names[v[layout.HOME + i]] for i in range(int(v[layout.HOMES]))]),
    ]
    for key, items in filled:
        if items:
            page[key] = items
    for key, place in (("skipped", layout.SKIPPED), ("rough", layout.ROUGH)):
        if v[place] > 0:
            page[key] = chart.land_names[v[place] - 1]
    page["cards"] = dump_cards(v)
    for key, names, first in LEFT:
        page[key] = {name: int(v[first + i]) for i, name in enumerate(names) if v[first + i] != fresh[first + i]}
    page["spots"] = {
        CULTS[t]: [int(v[layout.SPOTS + 4 * t + i]) - 1 for i in range(4)]
        for t in range(4)
        if [i for i in range(4) if v[layout.SPOTS + 4 * t + i] > 0]
    }
    page["hexes"] = {
        chart.land_names[h]: dump_hex(v, fresh, h) for h in range(77) if v[layout.HEX + h] != fresh[layout.HEX + h]
    }
    return page


def dump_frame(v: vec[i64], place: i64) -> list[object]:
    return [FRAMES[v[place]], int(v[place + 1]), int(v[place + 2]), int(v[place + 3])]


def dump_cards(v: vec[i64]) -> dict[str, object]:
    """Cards that are not simply free and bare."""
    page: dict[str, object] = {}
    for i, name in enumerate(CARDS):
        holder = int(v[layout.CARD_AT + i])
        coins = int(v[layout.CARD_COINS + i])
        if holder != 0 or coins != 0:
            page[name] = [holder - 1 if holder > 0 else ("out" if holder < 0 else "free"), coins]
    return page


def dump_hex(v: vec[i64], fresh: vec[i64], h: i64) -> dict[str, object]:
    x = v[layout.HEX + h]
    page: dict[str, object] = {}
    if x & 7 != fresh[layout.HEX + h]:
        page["terrain"] = TERRAINS[x & 7]
    if x >= 8:
        page["building"] = BUILDINGS[(x >> 3) & 7]
        page["seat"] = int(x >> 6 & 7) - 1
    if x & layout.IN_TOWN:
        page["town"] = 1
    return page


def dump_seat(v: vec[i64], seat: int, chart: Chart) -> dict[str, object]:
    o = at(seat)
    if v[o + layout.FACTION] < 0:
        return {}
    page: dict[str, object] = {
        "faction": FACTIONS[v[o + layout.FACTION]],
        "bowls": [int(v[o + layout.BOWL1 + i]) for i in range(3)],
        "cults": [int(v[o + layout.CULT + i]) for i in range(4)],
        "own": [chart.land_names[v[i]] for i in range(int(own_at(seat)), int(own_end(v, seat)))],
    }
    for name in PLAIN_SEAT:
        if v[o + PLAIN_SEAT[name]] != 0:
            page[name] = int(v[o + PLAIN_SEAT[name]])
    if v[o + layout.FAVORS]:
        page["favors"] = bits(v[o + layout.FAVORS], FAVORS)
    if v[o + layout.BRIDGES]:
        page["bridges"] = bits(v[o + layout.BRIDGES], chart.bridge_names)
    towns = [TOWNS[i] for i in range(8) for _ in range(int((v[o + layout.TOWNS] >> (3 * i)) & 7))]
    if towns:
        page["towns"] = towns
    return page


class Page:
    """Typed reading of a page; whatever does not fit is a `bad_position`."""

    def __init__(self, page: object) -> None:
        if not isinstance(page, dict):
            raise bad("a table of names is missing")
        self.page: dict[str, object] = page

    def number(self, key: str, least: int, most: int, usual: int) -> int:
        return whole(key, self.page.get(key, usual), least, most)

    def items(self, key: str) -> list[object]:
        value = self.page.get(key, [])
        if not isinstance(value, list):
            raise bad(key)
        return value

    def table(self, key: str) -> dict[str, object]:
        value = self.page.get(key, {})
        if not isinstance(value, dict):
            raise bad(key)
        return value

    def names(self, key: str, known: list[str]) -> list[int]:
        return [place(key, known, item) for item in self.items(key)]

    def numbers(self, key: str, count: int, least: int, most: int) -> list[int]:
        found = [whole(key, item, least, most) for item in self.items(key)]
        if len(found) != count:
            raise bad(key)
        return found


def bad(reason: str) -> NotationError:
    return NotationError("bad_position", {"reason": reason})


def place(key: str, known: list[str], item: object) -> int:
    if not isinstance(item, str) or item not in known:
        raise bad(key)
    return known.index(item)


def whole(key: str, item: object, least: int, most: int) -> int:
    if isinstance(item, bool) or not isinstance(item, int) or not least <= item <= most:
        raise bad(key)
    return item


def load_position(v: vec[i64], dump: dict[str, object], chart: Chart) -> None:
    """Fill a fresh table from a dump; NotationError if it is none."""
    page = Page(dump)
    players = int(v[layout.PLAYERS])
    if page.number("players", 2, 5, 0) != players:
        raise bad("players")
    v[layout.ROUND] = page.number("round", 0, 7, 0)
    v[layout.TURN] = page.number("turn", -1, players - 1, -1)
    for name in PLAIN_TABLE:
        v[PLAIN_TABLE[name]] = page.number(name, -1, 63, 0)
    order = page.numbers("order", players, 0, players - 1)
    if sorted(order) != list(range(players)):
        raise bad("order")
    for i, seat in enumerate(order):
        v[layout.ORDER + i] = seat
    for i, item in enumerate(page.items("next_order")[:5]):
        v[layout.NEXT_ORDER + i] = whole("next_order", item, 0, players - 1)
    for i, item in enumerate(page.items("tiles")[:6]):
        v[layout.ROUND_TILE + i] = -1 if item == "" else place("tiles", ROUND_TILES, item)
    for key, place_of, names in (
        ("acts", layout.ACTS, POWER_ACTIONS),
        ("links", layout.LINKS, chart.river_names),
    ):
        for i in page.names(key, names):
            v[place_of] |= 1 << i
    for key, mask in (("passed", layout.PASSED), ("gone", layout.GONE)):
        for item in page.items(key):
            v[mask] |= 1 << whole(key, item, 0, players - 1)
    for key, count, first in (("events", layout.EVENTS, layout.EVENT), ("homes", layout.HOMES, layout.HOME)):
        hexes = page.names(key, chart.land_names)[:3]
        v[count] = len(hexes)
        for i, h in enumerate(hexes):
            v[first + i] = h
    for key, single in (("skipped", layout.SKIPPED), ("rough", layout.ROUGH)):
        if key in dump:
            v[single] = place(key, chart.land_names, dump[key]) + 1
    load_tiles(v, page, players)
    load_hexes(v, page, players, chart)
    seats = page.items("seats")
    if len(seats) != players:
        raise bad("seats")
    for seat in range(players):
        if seats[seat] != {}:
            load_seat(v, Page(seats[seat]), seat, chart)
    load_frames(v, page, players)


def load_tiles(v: vec[i64], page: Page, players: int) -> None:
    cards = page.table("cards")
    for name in cards:
        i = place("cards", CARDS, name)
        entry = cards[name]
        if not isinstance(entry, list) or len(entry) != 2:
            raise bad("cards")
        if entry[0] in ("out", "free"):
            v[layout.CARD_AT + i] = -1 if entry[0] == "out" else 0
        else:
            seat = whole("cards", entry[0], 0, players - 1)
            v[layout.CARD_AT + i] = seat + 1
            v[at(seat) + layout.CARD] = i
        v[layout.CARD_COINS + i] = whole("cards", entry[1], 0, int(v[layout.ROUND]) + 1)
    for key, names, first in LEFT:
        left = page.table(key)
        for name in left:
            v[first + place(key, names, name)] = whole(key, left[name], 0, 3)
    spots = page.table("spots")
    for name in spots:
        track = place("spots", CULTS, name)
        row = Page({"row": spots[name]}).numbers("row", 4, -1, players - 1)
        for i, seat in enumerate(row):
            v[layout.SPOTS + 4 * track + i] = seat + 1
            if seat >= 0:
                v[at(seat) + layout.SENT] += 1


def load_hexes(v: vec[i64], page: Page, players: int, chart: Chart) -> None:
    hexes = page.table("hexes")
    for name in hexes:
        h = place("hexes", chart.land_names, name)
        entry = Page(hexes[name])
        x = int(v[layout.HEX + h]) & 7
        if "terrain" in entry.page:
            x = place("terrain", TERRAINS, entry.page["terrain"])
        if "building" in entry.page:
            x += 8 * place("building", BUILDINGS, entry.page["building"])
            x += 64 * (entry.number("seat", 0, players - 1, -1) + 1)
            v[layout.OCCUPIED] |= BIT_LOW[h]
            v[layout.OCCUPIED + 1] |= BIT_HIGH[h]
        if entry.number("town", 0, 1, 0) == 1:
            x += layout.IN_TOWN
        v[layout.HEX + h] = x


def riches(v: vec[i64]) -> int:
    """Points, coins, workers and priests of a seat together. No round brings as much as a thousand, and none of them
    is ever changed for more of another: whatever is reached from here lies within the bound too."""
    return 1000 * (int(v[layout.ROUND]) + 1)


def most_of(v: vec[i64], name: str) -> int:
    """The largest number of something that a seat can have, whatever its faction."""
    if name == "priests":
        return PRIEST_PIECES
    if name == "shipping":
        return max([int(n) for n in SHIP_MAX])
    if name == "digging":
        return max([int(n) for n in DIG_MAX])
    if name == "used":
        return layout.USED_CARD | layout.USED_FAVOR | layout.USED_STRONGHOLD
    if name == "keys" or name == "range":
        return sum([int(n) for n in TOWN_COUNT])
    if name == "network":
        return LAND
    return riches(v)


def load_seat(v: vec[i64], page: Page, seat: int, chart: Chart) -> None:
    o = at(seat)
    v[o + layout.FACTION] = place("faction", FACTIONS, page.page.get("faction"))
    for i, n in enumerate(page.numbers("bowls", 3, 0, 12)):
        v[o + layout.BOWL1 + i] = n
    for i, n in enumerate(page.numbers("cults", 4, 0, 10)):
        v[o + layout.CULT + i] = n
    for name in PLAIN_SEAT:
        v[o + PLAIN_SEAT[name]] = page.number(name, 0, most_of(v, name), 0)
    if v[o + layout.VP] + v[o + layout.COINS] + v[o + layout.WORKERS] + v[o + layout.PRIESTS] > riches(v):
        raise bad("vp")
    for i in page.names("favors", FAVORS):
        v[o + layout.FAVORS] |= 1 << i
    for i in page.names("bridges", chart.bridge_names[: chart.sites]):
        v[o + layout.BRIDGES] |= 1 << i
        v[layout.SPANS] |= 1 << i
    for i in page.names("towns", TOWNS):
        if (v[o + layout.TOWNS] >> (3 * i)) & 7 >= TOWN_COUNT[i]:
            raise bad("towns")
        v[o + layout.TOWNS] += 1 << (3 * i)
    own = page.names("own", chart.land_names)
    if len(own) >= layout.OWN_SIZE:
        raise bad("own")
    for i, h in enumerate(own):
        x = v[layout.HEX + h]
        if (x >> 6) & 7 != seat + 1:
            raise bad("own")
        v[own_at(seat) + i] = h
        v[o + layout.COUNT + ((x >> 3) & 7)] += 1
    v[o + layout.OWNS] = len(own)
    for kind in range(1, 6):
        if v[o + layout.COUNT + kind] > PIECES[kind]:
            raise bad("own")


def load_frames(v: vec[i64], page: Page, players: int) -> None:
    frames = page.items("frames")
    if len(frames) > layout.DEPTH:
        raise bad("frames")
    for i, frame in enumerate(frames):
        if not isinstance(frame, list) or len(frame) != 4:
            raise bad("frames")
        v[layout.STACK + 4 * i] = place("frames", FRAMES, frame[0])
        v[layout.STACK + 4 * i + 1] = whole("frames", frame[1], -1, players - 1)
        v[layout.STACK + 4 * i + 2] = whole("frames", frame[2], -1, 255)
        v[layout.STACK + 4 * i + 3] = whole("frames", frame[3], -1, 255)
    v[layout.HEIGHT] = len(frames)
