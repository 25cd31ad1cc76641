"""Mixed games: Small World below, and Underground on the surface."""

from terrarium import catalog
from terrarium.smallworld.core.game import FamilyGame
from tests.rules.underground.below import bare, below, coins, finish
from tests.support.cites import cites
from tests.support.scene import Scene, can, coins_for, deal, play, price, refused, region, tribe


def kit_names(title: str, mixed: str) -> set[str]:
    game = catalog.game(title, options={"mixed": mixed})
    assert isinstance(game, FamilyGame)
    return {unit.name for unit in game.kit.units}


@cites("underground", "mixing.races")
def test_what_goes_down() -> None:
    names = kit_names("underground", "yes")
    assert {"amazons", "tritons", "seafaring", "flying", "flames", "magic"} <= names
    assert not names & {"humans", "hill", "mounted", "underworld"}
    assert not kit_names("underground", "no") & {"amazons", "flying"}


@cites("small-world", "mixing.races")
def test_what_comes_up() -> None:
    names = kit_names("small-world", "races")
    assert {"gnomes", "kraken", "humans", "vampire"} <= names
    assert not names & {"flames", "spiderines", "adventurous", "magic", "stonehedge"}
    names = kit_names("small-world", "relics")
    assert {"adventurous", "magic", "stonehedge", "shiny_orb"} <= names
    assert not names & {"flames", "spiderines"}
    assert "gnomes" not in kit_names("small-world", "no")


@cites("underground", "mixing.terrains", "mixing.water", "conquest.water")
def test_terrains_below() -> None:
    state = finish(
        bare(mixed="yes").active(0, "orcs", "swamp", {1: 2, 4: 1}).active(1, "kraken", "wise", {25: 1}).conquest(0)
    )
    assert coins_for(state, "swamp") == 1
    state = finish(
        bare(mixed="yes").active(0, "wizards", "forest", {3: 2, 4: 1}).active(1, "kraken", "wise", {25: 1}).conquest(0)
    )
    assert (coins_for(state, "wizards"), coins_for(state, "forest")) == (1, 1)
    state = bare(mixed="yes").active(0, "tritons", "wise", {4: 5}).active(1, "kraken", "stone", {25: 1}).conquest(0)
    assert (price(state, 3), price(state, 9)) == (1, 2)
    state = bare(mixed="yes").active(0, "orcs", "flying", {4: 5}).active(1, "kraken", "stone", {25: 1}).conquest(0)
    assert can(state, "conquer 17")
    assert refused(state, "conquer 2") == "not_adjacent"
    assert refused(state, "conquer 14") == "chasm_closed"
    state = finish(
        play(
            bare(mixed="yes").active(0, "orcs", "seafaring", {3: 3}).active(1, "ogres", "wise", {25: 1}).conquest(0),
            "conquer 2",
        )
    )
    assert region(state, 2)["holder"] == "orcs"


@cites("small-world", "mixing.terrains")
def test_terrains_on_the_surface() -> None:
    def surface() -> Scene:
        return Scene(natives=False, mixed="races")

    state = finish(surface().active(0, "kraken", "wise", {1: 5}).active(1, "ogres", "stone", {20: 1}).conquest(0))
    assert tribe(state, "kraken")["tokens"] == 5
    state = surface().active(0, "kraken", "wise", {1: 5}).active(1, "ogres", "stone", {20: 1}).conquest(0)
    sea = next(r for r in range(23) if region(state, r)["terrain"] == "sea" and can(state, f"conquer {r}"))
    assert price(state, sea) == 2, "the surface has no rule of 1 token"
    state = surface().active(0, "ogres", "wise", {1: 5}).active(1, "kraken", "stone", {20: 1}).conquest(0)
    assert refused(state, f"conquer {sea}") == "water_closed"


@cites("small-world", "mixing.monsters")
def test_monsters_on_the_surface() -> None:
    for players in (2, 3, 4, 5):
        game = catalog.game("small-world", players=players, options={"mixed": "relics"})
        state = deal(game.new())
        rows = state.view(0)["regions"]
        assert isinstance(rows, list)
        hidden = [row["id"] for row in rows if row["marks"].get("hidden")]
        assert len(hidden) == players + 1
        assert all(rows[r]["tokens"] == 2 for r in hidden)
        assert isinstance(game, FamilyGame)
        borders = game.kit.board.borders
        assert not [r for r in hidden for q in hidden if (int(borders[r]) >> q) & 1]
        tribes = [row for row in rows if row["holder"] == "natives" and row["id"] not in hidden]
        assert all(row["tokens"] == 1 for row in tribes)


@cites("underground", "mixing.races", "conquest.non_empty")
def test_m1_plunder_with_the_socks() -> None:
    scene = bare(mixed="yes").active(0, "orcs", "wise", {3: 5}).thing(3, "stinky_trolls_socks")
    state = play(scene.active(1, "kraken", "stone", {4: 3}).conquest(0), "use stinky_trolls_socks", "conquer 4")
    assert coins_for(finish(state), "orcs") == 1
    scene = below(mixed="yes").active(0, "orcs", "wise", {1: 9}).active(1, "kraken", "stone", {25: 3})
    state = play(scene.conquest(0), "conquer 6", "? find diamond_fields")
    assert coins_for(finish(state), "orcs") == 1, "monsters make a region non-empty"


