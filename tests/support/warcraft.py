"""Positions of Warcraft for scenario tests, written down as a player would set them up on the table.

scene = Wow("l1a+s1a")
scene.active(0, "orcs", "sailing", {2: 3}, hand=2)
state = scene.conquest(0)
"""

from typing import Any

from terrarium import catalog
from terrarium.kernel.contract import State
from tests.support.box import POWERS, box_game
from tests.support.box import RACES as BOX
from tests.support.scene import play

RACES = BOX["warcraft"]

STOCK = {
    "wisp_wall": 9, "fort": 10, "watchtower": 6, "beast": 5, "champion": 1, "bomb": 12, "military_objective": 2,
    "hidden": 5,
}  # fmt: skip

THINGS = [
    "aegis", "ashes", "doomhammer", "frostmourne", "heart", "battleground", "dark_portal", "karazhan", "lights_hope",
    "meeting_stone", "spirit_healer", "well",
]  # fmt: skip


FACTION_ROWS = [
    ["draenei", "dwarves", "gnomes", "humans", "night_elves", "worgen"],
    ["blood_elves", "forsaken", "goblins", "orcs", "tauren", "trolls"],
    ["ethereals", "kobolds", "naga", "pandaren"],
]
"""The races of each row in the team variant; the third row is there only with an odd number of players."""


class Wow:
    """A table being set up. Without `natives` no Murloc stands anywhere; what is hidden is said by `mark`."""

    def __init__(
        self, boards: str = "l1a+s1a", natives: bool = False, round: int = 2, players: int = 0,
        own: tuple[str, ...] = (), **options: str,
    ) -> None:  # fmt: skip
        self.players = players or len(boards.split("+"))
        self.variant = options.get("variant", "standard")
        self.wild_coins = 0
        self.game = box_game("warcraft", self.players, boards, options, own)
        kit = self.game.kit
        owned = {unit.name: (int(unit.tokens), int(unit.tray)) for unit in kit.units if unit.name in own}
        self.races = {**RACES, **{name: owned[name] for name in own if owned[name][1]}}
        self.powers = [*POWERS["warcraft"], *(name for name in own if not owned[name][1])]
        self.round = round
        self.coins = [20] * self.players
        self.tribes: dict[str, list[Any]] = {}
        self.regions: dict[int, list[Any]] = {}
        self.notes: dict[str, int] = {}
        self.used: dict[str, int] = {}
        self.row: list[list[Any]] = []
        self.stock = dict(STOCK)
        self.seen: list[str] = []
        self.rows = map_rows(boards)
        if natives:
            for r, row in enumerate(self.rows):
                if row["natives"]:
                    self.regions[r] = ["natives", row["natives"], {}]

    def active(self, seat: int, race: str, power: str, regions: dict[int, int], hand: int = 0) -> "Wow":
        """An active race with its tokens by region; the rest of its tokens are in the tray."""
        return self._tribe("active", seat, race, power, regions, hand)

    def declined(self, seat: int, race: str, regions: dict[int, int], power: str = "") -> "Wow":
        """A race in decline, with `power` if its badge stays."""
        return self._tribe("declined", seat, race, power, regions, 0)

    def _tribe(self, mode: str, seat: int, race: str, power: str, regions: dict[int, int], hand: int) -> "Wow":
        tray = self.races[race][1] - sum(regions.values()) - hand
        assert tray >= 0, "more tokens than there are"
        self.tribes[race] = [mode, seat, power, hand, 0, tray]
        for region, tokens in regions.items():
            self.regions[region] = [race, tokens, self.regions.get(region, ["", 0, {}])[2]]
        return self

    def murloc(self, *regions: int) -> "Wow":
        for region in regions:
            self.regions[region] = ["natives", 1, {}]
        return self

    def murlocs(self, regions: dict[int, int], hand: int, coins: int = 0) -> "Wow":
        """The Murlocs of the game against them: tokens by region, beside the boards, and their coins."""
        self.tribes["murlocs"] = ["active", self.players, "", hand, 0, 0]
        for region, tokens in regions.items():
            self.regions[region] = ["murlocs", tokens, self.regions.get(region, ["", 0, {}])[2]]
        self.wild_coins = coins
        return self

    def mark(self, region: int, name: str, n: int = 1) -> "Wow":
        """Put pieces into a region."""
        self.regions.setdefault(region, ["", 0, {}])[2][name] = n
        self.stock[name] -= n
        return self

    def thing(self, region: int, name: str) -> "Wow":
        """An artifact or place lies face up in a region."""
        self.regions.setdefault(region, ["", 0, {}])[2][name] = 1
        self.seen.append(name)
        return self

    def note(self, unit: str, value: int) -> "Wow":
        self.notes[unit] = value
        return self

    def combos(self, *row: tuple[str, str, int]) -> "Wow":
        self.row = [list(combo) for combo in row]
        return self

    def dump(self, frames: list[list[Any]]) -> dict[str, Any]:
        races = [name for name in self.races if name not in self.tribes]
        used = [tribe[2] for tribe in self.tribes.values() if tribe[2]]
        powers = [name for name in self.powers if name not in used]
        for combo in self.row:
            races.remove(combo[0])
            powers.remove(combo[1])
        groups = [list(self.races)]
        if self.variant == "team":
            groups = FACTION_ROWS if self.players % 2 else FACTION_ROWS[:2]
            races = [name for name in races if any(name in group for group in groups)]
        rows = []
        for group in groups:
            row = [combo for combo in self.row if combo[0] in group]
            waiting = [name for name in races if name in group]
            while len(row) < 6 and waiting:
                row.append([waiting.pop(), powers.pop(), 0])
                races.remove(row[-1][0])
            rows.append(row)
        more = {"other_rows": rows[1:]} if len(rows) > 1 else {}
        if self.variant == "coop":
            more["wild_coins"] = self.wild_coins  # type: ignore[assignment]
        return {
            **more,
            "round": self.round, "seat": 0, "first": 0, "stack": frames, "row": rows[0], "stacked_races": races,
            "returned_races": [], "stacked_powers": powers, "discarded_powers": [], "coins": list(self.coins),
            "ledger": list(self.coins), "tribes": self.tribes,
            "regions": {str(region): held for region, held in self.regions.items()},
            "stock": dict(self.stock), "notes": self.notes, "used": self.used,
            "unseen": [name for name in THINGS if name not in self.seen],
        }  # fmt: skip

    def turn(self, seat: int) -> State:
        """The beginning of a player's turn."""
        state = self.game.load(self.dump([["turn", "orcs", "", 0, seat]]))
        state.watch()
        return state

    def conquest(self, seat: int) -> State:
        """The conquests of a player's active race."""
        state = self.turn(seat)
        play(state, "expand")
        return state


def map_rows(boards: str) -> list[dict[str, Any]]:
    """The regions of the sides named, numbered through; `borders` too."""
    files: Any = catalog.map_files("terrarium.smallworld.warcraft")
    rows: list[dict[str, Any]] = []
    for name in sorted(boards.split("+")):
        first = len(rows)
        for row in files[name]["regions"]:
            rows.append({**row, "id": first + row["id"], "borders": [first + q for q in row["borders"]]})
    return rows


def hold(state: State, seat: int) -> int:
    """The coins of a player."""
    return state.scores()[seat]


def coop(players: int = 2, **options: Any) -> Wow:
    """A table against the Murlocs on l1a (regions 0 to 12) and s1a (13 to 20)."""
    return Wow(players=players, variant="coop", **options)


def wild(state: State) -> dict[str, Any]:
    """The Murlocs as everybody sees them."""
    found: Any = state.view(0)["wild"]
    return dict(found)
