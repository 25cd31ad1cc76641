"""Small World: its options, its components, its four maps."""

from typing import Final

from terrarium.kernel.contract import Option
from terrarium.smallworld.classic.pieces import classic_marks
from terrarium.smallworld.classic.powers import (
    Alchemist,
    Berserk,
    Bivouacking,
    Commando,
    Diplomat,
    DragonMaster,
    Flying,
    Forest,
    Fortified,
    Heroic,
    Hill,
    Merchant,
    Mounted,
    Pillaging,
    Seafaring,
    Spirit,
    Stout,
    Swamp,
    Underworld,
    Wealthy,
)
from terrarium.smallworld.classic.races import (
    Amazons,
    Dwarves,
    Elves,
    Ghouls,
    Giants,
    Halflings,
    Humans,
    Orcs,
    Ratmen,
    Skeletons,
    Sorcerers,
    Tritons,
    Trolls,
    Wizards,
)
from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import Board, board_from
from terrarium.smallworld.core.house_map import MapRules
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.core.title import FamilyTitle, switched, usual

RULES_VERSION: Final = 1

# name, default, rule it belongs to; all but one are yes or no
SWITCHES: Final[list[tuple[str, str, str]]] = [
    ("random_first_player", "yes", "setup.first_player"),
    ("any_sea_shore_is_border", "no", "conquest.first_shore"),
    ("own_declined_token_defends", "yes", "conquest.own_declined_cost"),
    ("own_declined_token_is_non_empty", "yes", "conquest.own_declined_non_empty"),
    ("abandon_between_conquests", "no", "abandon.before_conquest"),
    ("immunity_binds_own_ghouls", "no", "race.ghouls.immunity"),
    ("ghouls_may_be_trimmed", "no", "race.ghouls"),
    ("holes_optional", "no", "race.halflings.holes"),
    ("lairs_optional", "no", "race.trolls"),
    ("sorcerers_kill_elves", "yes", "race.sorcerers.elves"),
    ("sorcerers_need_token_in_hand", "no", "race.sorcerers.token_in_hand"),
    ("sorcerers_flying_anywhere", "no", "race.sorcerers.flying"),
    ("sorcerers_active_targets_only", "yes", "race.sorcerers.single_active"),
    ("sorcerers_need_adjacency", "yes", "race.sorcerers.adjacent"),
    ("alchemist_needs_region", "no", "power.alchemist"),
    ("commando_needs_adjacency", "no", "power.commando"),
    ("heroes_optional", "no", "power.heroic"),
    ("lost_fortress_returns", "yes", "power.fortified.removed"),
    ("declined_seas_attackable", "yes", "power.seafaring.attackable"),
    ("lost_encampments", "owner", "power.bivouacking.lost"),
]


def classic_options() -> list[Option]:
    """The switches of Small World, with every value each may take."""
    return [
        Option(name, default, ["owner", "attacker", "hand"] if default == "owner" else ["yes", "no"], rule)
        for name, default, rule in SWITCHES
    ]


def classic_races(on: dict[str, bool]) -> list[Ability]:
    """Fresh races, in the rulebook's order."""
    return [
        Amazons(),
        Dwarves(),
        Elves(),
        Ghouls(on["ghouls_may_be_trimmed"]),
        Giants(),
        Halflings(on["holes_optional"]),
        Humans(),
        Orcs(),
        Ratmen(),
        Skeletons(),
        Sorcerers(
            on["sorcerers_kill_elves"],
            on["sorcerers_need_token_in_hand"],
            on["sorcerers_flying_anywhere"],
            on["sorcerers_active_targets_only"],
            on["sorcerers_need_adjacency"],
        ),
        Tritons(),
        Trolls(on["lairs_optional"]),
        Wizards(),
    ]


def classic_powers(on: dict[str, bool], lost_encampments: str) -> list[Ability]:
    """Fresh powers, in the rulebook's order."""
    return [
        Alchemist(on["alchemist_needs_region"]),
        Berserk(),
        Bivouacking(lost_encampments),
        Commando(on["commando_needs_adjacency"]),
        Diplomat(),
        DragonMaster(),
        Flying(),
        Forest(),
        Fortified(),
        Heroic(on["heroes_optional"]),
        Hill(),
        Merchant(),
        Mounted(),
        Pillaging(),
        Seafaring(),
        Spirit(),
        Stout(),
        Swamp(),
        Underworld(),
        Wealthy(),
    ]


def classic_kit(board: Board, players: int, options: dict[str, str], reversed_crews: bool = False) -> Kit:
    """The components of Small World on a board, with these options."""
    on = switched(options)
    return Kit(
        "small-world", board, players, classic_races(on), classic_powers(on, options["lost_encampments"]),
        classic_marks(on["lost_fortress_returns"]), on, reversed_crews,
    )  # fmt: skip


def classic_maps() -> MapRules:
    """What a map of Small World may hold: about as much as those of the box."""
    rules = MapRules(
        "small-world",
        ["farmland", "forest", "hill", "mountain", "swamp", "sea", "lake"],
        ["sea", "lake"],
        ["mine", "cavern", "magic"],
        {2: (18, 28), 3: (24, 36), 4: (31, 47), 5: (38, 58)},
        1,
        {2: 12, 3: 14, 4: 16, 5: 18},
        "",
        {"farmland": 2, "forest": 2, "hill": 2, "mountain": 2, "swamp": 2, "mine": 2, "cavern": 2, "magic": 2},
    )
    rules.hides = True
    return rules


class SmallWorld(FamilyTitle):
    """The title."""

    def __init__(self, map_files: dict[str, dict[str, object]]) -> None:
        self.id = "small-world"
        self.rules_version = RULES_VERSION
        self.read_maps(map_files)
        self.map_rules = classic_maps()
        self.options = classic_options()
        on = switched(usual(self.options))
        self.races = [unit.name for unit in classic_races(on)]
        self.powers = [unit.name for unit in classic_powers(on, "owner")]

    def board(self, data: dict[str, object], chosen: dict[str, str]) -> Board:
        return board_from(data, chosen["any_sea_shore_is_border"] == "yes")

    def kit(self, board: Board, players: int, chosen: dict[str, str]) -> Kit:
        return classic_kit(board, players, chosen)