@cites("underground", "race.gnomes")
def test_m3_small_world_powers_against_gnomes() -> None:
    scene = bare(mixed="yes").active(0, "orcs", "dragon_master", {3: 5}).active(1, "gnomes", "stone", {4: 3})
    assert refused(play(scene.conquest(0), "use dragon_master"), "conquer 4") == "help_denied"
    scene = bare(mixed="yes").active(0, "orcs", "flying", {3: 5}).active(1, "gnomes", "stone", {25: 1})
    assert refused(scene.conquest(0), "conquer 25") == "help_denied"
    scene = bare(mixed="yes").active(0, "orcs", "commando", {3: 5}).active(1, "gnomes", "stone", {4: 1})
    assert price(scene.conquest(0), 4) == 3
    scene = bare(mixed="yes").active(0, "orcs", "berserk", {3: 5}).active(1, "gnomes", "stone", {4: 1})
    assert refused(play(scene.conquest(0), "use berserk", "? die 3"), "conquer 4") == "help_denied"


@cites("underground", "place.wickedest_pentacle.refused")
def test_m5_peace_binds_the_balrog() -> None:
    scene = bare(mixed="yes").active(0, "orcs", "wise", {3: 5}).thing(3, "wickedest_pentacle")
    state = scene.active(1, "kraken", "diplomat", {4: 3}).note("diplomat", 1).conquest(0)
    assert refused(state, "place wickedest_pentacle 4") == "at_peace"


@cites("underground", "relic.stinky_trolls_socks", "power.vampire")
def test_m6_and_m7_elves_and_encampments() -> None:
    scene = bare(mixed="yes").active(0, "ogres", "vampire", {3: 5}).active(1, "elves", "bivouacking", {4: 1, 9: 1})
    state = play(scene.mark(9, "encampment").conquest(0), "use vampire")
    assert refused(state, "conquer 9") == "enemy_sheltered"
    play(state, "conquer 4")
    assert (tribe(state, "elves")["retreat"], tribe(state, "elves")["tray"]) == (0, 10)


@cites("underground", "things.decline", "conquest.river")
def test_m8_and_m9_ghouls_in_decline() -> None:
    scene = below(mixed="yes").active(0, "orcs", "wise", {25: 2}).declined(0, "ghouls", {1: 9})
    state = play(scene.active(1, "kraken", "stone", {10: 1}).turn(0), "expand")
    play(state, "conquer 6", "? find flying_doormat", "conquer 2")
    assert refused(state, "use flying_doormat") == "no_such_aid"
    play(state, "stop")
    assert region(state, 2)["holder"] is None
    scene = bare(mixed="yes").active(0, "orcs", "wise", {25: 2}).declined(0, "ghouls", {1: 3, 2: 1})
    state = play(scene.active(1, "kraken", "stone", {10: 1}).turn(0), "expand", "stop")
    assert region(state, 2)["holder"] == "ghouls", "rivers kept since they were Seafaring stay"


@cites("underground", "place.stonehedge")
def test_m11_and_m12_stonehedge_draws_wealthy_or_spirit() -> None:
    scene = bare(mixed="yes").active(0, "orcs", "wise", {3: 2}).lend(3, "wealthy").active(1, "kraken", "stone", {9: 9})
    state = finish(scene.conquest(0))
    assert coins_for(state, "wealthy") == 7
    scene = (
        bare(mixed="yes")
        .active(0, "orcs", "mining", {3: 2, 10: 1})
        .lend(3, "spirit")
        .active(1, "kraken", "stone", {9: 9})
    )
    state = play(scene.declined(0, "drow", {5: 1}).turn(0), "decline")
    assert tribe(state, "drow") != {}
    play(state, "expand", "conquer 3")
    assert coins(state, 0) == 23
    page = state.dump()
    assert page["outside"] == ["orcs"], "Spirit stays with the race though Stonehedge is lost"


@cites("underground", "place.stonehedge.lost")
def test_m13_pieces_go_back_and_fortresses_stay() -> None:
    scene = bare(mixed="yes").active(0, "orcs", "wise", {9: 9}).active(1, "kraken", "stone", {3: 1, 10: 1})
    state = play(scene.lend(3, "heroic").mark(10, "hero").conquest(0), "conquer 3")
    assert region(state, 10)["marks"] == {}
    scene = bare(mixed="yes").active(0, "orcs", "wise", {9: 9}).active(1, "kraken", "stone", {3: 1, 10: 1})
    state = play(scene.lend(3, "fortified").mark(10, "fortress").conquest(0), "conquer 3")
    assert region(state, 10)["marks"] == {"fortress": 1}


@cites("underground", "race.liches")
def test_m15_the_dragon_pays_the_toll() -> None:
    scene = bare(mixed="yes").active(0, "orcs", "dragon_master", {3: 5}).declined(1, "liches", {4: 1})
    assert coins(play(scene.conquest(0), "use dragon_master", "conquer 4"), 1) == 21
