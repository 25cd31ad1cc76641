"""The printed boxes, frozen: what counts draws, orders and pieces rests on them, not on whatever units the kits hold
besides."""

from terrarium import catalog
from terrarium.kernel.record import Record
from terrarium.smallworld.core.game import FamilyGame
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.warcraft.variants import faction_rows

RACES = {
    "small-world": {
        "amazons": (6, 15), "dwarves": (3, 8), "elves": (6, 11), "ghouls": (5, 10), "giants": (6, 11),
        "halflings": (6, 11), "humans": (5, 10), "orcs": (5, 10), "ratmen": (8, 13), "skeletons": (6, 20),
        "sorcerers": (5, 18), "tritons": (6, 11), "trolls": (5, 10), "wizards": (5, 10),
    },
    "underground": {
        "cultists": (5, 10), "drow": (4, 9), "flames": (4, 9), "gnomes": (6, 11), "iron_dwarves": (7, 12),
        "kraken": (5, 10), "liches": (5, 10), "lizardmen": (7, 12), "mudmen": (5, 12), "mummies": (10, 15),
        "ogres": (5, 10), "shadow_mimes": (7, 12), "shrooms": (5, 10), "spiderines": (7, 12), "will_o_wisps": (6, 11),
    },
    "warcraft": {
        "blood_elves": (5, 10), "draenei": (7, 12), "dwarves": (5, 10), "ethereals": (5, 10), "forsaken": (6, 20),
        "gnomes": (5, 10), "goblins": (6, 11), "humans": (5, 10), "kobolds": (6, 11), "naga": (6, 11),
        "night_elves": (4, 9), "orcs": (6, 11), "pandaren": (5, 10), "tauren": (11, 16), "trolls": (6, 11),
        "worgen": (5, 10),
    },
}  # fmt: skip
"""Banner value and tokens in the tray, written down again so that no test rests on the engine's table."""

POWERS = {
    "small-world": (
        "alchemist", "berserk", "bivouacking", "commando", "diplomat", "dragon_master", "flying", "forest", "fortified",
        "heroic", "hill", "merchant", "mounted", "pillaging", "seafaring", "spirit", "stout", "swamp", "underworld",
        "wealthy",
    ),
    "underground": (
        "adventurous", "fisher", "flocking", "frightened", "immortal", "magic", "martyr", "mining", "muddy", "mystic",
        "quarreling", "reborn", "royal", "shield", "stone", "thieving", "tomb", "vampire", "vanishing", "vengeful",
        "wise",
    ),
    "warcraft": (
        "archaeologist", "battlemaster", "beastmaster", "blacksmith", "champion", "defensive", "enraged", "explorer",
        "farming", "fishing", "garrisoned", "herbalist", "intimidating", "marsh_dwelling", "mining", "mountaineer",
        "portal_mage", "ranger", "sailing", "swampwalker",
    ),
}  # fmt: skip

COUNTS = {title: (len(RACES[title]), len(POWERS[title])) for title in RACES}
"""Banners and badges of each box; `tests/rules/family/test_box.py` says how many."""

WILD = "murlocs"
"""The race of the game against the Murlocs: a variant's, not of the banners."""


def box_kit(kit: Kit, own: tuple[str, ...] = ()) -> Kit:
    """The kit with the units of the boxes alone, and those of one's `own` that are named."""
    n = int(kit.n_races)
    races = {WILD, *own}.union(*RACES.values())
    powers = {*own}.union(*POWERS.values())
    kept_races = [unit for unit in kit.units[:n] if unit.name in races]
    kept_powers = [unit for unit in kit.units[n : n + int(kit.n_powers)] if unit.name in powers]
    if len(kept_races) < n or len(kept_powers) < kit.n_powers:
        kit.replace_units(kept_races + kept_powers, len(kept_races), kit.things)
        if kit.rows > 1:
            faction_rows(kit, int(kit.players))
    return kit


def box_game(
    title: str, players: int = 2, map_name: str = "", options: dict[str, str] | None = None, own: tuple[str, ...] = ()
) -> FamilyGame:
    """A game with the units of the boxes alone, and those of one's `own` that are named."""
    game = catalog.game(title, players, map_name, options)
    assert isinstance(game, FamilyGame)
    return FamilyGame(box_kit(game.kit, own), game.rules_version, game.options)


def box_game_of(record: Record, own: tuple[str, ...] = ()) -> FamilyGame:
    """The game a record is of, with the units of the boxes alone, and those of one's `own` that are named."""
    return box_game(record.title, record.players, record.map_name, record.options, own)
