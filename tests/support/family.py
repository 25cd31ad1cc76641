"""Games of the Small World family for property tests: tables, books that must balance, boards numbered otherwise."""

from typing import Any

from terrarium import catalog
from terrarium.kernel.contract import CHANCE
from terrarium.smallworld.core.board import Board
from terrarium.smallworld.core.codes import ACTIVE, THINGS_AT
from terrarium.smallworld.core.data import (
    BADGES,
    COINS,
    COMBOS,
    DEPTH,
    DISCARDS,
    HAND,
    HELD,
    HOLDER,
    KEEPS,
    MARKS,
    MODE,
    POWER,
    RETREAT,
    ROW,
    STACK_SIZE,
    STOCK,
    TOKENS,
    TRAY,
    UNSEEN,
)
from terrarium.smallworld.core.game import FamilyGame, Position
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.mixing import surface_kit
from terrarium.smallworld.underground.kit import underground_kit

FLIPPED = {
    "occupied_river": "two_more", "as_if_empty_keeps_armour": "yes", "ancient_stays_in_decline": "yes",
    "volcano_extends_reach": "yes", "gnomes_protected_in_decline": "yes", "liches_ban_while_active": "yes",
    "lizardmen_enter_by_river": "no", "doormat_makes_adjacent": "no", "own_tomb_stack_is_lost": "yes",
    "altar_takes_any": "yes", "balrog_kills_immortal": "yes", "own_declined_token_defends": "no",
}  # fmt: skip
"""Options of Underground at other values than their defaults."""


def table(title: str, players: int, options: dict[str, str]) -> FamilyGame:
    game = catalog.game(title, players=players, options=options)
    assert isinstance(game, FamilyGame)
    return game


def check_books(state: Position) -> None:
    """Every token, piece, thing and badge is somewhere, once; regions and tribes agree on who is where."""
    kit, v = state.kit, state.v
    regions = range(kit.board.n)
    for t in range(kit.n_races):
        mine = [r for r in regions if v[r * 3 + HOLDER] == t]
        assert sum(1 << r for r in mine) == v[t * 7 + HELD]
        counts = [v[t * 7 + HAND], v[t * 7 + RETREAT], v[t * 7 + TRAY]]
        assert min(counts) >= 0
        assert sum(v[r * 3 + TOKENS] for r in mine) + sum(counts) == kit.units[t].tray, kit.units[t].name
        keeps = 0
        for r in mine:
            keeps |= v[r * 3 + MARKS] >> THINGS_AT
        assert keeps == v[KEEPS + t]
    for place, mark in enumerate(kit.marks):
        on_map = sum((v[r * 3 + MARKS] & mark.mask) >> mark.shift for r in regions)
        there = on_map + v[STOCK + place]
        assert there == mark.stock or (not mark.returns and there < mark.stock), mark.name
    for thing in kit.things:
        lying = [r for r in regions if (v[r * 3 + MARKS] >> THINGS_AT) & thing.bit]
        assert len(lying) == (0 if v[UNSEEN] & thing.bit else 1), thing.name
    for r in regions:
        assert (v[r * 3 + TOKENS] > 0) == (v[r * 3 + HOLDER] >= 0)
        assert not ((kit.board.chasm >> r) & 1 and v[r * 3 + HOLDER] >= 0)
    check_badges(state)
    check_belongings(state)
    assert v[DEPTH] < STACK_SIZE
    assert min(v[COINS + seat] for seat in range(kit.players)) >= 0


def check_badges(state: Position) -> None:
    kit, v = state.kit, state.v
    out = [v[ROW + k * 3 + 1] for k in range(v[COMBOS])]
    out += [v[t * 7 + POWER] for t in range(kit.n_races) if v[t * 7 + POWER] >= 0]
    if kit.lender >= 0 and state.note(kit.lender):
        out.append(state.note(kit.lender) - 1)
    lying = [kit.n_races + k for k in range(kit.n_powers) if ((v[BADGES] | v[DISCARDS]) >> k) & 1]
    assert sorted([*out, *lying]) == list(range(kit.n_races, kit.n_races + kit.n_powers))


BELONGS = {
    "hole": "halflings", "hero": "heroic", "dragon": "dragon_master", "encampment": "bivouacking", "lair": "trolls",
    "great_ancient": "cultists", "queen": "royal", "bag_o_many_things": "magic",
}  # fmt: skip
"""Pieces that lie only where a race with this unit, or with Stonehedge lending it, stands."""
WITH_THE_DECLINED = {"lair", "queen", "great_ancient"}


def check_belongings(state: Position) -> None:
    """No piece is left behind where its owner no longer stands, or stands in decline without it."""
    kit, v = state.kit, state.v
    for r in range(kit.board.n):
        holder = v[r * 3 + HOLDER]
        for mark in kit.marks:
            if mark.name in BELONGS and v[r * 3 + MARKS] & mark.mask:
                assert 0 <= holder < kit.n_races, mark.name
                assert BELONGS[mark.name] in units_of(state, holder), mark.name
                assert v[holder * 7 + MODE] == ACTIVE or mark.name in WITH_THE_DECLINED, mark.name
            if mark.seals and v[r * 3 + MARKS] & mark.mask and state.current_player() != CHANCE:
                assert holder < 0, "nobody holds the Balrog's region"


def units_of(state: Position, tribe: int) -> list[str]:
    """A race, its badge, and what Stonehedge lends it."""
    kit, v = state.kit, state.v
    found = [kit.units[tribe].name]
    if v[tribe * 7 + POWER] >= 0:
        found.append(kit.units[v[tribe * 7 + POWER]].name)
    if kit.lender >= 0 and v[KEEPS + tribe] & kit.lending and state.note(kit.lender):
        found.append(kit.units[state.note(kit.lender) - 1].name)
    return found


def without_stack(page: dict[str, Any], number: list[int]) -> dict[str, Any]:
    """A dump with its regions called otherwise; frames are compared by what may be answered."""
    new = {key: value for key, value in page.items() if key != "stack"}
    new["regions"] = {str(number[int(r)]): held for r, held in page["regions"].items()}
    if "waded" in page:
        new["waded"] = sorted(number[r] for r in page["waded"])
    return new


def twin_kit(game: FamilyGame, board: Board, reversed_crews: bool) -> Kit:
    """The same game on another numbering of its board, abilities asked in the usual or the reverse order."""
    build = underground_kit if game.title == "underground" else surface_kit
    return build(board, game.players, game.options, reversed_crews)
