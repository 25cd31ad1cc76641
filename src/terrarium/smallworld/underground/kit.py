"""Underground: its options, its components, its four maps, and what stays in when Small World is mixed in."""

from typing import Final

from terrarium.kernel.contract import Option
from terrarium.smallworld.classic.kit import classic_options, classic_powers, classic_races
from terrarium.smallworld.classic.pieces import classic_marks
from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import Board
from terrarium.smallworld.core.house_map import MapRules
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.core.title import FamilyTitle, switched, usual
from terrarium.smallworld.underground.pieces import underground_marks
from terrarium.smallworld.underground.places import (
    AltarOfSouls,
    CryptOfTheTombRaider,
    DiamondFields,
    FountainOfYouth,
    GreatBrassPipe,
    KeepOnTheMotherland,
    MineOfTheLostDwarf,
    Stonehedge,
    WickedestPentacle,
)
from terrarium.smallworld.underground.powers import (
    Adventurous,
    Fisher,
    Flocking,
    Frightened,
    Immortal,
    Magic,
    Martyr,
    Mining,
    Muddy,
    Mystic,
    Quarreling,
    Reborn,
    Royal,
    Shield,
    Stone,
    Thieving,
    Tomb,
    Vampire,
    Vanishing,
    Vengeful,
    Wise,
)
from terrarium.smallworld.underground.races import (
    Cultists,
    Drow,
    Flames,
    Gnomes,
    IronDwarves,
    Kraken,
    Liches,
    Lizardmen,
    Mudmen,
    Mummies,
    Ogres,
    ShadowMimes,
    Shrooms,
    Spiderines,
    WillOWisps,
)
from terrarium.smallworld.underground.relics import (
    FlyingDoormat,
    FroggysRing,
    Relic,
    ScepterOfAvarice,
    ShinyOrb,
    StinkyTrollsSocks,
    SwordOfTheKillerRabbit,
)

RULES_VERSION: Final = 1

# name, values (the first is the default), rule it belongs to
SWITCHES: Final[list[tuple[str, list[str], str]]] = [
    ("random_first_player", ["yes", "no"], "setup.first_player"),
    ("own_declined_token_defends", ["yes", "no"], "conquest.own_declined_cost"),
    ("own_declined_token_is_non_empty", ["yes", "no"], "conquest.own_declined_non_empty"),
    ("abandon_between_conquests", ["no", "yes"], "abandon.before_conquest"),
    ("occupied_river", ["one_more", "two_more", "flat"], "conquest.river_occupied"),
    ("as_if_empty_keeps_armour", ["no", "yes"], "race.flames.armor"),
    ("doormat_makes_adjacent", ["yes", "no"], "race.cultists.adjacent"),
    ("ancient_stays_in_decline", ["no", "yes"], "race.cultists.decline"),
    ("volcano_extends_reach", ["no", "yes"], "race.flames.reach"),
    ("gnomes_protected_in_decline", ["no", "yes"], "race.gnomes.decline"),
    ("liches_ban_while_active", ["no", "yes"], "race.liches.no_coin"),
    ("lizardmen_enter_by_river", ["yes", "no"], "race.lizardmen.entry"),
    ("balrog_kills_immortal", ["no", "yes"], "power.immortal.balrog"),
    ("own_tomb_stack_is_lost", ["no", "yes"], "power.tomb.own"),
    ("altar_takes_any", ["no", "yes"], "place.altar_of_souls.own"),
    ("mixed", ["no", "yes"], "mixing.races"),
]

NO_FARMLAND_HILL_OR_CAVERN: Final = ["humans", "hill", "mounted", "underworld"]
"""Units of Small World that name a terrain Underground does not have."""
NO_CHASM: Final = ["flames", "spiderines"]
"""Units of Underground that need a chasm."""
NEED_THINGS: Final = ["adventurous", "magic"]
"""Units of Underground that need places or relics."""


def underground_options() -> list[Option]:
    """The switches of Underground, with every value each may take."""
    return [Option(name, values[0], values, rule) for name, values, rule in SWITCHES]


def underground_races(on: dict[str, bool]) -> list[Ability]:
    """Fresh races, in the rulebook's order."""
    return [
        Cultists(on["doormat_makes_adjacent"]),
        Drow(),
        Flames(on["volcano_extends_reach"]),
        Gnomes(on["gnomes_protected_in_decline"]),
        IronDwarves(),
        Kraken(),
        Liches(on["liches_ban_while_active"]),
        Lizardmen(on["lizardmen_enter_by_river"]),
        Mudmen(),
        Mummies(),
        Ogres(),
        ShadowMimes(),
        Shrooms(),
        Spiderines(),
        WillOWisps(),
    ]


