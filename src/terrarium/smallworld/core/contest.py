"""Who plays with whom, and who wins: everybody for themselves, unless a title offers another way to play.

A contest answers what depends on the whole table and not on one race. It belongs to the kit and is asked with plain
numbers: coins and race tokens on the map of each seat, and the coins of the race that nobody plays, if there is one.
"""

from librt.vecs import vec
from mypy_extensions import i64


class Contest:
    """Everybody for themselves: most coins win, among equals most race tokens on the map."""

    name: str = ""
    """How a view calls this way to play; empty for the usual one."""
    sides: list[int]
    """The side of each seat. Seats of one side win and lose together."""

    def __init__(self, sides: list[int]) -> None:
        self.sides = sides

    def allied(self, seat: i64, other: i64) -> bool:
        """Do two different players play for the same side?"""
        n: i64 = len(self.sides)
        return seat != other and 0 <= seat < n and 0 <= other < n and self.sides[seat] == self.sides[other]

    def standing(self, coins: list[int], rival: int) -> list[int]:
        """What counts for each seat when the win is decided: its own coins, or what its side makes of them."""
        return list(coins)

    def winners(self, coins: list[int], tokens: list[int], rival: int) -> list[int]:
        """The seats of the side with the best standing, ties broken by tokens on the map; equals share the win."""
        standing = self.standing(coins, rival)
        best = (-1, -1)
        found: list[int] = []
        for side in sorted(set(self.sides)):
            seats = [seat for seat in range(len(coins)) if self.sides[seat] == side]
            value = (standing[seats[0]], sum([tokens[seat] for seat in seats]))
            if value > best:
                best = value
                found = []
            if value == best:
                found.extend(seats)
        return sorted(found)

    def weigh(self, points: vec[float], rival: float) -> None:
        """Turn expected coins of each seat, in place, into what a player should strive for: the expected standing."""

    def page(self, coins: list[int], rival: int, over: bool) -> dict[str, object]:
        """What a view tells of this way to play; coins may be told only when the game is over."""
        return {}
