"""What the three titles say alike of conquests: where, at what price, with which tokens; abandoning."""

from tests.support.cites import cites
from tests.support.ground import Ground, each
from tests.support.scene import can, coins_for, play, price, refused, region, settle, tribe


@each
@cites("small-world", "conquest.first")
@cites("underground", "conquest.first")
@cites("warcraft", "conquest.first")
def test_a_race_without_a_region_enters_at_the_border_only(ground: Ground) -> None:
    state = ground.attack({}, hand=9).conquest(0)
    assert can(state, f"conquer {ground.home}")
    assert can(state, f"conquer {ground.far}")
    for inland in (ground.near, ground.beyond, ground.hill):
        assert refused(state, f"conquer {inland}") in ("not_border", "not_adjacent")
    play(state, f"conquer {ground.home}")
    assert can(state, f"conquer {ground.near}")


@each
@cites("small-world", "conquest.first_again")
@cites("underground", "conquest.first_again")
@cites("warcraft", "conquest.first_again")
def test_after_leaving_or_losing_everything_a_race_enters_anew(ground: Ground) -> None:
    state = ground.attack({ground.near: 6}).conquest(0)
    assert can(state, f"conquer {ground.beyond}")
    play(state, f"abandon {ground.near}")
    assert tribe(state, ground.mine)["hand"] == 6
    assert refused(state, f"conquer {ground.beyond}") in ("not_border", "not_adjacent")
    assert refused(state, f"conquer {ground.near}") in ("not_border", "not_adjacent")
    assert can(state, f"conquer {ground.far}")
    lost = ground.guarded({ground.home: 3}, {ground.near: 1}, hand=8).conquest(0)
    play(lost, f"conquer {ground.home}", "stop")
    settle(lost)
    play(lost, "expand")
    assert tribe(lost, ground.yours)["hand"] == 2
    assert refused(lost, f"conquer {ground.beyond}") in ("not_border", "not_adjacent")
    assert can(lost, f"conquer {ground.far}")


@each
@cites("small-world", "conquest.first_anywhere_on_border")
@cites("underground", "conquest.first_anywhere_on_border")
def test_the_race_in_decline_does_not_say_where_one_enters(ground: Ground) -> None:
    state = ground.attack({}, hand=9).declined(0, ground.old, {ground.far: 1, ground.farther: 1}).conquest(0)
    assert can(state, f"conquer {ground.home}"), "far from the race in decline"
    assert refused(state, f"conquer {ground.near}") == "not_border"


@each
@cites("small-world", "conquest.adjacent")
@cites("underground", "conquest.adjacent")
@cites("warcraft", "conquest.adjacent")
def test_further_conquests_share_a_border(ground: Ground) -> None:
    state = ground.attack(hand=9).conquest(0)
    assert can(state, f"conquer {ground.near}")
    assert refused(state, f"conquer {ground.beyond}") == "not_adjacent"
    assert refused(state, f"conquer {ground.farther}") == "not_adjacent"
    play(state, f"conquer {ground.near}")
    assert can(state, f"conquer {ground.beyond}")
    assert can(state, f"conquer {ground.hill}")
    assert refused(state, f"conquer {ground.farther}") == "not_adjacent"


@each
@cites("small-world", "conquest.declined_no_reach")
@cites("underground", "conquest.declined_no_reach")
@cites("warcraft", "conquest.declined_no_reach")
def test_the_race_in_decline_gives_no_adjacency(ground: Ground) -> None:
    state = ground.attack(hand=9).declined(0, ground.old, {ground.far: 1}).conquest(0)
    assert refused(state, f"conquer {ground.farther}") == "not_adjacent"
    own = ground.attack({ground.home: 1, ground.far: 1}, hand=8).conquest(0)
    assert can(own, f"conquer {ground.farther}"), "the active race does"


