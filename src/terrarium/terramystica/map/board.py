"""The map: 77 land hexes, 36 river hexes, up to 29 bridge sites, and every table the rules look up on it.

Reach over any number of river hexes and distance over anything are precomputed as pairs of bit masks (hexes 0..38 and
39..76), so that a turn needs no search of the map. A map of the players' own may have its rivers elsewhere: it has a
chart of its own, with as many hexes of either kind, so that every code and every position keeps its shape.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica.tables import vec_of

ROWS: Final = [
    "USGBYRUKRGBRK",
    "Y..UK..YK..Y",
    "..K.S.G.G.S..",
    "GBY..RB.R.RU",
    "KURBKUSY..GKB",
    "SG..YG...USU",
    "...S.R.G.YKBY",
    "YBU...BK.SUS",
    "RKSBRGYUS.BGR",
]
"""Pointy-top hexes; every second row is shifted half a hex to the right."""

LETTERS: Final = "YUKBGSR"
LAND: Final = 77
RIVERS: Final = 36
SITES: Final = 29
"""The most bridge sites of a map: as many as on the board of the box."""


class Atlas:
    """What is read off the drawing once: names, terrains, who touches whom, and where a bridge may stand."""

    def __init__(self, rows: list[str]) -> None:
        self.land_names: list[str] = []
        self.river_names: list[str] = []
        self.terrain: list[int] = []
        self.places: list[tuple[int, int]] = []  # row, column of every land hex
        self.river_places: list[tuple[int, int]] = []
        self.cells: dict[tuple[int, int], int] = {}  # land 0..76, rivers 100..135
        for row, line in enumerate(rows):
            land = 0
            for column, letter in enumerate(line):
                if letter == ".":
                    self.cells[(row, column)] = 100 + len(self.river_names)
                    self.river_names.append(f"r{len(self.river_names)}")
                    self.river_places.append((row, column))
                else:
                    land += 1
                    self.cells[(row, column)] = len(self.land_names)
                    self.land_names.append("ABCDEFGHI"[row] + str(land))
                    self.terrain.append(LETTERS.index(letter))
                    self.places.append((row, column))
        self.around: dict[int, list[int]] = {}
        for (row, column), cell in self.cells.items():
            shift = row % 2
            spots = [(row, column - 1), (row, column + 1)]
            for other in (row - 1, row + 1):
                spots += [(other, column - 1 + shift), (other, column + shift)]
            self.around[cell] = sorted([self.cells[p] for p in spots if p in self.cells])
        sites = [(self.site_name(ends), ends) for ends in self.facing()]
        sites.sort()
        self.bridges: list[tuple[int, int]] = [ends for _, ends in sites]
        self.bridge_names: list[str] = [name for name, _ in sites]

    def site_name(self, ends: tuple[int, int]) -> str:
        return f"{self.land_names[ends[0]]}:{self.land_names[ends[1]]}"

    def facing(self) -> list[tuple[int, int]]:
        """Pairs of land hexes that face each other over the edge between two river hexes: there a bridge may stand."""
        found: set[tuple[int, int]] = set()
        for one in self.river_cells():
            for two in self.around[one]:
                if two > one:
                    ends = [cell for cell in self.around[one] if cell in self.around[two] and cell < 100]
                    if len(ends) == 2:
                        found.add((ends[0], ends[1]))
        return sorted(found)

    def river_cells(self) -> list[int]:
        return [100 + river for river in range(len(self.river_names))]

    def over_river(self, start: int, ship: int) -> set[int]:
        """Land reached from `start` by an edge or over at most `ship` river hexes in a row."""
        found = {c for c in self.around[start] if c < 100}
        edge = {c for c in self.around[start] if c >= 100}
        seen: set[int] = set()
        for _ in range(ship):
            seen |= edge
            for river in edge:
                found |= {c for c in self.around[river] if c < 100}
            edge = {c for river in edge for c in self.around[river] if c >= 100} - seen
        found.discard(start)
        return found

    def within(self, start: int, distance: int) -> set[int]:
        """Land at hex distance 1..`distance` over anything."""
        seen = {start}
        for _ in range(distance):
            seen |= {c for cell in seen for c in self.around[cell]}
        seen.discard(start)
        return {c for c in seen if c < 100}


def _low(hexes: set[int]) -> int:
    return sum([1 << h for h in hexes if h < 39])


def _high(hexes: set[int]) -> int:
    return sum([1 << (h - 39) for h in hexes if h >= 39])


def _padded(items: list[int], size: int) -> list[int]:
    return items + [-1] * (size - len(items))


def _per_hex(rows: list[list[int]], size: int) -> vec[i64]:
    return vec_of([x for row in rows for x in _padded(row, size)])


class Chart:
    """Every table of one map."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas
        self.land_names = atlas.land_names
        self.river_names = atlas.river_names
        self.sites: i64 = len(atlas.bridges)
        """How many places for bridges there are."""
        # Codes name as many sites as the board of the box has; those that a map lacks have no ends.
        none = [-1 for _ in range(SITES - len(atlas.bridges))]
        self.bridge_names = atlas.bridge_names + [f"-{SITES - i}" for i in range(len(none))]
        self.texts: list[str] = []
        self.codes: dict[str, int] = {}
        self.named: list[tuple[str, str]] = []
        """The spelling of every code, and back, and what it names (`codes.py`); empty until it is asked for."""
        around, land, rivers = atlas.around, range(LAND), range(RIVERS)
        self.near = _per_hex([[c for c in around[h] if c < 100] for h in land], 6)
        """6 per land hex: land neighbours, -1 where there is none."""
        self.river_land = _per_hex([[c for c in around[100 + r] if c < 100] for r in rivers], 6)
        """6 per river hex: land around it."""
        self.land_river = _per_hex([[c - 100 for c in around[h] if c >= 100] for h in land], 6)
        """6 per land hex: rivers around it."""
        self.rivers_by = vec_of([sum([1 << (c - 100) for c in around[h] if c >= 100]) for h in land])
        """The same as a mask for each land hex."""
        self.hex_sites = _per_hex([[i for i, ends in enumerate(atlas.bridges) if h in ends] for h in land], 6)
        """6 per land hex: bridge sites that start there."""
        self.site_a = vec_of([ends[0] for ends in atlas.bridges] + none)
        self.site_b = vec_of([ends[1] for ends in atlas.bridges] + none)
        ship = [atlas.over_river(h, n) for n in range(7) for h in land]
        self.ship_low = vec_of([_low(reached) for reached in ship])
        self.ship_high = vec_of([_high(reached) for reached in ship])
        """[ship * 77 + hex]: land within reach over so many river hexes."""
        nearby = [atlas.within(h, n) for n in range(6) for h in land]
        self.distance_low = vec_of([_low(reached) for reached in nearby])
        self.distance_high = vec_of([_high(reached) for reached in nearby])
        """[distance * 77 + hex]: land at most that far away, not the hex itself."""

    def across(self, site: i64, h: i64) -> i64:
        """The hex at the other end of a bridge site from `h`."""
        return self.site_b[site] if self.site_a[site] == h else self.site_a[site]


