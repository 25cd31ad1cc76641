"""What the titles of the family share: maps by number of players, options with checked values, and the game."""

from terrarium.kernel.contract import Game, NotationError, Option, Title, checked_options
from terrarium.kernel.handmade import map_in, without_map
from terrarium.smallworld.core.board import Board, board_from
from terrarium.smallworld.core.game import FamilyGame
from terrarium.smallworld.core.guests import guests_in, invite, plain
from terrarium.smallworld.core.house_map import MapRules, map_from
from terrarium.smallworld.core.kit import Kit


def usual(known: list[Option]) -> dict[str, str]:
    """The default of every option."""
    return {option.name: option.default for option in known}


def switched(options: dict[str, str]) -> dict[str, bool]:
    """Which options are on."""
    return {name: value == "yes" for name, value in options.items()}


def brought(options: dict[str, str]) -> dict[str, str]:
    """What the players made themselves, among some options: units, and a map."""
    name = map_in(options)
    return {**guests_in(options), name: options[name]} if name else guests_in(options)


class FamilyTitle(Title):
    """A title. `map_files` holds its map files, parsed, by name."""

    map_files: dict[str, dict[str, object]]
    rules_version: int
    map_rules: MapRules
    guests = True
    house_maps = "regions"

    def read_maps(self, map_files: dict[str, dict[str, object]]) -> None:
        """Take these maps, one for each number of players."""
        self.players = (2, 5)
        self.map_files = map_files
        self.maps = sorted(map_files)

    def board(self, data: dict[str, object], chosen: dict[str, str]) -> Board:
        """The board of a map file with these options."""
        return board_from(data, False)

    def kit(self, board: Board, players: int, chosen: dict[str, str]) -> Kit:
        """The components on a board, with these options."""
        raise NotImplementedError  # each title's own

    def game(self, players: int, map_name: str, options: dict[str, str]) -> Game:
        low, high = self.players
        if not low <= players <= high:
            raise NotationError("players", {"title": self.id, "low": low, "high": high, "players": players})
        chosen = checked_options(self.id, self.options, plain(without_map(options)))
        data = self.house_map(players, map_name, options) or self.map_of_the_box(players, map_name)
        return self.game_on(self.board(data, chosen), players, chosen, brought(options))

    def map_of_the_box(self, players: int, map_name: str) -> dict[str, object]:
        name = map_name or f"{players}p"
        if name not in self.map_files:
            raise NotationError("unknown_map", {"title": self.id, "map": name[:60], "names": ", ".join(self.maps)})
        data = self.map_files[name]
        if data["players"] != players:
            raise NotationError("map_players", {"map": name, "players": players, "needs": data["players"]})
        return data

    def house_map(self, players: int, map_name: str, options: dict[str, str]) -> dict[str, object] | None:
        """The map of the players' own among the options, if there is one; NotationError if another one is named."""
        name = map_in(options)
        if not name:
            return None
        data = map_from(name, options[name], self.map_rules, self.maps)
        if map_name and map_name != data["id"]:
            raise NotationError("map_both", {"map": map_name[:60], "own": data["id"]})
        if data["players"] != players:
            raise NotationError("map_players", {"map": data["id"], "players": players, "needs": data["players"]})
        return data

    def game_on(self, board: Board, players: int, chosen: dict[str, str], brought: dict[str, str]) -> Game:
        """A game on a board. What the players made themselves comes as options too, by value: units, and the map that
        the board was made from."""
        kit = self.kit(board, players, chosen)
        guests = without_map(brought)
        if guests:
            invite(kit, guests)
            self.sort_out(kit, players, chosen)
        return FamilyGame(kit, self.rules_version, {**chosen, **brought})

    def sort_out(self, kit: Kit, players: int, chosen: dict[str, str]) -> None:
        """The units of a kit have changed: whatever a title keeps by their numbers is made anew."""
