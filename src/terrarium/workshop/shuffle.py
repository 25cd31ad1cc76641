"""A map out of a seed: places spread evenly, terrain and symbols as often as on the board of the box, none of it heaped
up. The same title, number of players and seed give the same map; the checker has no complaint about it."""

from math import dist, hypot
from typing import Any, TypeVar

from terrarium import catalog
from terrarium.cartography import Plan, planned
from terrarium.cartography.plan import Point, cell
from terrarium.cartography.reading import ASPECT
from terrarium.kernel.dealer import Dealer
from terrarium.terramystica.map.board import BASE, LETTERS, ROWS
from terrarium.titles import Shuffle, records
from terrarium.words import LANGUAGES, Words
from terrarium.workshop.maps import MapFile, read_data, rules_of

ROUNDS = 10
"""How often places move to the middle of what is theirs."""
MENDS = 60
"""How often borders that are too short are mended."""
SWAPS = 700
TRIES = 40

T = TypeVar("T")

WATER = 2.6
"""Places of a table of islands for each region on it."""
ROOM = 30
"""Places of open water at least: the frame is all water, and a small island needs as much of it."""


def named(seed: int) -> dict[str, str]:
    """What a map is called before anybody names it."""
    return {tag: Words(tag).say("workshop.map_named", {"seed": str(seed)}) for tag in LANGUAGES}


def shuffled(title: str, players: int, seed: int, beside: list[str] | None = None) -> MapFile:
    """A map for so many players; of islands those that are missing beside these boards of the box."""
    if catalog.title(title).house_maps == "hexes":
        return _hexes(title, seed)
    shuffle = records()[title].shuffle
    if shuffle is None:
        raise ValueError(f"the record of {title} does not say what a map holds")
    for attempt in range(TRIES):
        dealer = Dealer(seed * 1_009 + attempt)
        if shuffle.ground == "islands":
            page = _islands(title, shuffle, players, dealer, beside or [])
        else:
            page = _board(shuffle, players, dealer)
        if page is None:
            continue
        head = {
            "id": f"map_{seed}",
            "title": title,
            "name": named(seed),
            "players": players,
            "aspect": ASPECT,
        }
        file = read_data({"format": 1, "map": {**head, **page}})
        if file.ok:
            return file
    raise ValueError(f"no map of {title} for {players} comes out of seed {seed}")


# --- places --------------------------------------------------------------------------------------------------------


def spread(count: int, dealer: Dealer, aspect: float) -> list[Point]:
    """So many places, about evenly spread, in a frame 1000 wide."""
    height = 1000 / aspect
    places = [(20.0 + int(dealer.below(960)), 20.0 + int(dealer.below(int(height) - 40))) for _ in range(count)]
    for _ in range(ROUNDS):
        places = [_middle([point for point, _ in cell(k, places, 1000.0, height)]) for k in range(count)]
    return places


def _middle(ring: list[Point]) -> Point:
    """The centre of gravity of a ring."""
    area = x = y = 0.0
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        cross = ax * by - bx * ay
        area += cross
        x += (ax + bx) * cross
        y += (ay + by) * cross
    return (x / (3 * area), y / (3 * area)) if abs(area) > 1e-9 else ring[0]


def mended(places: list[Point], aspect: float) -> list[list[int]] | None:
    """Whole places whose borders are all long enough to be seen; None where that does not come about."""
    height = 1000 / aspect
    for _ in range(MENDS):
        whole = [[round(x), round(y * 1000 / height)] for x, y in places]
        plan = planned([[(x, y)] for x, y in whole], [], aspect)
        if not plan.faults:
            return whole
        places = _nudged(places, plan, height)
    return None


