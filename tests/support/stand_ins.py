"""Games in which units made of data stand in for those of the box, played beside games with the box's own."""

from functools import cache

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER
from terrarium.kernel.dealer import Dealer
from terrarium.smallworld.core.game import FamilyGame, Position
from terrarium.smallworld.core.guests import stand_in
from terrarium.workshop.box import box_units

FAMILY = ("small-world", "underground", "warcraft")


def told_units(title: str) -> list[str]:
    """The units of a title that exist as files."""
    return sorted(box_units(title))


def told_things(title: str) -> list[str]:
    """Those of them that lie in a region."""
    return [name for name, file in sorted(box_units(title).items()) if file.unit.chapter]


@cache
def pair(title: str, players: int, map_name: str, names: tuple[str, ...] = ()) -> tuple[FamilyGame, FamilyGame]:
    """The game as it is, and the same with files (all there are, or these) in the place of classes."""
    usual = catalog.game(title, players, map_name)
    other = catalog.game(title, players, map_name)
    assert isinstance(usual, FamilyGame)
    assert isinstance(other, FamilyGame)
    files = box_units(title)
    stand_in(other.kit, [files[name].unit for name in names or files if name in other.kit.ids])
    return usual, other


def page_of(state: Position) -> dict[str, object]:
    """A position without what only its units know: their questions and their memories."""
    page = state.dump()
    for key in ("stack", "notes", "used"):
        page.pop(key)
    return page


def first_difference(usual: FamilyGame, other: FamilyGame, seed: int, find: str = "") -> str:
    """Play one game at random in both, the same answers in each; what differs first, or nothing. `find`: a thing that
    comes to light before any other."""
    left, right = usual.start(), other.start()
    dealer = Dealer(seed)
    step = 0
    wish = left.parse(f"find {find}") if find else -1
    while (player := left.current_player()) != OVER:
        codes, others = left.legal_actions(), right.legal_actions()
        if codes != others or right.current_player() != player:
            asked = left.view(0)["ask"]
            return f"step {step}, {asked}: {[left.text(c) for c in codes]} {[right.text(c) for c in others]}"
        code = dealer.choose(left) if player == CHANCE else codes[dealer.below(len(codes))]
        if player == CHANCE and wish in codes:
            code = wish
        left.apply(code)
        right.apply(code)
        step += 1
        if step % 16 == 0 and page_of(left) != page_of(right):
            return f"step {step}, after {left.text(code)}: {page_of(left)} {page_of(right)}"
    if page_of(left) != page_of(right):
        return f"at the end: {page_of(left)} {page_of(right)}"
    return "" if left.winners() == right.winners() else "other winners"


__all__ = ["FAMILY", "first_difference", "pair", "told_things", "told_units"]