@each
@cites("small-world", "conquest.cost")
@cites("underground", "conquest.cost")
@cites("warcraft", "conquest.cost")
def test_two_tokens_and_one_for_each_that_defends(ground: Ground) -> None:
    state = ground.guarded({ground.near: 3, ground.hill: 2}, {ground.home: 1, ground.beyond: 1}, hand=6).conquest(0)
    assert price(state, ground.near) == 2 + 3
    assert price(state, ground.hill) == 2 + 1 + 2
    scene = ground.attack({ground.near: 1}, hand=6).declined(1, ground.your_old, {ground.beyond: 1})
    state = scene.active(1, ground.yours, ground.your_power, {ground.far: 1}).conquest(0)
    assert [price(state, r) for r in (ground.home, ground.hill, ground.beyond)] == [2, 3, 3]
    play(state, f"conquer {ground.beyond}")
    assert (region(state, ground.beyond)["tokens"], tribe(state, ground.mine)["hand"]) == (3, 3)


@each
@cites("small-world", "conquest.mountain")
@cites("underground", "conquest.mountain", "setup.mountains")
@cites("warcraft", "conquest.mountain", "setup.mountains")
def test_a_mountain_defends_whoever_holds_it(ground: Ground) -> None:
    scene = ground.guarded({ground.farther: 1}, {ground.near: 1}, hand=5)
    state = play(scene.conquest(0), f"conquer {ground.hill}")
    assert region(state, ground.hill)["tokens"] == 3
    back = ground.guarded({ground.near: 8}, {ground.hill: 2}).conquest(1)
    assert price(back, ground.hill) == 2 + 1 + 2


@each
@cites("small-world", "conquest.one_token", "die.token")
@cites("underground", "conquest.one_token", "die.token")
@cites("warcraft", "conquest.one_token", "die.token")
def test_without_a_token_in_hand_nothing_is_attacked(ground: Ground) -> None:
    state = ground.attack({ground.home: 1}).conquest(0)
    assert refused(state, f"conquer {ground.near}") == "no_token_in_hand"
    assert [state.text(code).split()[0] for code in state.legal_actions()] == ["abandon", "stop"]
    one = ground.attack({ground.home: 1}, hand=1).conquest(0)
    assert can(one, f"conquer {ground.near}"), "one token short of two: the die may help"


@each
@cites("small-world", "conquest.tokens_stay")
@cites("underground", "conquest.tokens_stay")
@cites("warcraft", "conquest.tokens_stay")
def test_exactly_the_tokens_needed_go_in_and_stay(ground: Ground) -> None:
    state = ground.attack(hand=7).conquest(0)
    play(state, f"conquer {ground.near}")
    assert (region(state, ground.near)["tokens"], tribe(state, ground.mine)["hand"]) == (2, 5)
    play(state, f"conquer {ground.hill}")
    assert (region(state, ground.near)["tokens"], region(state, ground.hill)["tokens"]) == (2, 3)
    assert tribe(state, ground.mine)["hand"] == 2


@each
@cites("small-world", "conquest.repeat")
@cites("underground", "conquest.repeat")
@cites("warcraft", "conquest.repeat")
def test_region_after_region_while_the_tokens_suffice(ground: Ground) -> None:
    state = ground.attack(hand=7).conquest(0)
    play(state, f"conquer {ground.near}", f"conquer {ground.beyond}", f"conquer {ground.hill}")
    assert sorted(tribe(state, ground.mine)["regions"]) == sorted(
        [ground.home, ground.near, ground.beyond, ground.hill]
    )
    assert tribe(state, ground.mine)["hand"] == 0
    legal = [state.text(code) for code in state.legal_actions()]
    assert not [text for text in legal if text.startswith("conquer")]


