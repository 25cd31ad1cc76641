"""The coach: what it says of a move is so on the board, and every sentence exists in every language."""

from typing import Any, cast

import pytest

from terrarium import catalog, coach
from terrarium.kernel.contract import CHANCE, OVER, Choice, State
from terrarium.kernel.dealer import Dealer
from terrarium.words import LANGUAGES, Words

TITLES = sorted(catalog.titles())


def moves_of(title: str, seed: int, steps: int) -> list[tuple[State, int, Choice]]:
    """Answers of a game at random: the position as its seat sees it, the seat, one of its choices."""
    state, dealer = catalog.game(title, 3).new(), Dealer(seed)
    found: list[tuple[State, int, Choice]] = []
    for _ in range(steps):
        seat = state.current_player()
        if seat == OVER:
            break
        if seat != CHANCE:
            choices = state.choices(seat)
            choice = choices[dealer.below(len(choices))]
            found.append((state.blind(seat), seat, choice))
            state.apply(choice.action)
        else:
            state.apply(dealer.choose(state))
    return found


def page_of(state: State, seat: int) -> dict[str, Any]:
    page: dict[str, Any] = cast(dict[str, Any], state.view(seat))["seats"][seat]
    return page


def after(state: State, choice: Choice) -> State:
    copy = state.clone()
    copy.apply(choice.action)
    return copy


@pytest.mark.parametrize("title", TITLES)
def test_every_sentence_exists_in_every_language(title: str) -> None:
    words = [Words(language, title) for language in LANGUAGES]
    spoken = 0
    for state, seat, choice in moves_of(title, 3, 300):
        found = coach.advise(state, seat, choice.text)
        assert len(found.reasons) <= 3
        for reason in found.reasons:
            spoken += 1
            for said in [one.say(reason.code, reason.args) for one in words]:
                assert said, reason
                assert "{" not in said, said
                assert reason.code not in said, "a code instead of a sentence"
    assert spoken > 100


@pytest.mark.parametrize("title", TITLES)
def test_a_position_is_left_as_it_was(title: str) -> None:
    for state, seat, choice in moves_of(title, 5, 60):
        before = state.dump()
        coach.advise(state, seat, choice.text)
        assert state.dump() == before


@pytest.mark.parametrize("title", ["small-world", "underground", "warcraft"])
def test_coins_of_a_turn_are_what_stopping_brings(title: str) -> None:
    told = 0
    for state, seat, choice in moves_of(title, 7, 400):
        due = [one for one in coach.advise(state, seat, choice.text).reasons if one.code == "coach.due"]
        if choice.verb != "stop" or not due:
            continue
        then = after(state, choice)
        then.watch()
        gains = 0
        while then.current_player() == seat and not gains:
            quiet = [one for one in then.choices(seat) if one.verb in ("no", "stop")] or then.choices(seat)[-1:]
            then.apply(quiet[0].action)
            events = [one for one in then.events(seat) if one.code == "coins" and one.seat == seat]
            gains = sum(cast(int, event.args["n"]) for event in events)
        if gains:
            told += 1
            assert due[0].args["n"] == gains
    assert told


def test_a_conquest_says_who_loses_by_it() -> None:
    told = 0
    for state, seat, choice in moves_of("small-world", 11, 900):
        reasons = coach.advise(state, seat, choice.text).reasons
        robs = [one for one in reasons if one.code == "coach.robs"]
        if choice.verb != "conquer":
            continue
        region = cast(dict[str, Any], state.view(seat))["regions"][choice.facts["region"]]
        if robs:
            told += 1
            assert robs[0].args["seat"] == region["seat"] != seat
            assert robs[0].places == [region["id"]]
        else:
            assert region["seat"] in (None, seat) or len(reasons) == 3
    assert told


def test_an_arrow_begins_at_an_own_region_beside() -> None:
    drawn = 0
    for state, seat, choice in moves_of("small-world", 13, 900):
        for arrow in coach.advise(state, seat, choice.text).arrows:
            drawn += 1
            regions = cast(dict[str, Any], state.view(seat))["regions"]
            assert arrow.end == choice.facts["region"]
            assert regions[arrow.start]["seat"] == arrow.seat == seat
            assert not arrow.threat
    assert drawn


def test_points_and_income_of_terra_mystica_are_those_of_the_next_page() -> None:
    seen = set()
    for seed in (1, 2, 3):
        for state, seat, choice in moves_of("terra-mystica", seed, 400):
            for reason in coach.advise(state, seat, choice.text).reasons:
                before, then = page_of(state, seat), page_of(after(state, choice), seat)
                seen.add(reason.code)
                if reason.code == "coach.income":
                    what = str(reason.args["what"])
                    assert reason.args["n"] == then["income"][what] - before["income"].get(what, 0)
                if reason.code == "coach.vp" and choice.verb != "pass":
                    assert reason.args["n"] == then["vp"] - before["vp"]
                if reason.code == "coach.home":
                    hexes = cast(dict[str, Any], after(state, choice).view(seat))["hexes"]
                    there = next(one for one in hexes if one["hex"] == choice.facts["hex"])
                    assert there["terrain"] == before["home"]
    assert {"coach.income", "coach.vp", "coach.home"} <= seen


def test_a_move_that_is_none_has_no_reasons() -> None:
    state, seat, _ = moves_of("small-world", 3, 30)[0]
    assert coach.advise(state, seat, "conquer 99") == coach.Advice([], [])
