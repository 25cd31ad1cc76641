"""The worked examples of the rulebook."""

from tests.rules.underground.below import bare, below, finish
from tests.support.cites import cites
from tests.support.scene import asked, coins_for, deal, play, price, region, stop, tribe


@cites("underground", "market.price", "market.tokens", "components.banner_values", "components.badge_values")
def test_mystic_shrooms_in_third_place() -> None:
    scene = bare().active(1, "kraken", "wise", {25: 2})
    state = scene.combos(("drow", "stone", 0), ("ogres", "tomb", 0), ("shrooms", "mystic", 0)).turn(0)
    deal(play(state, "pick 2"))
    assert state.scores()[0] == 18
    assert tribe(state, "shrooms")["hand"] == 9


@cites("underground", "conquest.first", "conquest.cost")
def test_entry_over_a_mudpool_with_monsters() -> None:
    state = below().active(0, "mudmen", "wise", {}, hand=9).active(1, "kraken", "stone", {3: 1}).conquest(0)
    assert price(state, 22) == 4


@cites("underground", "die.last_attempt", "die.success", "die.shortfall", "conquest.mountain")
def test_a_last_mudman_takes_a_black_mountain() -> None:
    for pips, taken in ((1, False), (2, True), (3, True)):
        scene = bare().active(0, "mudmen", "wise", {4: 2}).active(1, "kraken", "stone", {25: 1})
        state = play(scene.conquest(0), "conquer 5", f"? die {pips}")
        assert (region(state, 5)["holder"] == "mudmen") == taken
        assert asked(state) != "conquest"


@cites("underground", "race.mudmen", "deploy.free")
def test_one_mudpool_one_mudman() -> None:
    state = stop(bare().active(0, "mudmen", "wise", {1: 2, 4: 2}).active(1, "kraken", "stone", {25: 1}).conquest(0))
    assert tribe(state, "mudmen")["tokens"] == 5


@cites("underground", "scoring.per_region", "scoring.bonuses", "power.mystic", "race.shrooms")
def test_mystic_shrooms_score_four() -> None:
    scene = bare().active(0, "shrooms", "mystic", {9: 1, 1: 1, 3: 1}).active(1, "kraken", "stone", {25: 1})
    state = finish(scene.conquest(0))
    assert state.scores()[0] == 24
    assert coins_for(state, "shrooms") == 0


@cites("underground", "race.kraken", "scoring.per_region")
def test_kraken_in_decline_score_the_river() -> None:
    scene = bare().active(0, "drow", "stone", {}, hand=3).declined(0, "kraken", {2: 1, 3: 1, 4: 1})
    state = finish(scene.active(1, "ogres", "wise", {25: 1}).conquest(0))
    assert state.scores()[0] == 23


@cites("underground", "decline.one_token_each", "decline.badge", "decline.old_race_leaves", "market.banner_return")
def test_vampire_gnomes_decline_and_old_flames_leave() -> None:
    scene = bare().active(0, "gnomes", "vampire", {3: 3, 4: 2}).declined(0, "flames", {9: 1, 10: 1})
    state = play(scene.active(1, "ogres", "wise", {25: 1}).turn(0), "decline")
    assert (region(state, 3)["tokens"], region(state, 4)["tokens"]) == (1, 1)
    assert tribe(state, "flames") == {}
    assert "vampire" in state.view(0)["discarded_powers"]  # type: ignore[operator]


@cites("underground", "race.mudmen", "market.tray_limit")
def test_twelve_mudmen_are_all() -> None:
    state = stop(bare().active(0, "mudmen", "wise", {1: 12}).active(1, "kraken", "stone", {25: 1}).conquest(0))
    assert tribe(state, "mudmen")["tokens"] == 12