@each
@cites("small-world", "conquest.own_region")
@cites("underground", "conquest.own_region")
@cites("warcraft", "conquest.own_region")
def test_a_region_of_ones_own_cannot_be_conquered(ground: Ground) -> None:
    state = ground.attack({ground.home: 1, ground.near: 1}, hand=8).conquest(0)
    assert refused(state, f"conquer {ground.home}") == "own_region"
    assert refused(state, f"conquer {ground.near}") == "own_region"
    assert can(state, f"conquer {ground.beyond}")


@each
@cites("small-world", "conquest.own_declined", "conquest.own_declined_cost")
@cites("underground", "conquest.own_declined", "conquest.own_declined_cost")
@cites("warcraft", "conquest.own_declined", "conquest.own_declined_cost")
def test_the_own_race_in_decline_may_be_conquered(ground: Ground) -> None:
    state = ground.attack(hand=5).declined(0, ground.old, {ground.near: 1, ground.far: 1}).conquest(0)
    before = tribe(state, ground.old)["tray"]
    assert price(state, ground.near) == 3
    play(state, f"conquer {ground.near}")
    assert region(state, ground.near)["holder"] == ground.mine
    assert (tribe(state, ground.old)["regions"], tribe(state, ground.old)["tray"]) == ([ground.far], before + 1)
    assert tribe(state, ground.old)["retreat"] == 0
    free = ground.attack(hand=5, own_declined_token_defends="no").declined(0, ground.old, {ground.near: 1})
    assert price(free.conquest(0), ground.near) == 2


@each
@cites("small-world", "abandon.any", "abandon.not_yours")
@cites("underground", "abandon.any", "abandon.not_yours")
@cites("warcraft", "abandon.any", "abandon.not_yours")
def test_what_is_abandoned_is_nobodys_and_its_tokens_are_in_hand(ground: Ground) -> None:
    scene = ground.guarded({ground.far: 1}, {ground.home: 2, ground.near: 1, ground.hill: 3})
    state = scene.conquest(0)
    assert tribe(state, ground.mine)["hand"] == 1 + 0 + 2
    assert refused(state, f"abandon {ground.far}") == "not_your_region"
    assert refused(state, f"abandon {ground.beyond}") == "not_your_region"
    play(state, f"abandon {ground.near}", f"abandon {ground.hill}")
    assert tribe(state, ground.mine)["hand"] == 5
    assert tribe(state, ground.mine)["regions"] == [ground.home]
    for left in (ground.near, ground.hill):
        assert (region(state, left)["holder"], region(state, left)["tokens"]) == (None, 0)
    play(state, "stop")
    settle(state)
    assert coins_for(state, "regions") == 1


@each
@cites("small-world", "abandon.reconquer")
@cites("underground", "abandon.reconquer")
@cites("warcraft", "abandon.reconquer")
def test_an_abandoned_region_may_be_taken_back_as_an_empty_one(ground: Ground) -> None:
    state = play(ground.attack({ground.home: 1, ground.near: 2}).conquest(0), f"abandon {ground.near}")
    assert price(state, ground.near) == 2
    assert tribe(state, ground.mine)["hand"] == 2
    play(state, f"conquer {ground.near}")
    assert (region(state, ground.near)["tokens"], tribe(state, ground.mine)["hand"]) == (2, 0)


@each
@cites("small-world", "abandon.before_conquest")
@cites("underground", "abandon.before_conquest")
@cites("warcraft", "abandon.before_conquest")
def test_regions_are_abandoned_before_the_first_conquest(ground: Ground) -> None:
    for option, allowed in (("no", False), ("yes", True)):
        scene = ground.attack({ground.home: 1, ground.near: 1}, hand=6, abandon_between_conquests=option)
        state = scene.conquest(0)
        assert can(state, f"abandon {ground.home}")
        play(state, f"conquer {ground.hill}")
        assert can(state, f"abandon {ground.home}") == allowed
    usual = play(ground.attack({ground.home: 1, ground.near: 1}, hand=6).conquest(0), f"conquer {ground.hill}")
    assert refused(usual, f"abandon {ground.home}") == "too_late_to_abandon"
