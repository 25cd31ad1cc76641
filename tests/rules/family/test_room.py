"""However many units and pieces there are: a kit has room for them or is refused, and what has room is played."""

from collections.abc import Callable

import pytest

from terrarium import catalog
from terrarium.kernel.contract import OVER, NotationError
from terrarium.kernel.dealer import Dealer
from terrarium.smallworld.core.brew import unit_from
from terrarium.smallworld.core.game import FamilyGame
from terrarium.smallworld.core.guests import seat_guests
from terrarium.smallworld.core.kit import Kit
from terrarium.workshop.files import option_of, read_unit
from tests.support.play import step

UNIT = '[unit]\nid = "{id}"\nkind = "{kind}"\nname = {{en = "Many"}}\nicon = "rat"\n'
DOES = "[[unit.ability]]\n{does}\n"
PIECE = '[unit.piece]\nid = "pile_{id}"\nname = {{en = "Pile"}}\nstock = 1\n'
LAYS = 'when = "conquered"\ndo = { lay = "here" }'
KINDS: dict[str, tuple[str, Callable[[Kit], int]]] = {
    "race": ('tokens = 5\nlender = "own"\ntray = 10\n', lambda kit: int(kit.n_races)),
    "power": ("tokens = 4\n", lambda kit: int(kit.n_powers)),
    "relic": ("", lambda kit: len(kit.things)),
    "piece": ("tokens = 4\n", lambda kit: len(kit.marks)),
}
"""What a file of a kind says besides, and how many a kit has."""


def many(kind: str, n: int) -> list[str]:
    """The lines of so many units of a kind; those with a piece are powers."""
    found = []
    for number in range(n):
        head = UNIT.format(id=f"{kind}_{number}", kind="power" if kind == "piece" else kind) + KINDS[kind][0]
        piece = PIECE.format(id=number) if kind == "piece" else ""
        does = DOES.format(does=LAYS if kind == "piece" else "price = -1")
        file = read_unit(f"format = 1\n{head}{piece}{does}")
        assert [(p.where, p.code) for p in file.problems] == []
        found.append(option_of(file)[1])
    return found


def game_with(title: str, kind: str, n: int) -> FamilyGame:
    game = catalog.game(title, 2, "", {})
    assert isinstance(game, FamilyGame)
    seat_guests(game.kit, [unit_from(line) for line in many(kind, n)])
    return game


@pytest.mark.parametrize(
    ("title", "kind", "most"),
    [("small-world", "race", 31), ("warcraft", "race", 31), ("small-world", "power", 62), ("underground", "relic", 30),
     ("small-world", "piece", 20)],
)  # fmt: skip
def test_a_kit_is_played_as_far_as_it_has_room_and_refused_beyond(title: str, kind: str, most: int) -> None:
    box = catalog.game(title, 2, "", {})
    assert isinstance(box, FamilyGame)
    room = most - KINDS[kind][1](box.kit)
    with pytest.raises(NotationError) as caught:
        game_with(title, kind, room + 1)
    assert caught.value.code == "unit_room"
    game = game_with(title, kind, room)
    assert KINDS[kind][1](game.kit) == most
    for seed in range(3):
        state, dealer = game.new(), Dealer(seed)
        while state.current_player() != OVER:
            step(state, dealer)
            assert game.load(state.dump()).dump() == state.dump()
