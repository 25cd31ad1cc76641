"""A map as the rules see it: features, borders and a canonical order of regions, all as bit masks."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

# One vocabulary of features for every title: terrains, symbols and facts of position.
FEATURES: Final[list[str]] = [
    "sea", "lake", "forest", "hill", "farmland", "mountain", "swamp", "mine", "cavern", "magic", "edge", "entry",
    "coastal",
]  # fmt: skip
TERRAINS: Final[i64] = 7
"""The first features are terrains; a region has exactly one."""

SEA: Final[i64] = 0
LAKE: Final[i64] = 1
FOREST: Final[i64] = 2
HILL: Final[i64] = 3
FARMLAND: Final[i64] = 4
MOUNTAIN: Final[i64] = 5
SWAMP: Final[i64] = 6
MINE: Final[i64] = 7
CAVERN: Final[i64] = 8
MAGIC: Final[i64] = 9
EDGE: Final[i64] = 10
ENTRY: Final[i64] = 11
COASTAL: Final[i64] = 12


class Board:
    """Regions are numbered from 0. `where[f]` is the mask of regions with feature f, `borders[r]` of r's neighbours.

    `order` lists the regions in the order in which amounts are asked for; it belongs to the map, not to the
    numbering, so that numbering regions otherwise changes nothing but numbers.
    """

    name: str
    players: i64
    rounds: i64
    n: i64
    features: vec[i64]
    borders: vec[i64]
    natives: vec[i64]
    order: vec[i64]
    rank: vec[i64]
    where: vec[i64]
    all: i64
    water: i64
    land: i64
    entry: i64
    mountain: i64

    def __init__(
        self, name: str, players: int, rounds: int, features: list[int], borders: list[int], natives: list[int],
        order: list[int],
    ) -> None:  # fmt: skip
        self.name = name
        self.players = players
        self.rounds = rounds
        self.n = len(features)
        self.features = vec[i64](features)
        self.borders = vec[i64](borders)
        self.natives = vec[i64](natives)
        self.order = vec[i64](order)
        ranks = [0] * len(order)
        for place, region in enumerate(order):
            ranks[region] = place
        self.rank = vec[i64](ranks)
        where = vec[i64]()
        for f in range(len(FEATURES)):
            mask: i64 = 0
            for r in range(len(features)):
                if (features[r] >> f) & 1:
                    mask |= one(r)
            where = append(where, mask)
        self.where = where
        self.all = (one(self.n)) - 1
        self.water = where[SEA] | where[LAKE]
        self.land = self.all & ~self.water
        self.entry = where[ENTRY]
        self.mountain = where[MOUNTAIN]

    def around(self, mask: i64) -> i64:
        """Every region that shares a border with one of `mask`."""
        found: i64 = 0
        borders = self.borders
        r: i64 = 0
        while mask:
            if mask & 1:
                found |= borders[r]
            mask >>= 1
            r += 1
        return found


def one(region: i64) -> i64:
    """The mask with this region alone."""
    # mypyc writes a literal 1 into C as a 32-bit integer; this 1 is made from a 64-bit one.
    return ((region | 1) & 1) << region


def count(mask: i64) -> i64:
    """How many regions a mask holds."""
    n: i64 = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def board_from(data: dict[str, object], any_sea_shore: bool) -> Board:
    """The board of a map file. With `any_sea_shore` the shore of a sea that touches no edge is an entry too."""
    rows = data["regions"]
    assert isinstance(rows, list)
    features: list[int] = []
    borders: list[int] = []
    natives: list[int] = []
    for row in rows:
        assert isinstance(row, dict)
        bits = 0
        names = row["features"]
        assert isinstance(names, list)
        for name in names:
            bits |= 1 << FEATURES.index(str(name))
        near = 0
        for other in row["borders"]:
            near |= 1 << int(other)
        features.append(bits)
        borders.append(near)
        natives.append(int(row["natives"]))
    if any_sea_shore:
        for r in range(len(features)):
            touching = [features[q] for q in range(len(features)) if (borders[r] >> q) & 1]
            if any([(bits >> int(SEA)) & 1 for bits in touching]):
                features[r] |= 1 << int(ENTRY)
    players = data["players"]
    rounds = data["rounds"]
    assert isinstance(players, int) and isinstance(rounds, int)
    return Board(str(data["id"]), players, rounds, features, borders, natives, list(range(len(features))))