def underground_relics() -> list[Relic]:
    """Fresh relics, in the rulebook's order."""
    return [
        FlyingDoormat(),
        FroggysRing(),
        StinkyTrollsSocks(),
        ScepterOfAvarice(),
        ShinyOrb(),
        SwordOfTheKillerRabbit(),
    ]


def underground_places(on: dict[str, bool]) -> list[Ability]:
    """Fresh places, in the rulebook's order."""
    return [
        AltarOfSouls(on["altar_takes_any"]),
        CryptOfTheTombRaider(),
        DiamondFields(),
        GreatBrassPipe(),
        FountainOfYouth(),
        KeepOnTheMotherland(),
        MineOfTheLostDwarf(),
        Stonehedge(),
        WickedestPentacle(),
    ]


def underground_powers(on: dict[str, bool], relics: list[Relic]) -> list[Ability]:
    """Fresh powers, in the rulebook's order. The Bag gets a copy of each relic."""
    copies = underground_relics()
    magic = Magic(list(copies))
    for copy, relic in zip(copies, relics, strict=True):
        copy.become_copy(relic, magic)
    return [
        Adventurous(),
        Fisher(),
        Flocking(),
        Frightened(),
        Immortal(on["balrog_kills_immortal"]),
        magic,
        Martyr(),
        Mining(),
        Muddy(),
        Mystic(),
        Quarreling(),
        Reborn(),
        Royal(),
        Shield(),
        Stone(),
        Thieving(),
        Tomb(),
        Vampire(),
        Vanishing(),
        Vengeful(),
        Wise(),
    ]


def without(units: list[Ability], names: list[str]) -> list[Ability]:
    """The units whose name is not among these."""
    return [unit for unit in units if unit.name not in names]


def underground_kit(board: Board, players: int, options: dict[str, str], reversed_crews: bool = False) -> Kit:
    """The components of Underground on a board, with these options; races and powers of Small World if mixed."""
    on = {**switched(usual(classic_options())), **switched(options)}
    relics = underground_relics()
    races = underground_races(on)
    powers = underground_powers(on, relics)
    marks = underground_marks(on["ancient_stays_in_decline"])
    if on["mixed"]:
        races += without(classic_races(on), NO_FARMLAND_HILL_OR_CAVERN)
        powers += without(classic_powers(on, "owner"), NO_FARMLAND_HILL_OR_CAVERN)
        marks = [*classic_marks(on["lost_fortress_returns"]), *marks]
    things: list[Ability] = [*relics, *underground_places(on)]
    kit = Kit(
        "underground", board, players, races, powers,
        marks, on, reversed_crews, things,
    )  # fmt: skip
    kit.native_rule = "conquest.monsters"
    kit.occupied_river = {"one_more": 0, "two_more": 1, "flat": -1}[options["occupied_river"]]
    return kit


def underground_maps() -> MapRules:
    """What a map of Underground may hold: about as much as those of the box."""
    rules = MapRules(
        "underground",
        ["crystal", "mine", "mountain", "mud", "mushroom", "river", "chasm"],
        ["river", "chasm"],
        ["monster", "volcano"],
        {2: (22, 34), 3: (26, 40), 4: (35, 53), 5: (44, 60)},
        2,
        {2: 6, 3: 7, 4: 8, 5: 9},
        "monster",
        {
            "crystal": 2, "mine": 2, "mountain": 2, "mud": 2, "mushroom": 2, "river": 1, "chasm": 1, "volcano": 1,
            "monster": 2,
        },
    )  # fmt: skip
    rules.shut = ["chasm"]
    rules.cellar = "volcano:chasm"
    return rules


class Underground(FamilyTitle):
    """The title."""

    def __init__(self, map_files: dict[str, dict[str, object]]) -> None:
        self.id = "underground"
        self.rules_version = RULES_VERSION
        self.read_maps(map_files)
        self.map_rules = underground_maps()
        self.options = underground_options()
        on = switched(usual(self.options))
        self.races = [unit.name for unit in underground_races(on)]
        self.powers = [unit.name for unit in underground_powers(on, underground_relics())]

    def kit(self, board: Board, players: int, chosen: dict[str, str]) -> Kit:
        return underground_kit(board, players, chosen)
