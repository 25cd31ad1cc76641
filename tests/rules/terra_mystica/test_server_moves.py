"""What the public server allows beyond the rules: off at a table, on for games that came out of its logs."""

import pytest

from tests.support.cites import cites
from tests.support.mystic import Table, ask, can, has, play, why


def witches(server_moves: str) -> Table:
    table = Table("witches", "nomads", server_moves=server_moves)
    return table.put(0, "F4 sh").put(1, "I1 d").goods(0, coins=7, workers=3)


@cites("terra-mystica", "leaving.server_moves")
@pytest.mark.parametrize("server_moves", ["off", "on"])
def test_coins_for_points(server_moves: str) -> None:
    state = witches(server_moves).main(0)
    if server_moves == "off":
        assert why(state, "convert coins vp").code == "only_faction"
        return
    play(state, "convert coins vp 2")
    assert has(state, 0, vp=22, coins=1)
    assert why(state, "convert coins vp").code == "too_few_coins"
    alchemists = (
        Table("alchemists", "nomads", server_moves="on").put(0, "A8 d").put(1, "I1 d").goods(0, coins=4).main(0)
    )
    play(alchemists, "convert coins vp 2")
    assert has(alchemists, 0, vp=22, coins=0)


@cites("terra-mystica", "leaving.server_moves")
def test_what_an_action_brings_may_be_given_up() -> None:
    for server_moves in ("off", "on"):
        table = Table("auren", "nomads", server_moves=server_moves).put(0, "F4 te").put(1, "I1 d")
        state = table.goods(0, card="bon2", coins=20, workers=9).main(0)
        play(state, "action card")
        assert can(state, "done") == (server_moves == "on")
        state = table.main(0)
        play(state, "upgrade f4 sa")
        assert can(state, "done") == (server_moves == "on")


@cites("terra-mystica", "leaving.server_moves")
def test_power_is_burnt_before_an_offer_is_answered() -> None:
    for server_moves in ("off", "on"):
        table = Table("witches", "nomads", server_moves=server_moves).put(0, "F4 d").put(1, "F3 tp")
        state = table.goods(0, coins=9, workers=9).goods(1, bowls=[0, 4, 0]).main(0)
        play(state, "upgrade f4 tp", "done")
        assert ask(state) == "leech"
        if server_moves == "off":
            assert why(state, "burn").code == "not_your_turn"
            continue
        play(state, "burn", "leech take")
        assert has(state, 1, bowls=[0, 0, 3], vp=19)


@cites("terra-mystica", "leaving.server_moves")
@pytest.mark.parametrize("server_moves", ["off", "on"])
def test_the_step_for_power_taken_may_be_given_up(server_moves: str) -> None:
    table = Table("cultists", "witches", server_moves=server_moves).put(0, "E6 d").put(1, "E7 d")
    state = table.goods(0, coins=9, workers=9).goods(1, bowls=[5, 7, 0]).main(0)
    play(state, "upgrade e6 tp", "done", "leech take")
    assert ask(state) == "cultist_step"
    assert can(state, "done") == (server_moves == "on")
    assert not can(state, "convert worker coin")
    if server_moves == "on":
        play(state, "done")
        assert ask(state) == "main"
        assert state.current_player() == 1


@cites("terra-mystica", "leaving.server_moves")
def test_a_turn_may_be_let_go_by() -> None:
    for server_moves in ("off", "on"):
        state = witches(server_moves).main(0)
        assert can(state, "done") == (server_moves == "on")
    play(state, "done", "done")
    assert state.current_player() == 1
    chaos = Table("chaosmagicians", "nomads", server_moves="on").put(0, "A6 sh").put(1, "I7 d")
    state = chaos.goods(0, coins=20, workers=20).main(0)
    play(state, "action stronghold")
    assert not can(state, "done"), "half of a double turn"


@cites("terra-mystica", "leaving.server_moves")
def test_a_step_back_before_a_town_tile() -> None:
    for server_moves in ("off", "on"):
        table = Table("witches", "nomads", server_moves=server_moves).put(1, "I7 d")
        for name in ("E1", "E2", "E3", "E4"):
            table.terrain(name, "forest")
        table.put(0, "E1 d", "E2 tp", "E3 tp", "E4 d").goods(0, coins=20, workers=20, cults=[9, 7, 10, 0])
        state = table.main(0)
        play(state, "upgrade e4 tp")
        for track in ("water", "earth", "air"):
            assert not can(state, f"stay {track}")
        assert can(state, "stay fire") == (server_moves == "on")
    play(state, "stay fire", "town tw5")
    assert has(state, 0, keys=1, cults={"fire": 9, "water": 8, "earth": 10, "air": 1})


@cites("terra-mystica", "leaving.server_moves")
def test_a_missed_step_is_remembered_for_the_whole_turn() -> None:
    for server_moves in ("off", "on"):
        table = Table("chaosmagicians", "nomads", server_moves=server_moves).put(1, "I7 d").put(0, "A6 sh")
        for name in ("E1", "E2", "E3", "E4"):
            table.terrain(name, "wasteland")
        table.put(0, "E1 d", "E2 tp", "E3 tp", "E4 d").goods(0, coins=20, workers=20, priests=1, cults=[9, 0, 0, 0])
        state = table.main(0)
        play(state, "action stronghold", "send fire 1", "done", "upgrade e4 tp", "town tw1")
        assert has(state, 0, cults={"fire": 10 if server_moves == "on" else 9, "water": 0, "earth": 0, "air": 0})
