"""What no answer may change in Warcraft, checked around every line that a scenario test plays.

Tokens of a race are in regions, in hand, waiting or in the tray, and there are always as many; pieces lie on the map or
in the stock; who stands where is told by region and by tribe alike; everybody knows what a player gained and paid.
"""

from dataclasses import dataclass

from terrarium.kernel.contract import State
from terrarium.smallworld.core.codes import THINGS_AT
from terrarium.smallworld.core.data import (
    COINS,
    HAND,
    HELD,
    HOLDER,
    KEEPS,
    LEDGER,
    MARKS,
    POWER,
    RETREAT,
    STOCK,
    TOKENS,
    TRAY,
    UNSEEN,
)
from terrarium.smallworld.core.game import Position

ENLISTED = "beastmaster"
"""With this power pieces come to hand as tokens and leave it again: such a race has no fixed number."""
SPENT = ("bomb",)
"""Pieces that leave the game, and all come back with a new pick."""


@dataclass(frozen=True)
class Counts:
    """What stays as it is while a game goes on."""

    tokens: dict[str, int]
    pieces: dict[str, int]
    secrets: list[int]
    """Coins of each player, less what everybody saw come and go."""


def read(state: State) -> Counts | None:
    """The counts of a position, after checking what must be true of any position; None in other titles."""
    if not isinstance(state, Position) or state.kit.title != "warcraft":
        return None
    kit, v = state.kit, state.v
    held = [0] * (int(kit.natives) + 1)
    keeps = [0] * len(held)
    on_map = [0] * len(held)
    marks = 0
    things: list[int] = []
    pieces = [0] * len(kit.marks)
    for r in range(int(kit.board.n)):
        holder, lying = int(v[r * 3 + HOLDER]), int(v[r * 3 + MARKS])
        assert v[r * 3 + TOKENS] >= 0
        if holder >= 0:
            held[holder] |= 1 << r
            keeps[holder] |= lying >> THINGS_AT
            on_map[holder] += int(v[r * 3 + TOKENS])
        else:
            assert v[r * 3 + TOKENS] == 0, f"nobody holds region {r}, yet tokens stand there"
        things.append(lying >> THINGS_AT)
        marks |= lying
        for place, mark in enumerate(kit.marks):
            pieces[place] += (lying & int(mark.mask)) >> int(mark.shift)
    assert sum(things) == marks >> THINGS_AT, "a thing lies in two regions"
    assert not (marks >> THINGS_AT) & int(v[UNSEEN]), "a thing that nobody has seen lies on the map"
    tokens: dict[str, int] = {}
    for t in range(len(held)):
        name = kit.units[t].name if t < kit.n_races else "natives"
        assert held[t] == v[t * 7 + HELD], f"regions and tribe differ on where {name} stand"
        if t == kit.n_races:
            break
        assert keeps[t] == v[KEEPS + t], f"regions and tribe differ on what {name} keep"
        counts = [int(v[t * 7 + HAND]), int(v[t * 7 + RETREAT]), int(v[t * 7 + TRAY])]
        assert min(counts) >= 0, name
        power = v[t * 7 + POWER]
        if power < 0 or kit.units[power].name != ENLISTED:
            tokens[name] = on_map[t] + sum(counts)
    stock = [int(v[STOCK + place]) for place in range(len(kit.marks))]
    assert min(stock, default=0) >= 0
    seats = range(int(kit.players))
    assert all(v[COINS + seat] >= 0 for seat in seats)
    return Counts(
        tokens,
        {
            mark.name: pieces[place] + stock[place]
            for place, mark in enumerate(kit.marks)
            if mark.returns and mark.name not in SPENT
        },
        [int(v[COINS + seat] - v[LEDGER + seat]) for seat in seats],
    )


def compare(before: Counts | None, after: Counts | None) -> None:
    """Answers were given: nothing came from nowhere, nothing was lost."""
    if before is None or after is None:
        return
    for race in before.tokens.keys() & after.tokens.keys():
        assert before.tokens[race] == after.tokens[race], f"tokens of {race}"
    for piece in before.pieces:
        assert before.pieces[piece] == after.pieces[piece], f"pieces {piece}"
    assert before.secrets == after.secrets, "coins that nobody saw"
