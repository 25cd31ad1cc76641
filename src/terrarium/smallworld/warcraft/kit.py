"""Small World of Warcraft: its options, its components, and the islands that make its boards."""

from typing import Final

from terrarium.kernel.contract import Game, NotationError, Option, Variant, checked_options
from terrarium.kernel.dealer import Dealer
from terrarium.kernel.handmade import without_map
from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import Board, bits_of, board_from
from terrarium.smallworld.core.guests import plain
from terrarium.smallworld.core.house_map import MapRules
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.core.title import FamilyTitle, brought, switched, usual
from terrarium.smallworld.warcraft.artifacts import Aegis, Ashes, Doomhammer, Frostmourne, Heart
from terrarium.smallworld.warcraft.goblins import Goblins
from terrarium.smallworld.warcraft.house import Eternity, Faction, Travel
from terrarium.smallworld.warcraft.murlocs import Murlocs
from terrarium.smallworld.warcraft.pieces import FAULT_RULES, warcraft_marks
from terrarium.smallworld.warcraft.places import (
    Battleground,
    DarkPortal,
    Karazhan,
    LightsHope,
    MeetingStone,
    SpiritHealer,
    Well,
)
from terrarium.smallworld.warcraft.powers import (
    Archaeologist,
    Battlemaster,
    Blacksmith,
    Defensive,
    Enraged,
    Explorer,
    Farming,
    Fishing,
    Garrisoned,
    Herbalist,
    MarshDwelling,
    Mining,
    Mountaineer,
    Ranger,
    Sailing,
    Swampwalker,
)
from terrarium.smallworld.warcraft.powers_figures import Beastmaster, Champion
from terrarium.smallworld.warcraft.powers_moving import Intimidating, PortalMage
from terrarium.smallworld.warcraft.races_alliance import Draenei, Dwarves, Gnomes, Humans, NightElves, Worgen
from terrarium.smallworld.warcraft.races_horde import BloodElves, Forsaken, Orcs, Tauren, Trolls
from terrarium.smallworld.warcraft.races_neutral import Ethereals, Kobolds, Naga, Pandaren
from terrarium.smallworld.warcraft.variants import (
    COOP,
    COOP_ROUNDS,
    PLAYERS,
    STANDARD,
    TEAM,
    Factions,
    Together,
    faction_rows,
)

RULES_VERSION: Final = 1

# name, values (the first is the default), rule it belongs to
SWITCHES: Final[list[tuple[str, list[str], str]]] = [
    ("variant", [STANDARD, TEAM, COOP], "setup.variant"),
    ("team_scoring", ["best", "sum", "worst"], "team.scoring"),
    ("coop_murlocs", ["14", "12", "13", "15"], "coop.murlocs"),
    ("coop_scoring", ["each", "sum"], "coop.win"),
    ("random_first_player", ["yes", "no"], "setup.first_player"),
    ("own_declined_token_defends", ["yes", "no"], "conquest.own_declined_cost"),
    ("own_declined_token_is_non_empty", ["yes", "no"], "conquest.own_declined_non_empty"),
    ("abandon_between_conquests", ["no", "yes"], "abandon.before_conquest"),
    ("water_immune_to_powers", ["yes", "no"], "conquest.water_powers"),
    ("deeds_after_final_die", ["yes", "no"], "die.ends_deeds"),
    ("own_declined_faction_bonus", ["yes", "no"], "faction.own_declined"),
    ("goblin_bombs", ["per_pick", "once"], "race.goblins.stack"),
    ("harmony_between_races", ["no", "yes"], "race.pandaren.raceless"),
    ("harmony_for_forts", ["no", "yes"], "race.pandaren.forts"),
    ("champion_needs_token", ["yes", "no"], "power.champion.token"),
    ("garrisoned_builds_in_decline", ["no", "yes"], "power.garrisoned.decline"),
    ("intimidating_takes", ["token", "beast"], "power.intimidating.beasts"),
    ("portal_moves_face_down", ["no", "yes"], "power.portal_mage.hidden"),
    ("aegis_payment", ["per_turn", "per_attack"], "artifact.aegis.payment"),
    ("doomhammer_anywhere", ["no", "yes"], "artifact.doomhammer.reach"),
    ("healer_when_driven_off", ["no", "yes"], "place.spirit_healer.others"),
]

FAMILY_SWITCHES: Final = {"immunity_binds_own_ghouls": False, "declined_seas_attackable": True}
"""Switches of the family that mean nothing here but must have a value."""

