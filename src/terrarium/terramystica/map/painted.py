"""A map of the players' own: the board of the box painted anew, land and river. It comes by value with the options.

    map.two_rivers = 5f2a… {"format":1,"map":{…}}

It has as many hexes of either kind as the board; where a bridge may stand follows from its rivers.
"""

from typing import Final

from terrarium.kernel.handmade import MapReader, unwrapped
from terrarium.terramystica.map.board import LETTERS, RIVERS, ROWS, SITES, Atlas
from terrarium.terramystica.names import TERRAINS

FORMAT: Final = 1
MOST_DATA: Final = 2_000
LEAST_HEXES: Final = 8
"""Hexes of each terrain: a faction's home must suffice for its first buildings and some more."""
MOST_HEXES: Final = 14
LEAST_BANKS: Final = 2
"""Hexes of each terrain that lie at a river: without them shipping is worth nothing to who lives there."""
LEAST_SITES: Final = 8
"""Bridge sites: the five players of a table have bridges to build."""
MAP_KEYS: Final = ["id", "title", "name", "rows"]


class Painter(MapReader):
    """Reads one painted map; problems are collected, not raised."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[str] = []

    @property
    def terrain(self) -> list[int]:
        """The terrain of every land hex, in their order."""
        return [LETTERS.index(letter) for row in self.rows for letter in row if letter != "."]

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
            self.read_row(row, len(ROWS[number]), f"map.rows.{number}")
        if self.problems:
            return
        self.look_at_numbers()
        atlas = Atlas(self.rows)
        self.look_at_neighbours(atlas)
        self.look_at_rivers(atlas)
        self.look_at_bridges(atlas)

    def read_row(self, row: object, size: int, where: str) -> None:
        if not isinstance(row, str) or len(row) != size:
            self.wrong(where, "hex_row", {"row": where[-1:], "n": size})
            return
        for letter in row:
            if letter != "." and letter not in LETTERS:
                self.wrong(where, "hex_letter", {"text": letter, "names": LETTERS})
                return
        self.rows.append(row)

    def look_at_numbers(self) -> None:
        rivers = "".join(self.rows).count(".")
        if rivers != RIVERS:
            self.wrong("map.rows", "hex_rivers", {"n": rivers, "least": RIVERS})
        for number, name in enumerate(TERRAINS):
            found = self.terrain.count(number)
            if not LEAST_HEXES <= found <= MOST_HEXES:
                args: dict[str, object] = {"terrain": name, "least": LEAST_HEXES, "most": MOST_HEXES, "n": found}
                self.wrong("map.rows", "hex_count", args)

    def look_at_neighbours(self, atlas: Atlas) -> None:
        """No two hexes of one terrain side by side, as on every printed board."""
        for h in range(len(atlas.places)):
            for other in atlas.around[h]:
                if h < other < 100 and atlas.terrain[h] == atlas.terrain[other]:
                    args: dict[str, object] = {"a": atlas.land_names[h], "b": atlas.land_names[other]}
                    self.wrong(f"map.rows.{atlas.places[h][0]}", "hex_alike", args)

    def look_at_rivers(self, atlas: Atlas) -> None:
        """A river is for ships: no river hex lies alone, and every terrain has some hexes at one."""
        for river, (row, column) in enumerate(atlas.river_places):
            if not [cell for cell in atlas.around[100 + river] if cell >= 100]:
                self.wrong(f"map.rows.{row}", "hex_pond", {"row": "ABCDEFGHI"[row], "n": column + 1})
        for number, name in enumerate(TERRAINS):
            banks = [h for h in range(len(atlas.places)) if atlas.terrain[h] == number and at_river(atlas, h)]
            if len(banks) < LEAST_BANKS:
                self.wrong("map.rows", "hex_dry", {"terrain": name, "n": len(banks), "least": LEAST_BANKS})

    def look_at_bridges(self, atlas: Atlas) -> None:
        """Enough sites for bridges, no more than can be named, and one for every piece of land: else it is cut off."""
        if not LEAST_SITES <= len(atlas.bridges) <= SITES:
            args: dict[str, object] = {"n": len(atlas.bridges), "least": LEAST_SITES, "most": SITES}
            self.wrong("map.rows", "hex_bridges", args)
        pieces = lands(atlas)
        ends = {h for site in atlas.bridges for h in site}
        for piece in pieces if len(pieces) > 1 else []:
            if not piece & ends:
                h = min(piece)
                self.wrong(f"map.rows.{atlas.places[h][0]}", "hex_cut_off", {"a": atlas.land_names[h]})


def at_river(atlas: Atlas, h: int) -> bool:
    return bool([cell for cell in atlas.around[h] if cell >= 100])


def lands(atlas: Atlas) -> list[set[int]]:
    """The pieces of land that hang together by edges."""
    found: list[set[int]] = []
    left = set(range(len(atlas.places)))
    while left:
        piece = {min(left)}
        grown = piece
        while grown:
            grown = {cell for h in grown for cell in atlas.around[h] if cell < 100} - piece
            piece |= grown
        left -= piece
        found.append(piece)
    return found


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