BASE: Final = Chart(Atlas(ROWS))
"""The board of the box."""
HEX_IDS: Final = {name: i for i, name in enumerate(BASE.land_names)}
RIVER_IDS: Final = {name: i for i, name in enumerate(BASE.river_names)}
TERRAIN: Final[vec[i64]] = vec_of(BASE.atlas.terrain)
BIT_LOW: Final[vec[i64]] = vec_of([_low({h}) for h in range(LAND)])
BIT_HIGH: Final[vec[i64]] = vec_of([_high({h}) for h in range(LAND)])
"""The single bit of each hex."""


def _rivers(rows: list[str]) -> str:
    return "/".join(["".join(["." if letter == "." else "x" for letter in row]) for row in rows])


_CHARTS: Final = {_rivers(ROWS): BASE}
MOST_CHARTS: Final = 40
"""Charts that are kept: many games are played on few maps, and a chart takes a while to draw."""


def chart_of(rows: list[str]) -> Chart:
    """The chart of a map; where its rivers alone are those of another, it is the same."""
    key = _rivers(rows)
    found = _CHARTS.get(key)
    if found is None:
        if len(_CHARTS) >= MOST_CHARTS:
            del _CHARTS[list(_CHARTS)[1]]  # the oldest; the first is the board of the box
        found = Chart(Atlas(rows))
        _CHARTS[key] = found
    return found
