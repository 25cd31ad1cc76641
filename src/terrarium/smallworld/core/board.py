"""A map as the rules see it: features, borders and a canonical order of regions, all as bit masks."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

# One vocabulary of features for every title: terrains, symbols and facts of position.
FEATURES: Final[list[str]] = [
    "sea", "lake", "forest", "hill", "farmland", "mountain", "swamp", "mine", "cavern", "magic", "edge", "entry",
    "coastal", "river", "chasm", "volcano", "monster", "murloc",
]  # fmt: skip
ALIKE: Final[dict[str, str]] = {
    "mud": "swamp", "mushroom": "forest", "crystal": "magic", "field": "farmland",
    "slot_S": "monster", "slot_M": "monster", "slot_L": "monster",
}  # fmt: skip
"""Other titles' names for the same feature: what a unit says of one holds for the other."""

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
RIVER: Final[i64] = 13
CHASM: Final[i64] = 14
VOLCANO: Final[i64] = 15
MONSTER: Final[i64] = 16


class Board:
    """Regions are numbered from 0. `where[f]` is the mask of regions with feature f, `borders[r]` of r's neighbours.

    `order` lists the regions in the order in which amounts are asked for; it belongs to the map, not to the
    numbering, so that numbering regions otherwise changes nothing but numbers. `later[k]` is the mask of those at or
    after a place in it. `names[r]` are the features as the map file words them, the terrain first.
    """

    def __init__(
        self, name: str, players: i64, rounds: i64, features: list[int], borders: list[int], natives: list[int],
        order: list[int], names: list[list[str]] | None = None,
    ) -> None:  # fmt: skip
        self.name = name
        self.players = players
        self.rounds = rounds
        self.n: i64 = len(features)
        self.features = vec[i64](features)
        self.borders = vec[i64](borders)
        self.natives = vec[i64](natives)
        self.order = vec[i64](order)
        ranks = [0] * len(order)
        for place, region in enumerate(order):
            ranks[region] = place
        self.rank = vec[i64](ranks)
        self.later = vec[i64]([sum(1 << region for region in order[place:]) for place in range(len(order) + 1)])
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
        """Seas and lakes: closed to all but those who swim."""
        self.river = where[RIVER]
        """Open to all, but only those who swim may stay."""
        self.chasm = where[CHASM]
        """Closed to everybody."""
        self.land = self.all & ~(self.water | self.river | self.chasm)
        self.shut = self.water | self.chasm
        self.shut_to_swimmers = self.chasm
        self.entry = where[ENTRY]
        self.mountain = where[MOUNTAIN]
        self.brink = self.around(self.chasm) & ~self.chasm
        """Regions that border a chasm."""
        self.names = names if names is not None else [feature_names(bits) for bits in features]
        self.survey()

    def survey(self) -> None:
        """What follows from features and borders: prices, regions of one terrain, connected waters."""
        cost = vec[i64]()
        kin = vec[i64]()
        bodies = vec[i64]()
        seen: i64 = 0
        wet = self.water | self.river
        for r in range(len(self.names)):
            bit = one(r)
            base: i64 = 1 if self.river & bit else 2
            cost = append(cost, base + (1 if self.mountain & bit else 0))
            same: i64 = 0
            for q in range(len(self.names)):
                if self.names[q][0] == self.names[r][0]:
                    same |= one(q)
            kin = append(kin, same)
            if wet & bit and not seen & bit:
                body = self.spread(bit, wet)
                seen |= body
                bodies = append(bodies, body)
        self.cost = cost
        """What each region costs when nothing is in it."""
        self.kin = kin
        """For each region the mask of those with the same terrain."""
        self.bodies = bodies
        """Connected rivers, seas and lakes."""
        self.islands = self.parts()
        """Parts of the map that no border connects."""
        self.shore = self.around(self.water)
        """Regions that border a sea or lake."""

    def parts(self) -> vec[i64]:
        """The connected parts of the whole map."""
        found = vec[i64]()
        left = self.all
        while left:
            part = self.spread(left & -left, self.all)
            found = append(found, part)
            left &= ~part
        return found

    def spread(self, start: i64, within: i64) -> i64:
        """Every region of `within` that can be reached from `start`, border by border, through `within`."""
        found = start & within
        while True:
            more = (found | self.around(found)) & within
            if more == found:
                return found
            found = more

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

    def touches(self, region: i64, mask: i64) -> bool:
        """Does a region share a border with one of `mask`?"""
        return self.borders[region] & mask != 0


def one(region: i64) -> i64:
    """The mask with this region alone."""
    # mypyc writes a literal 1 into C as a 32-bit integer; this 1 is made from a 64-bit one.
    return ((region | 1) & 1) << region


def feature_names(bits: int) -> list[str]:
    """The features of a region, by name."""
    return [name for k, name in enumerate(FEATURES) if (bits >> k) & 1]


def count(mask: i64) -> i64:
    """How many regions a mask holds."""
    n: i64 = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def each_region(mask: i64) -> vec[i64]:
    """The regions of a mask, one after another."""
    found = vec[i64]()
    r: i64 = 0
    while mask:
        if mask & 1:
            found = append(found, r)
        mask >>= 1
        r += 1
    return found


def board_from(data: dict[str, object], any_sea_shore: bool) -> Board:
    """The board of a map file. With `any_sea_shore` the land beside a sea that touches no edge is an entry too."""
    rows = data["regions"]
    assert isinstance(rows, list)
    features: list[int] = []
    borders: list[int] = []
    natives: list[int] = []
    names: list[list[str]] = []
    for row in rows:
        assert isinstance(row, dict)
        words = row["features"]
        assert isinstance(words, list)
        names.append([str(word) for word in words])
        features.append(bits_of(names[-1]))
        near = 0
        for other in row["borders"]:
            near |= 1 << int(other)
        borders.append(near)
        natives.append(int(row["natives"]))
    for r in range(len(features)):
        touching = 0
        for q in range(len(features)):
            if (borders[r] >> q) & 1:
                touching |= features[q]
        wet = features[r] & (1 << int(SEA) | 1 << int(LAKE))
        if any_sea_shore and (touching >> int(SEA)) & 1 and not wet:
            features[r] |= 1 << int(ENTRY)
        if (touching >> int(RIVER)) & 1 and not features[r] & (1 << int(RIVER) | 1 << int(CHASM)):
            features[r] |= 1 << int(COASTAL)
    players = data["players"]
    rounds = data["rounds"]
    assert isinstance(players, int) and isinstance(rounds, int)
    order = list(range(len(features)))
    return Board(str(data["id"]), players, rounds, features, borders, natives, order, names)


def bits_of(names: list[str]) -> int:
    """Feature names of a map file as bits."""
    bits = 0
    for name in names:
        bits |= 1 << FEATURES.index(ALIKE.get(name, name))
    return bits
