"""Two more ways to play Warcraft, both reconstructed: factions against each other, and players against the Murlocs."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.contest import Contest
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.warcraft.pieces import ALLIANCE, HORDE, NEUTRAL

STANDARD: Final = "standard"
TEAM: Final = "team"
COOP: Final = "coop"

PLAYERS: Final[dict[str, tuple[int, int]]] = {STANDARD: (2, 5), TEAM: (3, 5), COOP: (1, 2)}
"""Fewest and most players of each way to play, the usual one first."""
COOP_ROUNDS: Final = 9
OWN_SHARE: Final = 0.1
"""What a player's own coins still weigh where another's decide: enough that nobody stands idle."""

FACTIONS: Final[list[tuple[str, int]]] = [("alliance", int(ALLIANCE)), ("horde", int(HORDE)), ("neutral", int(NEUTRAL))]
"""The factions in the order of their sides and rows."""


def team_sides(players: int) -> list[int]:
    """Alliance and Horde alternate; an odd player, in the last seat, plays the neutral races."""
    return [2 if players % 2 and seat == players - 1 else seat % 2 for seat in range(players)]


class Factions(Contest):
    """Alliance against Horde, and perhaps the neutrals: a faction is worth what `scoring` makes of its scores."""

    name = TEAM

    def __init__(self, players: int, scoring: str) -> None:
        super().__init__(team_sides(players))
        self.scoring = scoring

    def standing(self, coins: list[int], rival: int) -> list[int]:
        found: list[int] = []
        for side in self.sides:
            scores = [coins[seat] for seat in range(len(coins)) if self.sides[seat] == side]
            if self.scoring == "sum":
                found.append(sum(scores))
            else:
                found.append(max(scores) if self.scoring == "best" else min(scores))
        return found

    def weigh(self, points: vec[float], rival: float) -> None:
        own = points[:]
        seat: i64
        other: i64
        for seat in range(len(points)):
            total = 0.0
            best = own[seat]
            worst = own[seat]
            for other in range(len(points)):
                if self.sides[other] == self.sides[seat]:
                    total += own[other]
                    best = own[other] if own[other] > best else best
                    worst = own[other] if own[other] < worst else worst
            if self.scoring == "sum":
                points[seat] = total
            else:
                points[seat] = (best if self.scoring == "best" else worst) + OWN_SHARE * own[seat]

    def page(self, coins: list[int], rival: int, over: bool) -> dict[str, object]:
        standing = self.standing(coins, rival)
        teams: list[object] = []
        for side in sorted(set(self.sides)):
            seats = [seat for seat in range(len(coins)) if self.sides[seat] == side]
            score = standing[seats[0]] if over else None
            teams.append({"name": FACTIONS[side][0], "seats": seats, "row": side, "score": score})
        return {"name": self.name, "reconstructed": True, "scoring": self.scoring, "teams": teams}


class Together(Contest):
    """Everybody against the Murlocs: each player, or all together, must have more coins than they."""

    name = COOP

    def __init__(self, players: int, scoring: str) -> None:
        super().__init__([0] * players)
        self.scoring = scoring

    def standing(self, coins: list[int], rival: int) -> list[int]:
        lead = (sum(coins) if self.scoring == "sum" else min(coins)) - rival
        return [lead] * len(coins)

    def winners(self, coins: list[int], tokens: list[int], rival: int) -> list[int]:
        return list(range(len(coins))) if self.standing(coins, rival)[0] > 0 else []

    def weigh(self, points: vec[float], rival: float) -> None:
        total = 0.0
        worst = points[0]
        for value in points:
            total += value
            worst = value if value < worst else worst
        seat: i64
        for seat in range(len(points)):
            if self.scoring == "sum":
                points[seat] = total - rival
            else:
                points[seat] = worst - rival + OWN_SHARE * points[seat]

    def page(self, coins: list[int], rival: int, over: bool) -> dict[str, object]:
        lead = self.standing(coins, rival)[0]
        return {
            "name": self.name, "reconstructed": True, "scoring": self.scoring, "to_beat": rival,
            "lead": lead if over else None, "won": lead > 0 if over else None,
        }  # fmt: skip


def faction_rows(kit: Kit, players: int) -> None:
    """A combo row for each faction that plays, from which its players pick."""
    sides = team_sides(players)
    masks: list[int] = []
    for side in sorted(set(sides)):
        mask = 0
        races: list[Ability] = kit.units[: int(kit.n_races)]
        for race in races:
            if int(race.faction) == FACTIONS[side][1]:
                mask |= one(race.id)
        masks.append(mask)
    kit.pick_from_rows(masks, sides)
