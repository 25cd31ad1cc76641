"""The fourteen factions: what each does beyond its board."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.data import Position, at, owner_of, push, terrain_of
from terrarium.terramystica.economy.goods import gain_power, gain_vp, gain_workers
from terrarium.terramystica.factions.faction import FACTION_HOOKS, Faction, raise_ship
from terrarium.terramystica.layout import (
    BRIDGES,
    COUNT,
    DWELLING,
    F_BUILD,
    F_CULT,
    F_MAIN,
    F_ORDAIN,
    F_RIDE,
    F_SPADES,
    F_STORM,
    F_SWARM,
    HEX,
    OWN,
    OWN_SIZE,
    OWNS,
    R_CULTIST_EACH,
    R_NO_ERRATA,
    RULES,
    STRONGHOLD,
    TRADING,
)
from terrarium.terramystica.map.board import NEAR, SITE_A, SITE_B
from terrarium.terramystica.map.spades import gain_spades
from terrarium.terramystica.tables import HOME_OF, NOMADS, PIECES


class Alchemists(Faction):
    """Points and coins into each other at any moment of their turn (free moves); power for spades."""

    def on_spades(self, s: Position, seat: i64, n: i64) -> None:
        if s.v[at(seat) + COUNT + STRONGHOLD] > 0:
            gain_power(s, seat, 2 * n, causes.OF_FACTION + 0)

    def on_stronghold(self, s: Position, seat: i64) -> None:
        gain_power(s, seat, 12, causes.OF_FACTION + 0)


class Auren(Faction):
    """A favor tile with the stronghold (table), then two steps on one cult a round."""

    def has_action(self) -> bool:
        return True

    def may_act(self, s: Position, seat: i64) -> bool:
        return True

    def act(self, s: Position, seat: i64) -> None:
        push(s.v, F_CULT, seat, 2, 0)


class ChaosMagicians(Faction):
    """Two favor tiles each time (table), and a double turn."""

    def has_action(self) -> bool:
        return True

    def may_act(self, s: Position, seat: i64) -> bool:
        return True

    def act(self, s: Position, seat: i64) -> None:
        push(s.v, F_MAIN, seat, 0, 0)
        push(s.v, F_MAIN, seat, 0, 0)


class Cultists(Faction):
    """A cult step when a neighbour takes power, one power when all turn it down."""

    def on_stronghold(self, s: Position, seat: i64) -> None:
        gain_vp(s, seat, 7, causes.OF_FACTION + 3)

    def wants_answers(self) -> bool:
        return True

    def on_settled(self, s: Position, seat: i64, taken: i64, declined: i64) -> None:
        rules: i64 = s.v[RULES]
        if taken > 0:
            times: i64 = taken if rules & R_CULTIST_EACH != 0 else 1
            while times > 0:
                push(s.v, F_CULT, seat, 1, 1)
                times -= 1
        elif declined > 0 and rules & R_NO_ERRATA == 0:
            gain_power(s, seat, 1, causes.OF_FACTION + 3)


class Darklings(Faction):
    """Priests dig, and earn points for it."""

    def on_spades_bought(self, s: Position, seat: i64, n: i64) -> None:
        gain_vp(s, seat, 2 * n, causes.OF_FACTION + 4)

    def on_stronghold(self, s: Position, seat: i64) -> None:
        push(s.v, F_ORDAIN, seat, 0, 0)


class Dwarves(Faction):
    """Tunnels, cheaper with the stronghold."""

    def skip_workers(self, v: vec[i64], o: i64) -> i64:
        return 2 - v[o + COUNT + STRONGHOLD]


class Engineers(Faction):
    """Bridges for workers (an action of their own), and points for them when passing."""

    def on_pass(self, s: Position, seat: i64) -> None:
        v = s.v
        o = at(seat)
        if v[o + COUNT + STRONGHOLD] == 0:
            return
        mask: i64 = v[o + BRIDGES]
        site: i64 = 0
        while mask != 0:
            if mask & 1 != 0 and owner_of(v, SITE_A[site]) == seat and owner_of(v, SITE_B[site]) == seat:
                gain_vp(s, seat, 3, causes.OF_FACTION + 6)
            mask >>= 1
            site += 1


class Fakirs(Faction):
    """Carpet flight for a priest."""

    def skip_priests(self, v: vec[i64], o: i64) -> i64:
        return 1


class Giants(Faction):
    """Two spades for every hex, always to wasteland."""

    def spades_for(self, distance: i64) -> i64:
        return 2

    def home_only(self) -> bool:
        return True

    def has_action(self) -> bool:
        return True

    def may_act(self, s: Position, seat: i64) -> bool:
        return True

    def act(self, s: Position, seat: i64) -> None:
        push(s.v, F_BUILD, seat, 0, 0)
        push(s.v, F_SPADES, seat, 2, 0)
        gain_spades(s, seat, 2)


class Halflings(Faction):
    """A point for every spade, and three spades with the stronghold."""

    def on_spades(self, s: Position, seat: i64, n: i64) -> None:
        gain_vp(s, seat, n, causes.OF_FACTION + 9)

    def on_stronghold(self, s: Position, seat: i64) -> None:
        push(s.v, F_BUILD, seat, 0, 0)
        push(s.v, F_SPADES, seat, 3, 0)
        gain_spades(s, seat, 3)


class Mermaids(Faction):
    """River towns (a free move) and a level of shipping with the stronghold."""

    def on_stronghold(self, s: Position, seat: i64) -> None:
        raise_ship(s, seat, causes.OF_FACTION + 10)


class Nomads(Faction):
    """Sandstorm: a hex across an edge becomes desert, without spades."""

    def has_action(self) -> bool:
        return True

    def may_act(self, s: Position, seat: i64) -> bool:
        v = s.v
        i: i64 = OWN + seat * OWN_SIZE
        end: i64 = i + v[at(seat) + OWNS]
        while i < end:
            k: i64 = 0
            while k < 6:
                h: i64 = NEAR[v[i] * 6 + k]
                if h < 0:
                    break
                if v[HEX + h] >> 3 == 0 and terrain_of(v, h) != HOME_OF[NOMADS]:
                    return True
                k += 1
            i += 1
        return False

    def act(self, s: Position, seat: i64) -> None:
        push(s.v, F_BUILD, seat, 0, 0)
        push(s.v, F_STORM, seat, 0, 0)


class Swarmlings(Faction):
    """Workers for towns; a free trading house a round."""

    def on_town(self, s: Position, seat: i64) -> None:
        gain_workers(s, seat, 3, causes.OF_FACTION + 12)

    def has_action(self) -> bool:
        return True

    def may_act(self, s: Position, seat: i64) -> bool:
        o = at(seat)
        return s.v[o + COUNT + DWELLING] > 0 and s.v[o + COUNT + TRADING] < PIECES[TRADING]

    def act(self, s: Position, seat: i64) -> None:
        push(s.v, F_SWARM, seat, 0, 0)


class Witches(Faction):
    """Points for towns; a free dwelling in any free forest a round."""

    def on_town(self, s: Position, seat: i64) -> None:
        gain_vp(s, seat, 5, causes.OF_FACTION + 13)

    def has_action(self) -> bool:
        return True

    def may_act(self, s: Position, seat: i64) -> bool:
        v = s.v
        if v[at(seat) + COUNT + DWELLING] >= PIECES[DWELLING]:
            return False
        h: i64 = 0
        while h < 77:
            if v[HEX + h] == 4:
                return True
            h += 1
        return False

    def act(self, s: Position, seat: i64) -> None:
        push(s.v, F_RIDE, seat, 0, 0)


def install() -> None:
    """Seat every faction in the table of hooks."""
    FACTION_HOOKS[0] = Alchemists()
    FACTION_HOOKS[1] = Auren()
    FACTION_HOOKS[2] = ChaosMagicians()
    FACTION_HOOKS[3] = Cultists()
    FACTION_HOOKS[4] = Darklings()
    FACTION_HOOKS[5] = Dwarves()
    FACTION_HOOKS[6] = Engineers()
    FACTION_HOOKS[7] = Fakirs()
    FACTION_HOOKS[8] = Giants()
    FACTION_HOOKS[9] = Halflings()
    FACTION_HOOKS[10] = Mermaids()
    FACTION_HOOKS[11] = Nomads()
    FACTION_HOOKS[12] = Swarmlings()
    FACTION_HOOKS[13] = Witches()


install()