def _nudged(places: list[Point], plan: Plan, height: float) -> list[Point]:
    """Places whose border is too short come nearer to each other, or to the frame; those too close part."""
    found = list(places)
    for code, a, b in plan.faults:
        ax, ay = found[a]
        if code == "hardly_edge":
            walls = ((ax, -1, 0), (1000 - ax, 1, 0), (ay, 0, -1), (height - ay, 0, 1))
            _, dx, dy = min(walls)
            found[a] = (ax + 0.06 * plan.side * dx, ay + 0.06 * plan.side * dy)
        elif b >= 0:
            bx, by = found[b]
            far = max(1.0, dist((ax, ay), (bx, by)))
            step = 0.05 * plan.side / far * (1 if code in ("hardly", "four_meet") else -1)
            found[a] = (ax + (bx - ax) * step, ay + (by - ay) * step)
            found[b] = (bx - (bx - ax) * step, by - (by - ay) * step)
    return [(min(max(x, 5.0), 995.0), min(max(y, 5.0), height - 5.0)) for x, y in found]


# --- what lies where -----------------------------------------------------------------------------------------------


def _board(shuffle: Shuffle, players: int, dealer: Dealer) -> dict[str, Any] | None:
    counts = shuffle.counts[str(players)]
    terrains = ("sea", "lake", "river", "chasm", *shuffle.land)
    size = sum(counts.get(name, 0) for name in terrains)
    whole = mended(spread(size, dealer, ASPECT / 100), ASPECT / 100)
    if whole is None:
        return None
    plan = planned([[(x, y)] for x, y in whole], [], ASPECT / 100)
    terrain = [""] * size
    if shuffle.ground == "seas":
        _lay_seas(terrain, whole, plan, counts, dealer)
    else:
        _lay_depths(terrain, whole, plan, counts, dealer)
    _lay_land(terrain, plan, [name for name in shuffle.land for _ in range(counts[name])], dealer)
    rows: list[dict[str, Any]] = [
        {"terrain": terrain[r], "symbols": [], "natives": 0, "at": [whole[r]]} for r in range(size)
    ]
    dry = [r for r in range(size) if terrain[r] in shuffle.land]
    if shuffle.ground == "seas":
        for symbol in ("mine", "cavern", "magic"):
            for r in _scattered(dry, plan, counts["symbols"], dealer, [len(row["symbols"]) for row in rows]):
                rows[r]["symbols"].append(symbol)
        low = [r for r in dry if terrain[r] != "mountain"]
        for r in _scattered(low, plan, counts["natives"], dealer, [0] * size):
            rows[r]["natives"] = 1
    else:
        chasms = [r for r in range(size) if terrain[r] == "chasm"]
        for r in _picked(chasms, counts["volcano"], dealer):
            rows[r]["symbols"].append("volcano")
        for r in _scattered(dry, plan, counts["natives"], dealer, [0] * size):
            rows[r]["symbols"].append("monster")
            rows[r]["natives"] = 2
    return {"region": rows}


def _lay_seas(terrain: list[str], whole: list[list[int]], plan: Plan, counts: dict[str, int], dealer: Dealer) -> None:
    """Seas at the edge, far from each other; lakes inland."""
    rim = [r for r in range(len(whole)) if plan.edge[r]]
    first = rim[int(dealer.below(len(rim)))]
    seas = [first]
    while len(seas) < counts["sea"]:
        seas.append(max(rim, key=lambda r: min(dist(whole[r], whole[s]) for s in seas)))
    for r in seas:
        terrain[r] = "sea"
    inland = [r for r in range(len(whole)) if not plan.edge[r] and not set(plan.borders[r]) & set(seas)]
    for r in _picked(inland, counts["lake"], dealer):
        terrain[r] = "lake"


