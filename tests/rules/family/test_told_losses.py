"""Whom the log names when tokens are lost or saved, and by which words: a line rests on the rule of what it says."""

import pytest

from terrarium.cli.screen import Screen
from terrarium.kernel.contract import State
from terrarium.words import LANGUAGES, Words
from tests.rules.underground.below import bare
from tests.support.cites import cites
from tests.support.scene import Scene, happened, play
from tests.support.warcraft import Wow


def lost(state: State) -> list[tuple[object, str, str]]:
    """Tokens lost, because of whom so few, and by which rule."""
    return [(event.args["n"], event.cause, event.rule) for event in happened(state, "lost")]


@cites("small-world", "race.elves", "race.elves.decline", "losses.declined", "conquest.lost_tribe")
def test_who_saves_tokens_in_small_world() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "merchant", {4: 9})
    for regions, told in (({9: 1, 13: 2}, (0, "elves", "race.elves")), ({9: 3, 13: 2}, (0, "elves", "race.elves"))):
        state = scene.active(1, "elves", "forest", regions).conquest(0)
        assert lost(play(state, "conquer 9")) == [told]
    scene = Scene(natives=False).active(0, "ratmen", "merchant", {4: 9}).declined(1, "elves", {9: 1, 13: 1})
    assert lost(play(scene.conquest(0), "conquer 9")) == [(1, "", "losses.declined")]
    scene = Scene(natives=False).active(0, "ratmen", "merchant", {4: 9}).active(1, "elves", "forest", {13: 1})
    scene.regions[9] = ["natives", 1, {}]
    assert lost(play(scene.conquest(0), "conquer 9")) == [(1, "", "conquest.lost_tribe")]


@cites("underground", "power.immortal", "relic.stinky_trolls_socks", "power.tomb", "losses.declined", "power.vampire")
def test_who_saves_tokens_underground() -> None:
    scene = bare().active(0, "ogres", "vampire", {3: 9}).thing(3, "stinky_trolls_socks")
    state = scene.active(1, "kraken", "immortal", {4: 1, 9: 2}).conquest(0)
    assert lost(play(state, "conquer 9")) == [(0, "immortal", "power.immortal")]
    state = play(scene.conquest(0), "use vampire", "conquer 4")
    assert lost(state) == [(1, "", "losses.one_token")], "a token that is replaced is lost"
    scene = bare().active(0, "ogres", "mining", {3: 9}).thing(3, "stinky_trolls_socks")
    for declined, badge, rule in (("drow", "tomb", "losses.one_token"), ("gnomes", "", "losses.declined")):
        scene.declined(1, declined, {4: 2 if badge else 1, 25: 1}, power=badge)
        assert lost(play(scene.conquest(0), "conquer 4")) == [(1, "", rule)]
    state = play(scene.conquest(0), "use stinky_trolls_socks", "conquer 4")
    assert lost(state) == [(0, "stinky_trolls_socks", "relic.stinky_trolls_socks")]


@cites("warcraft", "race.draenei", "place.lights_hope", "power.champion.ransom", "losses.declined", "race.tauren.loss")
def test_who_saves_tokens_in_warcraft() -> None:
    scene = Wow().active(0, "orcs", "mining", {8: 11}).active(1, "draenei", "champion", {4: 2, 7: 2, 20: 1})
    state = play(scene.conquest(0), "conquer 4", "conquer 7")
    assert lost(state) == [(0, "draenei", "race.draenei"), (1, "", "losses.one_token")], "the Light saves one a turn"
    state = play(scene.mark(4, "champion").conquest(0), "conquer 4")
    assert lost(state) == [(0, "champion", "power.champion")]
    scene = Wow().active(0, "orcs", "mining", {8: 11}).active(1, "humans", "mining", {4: 2}).thing(4, "lights_hope")
    assert lost(play(scene.conquest(0), "conquer 4")) == [(0, "lights_hope", "place.lights_hope")]
    scene = Wow().active(0, "orcs", "mining", {8: 11}).declined(1, "tauren", {4: 2, 7: 2})
    assert lost(play(scene.conquest(0), "conquer 4")) == [(2, "", "losses.declined")]
    scene = Wow().active(0, "orcs", "mining", {8: 11}).active(1, "tauren", "mining", {4: 2, 7: 2})
    assert lost(play(scene.conquest(0), "conquer 4")) == [(1, "", "losses.one_token")]


@cites("warcraft", "power.beastmaster")
@pytest.mark.parametrize("language", LANGUAGES)
def test_beasts_are_no_tokens_from_the_tray(language: str) -> None:
    scene = Wow().active(0, "orcs", "beastmaster", {2: 1, 11: 1}).active(1, "humans", "mining", {20: 1})
    state = scene.conquest(0)
    words = Words(language, "warcraft")
    (took,) = [Screen(words, []).told(event) for event in happened(state, "recruited")]
    tray = {"en": "tray", "zh-Hant": "收納盒", "zh-Hans": "收纳盒"}[language]
    beasts = {"en": "2 beasts", "zh-Hant": "2 頭野獸", "zh-Hans": "2 头野兽"}[language]
    assert tray not in took
    assert beasts in took


@cites("small-world", "conquest.lost_tribe")
@cites("warcraft", "conquest.murloc")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_says_from_whom_a_region_was_taken(language: str) -> None:
    surface = Scene(natives=False).active(0, "ratmen", "merchant", {4: 9}).active(1, "elves", "hill", {20: 1})
    surface.regions[9] = ["natives", 1, {}]
    islands = Wow().active(0, "orcs", "mining", {8: 9}).active(1, "humans", "mining", {20: 1}).murloc(4)
    for title, state in (
        ("small-world", play(surface.conquest(0), "conquer 9")),
        ("warcraft", play(islands.conquest(0), "conquer 4")),
    ):
        words = Words(language, title)
        (line,) = [Screen(words, []).told(event) for event in happened(state, "conquered")]
        assert words.name("natives") in line