SIZES: Final[dict[int, str]] = {1: "ls", 2: "ls", 3: "lms", 4: "lmms", 5: "llmss"}
"""The boards for each number of players, by size: large, medium, small."""
ROUNDS: Final[dict[int, int]] = {2: 10, 3: 10, 4: 9, 5: 8}
USUAL_BOARDS: Final[dict[int, str]] = {
    1: "l1a+s1a", 2: "l1a+s1a", 3: "l1a+m1a+s1a", 4: "l1a+m1a+m2a+s1a", 5: "l1a+l2a+m1a+s1a+s2a",
}  # fmt: skip
"""The boards that lie on the table when none are named."""


def warcraft_options() -> list[Option]:
    """The switches of Warcraft, with every value each may take."""
    return [
        Option(name, values[0], sorted(values) if values[0].isdigit() else values, rule)
        for name, values, rule in SWITCHES
    ]


def warcraft_races(options: dict[str, str]) -> list[Ability]:
    """Fresh races, in the rulebook's order."""
    water_safe = options["water_immune_to_powers"] == "yes"
    return [
        BloodElves(),
        Draenei(),
        Dwarves(),
        Ethereals(options["deeds_after_final_die"] == "yes"),
        Forsaken(),
        Gnomes(),
        Goblins(water_safe, options["goblin_bombs"] == "per_pick"),
        Humans(water_safe),
        Kobolds(),
        Naga(),
        NightElves(),
        Orcs(),
        Pandaren(options["harmony_between_races"] == "yes"),
        Tauren(),
        Trolls(),
        Worgen(),
    ]


def warcraft_powers(options: dict[str, str]) -> list[Ability]:
    """Fresh powers, in the rulebook's order."""
    water_safe = options["water_immune_to_powers"] == "yes"
    return [
        Archaeologist(),
        Battlemaster(),
        Beastmaster(),
        Blacksmith(),
        Champion(options["champion_needs_token"] == "yes"),
        Defensive(),
        Enraged(),
        Explorer(),
        Farming(),
        Fishing(),
        Garrisoned(options["garrisoned_builds_in_decline"] == "yes"),
        Herbalist(),
        Intimidating(water_safe, options["harmony_for_forts"] == "yes", options["intimidating_takes"] == "beast"),
        MarshDwelling(),
        Mining(),
        Mountaineer(),
        PortalMage(water_safe, options["deeds_after_final_die"] == "yes", options["portal_moves_face_down"] == "yes"),
        Ranger(),
        Sailing(),
        Swampwalker(),
    ]


def warcraft_things(options: dict[str, str]) -> list[Ability]:
    """Fresh artifacts and places, in the rulebook's order."""
    return [
        Aegis(options["aegis_payment"] == "per_turn"),
        Ashes(),
        Doomhammer(options["doomhammer_anywhere"] == "yes"),
        Frostmourne(),
        Heart(),
        Battleground(),
        DarkPortal(),
        Karazhan(),
        LightsHope(),
        MeetingStone(),
        SpiritHealer(options["healer_when_driven_off"] == "yes"),
        Well(),
    ]


def warcraft_kit(board: Board, players: int, options: dict[str, str], reversed_crews: bool = False) -> Kit:
    """The components of Warcraft on a board, with these options."""
    on = {**FAMILY_SWITCHES, **switched(options)}
    house: list[Ability] = [Travel(), Faction(options["own_declined_faction_bonus"] == "yes"), Eternity()]
    races = warcraft_races(options)
    if options["variant"] == COOP:
        races.append(Murlocs(int(options["coop_murlocs"])))
    kit = Kit(
        "warcraft", board, players, races, warcraft_powers(options), warcraft_marks(),
        on, reversed_crews, warcraft_things(options), 0, house,
    )  # fmt: skip
    kit.native_word = "murloc"
    kit.native_rule = "conquest.murloc"
    kit.factions = ["neutral", "alliance", "horde"]
    kit.fault_rules = dict(FAULT_RULES)
    kit.event_rules = {"found": "marker.reveal"}
    if options["variant"] == TEAM:
        kit.contest = Factions(players, options["team_scoring"])
        kit.event_rules["over"] = "team.scoring"
        faction_rows(kit, players)
    elif options["variant"] == COOP:
        kit.contest = Together(players, options["coop_scoring"])
        kit.event_rules.update({"wild_turn": "coop.order", "driven_off": "coop.never_lost", "over": "coop.win"})
    return kit


