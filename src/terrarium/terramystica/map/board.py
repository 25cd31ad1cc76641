"""The map: 77 land hexes, 36 river hexes, 29 bridge sites, and every table the rules look up on it.

Reach over any number of river hexes and distance over anything are precomputed as pairs of bit masks (hexes 0..38 and
39..76), so that a turn needs no search of the map.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

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
BRIDGE_NAMES: Final = [
    "A11:C5", "A3:C1", "A7:C3", "B1:C1", "B1:D1", "B2:C1", "B3:C3", "B4:C3", "B5:C5", "B6:C5",
    "B6:D8", "C2:D3", "C2:D4", "C2:E5", "C4:D5", "C5:D6", "D6:E8", "D6:E9", "E4:G1", "E8:G3",
    "F1:H1", "F2:G1", "F2:H2", "F3:G1", "F4:G3", "G2:H4", "G2:I6", "G4:H5", "H6:I9",
]  # fmt: skip
SITES: Final = 29


class Atlas:
    """What is read off the drawing once: names, terrains, and who touches whom."""

    def __init__(self) -> None:
        self.land_names: list[str] = []
        self.river_names: list[str] = []
        self.terrain: list[int] = []
        self.places: list[tuple[int, int]] = []  # row, column of every land hex
        self.river_places: list[tuple[int, int]] = []
        self.cells: dict[tuple[int, int], int] = {}  # land 0..76, rivers 100..135
        for row, line in enumerate(ROWS):
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
        self.bridges: list[tuple[int, int]] = []
        for name in BRIDGE_NAMES:
            one, two = name.split(":")
            self.bridges.append((self.land_names.index(one), self.land_names.index(two)))

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


def _vec(items: list[int]) -> vec[i64]:
    return vec[i64]([i64(x) for x in items])


ATLAS: Final = Atlas()
LAND_NAMES: Final = ATLAS.land_names
RIVER_NAMES: Final = ATLAS.river_names
HEX_IDS: Final = {name: i for i, name in enumerate(ATLAS.land_names)}
RIVER_IDS: Final = {name: i for i, name in enumerate(ATLAS.river_names)}

TERRAIN: Final[vec[i64]] = _vec(ATLAS.terrain)
NEAR: Final[vec[i64]] = _vec([x for h in range(77) for x in _padded([c for c in ATLAS.around[h] if c < 100], 6)])
"""6 per land hex: land neighbours, -1 where there is none."""
RIVER_LAND: Final[vec[i64]] = _vec(
    [x for r in range(36) for x in _padded([c for c in ATLAS.around[100 + r] if c < 100], 6)]
)
"""6 per river hex: land around it."""
LAND_RIVER: Final[vec[i64]] = _vec(
    [x for h in range(77) for x in _padded([c - 100 for c in ATLAS.around[h] if c >= 100], 6)]
)
"""6 per land hex: rivers around it."""
HEX_SITES: Final[vec[i64]] = _vec(
    [x for h in range(77) for x in _padded([i for i, ends in enumerate(ATLAS.bridges) if h in ends], 4)]
)
"""4 per land hex: bridge sites that start there."""
SITE_A: Final[vec[i64]] = _vec([ends[0] for ends in ATLAS.bridges])
SITE_B: Final[vec[i64]] = _vec([ends[1] for ends in ATLAS.bridges])

_SHIP: Final = [[ATLAS.over_river(h, ship) for h in range(77)] for ship in range(7)] + [[{h} for h in range(77)]]
SHIP_LOW: Final[vec[i64]] = _vec([_low(row[h]) for row in _SHIP for h in range(77)])
SHIP_HIGH: Final[vec[i64]] = _vec([_high(row[h]) for row in _SHIP for h in range(77)])
"""[ship * 77 + hex]; row 7 is the single bit of the hex."""
BIT_ROW: Final = 7 * 77

_NEARBY: Final = [[ATLAS.within(h, n) for h in range(77)] for n in range(6)]
DISTANCE_LOW: Final[vec[i64]] = _vec([_low(row[h]) for row in _NEARBY for h in range(77)])
DISTANCE_HIGH: Final[vec[i64]] = _vec([_high(row[h]) for row in _NEARBY for h in range(77)])
"""[distance * 77 + hex]: land at most that far away, not the hex itself."""