def _lay_depths(terrain: list[str], whole: list[list[int]], plan: Plan, counts: dict[str, int], dealer: Dealer) -> None:
    """A river that comes in from the edge and winds through the middle; chasms in the corners and inland."""
    count = len(whole)
    rim = [r for r in range(count) if plan.edge[r]]
    tops = sorted(rim, key=lambda r: whole[r][1])[: max(3, len(rim) // 4)]
    river = [tops[int(dealer.below(len(tops)))]]
    while len(river) < counts["river"]:
        near = [r for r in plan.borders[river[-1]] if r not in river]
        near = [r for r in near if len(set(plan.borders[r]) & set(river)) == 1] or near
        river.append(max(near, key=lambda r: whole[r][1] + int(dealer.below(200)) - abs(whole[r][0] - 500) // 2))
    for r in river:
        terrain[r] = "river"
    corners = [(0, 0), (1000, 0), (0, 1000), (1000, 1000)]
    free = [r for r in range(count) if not terrain[r]]
    for x, y in _picked(corners, min(counts["chasm"] - 1, 3), dealer):
        r = min([r for r in free if not terrain[r]], key=lambda r: hypot(whole[r][0] - x, whole[r][1] - y))
        terrain[r] = "chasm"
    while terrain.count("chasm") < counts["chasm"]:
        alone = [
            r for r in free
            if not terrain[r] and not plan.edge[r] and all(terrain[b] != "chasm" for b in plan.borders[r])
        ]  # fmt: skip
        r = (alone or [r for r in free if not terrain[r]])[int(dealer.below(len(alone) or 1))]
        terrain[r] = "chasm"


def _lay_land(terrain: list[str], plan: Plan, words: list[str], dealer: Dealer) -> None:
    """The land terrains, in any order; then swapped while that parts neighbours that are alike."""
    free = [r for r in range(len(terrain)) if not terrain[r]]
    for r, word in zip(free, _picked(words, len(words), dealer), strict=True):
        terrain[r] = word

    def alike(r: int) -> int:
        return sum(terrain[b] == terrain[r] for b in plan.borders[r])

    for _ in range(SWAPS):
        a, b = free[int(dealer.below(len(free)))], free[int(dealer.below(len(free)))]
        before = alike(a) + alike(b)
        terrain[a], terrain[b] = terrain[b], terrain[a]
        if alike(a) + alike(b) > before:
            terrain[a], terrain[b] = terrain[b], terrain[a]


def _scattered(among: list[int], plan: Plan, count: int, dealer: Dealer, load: list[int]) -> list[int]:
    """So many regions, each time one of those with the fewest chosen neighbours and the lightest load."""
    found: list[int] = []
    while len(found) < count:
        left = [r for r in among if r not in found]
        worth = [2 * load[r] + sum(b in found for b in plan.borders[r]) for r in left]
        best = [r for r, cost in zip(left, worth, strict=True) if cost == min(worth)]
        found.append(best[int(dealer.below(len(best)))])
    return found


def _picked(among: list[T], count: int, dealer: Dealer) -> list[T]:
    left: list[T] = list(among)
    found: list[T] = []
    while left and len(found) < count:
        found.append(left.pop(int(dealer.below(len(left)))))
    return found


# --- islands -------------------------------------------------------------------------------------------------------


def _islands(title: str, shuffle: Shuffle, players: int, dealer: Dealer, beside: list[str]) -> dict[str, Any] | None:
    """Islands with open water between them and the frame: as many as boards lie on the table, but for those of the box
    that lie beside them."""
    missing = list(zip(rules_of(title).tables[players], shuffle.islands[str(players)], strict=True))
    for name in beside:
        gone = [k for k, (letter, _) in enumerate(missing) if letter == name[0]]
        del missing[gone[0] if gone else 0]
    sizes = tuple(size for _, size in missing)
    count = max(int(sum(sizes) * WATER), sum(sizes) + ROOM)
    aspect = ASPECT / 100
    whole = mended(spread(count, dealer, aspect), aspect)
    if whole is None:
        return None
    plan = planned([[(x, y)] for x, y in whole], [], aspect)
    inland = [r for r in range(len(whole)) if not plan.edge[r]]
    island = _grown(whole, inland, plan, sizes, dealer)
    if island is None:
        return None
    kept = [r for r in range(len(whole)) if r in island]
    number = {r: k for k, r in enumerate(kept)}
    # Water that touches no land tells the drawing nothing.
    water = [whole[r] for r in range(len(whole)) if r not in island and any(b in island for b in plan.borders[r])]
    land = planned([[(whole[r][0], whole[r][1])] for r in kept], [(x, y) for x, y in water], aspect)
    if land.faults:
        return None
    rows: list[dict[str, Any]] = []
    terrain = [""] * len(kept)
    groups = [[number[r] for r in kept if island[r] == k] for k in range(len(sizes))]
    for group in groups:
        rim = [r for r in group if land.edge[r]]
        if len(group) > 8:
            terrain[rim[int(dealer.below(len(rim)))]] = "sea"
    dry = [r for r in range(len(kept)) if not terrain[r]]
    _lay_land(terrain, land, [shuffle.land[k % len(shuffle.land)] for k in range(len(dry))], dealer)
    for r, old in enumerate(kept):
        rows.append({"terrain": terrain[r], "symbols": [], "natives": 0, "at": [whole[old]], "entry": False})
    for k, group in enumerate(groups):
        here = [r for r in group if terrain[r] not in ("sea", "lake")]
        for r in _scattered([r for r in here if land.edge[r]], land, 3 if sizes[k] > 8 else 2, dealer, [0] * len(kept)):
            rows[r]["entry"] = True
        large = sizes[k] > 8
        for symbol, times in (("cavern", 2 if large else 1), ("magic", 2 if large else 1)):
            for r in _scattered(here, land, times, dealer, [2 * len(row["symbols"]) for row in rows]):
                rows[r]["symbols"].append(symbol)
        for r in _scattered(here, land, sizes[k] // 3 - (not large), dealer, [0] * len(kept)):
            rows[r]["symbols"].append("murloc")
            rows[r]["natives"] = 1
        quiet = [r for r in here if not rows[r]["natives"]]
        slot = {11: "slot_L", 10: "slot_M"}.get(sizes[k], "slot_S")
        for r in _scattered(quiet, land, 1, dealer, [len(row["symbols"]) for row in rows]):
            rows[r]["symbols"].append(slot)
    return {"region": rows, "open": water, **({"beside": beside} if beside else {})}


def _grown(
    whole: list[list[int]], inland: list[int], plan: Plan, sizes: tuple[int, ...], dealer: Dealer
) -> dict[int, int] | None:
    """Which island each place belongs to; places of different islands never touch."""
    seeds = [inland[int(dealer.below(len(inland)))]]
    while len(seeds) < len(sizes):
        seeds.append(max(inland, key=lambda r: min(dist(whole[r], whole[s]) for s in seeds)))
    island: dict[int, int] = {seed: k for k, seed in enumerate(_picked(seeds, len(seeds), dealer))}
    while True:
        grew = False
        for k, size in enumerate(sizes):
            mine = [r for r in island if island[r] == k]
            if len(mine) >= size:
                continue
            near = sorted({
                b for r in mine for b in plan.borders[r]
                if b in inland and b not in island and all(island.get(c, k) == k for c in plan.borders[b])
            })  # fmt: skip
            if near:
                x = sum(whole[r][0] for r in mine) / len(mine)
                y = sum(whole[r][1] for r in mine) / len(mine)
                island[min(near, key=lambda r: hypot(whole[r][0] - x, whole[r][1] - y))] = k
                grew = True
        if not grew:
            break
    short = sum(max(0, size - sum(v == k for v in island.values())) for k, size in enumerate(sizes))
    return island if short <= 2 else None


# --- hexes ---------------------------------------------------------------------------------------------------------


def _hexes(title: str, seed: int) -> MapFile:
    """The board with its land painted anew, eleven hexes of each terrain, no two alike side by side."""
    for attempt in range(TRIES):
        dealer = Dealer(seed * 1_009 + attempt)
        around = [[b for b in BASE.atlas.around[h] if b < 100] for h in range(77)]
        paint = _picked([k for k in range(7) for _ in range(11)], 77, dealer)

        def alike(h: int) -> int:
            return sum(paint[b] == paint[h] for b in around[h])  # noqa: B023

        for _ in range(6_000):
            a, b = int(dealer.below(77)), int(dealer.below(77))
            before = alike(a) + alike(b)
            if not before:
                continue
            paint[a], paint[b] = paint[b], paint[a]
            if alike(a) + alike(b) > before:
                paint[a], paint[b] = paint[b], paint[a]
        rows: list[str] = []
        land = iter(paint)
        for line in ROWS:
            rows.append("".join("." if letter == "." else LETTERS[next(land)] for letter in line))
        page = {"id": f"map_{seed}", "title": title, "name": named(seed), "rows": rows}
        file = read_data({"format": 1, "map": page})
        if file.ok:
            return file
    raise ValueError(f"no hexes come out of seed {seed}")
