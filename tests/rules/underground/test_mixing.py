"""Mixed games: Small World below, and Underground on the surface."""

from terrarium import catalog
from terrarium.smallworld.core.game import FamilyGame
from tests.rules.underground.below import bare, finish
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
