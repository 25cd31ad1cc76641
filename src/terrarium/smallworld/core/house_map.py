"""Maps of the players' own: they come by value with the game's options, as one whole map.

    map.two_bays = 5f2a… {"format":1,"map":{…}}

What the rules need stands there in so many words: terrain, symbols, natives, borders, who touches the edge. The places
of the regions (`at`) are for whoever draws the map and nothing else.
"""

from typing import Final

from terrarium.kernel.handmade import MapReader, unwrapped

FORMAT: Final = 1
MOST_DATA: Final = 7_500
"""Characters of a map as it travels."""
MOST_REGIONS: Final = 60
MOST_SITES: Final = 8
"""Places of one region: it is drawn where it is nearest to one of them."""
MOST_OPEN: Final = 60
ROUNDS: Final[dict[int, int]] = {2: 10, 3: 10, 4: 9, 5: 8}
"""Rounds of a game by its number of players."""
WATERS: Final = ["sea", "lake"]
MAP_KEYS: Final = ["id", "title", "name", "players", "aspect", "open", "beside", "region"]
REGION_KEYS: Final = ["terrain", "symbols", "natives", "at", "borders", "edge", "entry"]


class MapRules:
    """What a map of a title may hold. Numbers of regions and natives go by the number of players."""

    def __init__(
        self, title: str, terrains: list[str], closed: list[str], symbols: list[str], sizes: dict[int, tuple[int, int]],
        natives: int, most_natives: dict[int, int], sign: str, least: dict[str, int],
    ) -> None:  # fmt: skip
        self.title = title
        self.terrains = terrains
        self.closed = closed
        """Terrains that hold neither symbols nor natives."""
        self.symbols = symbols
        self.sizes = sizes
        self.natives = natives
        """Native tokens of a region that has some."""
        self.most_natives = most_natives
        """Regions with natives."""
        self.sign = sign
        """The symbol that stands where natives stand; empty where they have none."""
        self.least = least
        """How often each terrain and symbol occurs at least, so that no unit finds nothing to live by."""
        self.islands = 1
        """Parts that no border connects, at most."""
        self.shut = WATERS
        """Terrains that stop whoever walks."""
        self.hides = False
        """Chance may hide things with the natives, no two of them side by side."""
        self.cellar = ""
        """The symbol that belongs on a terrain of its own, with that terrain after a colon."""
        self.caches: list[str] = []
        """Symbols under which something lies hidden, and how many of them there may be."""
        self.most_caches = 0
        self.anchored = False
        """Entries are marked one by one instead of following from the edge."""
        self.boards: dict[str, dict[str, object]] = {}
        """Boards of the box that may lie beside islands of one's own; none where a map is one board."""
        self.tables: dict[int, str] = {}
        """The boards for each number of players, by the letters that their names begin with."""

    def leaves_room(self, players: int, names: list[str]) -> bool:
        """Are these some of the boards of a table, none of them twice, whichever side, and one at least left out?"""
        room = self.tables.get(players, "")
        for name in names:
            if name not in self.boards or name[0] not in room:
                return False
            room = room.replace(name[0], "", 1)
        return room != "" and len({name[:2] for name in names}) == len(names)


