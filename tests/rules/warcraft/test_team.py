"""The team variant, a reconstruction: faction against faction, each with a combo column of its own."""

from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import OVER, NotationError
from tests.support.box import POWERS, box_game
from tests.support.cites import cites
from tests.support.scene import can, coins_for, deal, play, refused, region, stop
from tests.support.warcraft import FACTION_ROWS, Wow

BOARDS = {3: "l1a+m1a+s1a", 4: "l1a+m1a+m2a+s1a", 5: "l1a+l2a+m1a+s1a+s2a"}
SEATS = {3: ["alliance", "horde", "neutral"], 4: ["alliance", "horde"] * 2, 5: ["alliance", "horde"] * 2 + ["neutral"]}


def team(players: int = 4, **options: Any) -> Wow:
    """A table of the team variant."""
    return Wow(BOARDS[players], variant="team", **options)


@cites("warcraft", "team.sides", "team.seats")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_alliance_and_horde_alternate_and_an_odd_player_is_neutral(players: int) -> None:
    state = catalog.game("warcraft", players, options={"variant": "team"}).new()
    variant: Any = state.view(0)["variant"]
    found = {seat: side["name"] for side in variant["teams"] for seat in side["seats"]}
    assert [found[seat] for seat in range(players)] == SEATS[players]
    with pytest.raises(NotationError) as caught:
        catalog.game("warcraft", 2, options={"variant": "team"})
    assert caught.value.code == "variant_players"


@cites("warcraft", "team.races", "team.rows", "team.otherwise")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_faction_has_a_column_of_its_own_and_picks_from_no_other(players: int) -> None:
    options = {"variant": "team", "random_first_player": "no"}
    state = deal(box_game("warcraft", players, options=options).new())
    page: Any = state.view(0)
    factions = FACTION_ROWS if players % 2 else FACTION_ROWS[:2]
    assert [sorted(combo["race"] for combo in row) for row in page["rows"]] == factions
    badges = [combo["power"] for row in page["rows"] for combo in row]
    assert len(set(badges)) == len(badges) == (16 if players % 2 else 12)
    assert set(badges) | set(page["stacked_powers"]) == set(POWERS["warcraft"])
    for seat in range(players):
        own: Any = state.view(seat)["row"]
        place = ["alliance", "horde", "neutral"].index(SEATS[players][seat])
        assert {combo["race"] for combo in own} == set(factions[place])
    # What is laid out for the fifth place stays in the faction's column.
    assert can(state, "pick 4")
    play(state, "pick 4")
    after: Any = state.view(0)
    assert [combo["coins"] for combo in after["rows"][0]] == [1] * 4 + [0]
    assert all(combo["coins"] == 0 for row in after["rows"][1:] for combo in row)
    assert after["seats"][0]["active"] in FACTION_ROWS[0]
    assert after["seats"][0]["coins"] == 1
    assert after["rounds"] == catalog.game("warcraft", players).new().view(0)["rounds"]


@cites("warcraft", "market.short_row", "team.rows")
def test_a_column_may_be_short_and_its_price_follows_the_place() -> None:
    scene = team().active(1, "orcs", "mining", {11: 1}).active(2, "dwarves", "ranger", {12: 1})
    scene.declined(2, "gnomes", {7: 1}).declined(0, "humans", {8: 1})
    state = scene.turn(0)
    row: Any = state.view(0)["row"]
    assert len(row) == 3
    assert can(state, "pick 2")
    assert refused(state, "pick 3") == "no_combo"
    play(state, "pick 2")
    assert state.scores()[0] == 18
    full: Any = deal(catalog.game("warcraft", 4).new()).view(0)
    assert len(full["row"]) == 6


@cites("warcraft", "team.rows", "market.banner_gap")
def test_a_banner_that_comes_back_lies_in_its_own_column_again() -> None:
    scene = team().active(0, "dwarves", "mining", {3: 1}).declined(0, "humans", {8: 1})
    scene.active(1, "orcs", "ranger", {11: 1})
    state = scene.turn(0)
    play(state, "decline")
    deal(state)
    rows: Any = state.view(0)["rows"]
    assert rows[0][-1]["race"] == "humans"
    assert "humans" not in [combo["race"] for combo in rows[1]]


