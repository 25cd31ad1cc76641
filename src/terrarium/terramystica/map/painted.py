"""A map of the players' own: the board of the box with its land painted anew. It comes by value with the options.

    map.two_rivers = 5f2a… {"format":1,"map":{…}}

Rivers and bridge sites stay where the board has them: every table of the map is made from them.
"""

from typing import Final

from terrarium.kernel.handmade import MapReader, unwrapped
from terrarium.terramystica.map.board import ATLAS, LAND_NAMES, LETTERS, ROWS
from terrarium.terramystica.names import TERRAINS

FORMAT: Final = 1
MOST_DATA: Final = 2_000
LEAST_HEXES: Final = 8
"""Hexes of each terrain: a faction's home must suffice for its first buildings and some more."""
MOST_HEXES: Final = 14
MAP_KEYS: Final = ["id", "title", "name", "rows"]


class Painter(MapReader):
    """Reads one painted map; problems are collected, not raised."""

    def __init__(self) -> None:
        super().__init__()
        self.terrain: list[int] = []

    def read(self, data: dict[str, object]) -> None:
        page = self.head(data, FORMAT, "terra-mystica", MAP_KEYS)
        if not page:
            return
        self.name = self.id(page.get("id"), "map.id")
        rows = self.items(page.get("rows"), "map.rows", len(ROWS))
        if len(rows) != len(ROWS):
            self.wrong("map.rows", "hex_rows", {"n": len(ROWS)})
            return
        for number, row in enumerate(rows):
            self.read_row(row, ROWS[number], f"map.rows.{number}")
        if not self.problems:
            self.look_at_numbers()
            self.look_at_neighbours()

    def read_row(self, row: object, printed: str, where: str) -> None:
        if not isinstance(row, str) or len(row) != len(printed):
            self.wrong(where, "hex_row", {"row": where[-1:], "n": len(printed)})
            return
        for place, letter in enumerate(row):
            if (letter == ".") != (printed[place] == "."):
                self.wrong(where, "hex_river", {"n": place + 1})
                return
            if letter != "." and letter not in LETTERS:
                self.wrong(where, "hex_letter", {"text": letter, "names": LETTERS})
                return
            if letter != ".":
                self.terrain.append(LETTERS.index(letter))

    def look_at_numbers(self) -> None:
        for number, name in enumerate(TERRAINS):
            found = self.terrain.count(number)
            if not LEAST_HEXES <= found <= MOST_HEXES:
                args: dict[str, object] = {"terrain": name, "least": LEAST_HEXES, "most": MOST_HEXES, "n": found}
                self.wrong("map.rows", "hex_count", args)

    def look_at_neighbours(self) -> None:
        """No two hexes of one terrain side by side, as on every printed board."""
        for h in range(len(self.terrain)):
            for other in ATLAS.around[h]:
                if h < other < 100 and self.terrain[h] == self.terrain[other]:
                    row = ATLAS.places[h][0]
                    self.wrong(f"map.rows.{row}", "hex_alike", {"a": LAND_NAMES[h], "b": LAND_NAMES[other]})


def painted(data: dict[str, object]) -> Painter:
    """A map that was read, with its problems: it is of use only if there are none."""
    found = Painter()
    found.read_any(data, MOST_DATA, "no_map", "map_long")
    return found


def painted_in(name: str, line: str) -> Painter:
    """The map in a game's options; NotationError if it is none."""
    found = painted(unwrapped(line, "map"))
    found.fit(name, ["base"])
    return found
