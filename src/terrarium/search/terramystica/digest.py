"""What a network is told of a position of Terra Mystica, seat by seat."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import State
from terrarium.search.learned import Digest
from terrarium.search.terramystica.ground import COLUMNS, Ground
from terrarium.search.terramystica.worth import USUAL, Worth
from terrarium.terramystica.actions.passing import card_points
from terrarium.terramystica.data import at as seat_at
from terrarium.terramystica.data import top_of
from terrarium.terramystica.economy.income import board_income
from terrarium.terramystica.factions.boards import HOME_OF, SHIP_MAX
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.game import TerraMystica
from terrarium.terramystica.layout import (
    ACTS,
    BOWL1,
    BOWL2,
    BOWL3,
    BRIDGES,
    CARD,
    CARD_AT,
    CARD_COINS,
    COINS,
    COUNT,
    CULT,
    DIG,
    FACTION,
    FAVORS,
    GONE,
    HEIGHT,
    KEYS,
    ORDER,
    OWNS,
    PASSED,
    PRIESTS,
    ROUND,
    ROUND_TILE,
    SENT,
    SHIP,
    SPOTS,
    STRONGHOLD,
    TOWNS,
    USED,
    VP,
    WORKERS,
)

FACTIONS: Final[i64] = 14
CARDS: Final[i64] = 10
TILES: Final[i64] = 9
FAVOR_KINDS: Final[i64] = 12
BUILDINGS: Final[i64] = 5

OWN: Final[i64] = 36 + BUILDINGS + FAVOR_KINDS + 4 + 4 + CARDS + FACTIONS + COLUMNS
TABLE: Final[i64] = 4 + 8 + 3 * TILES + 6 + 5 + 4 + CARDS


class TerraDigest(Digest):
    """Goods, income, tracks, tiles, cults, groups, land and neighbours of each seat; rounds, tiles, turn, spaces of
    priests and free cards of the table."""

    worth: Worth
    ground: Ground

    def __init__(self, players: i64) -> None:
        super().__init__(players, OWN, TABLE)
        self.worth = Worth(USUAL)
        self.ground = Ground()

    def survey(self, s: State) -> None:
        assert isinstance(s, TerraMystica)
        self.worth.survey(s)

    def points(self, s: State, seat: i64) -> float:
        assert isinstance(s, TerraMystica)
        return float(s.v[seat_at(seat) + VP])

    def write_own(self, s: State, seat: i64, at: i64) -> None:
        assert isinstance(s, TerraMystica)
        v = s.v
        o = seat_at(seat)
        f = v[o + FACTION]
        if f < 0:
            return
        p = self.parts
        worth = self.worth
        p[at] = 1.0
        p[at + 1] = float(v[o + VP]) * 0.05
        p[at + 2] = float(v[o + COINS]) * 0.2
        p[at + 3] = float(v[o + WORKERS]) * 0.3
        p[at + 4] = float(v[o + PRIESTS]) * 0.5
        p[at + 5] = float(v[o + BOWL1]) * 0.2
        p[at + 6] = float(v[o + BOWL2]) * 0.2
        p[at + 7] = float(v[o + BOWL3]) * 0.2
        coins, workers, priests, power = board_income(v, o)
        p[at + 8] = float(coins) * 0.2
        p[at + 9] = float(workers) * 0.2
        p[at + 10] = float(priests) * 0.7
        p[at + 11] = float(power) * 0.2
        p[at + 12] = float(v[o + DIG])
        p[at + 13] = float(v[o + SHIP])
        p[at + 14] = float(SHIP_MAX[f])
        p[at + 15] = float(v[o + KEYS])
        towns: i64 = 0
        tiles = v[o + TOWNS]
        while tiles:
            towns += tiles & 7
            tiles >>= 3
        p[at + 16] = float(towns)
        p[at + 17] = float(v[o + SENT]) * 0.5
        p[at + 18] = float(bits(v[o + BRIDGES]))
        p[at + 19] = float(v[o + OWNS]) * 0.2
        p[at + 20] = float((v[PASSED] >> seat) & 1)
        p[at + 21] = float(v[o + USED] & 1)
        p[at + 22] = float((v[o + USED] >> 1) & 1)
        p[at + 23] = float((v[o + USED] >> 2) & 1)
        p[at + 24] = float(worth.sizes[seat]) * 0.2
        hand = worth.in_hand(v, o)
        income = worth.income(v, o)
        places = worth.places(v, seat)
        rewards = worth.rewards(v, o)
        abilities = worth.abilities(s, seat)
        land = worth.land(s, seat)
        p[at + 25] = hand * 0.1
        p[at + 26] = income * 0.05
        p[at + 27] = places * 0.1
        p[at + 28] = rewards * 0.2
        p[at + 29] = abilities * 0.1
        p[at + 30] = land * 0.1
        p[at + 31] = (float(v[o + VP]) + hand + income + places + rewards + abilities + land) * 0.03
        p[at + 32] = worth.way * 2.0
        p[at + 33] = worth.ways * 2.0
        p[at + 34] = worth.free * 0.2
        p[at + 35] = float((v[GONE] >> seat) & 1)
        at += 36
        kind: i64 = 0
        while kind < BUILDINGS:
            p[at + kind] = float(v[o + COUNT + 1 + kind]) * 0.5
            kind += 1
        at += BUILDINGS
        kind = 0
        while kind < FAVOR_KINDS:
            p[at + kind] = float((v[o + FAVORS] >> kind) & 1)
            kind += 1
        at += FAVOR_KINDS
        track: i64 = 0
        while track < 4:
            p[at + track] = float(v[o + CULT + track]) * 0.2
            track += 1
        at += 4
        p[at] = float(card_points(s, seat)) * 0.2 if v[o + CARD] >= 0 else 0.0
        p[at + 1] = 1.0 if v[o + COUNT + STRONGHOLD] > 0 and FACTION_HOOKS[f].action != "" else 0.0
        p[at + 2] = float(HOME_OF[f] == 0)
        p[at + 3] = float(v[o + KEYS] > 0)
        at += 4
        if v[o + CARD] >= 0:
            p[at + v[o + CARD]] = 1.0
        p[at + CARDS + f] = 1.0
        self.ground.write(s, seat, worth.sizes[seat], p, at + CARDS + FACTIONS)

    def write_table(self, s: State, seat: i64, at: i64) -> None:
        assert isinstance(s, TerraMystica)
        v = s.v
        rows = self.target
        rows[at + self.players - 2] = 1.0
        rows[at + 4 + v[ROUND]] = 1.0
        at += 12
        now = v[ROUND] - 1 if v[ROUND] > 0 else i64(0)
        r = now
        while r < 6:
            tile = v[ROUND_TILE + r]
            if tile >= 0:
                if r == now:
                    rows[at + tile] = 1.0
                elif r == now + 1:
                    rows[at + TILES + tile] = 1.0
                else:
                    rows[at + 2 * TILES + tile] += 0.5
            r += 1
        at += 3 * TILES
        act: i64 = 0
        while act < 6:
            rows[at + act] = float((v[ACTS] >> act) & 1)
            act += 1
        at += 6
        if v[HEIGHT] > 0:
            mover = v[top_of(v) + 1]
            rows[at] = 1.0 if mover == seat else 0.0
            # How many others act before this seat does.
            mine: i64 = 0
            first: i64 = 0
            k: i64 = 0
            while k < self.players:
                if v[ORDER + k] == seat:
                    mine = k
                if v[ORDER + k] == mover:
                    first = k
                k += 1
            rows[at + 1] = float((mine - first + self.players) % self.players) * 0.3
            rows[at + 2] = float(mine) * 0.3
        rows[at + 3] = float(bits(v[PASSED])) / float(self.players)
        rows[at + 4] = float(6 - v[ROUND]) * 0.2
        at += 5
        # What a priest still brings on each cult.
        track: i64 = 0
        while track < 4:
            rows[at + track] = float(best_spot(v, track)) * 0.33
            track += 1
        at += 4
        # Cards that somebody who passes may take, and the coins on them.
        card: i64 = 0
        while card < CARDS:
            if v[CARD_AT + card] == 0:
                rows[at + card] = 0.5 + 0.2 * float(v[CARD_COINS + card])
            card += 1


def best_spot(v: vec[i64], track: i64) -> i64:
    """Steps that the best priest space left on a cult is worth."""
    at = SPOTS + 4 * track
    if v[at] == 0:
        return 3
    return 2 if v[at + 1] == 0 or v[at + 2] == 0 or v[at + 3] == 0 else 1


def bits(mask: i64) -> i64:
    """How many bits are set."""
    found: i64 = 0
    while mask:
        found += mask & 1
        mask >>= 1
    return found