def joined(name: str, sides: list[dict[str, object]], players: int, rounds: int) -> Board:
    """One board of several islands: regions numbered on from island to island, no border between them."""
    features: list[int] = []
    borders: list[int] = []
    natives: list[int] = []
    names: list[list[str]] = []
    for side in sides:
        first = len(features)
        rows = side["regions"]
        assert isinstance(rows, list)
        for row in rows:
            assert isinstance(row, dict)
            words = [str(word) for word in row["features"]]
            names.append(words)
            features.append(bits_of(words))
            borders.append(sum([1 << (first + int(other)) for other in row["borders"]]))
            natives.append(int(row["natives"]))
    return Board(name, players, rounds, features, borders, natives, list(range(len(features))), names)


def warcraft_maps(boards: dict[str, dict[str, object]]) -> MapRules:
    """What a map of Warcraft may hold: up to five islands with about as much on them as on the boards of the box, of
    which some may lie beside those of one's own."""
    rules = MapRules(
        "warcraft",
        ["field", "forest", "hill", "mountain", "swamp", "sea", "lake"],
        ["sea", "lake"],
        ["cavern", "magic", "murloc", "slot_S", "slot_M", "slot_L"],
        {2: (16, 25), 3: (23, 37), 4: (31, 49), 5: (40, 60)},
        1,
        {2: 7, 3: 10, 4: 13, 5: 15},
        "murloc",
        {"field": 2, "forest": 2, "hill": 2, "mountain": 2, "swamp": 2, "cavern": 1, "magic": 1, "murloc": 2},
    )
    rules.islands = 5
    rules.caches = ["slot_S", "slot_M", "slot_L"]
    rules.most_caches = 5
    rules.anchored = True
    rules.boards = boards
    rules.tables = SIZES
    return rules


class Warcraft(FamilyTitle):
    """The title. A map name lists the board sides on the table, `l1a+s2b`; none stands for a fixed selection."""

    def __init__(self, map_files: dict[str, dict[str, object]]) -> None:
        self.id = "warcraft"
        self.rules_version = RULES_VERSION
        self.read_maps(map_files)
        self.map_rules = warcraft_maps(map_files)
        self.options = warcraft_options()
        chosen = usual(self.options)
        self.races = [unit.name for unit in warcraft_races(chosen)]
        self.powers = [unit.name for unit in warcraft_powers(chosen)]

    def kit(self, board: Board, players: int, chosen: dict[str, str]) -> Kit:
        return warcraft_kit(board, players, chosen)

    def variants(self) -> list[Variant]:
        return [Variant(name, {} if name == STANDARD else {"variant": name}, PLAYERS[name]) for name in PLAYERS]

    def draw(self, players: int, seed: int) -> str:
        """A random selection of boards and sides for so many players, as the rulebook has it: a map name."""
        dealer = Dealer(seed)
        names: list[str] = []
        for size in "lms":
            boards = ["1", "2"]
            for _ in range(SIZES[players].count(size)):
                number = boards.pop(dealer.below(len(boards)))
                names.append(size + number + "ab"[dealer.below(2)])
        return "+".join(sorted(names))

    def sides(self, players: int, map_name: str) -> list[str]:
        """The board sides of a map name, sorted; NotationError if they do not fit the number of players."""
        names = sorted((map_name or USUAL_BOARDS[players]).split("+"))
        for name in names:
            if name not in self.map_files:
                raise NotationError("unknown_map", {"title": self.id, "map": name[:20], "names": ", ".join(self.maps)})
        sizes = "".join([name[0] for name in names])
        if sizes != SIZES[players] or len({name[:2] for name in names}) != len(names):
            raise NotationError("map_boards", {"map": "+".join(names), "players": players, "needs": SIZES[players]})
        return names

    def game(self, players: int, map_name: str, options: dict[str, str]) -> Game:
        chosen = checked_options(self.id, self.options, plain(without_map(options)))
        variant = chosen["variant"]
        low, high = PLAYERS[variant]
        if not low <= players <= high:
            others = [f"{name} {few}–{many}" for name, (few, many) in PLAYERS.items() if name != variant]
            raise NotationError(
                "variant_players",
                {
                    "title": self.id, "variant": variant, "low": low, "high": high, "players": players,
                    "others": ", ".join(others),
                },
            )  # fmt: skip
        rounds = COOP_ROUNDS if variant == COOP else ROUNDS[players]
        own = self.house_map(players, map_name, options)
        if own is not None:
            own["rounds"] = rounds
            return self.game_on(board_from(own, False), players, chosen, brought(options))
        names = self.sides(players, map_name)
        board = joined("+".join(names), [self.map_files[name] for name in names], players, rounds)
        return self.game_on(board, players, chosen, brought(options))

    def sort_out(self, kit: Kit, players: int, chosen: dict[str, str]) -> None:
        if chosen["variant"] == TEAM:
            faction_rows(kit, players)
