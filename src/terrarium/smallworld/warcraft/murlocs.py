"""The Murlocs of the game against them: a race that nobody plays, which acts by rule, and by chance among equals."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import count, each_region, one
from terrarium.smallworld.core.codes import (
    F_CONQUEST,
    F_LOT,
    PLACE,
    kind_of,
    number_in,
    region_of,
)
from terrarium.smallworld.core.data import HAND, Data
from terrarium.smallworld.core.folds import guard_fault, price, reachable
from terrarium.smallworld.core.phases.battle import attempt, end_conquests
from terrarium.smallworld.core.phases.deploy import put

RAID: Final[i64] = 0
GATHERING: Final[i64] = 1
DIE_AT_BEST: Final[i64] = 3


class Murlocs(Ability):
    """They conquer the cheapest region again and again, try the die with what is left, and strengthen the weakest.

    Chance decides among equals, in a lot with the number of the question: where they attack, where a token goes.
    """

    name = "murlocs"
    rule = "coop.active"
    wild = True

    def __init__(self, tokens: int) -> None:
        self.tray = tokens

    def served_by(self, thing: Ability) -> bool:
        """Artifacts are used, and on the Battleground a side is chosen: both are no business of theirs."""
        return thing.chapter == "place" and thing.name != "battleground"

    def carry_on(self, d: Data, me: i64, f: i64) -> None:
        raiding = kind_of(f) == F_CONQUEST
        question = RAID if raiding else GATHERING
        sites = self.targets(d, me) if raiding else self.weakest(d, me)
        if sites == 0 and raiding:
            end_conquests(d)
        elif sites == 0:
            d.pop()
        elif count(sites) == 1:
            self.go(d, me, question, each_region(sites)[0])
        else:
            d.push(F_LOT, me, self.id, 0, question)

    def go(self, d: Data, me: i64, question: i64, r: i64) -> None:
        """Attack a region, or put a token there."""
        if question == RAID:
            attempt(d, me, r)
        else:
            put(d, me, r, 1, HAND)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        return self.offer(PLACE, self.targets(d, me) if number_in(f) == RAID else self.weakest(d, me), out)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        self.go(d, me, number_in(f), region_of(code))

    # --- their rule ----------------------------------------------------------------------------------

    def targets(self, d: Data, me: i64) -> i64:
        """The cheapest regions they can take; if there are none, the cheapest the die may bring."""
        hand = d.hand(me)
        if hand == 0:
            return 0
        found = self.cheapest(d, me, hand)
        return found if found else self.cheapest(d, me, hand + DIE_AT_BEST)

    def cheapest(self, d: Data, me: i64, most: i64) -> i64:
        """Mask of the cheapest regions that cost at most so much; of those the active races', else the declined."""
        crew = d.crew(me)
        best: i64 = (most + 1) * 3
        found: i64 = 0
        for r in each_region(reachable(d, me, crew)):
            if guard_fault(d, me, r) == 0:
                rank = price(d, me, r, crew) * 3 + self.liking(d, r)
                if rank < best:
                    best = rank
                    found = one(r)
                elif rank == best and found:
                    found |= one(r)
        return found

    def liking(self, d: Data, r: i64) -> i64:
        """0 for a region of an active race, 1 for one in decline, 2 for one that nobody holds."""
        holder = d.holder(r)
        if holder < 0:
            return 2
        return 0 if d.active(holder) else 1

    def weakest(self, d: Data, me: i64) -> i64:
        """Mask of their regions with the fewest tokens; of those the ones beside an active race, if there are any."""
        if d.hand(me) == 0:
            return 0
        fewest: i64 = 99
        found: i64 = 0
        for r in each_region(d.held(me)):
            if d.tokens(r) < fewest:
                fewest = d.tokens(r)
                found = 0
            if d.tokens(r) == fewest:
                found |= one(r)
        exposed = found & d.kit.board.around(self.enemies(d))
        return exposed if exposed else found

    def enemies(self, d: Data) -> i64:
        """Mask of the regions of the players' active races."""
        found: i64 = 0
        seat: i64
        for seat in range(d.kit.players):
            active = d.active_of(seat)
            if active >= 0:
                found |= d.held(active)
        return found