class Surveyor(MapReader):
    """Reads one map; problems are collected, not raised."""

    def __init__(self, rules: MapRules) -> None:
        super().__init__()
        self.rules = rules
        self.players = 2
        self.terrain: list[str] = []
        self.symbols: list[list[str]] = []
        self.natives: list[int] = []
        self.edge: list[bool] = []
        self.entry: list[bool] = []
        self.borders: list[list[int]] = []
        self.own = 0
        """Regions of one's own; those of boards of the box follow them."""
        self.anchors: list[bool] = []
        """Where races come in on boards of the box."""

    def read(self, data: dict[str, object]) -> None:
        page = self.head(data, FORMAT, self.rules.title, MAP_KEYS)
        if not page:
            return
        self.name = self.id(page.get("id"), "map.id")
        self.players = self.whole(page.get("players"), "map.players", min(self.rules.sizes), max(self.rules.sizes))
        self.whole(page.get("aspect", 150), "map.aspect", 80, 220)
        self.read_open(page.get("open", []))
        rows = self.items(page.get("region", []), "map.region", MOST_REGIONS)
        for number, row in enumerate(rows):
            self.read_region(self.table(row, f"map.region.{number}"), f"map.region.{number}")
        if self.problems:
            return
        self.own = len(rows)
        self.read_beside(page.get("beside", []))
        if self.problems:
            return
        self.look_at_borders()
        if self.problems:
            return
        self.mark_entries(rows)
        self.look_at_numbers()
        self.look_at_land()

    def read_open(self, value: object) -> None:
        if value and self.rules.islands == 1:
            self.wrong("map.open", "no_open")
            return
        for number, spot in enumerate(self.items(value, "map.open", MOST_OPEN)):
            self.read_spot(spot, f"map.open.{number}")

    def read_spot(self, value: object, where: str) -> None:
        pair = self.items(value, where, 2)
        if isinstance(value, list) and len(value) != 2:
            self.wrong(where, "spot")
        for part in pair:
            self.whole(part, where, 0, 1000)

    def read_region(self, page: dict[str, object], where: str) -> None:
        rules = self.rules
        self.only(page, where, REGION_KEYS)
        terrain = self.word(page.get("terrain"), where + ".terrain", rules.terrains)
        symbols = [
            self.word(word, where + ".symbols", rules.symbols)
            for word in self.items(page.get("symbols", []), where + ".symbols", len(rules.symbols))
        ]
        if len(set(symbols)) < len(symbols):
            self.wrong(where + ".symbols", "twice")
        natives = self.whole(page.get("natives", 0), where + ".natives", 0, rules.natives)
        spots = self.items(page.get("at"), where + ".at", MOST_SITES)
        if page.get("at") == []:
            self.wrong(where + ".at", "spot")
        for spot in spots:
            self.read_spot(spot, where + ".at")
        self.look_at_signs(where, terrain, symbols, natives)
        if "entry" in page:
            self.flag(page["entry"], where + ".entry")
        self.terrain.append(terrain)
        self.symbols.append(symbols)
        self.natives.append(natives)
        self.edge.append(self.flag(page.get("edge"), where + ".edge"))
        self.borders.append(
            [
                self.whole(other, where + ".borders", 0, MOST_REGIONS - 1)
                for other in self.items(page.get("borders"), where + ".borders", MOST_REGIONS)
            ]
        )

    def read_beside(self, value: object) -> None:
        """Boards of the box beside islands of one's own: some of those that lie on the table for so many players."""
        rules = self.rules
        if value and not rules.boards:
            self.wrong("map.beside", "no_beside")
            return
        names = [self.word(name, "map.beside", list(rules.boards)) for name in self.items(value, "map.beside", 5)]
        if self.problems or not names:
            return
        if not rules.leaves_room(self.players, names):
            self.wrong("map.beside", "beside_boards", {"players": self.players, "needs": rules.tables[self.players]})
            return
        for name in names:
            self.lay(rules.boards[name])

    def lay(self, board: dict[str, object]) -> None:
        """The regions of a board of the box, numbered on from those that lie there already."""
        first = len(self.terrain)
        rows = board["regions"]
        assert isinstance(rows, list)
        for row in rows:
            words = [str(word) for word in row["features"]]
            self.terrain.append(words[0])
            self.symbols.append([word for word in words if word in self.rules.symbols])
            self.natives.append(int(row["natives"]))
            self.edge.append("edge" in words)
            self.anchors.append("entry" in words)
            self.borders.append([first + int(other) for other in row["borders"]])

    def look_at_signs(self, where: str, terrain: str, symbols: list[str], natives: int) -> None:
        """Symbols and natives that this terrain cannot hold, or that go together."""
        rules = self.rules
        own, _, ground = rules.cellar.partition(":")
        for symbol in symbols:
            if symbol == own and terrain != ground:
                self.wrong(where + ".symbols", "ground", {"symbol": symbol, "terrain": ground})
            elif symbol != own and terrain in rules.closed:
                self.wrong(where + ".symbols", "closed", {"terrain": terrain})
        if natives and terrain in rules.closed:
            self.wrong(where + ".natives", "closed", {"terrain": terrain})
        if natives and natives != rules.natives:
            self.wrong(where + ".natives", "native_tokens", {"n": rules.natives})
        if rules.sign and (rules.sign in symbols) != (natives > 0):
            self.wrong(where + ".symbols", "native_sign", {"symbol": rules.sign})
        if len([symbol for symbol in symbols if symbol in rules.caches]) > 1:
            self.wrong(where + ".symbols", "twice")

    def look_at_borders(self) -> None:
        n = len(self.borders)
        for a in range(n):
            where = f"map.region.{a}.borders"
            if self.borders[a] != sorted(set(self.borders[a])):
                self.wrong(where, "border_order")
            for b in self.borders[a]:
                if b == a:
                    self.wrong(where, "border_self", {"a": a})
                elif b >= n:
                    self.wrong(where, "border_none", {"a": a, "b": b})
                elif a not in self.borders[b]:
                    self.wrong(where, "border_oneway", {"a": a, "b": b})

    def spread(self, start: int, within: list[bool]) -> list[int]:
        """Every region that is reached from one of `within`, border by border, through `within`."""
        seen = [start]
        for here in seen:
            for other in self.borders[here]:
                if within[other] and other not in seen:
                    seen.append(other)
        return seen

    def mark_entries(self, rows: list[object]) -> None:
        """Where races come in: as the region says, or else as the title has it."""
        for r in range(self.own):
            row = rows[r]
            assert isinstance(row, dict)
            shore = [b for b in self.borders[r] if self.terrain[b] == "sea" and self.edge[b]]
            usual = not self.rules.anchored and (self.edge[r] or len(shore) > 0) and self.terrain[r] != "chasm"
            entry = row.get("entry", usual) is True
            where = f"map.region.{r}.entry"
            if entry and not usual and not (self.rules.anchored and self.edge[r]):
                self.wrong(where, "entry_inland", {"a": r})
            elif entry and (self.terrain[r] == "chasm" or (self.rules.anchored and self.terrain[r] in WATERS)):
                self.wrong(where, "closed", {"terrain": self.terrain[r]})
            self.entry.append(entry)
        self.entry += self.anchors

    def look_at_numbers(self) -> None:
        rules, players, n = self.rules, self.players, len(self.terrain)
        low, high = rules.sizes[players]
        if not low <= n <= high:
            self.wrong("map.region", "map_size", {"players": players, "least": low, "most": high, "n": n})
        for name, least in rules.least.items():
            found = len([r for r in range(n) if self.terrain[r] == name or name in self.symbols[r]])
            if found < least:
                self.wrong("map.region", "map_least", {"feature": name, "least": least, "n": found})
        settled = len([r for r in range(n) if self.natives[r]])
        if settled > rules.most_natives[players]:
            self.wrong("map.region", "map_natives", {"most": rules.most_natives[players], "n": settled})
        if rules.hides and not self.apart(players + 1, [r for r in range(n) if self.natives[r]]):
            self.wrong("map.region", "natives_apart", {"least": players + 1})
        hidden = len([r for r in range(n) if [word for word in self.symbols[r] if word in rules.caches]])
        if rules.caches and hidden > rules.most_caches:
            self.wrong("map.region", "map_caches", {"most": rules.most_caches, "n": hidden})
        doors = len([r for r in range(n) if self.entry[r] and self.terrain[r] not in rules.shut])
        if doors < 2 * players:
            self.wrong("map.region", "map_entries", {"least": 2 * players, "n": doors})

    def apart(self, wanted: int, among: list[int]) -> bool:
        """Are there so many of these regions no two of which border each other?"""
        if wanted <= 0:
            return True
        while len(among) >= wanted:
            first = among[0]
            among = among[1:]
            if self.apart(wanted - 1, [r for r in among if r not in self.borders[first]]):
                return True
        return False

    def look_at_land(self) -> None:
        """All of it hangs together, and nobody needs to swim, but from island to island."""
        n = len(self.terrain)
        if n == 0:
            return
        everything = [True] * n
        land = [word not in self.rules.shut for word in self.terrain]
        left = list(range(n))
        parts = 0
        while left:
            part = self.spread(left[0], everything)
            parts += 1
            if parts > self.rules.islands:
                self.wrong(f"map.region.{left[0]}", "apart", {"a": left[0], "most": self.rules.islands})
                return
            dry = [r for r in part if land[r]]
            if self.rules.islands > 1 and not [r for r in part if self.entry[r]]:
                self.wrong(f"map.region.{left[0]}", "island_entry", {"a": left[0]})
            if not dry:
                self.wrong(f"map.region.{left[0]}", "island_dry", {"a": left[0]})
            else:
                reached = self.spread(dry[0], land)
                cut = [r for r in dry if r not in reached]
                if cut:
                    self.wrong(f"map.region.{cut[0]}", "cut_off", {"a": cut[0]})
            left = [r for r in left if r not in part]

    def page(self) -> dict[str, object]:
        """The map as a map file of the box says it."""
        rows: list[object] = []
        for r in range(len(self.terrain)):
            words = [self.terrain[r], *self.symbols[r]]
            if self.edge[r]:
                words.append("edge")
            if self.entry[r]:
                words.append("entry")
            if self.terrain[r] not in WATERS and [b for b in self.borders[r] if self.terrain[b] in WATERS]:
                words.append("coastal")
            rows.append({"id": r, "features": words, "natives": self.natives[r], "borders": self.borders[r]})
        return {"id": self.name, "players": self.players, "rounds": ROUNDS.get(self.players, 10), "regions": rows}


def surveyed(data: dict[str, object], rules: MapRules) -> Surveyor:
    """A map that was read, with its problems: it is of use only if there are none."""
    found = Surveyor(rules)
    found.read_any(data, MOST_DATA, "no_map", "map_long")
    return found


def map_from(name: str, line: str, rules: MapRules, taken: list[str]) -> dict[str, object]:
    """The map in a game's options, as a map file of the box says it; NotationError if it is none."""
    found = surveyed(unwrapped(line, "map"), rules)
    found.fit(name, taken)
    return found.page()