@cites("warcraft", "team.own_game")
def test_partners_may_attack_each_other_and_bring_no_bonus() -> None:
    for victim, race, bonus in ((2, "gnomes", 0), (1, "orcs", 1)):
        scene = team().active(0, "dwarves", "mining", {2: 8}).active(victim, race, "ranger", {5: 1, 9: 1})
        state = scene.conquest(0)
        assert can(state, "conquer 5")
        stop(play(state, "conquer 5"))
        assert region(state, 5)["holder"] == "dwarves"
        assert coins_for(state, "faction") == bonus
        assert state.scores()[2] == 20


def last_turn(scoring: str, coins: list[int], tokens: int = 1) -> Any:
    """The end of a game of four with these coins; a region of the last player still brings one more."""
    scene = team(team_scoring=scoring)
    scene.round = 9
    scene.coins = coins
    scene.active(3, "orcs", "mining", {3: tokens}).declined(0, "humans", {8: 1})
    return play(scene.turn(3), "expand", "stop")


@cites("warcraft", "team.scoring", "end.most_coins")
@pytest.mark.parametrize(
    ("scoring", "winners", "standing"),
    [("best", [1, 3], [30, 33, 30, 33]), ("sum", [0, 2], [55, 38, 55, 38]), ("worst", [0, 2], [25, 5, 25, 5])],
)
def test_what_counts_for_a_faction(scoring: str, winners: list[int], standing: list[int]) -> None:
    state = last_turn(scoring, [25, 33, 30, 4])
    assert state.current_player() == OVER
    assert state.scores() == [25, 33, 30, 5]
    assert state.standing() == standing
    assert state.winners() == winners
    variant: Any = state.view(0)["variant"]
    assert variant["scoring"] == scoring
    assert [side["score"] for side in variant["teams"]] == standing[:2]
    with pytest.raises(NotationError) as caught:
        team(team_scoring="mean")
    assert caught.value.code == "option_value"


@cites("warcraft", "team.tie")
def test_a_tie_goes_to_the_faction_with_more_tokens_on_the_map() -> None:
    assert last_turn("best", [30, 30, 1, 1], tokens=2).winners() == [1, 3]
    assert last_turn("best", [30, 30, 1, 1]).winners() == [0, 1, 2, 3]  # one token each: shared
    assert last_turn("best", [31, 30, 1, 1], tokens=2).winners() == [0, 2]


def test_the_scores_of_teams_are_told_only_at_the_end() -> None:
    state = team().active(0, "dwarves", "mining", {2: 1}).turn(0)
    variant: Any = state.view(1)["variant"]
    assert [side["score"] for side in variant["teams"]] == [None, None]


@cites("warcraft", "team.own_game", "faction.bonus", "team.sides")
def test_a_bonus_comes_from_the_other_side_alone_even_where_a_partner_plays_a_race_of_theirs() -> None:
    """A partner's race is of one's own faction in the team variant; a loaded table shows that the seat decides."""
    for victim, race, bonus in ((2, "orcs", 0), (1, "orcs", 1), (3, "orcs", 1)):
        scene = team().active(0, "dwarves", "mining", {2: 8}).active(victim, race, "ranger", {5: 1, 9: 1})
        state = stop(play(scene.conquest(0), "conquer 5"))
        assert coins_for(state, "faction") == bonus, victim
    own = team().active(0, "dwarves", "mining", {2: 8}).declined(0, "orcs", {5: 1, 9: 1})
    assert coins_for(stop(play(own.conquest(0), "conquer 5")), "faction") == 1


@cites("warcraft", "team.tie", "team.scoring", "end.tie")
@pytest.mark.parametrize("scoring", ["best", "sum", "worst"])
def test_tokens_of_all_partners_break_a_tie(scoring: str) -> None:
    scene = team(team_scoring=scoring)
    scene.round = 9
    scene.coins = [20, 20, 20, 19]
    scene.active(3, "orcs", "mining", {3: 2}).declined(0, "humans", {8: 1}).declined(2, "gnomes", {7: 1})
    state = play(scene.turn(3), "expand", "stop")
    assert state.scores() == [20, 20, 20, 20]
    assert state.winners() == [0, 1, 2, 3], "two tokens on each side"
    scene.coins = [20, 20, 20, 20]
    state = play(scene.turn(3), "expand", "stop")
    assert state.winners() == ([0, 1, 2, 3] if scoring == "worst" else [1, 3])
