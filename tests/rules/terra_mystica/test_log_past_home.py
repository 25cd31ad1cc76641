"""A hex is never turned past home, as the public server counts it too: not even by the shorter way round."""

from tests.support.log_rows import refusal, replayed
from tests.support.mystic import Table, hexes


def swarmlings() -> Table:
    table = Table("swarmlings", "nomads", server_moves="on").put(0, "F6 d").put(1, "I7 d")
    return table.terrain("G5", "swamp").goods(0, coins=20, workers=20)


def test_two_spades_do_not_turn_a_hex_past_home() -> None:
    """Swamp, lakes, forest: the second step would leave home behind; the other way round takes five."""
    for row in ("dig 2. transform G5 to green", "dig 4. transform G5 to green"):
        assert refusal(swarmlings(), 0, f"swarmlings: {row}") == "log_spades"
    state = replayed(swarmlings(), 0, "swarmlings: dig 5. transform G5 to green").state
    assert hexes(state)["G5"]["terrain"] == "forest"
    state = replayed(swarmlings(), 0, "swarmlings: dig 1. transform G5 to blue").state
    assert hexes(state)["G5"]["terrain"] == "lakes"
