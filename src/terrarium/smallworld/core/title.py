"""What the titles of the family share: maps by number of players, options with checked values, and the game."""

from terrarium.kernel.contract import Game, NotationError, Option, Title
from terrarium.smallworld.core.board import Board, board_from
from terrarium.smallworld.core.game import FamilyGame
from terrarium.smallworld.core.guests import guests_in, invite, plain
from terrarium.smallworld.core.kit import Kit


def checked_options(title: str, known: list[Option], wishes: dict[str, str]) -> dict[str, str]:
    """Every option with its value: the default unless wished otherwise."""
    found = {option.name: option.default for option in known}
    values = {option.name: option.values for option in known}
    for name, value in wishes.items():
        if name not in found:
            raise NotationError("unknown_option", {"name": name, "title": title, "names": ", ".join(found)})
        if value not in values[name]:
            raise NotationError("option_value", {"name": name, "value": value, "values": ", ".join(values[name])})
        found[name] = value
    return found


def usual(known: list[Option]) -> dict[str, str]:
    """The default of every option."""
    return {option.name: option.default for option in known}


def switched(options: dict[str, str]) -> dict[str, bool]:
    """Which options are on."""
    return {name: value == "yes" for name, value in options.items()}


class FamilyTitle(Title):
    """A title. `map_files` holds its map files, parsed, by name."""

    map_files: dict[str, dict[str, object]]
    rules_version: int
    guests = True

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
        name = map_name or f"{players}p"
        if name not in self.map_files:
            raise NotationError("unknown_map", {"title": self.id, "map": name, "names": ", ".join(self.maps)})
        data = self.map_files[name]
        if data["players"] != players:
            raise NotationError("map_players", {"map": name, "players": players, "needs": data["players"]})
        chosen = checked_options(self.id, self.options, plain(options))
        return self.game_on(self.board(data, chosen), players, chosen, guests_in(options))

    def game_on(self, board: Board, players: int, chosen: dict[str, str], guests: dict[str, str]) -> Game:
        """A game on a board; units of the players' own come as options too, by value."""
        kit = self.kit(board, players, chosen)
        if guests:
            invite(kit, guests)
            self.sort_out(kit, players, chosen)
        return FamilyGame(kit, self.rules_version, {**chosen, **guests})

    def sort_out(self, kit: Kit, players: int, chosen: dict[str, str]) -> None:
        """The units of a kit have changed: whatever a title keeps by their numbers is made anew."""
