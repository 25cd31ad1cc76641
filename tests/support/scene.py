"""Positions for scenario tests, written down as a player would set them up on the table.

scene = Scene(players=2)
scene.active(0, "orcs", "flying", {14: 3, 15: 1}, hand=2)
scene.declined(1, "ghouls", {3: 2})
state = scene.conquest(0)
assert can(state, "conquer 16")
play(state, "conquer 16", "? die 3")
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, Event, Refusal, State
from terrarium.smallworld.core.codes import tribe_in
from terrarium.smallworld.core.folds import price as real_price
from terrarium.smallworld.core.game import Position
from tests.support import conserved
from tests.support.box import RACES as BOX
from tests.support.box import box_game
from tests.support.family import check_books

RACES = BOX["small-world"]
STOCK = {"lair": 10, "fortress": 6, "encampment": 5, "hole": 2, "hero": 2, "dragon": 1}

RACES_BELOW = BOX["underground"]
STOCK_BELOW = {
    "great_ancient": 1, "queen": 1, "tomb_raiders_ghost": 1, "balrog": 1, "mushroom_armor": 8, "volcano": 1,
    "hidden": 15, "bag_o_many_things": 1,
}  # fmt: skip
THINGS = (
    "flying_doormat", "froggys_ring", "stinky_trolls_socks", "scepter_of_avarice", "shiny_orb",
    "sword_of_the_killer_rabbit", "altar_of_souls", "crypt_of_the_tomb_raider", "diamond_fields", "great_brass_pipe",
    "fountain_of_youth", "keep_on_the_motherland", "mine_of_the_lost_dwarf", "stonehedge", "wickedest_pentacle",
)  # fmt: skip
PACKAGES = {"small-world": "classic", "underground": "underground"}


class Scene:
    """A table being set up. Regions not named hold their Lost Tribe if the map has one (unless `natives=False`).

    The units are those of the box, whatever else the kit holds; units of one's `own` are named.
    """

    def __init__(
        self, players: int = 2, natives: bool = True, round: int = 2, title: str = "small-world",
        own: tuple[str, ...] = (), **options: str,
    ) -> None:  # fmt: skip
        self.game = box_game(title, players, options=options, own=own)
        self.title = title
        mixed = options.get("mixed", "no")
        below = title == "underground" or mixed != "no"
        above = title == "small-world" or mixed != "no"
        self.races = {**(RACES if above else {}), **(RACES_BELOW if below else {})}
        out = ("humans",) if title == "underground" else ("flames", "spiderines")
        self.races = {name: n for name, n in self.races.items() if name not in out or not (above and below)}
        kit = self.game.kit
        for unit in kit.units[: int(kit.n_races)]:
            if unit.name in own:
                self.races[unit.name] = (int(unit.tokens), int(unit.tray))
        self.hiding = title == "underground" or mixed == "relics"
        self.unseen = [*THINGS] if self.hiding else []
        self.players = players
        self.round = round
        self.coins = [20] * players
        self.tribes: dict[str, list[Any]] = {}
        self.regions: dict[int, list[Any]] = {}
        self.notes: dict[str, int] = {}
        self.row: list[list[Any]] = []
        self.used: dict[str, int] = {}
        self.discarded: list[str] = []
        self.stock = {**(STOCK if above else {}), **(STOCK_BELOW if below else {})}
        if natives:
            for region in map_rows(self.game.map_name, title):
                if region["natives"]:
                    self.regions[region["id"]] = ["natives", region["natives"], {}]
                    if "monster" in region["features"]:
                        self.mark(region["id"], "hidden")

    def active(self, seat: int, race: str, power: str, regions: dict[int, int], hand: int = 0, **notes: int) -> "Scene":
        """An active race with its tokens by region; the rest of its tokens are in the tray."""
        return self._tribe("active", seat, race, power, regions, hand)

    def declined(self, seat: int, race: str, regions: dict[int, int], power: str = "") -> "Scene":
        """A race in decline (with `power` only if its badge stays, as that of Spirit)."""
        return self._tribe("declined", seat, race, power, regions, 0)

    def _tribe(self, mode: str, seat: int, race: str, power: str, regions: dict[int, int], hand: int) -> "Scene":
        tray = self.races[race][1] - sum(regions.values()) - hand
        assert tray >= 0, "more tokens than there are"
        self.tribes[race] = [mode, seat, power, hand, 0, tray]
        for region, tokens in regions.items():
            self.clear(region)
            self.regions[region] = [race, tokens, {}]
        return self

    def clear(self, region: int) -> "Scene":
        """Nothing lies in this region: its monsters and their marker are gone too."""
        for name, n in self.regions.pop(region, ["", 0, {}])[2].items():
            if name in self.stock:
                self.stock[name] += n
        return self

    def thing(self, region: int, name: str) -> "Scene":
        """A relic or place has been discovered and lies in this region."""
        self.regions.setdefault(region, ["", 0, {}])[2][name] = 1
        self.unseen.remove(name)
        return self

    def lend(self, region: int, power: str) -> "Scene":
        """Stonehedge lies in this region and lends this power."""
        units = self.game.kit.ids
        self.notes["stonehedge"] = units[power] + 1
        return self.thing(region, "stonehedge")

    def mark(self, region: int, name: str, n: int = 1) -> "Scene":
        """Put pieces (lair, fortress, encampment, hole, hero, dragon) into a region that is held."""
        self.regions.setdefault(region, ["", 0, {}])[2][name] = n
        self.stock[name] -= n
        return self

    def note(self, unit: str, value: int) -> "Scene":
        """What a unit remembers from turn to turn (holes dug, ally's seat + 1, Wealthy paid)."""
        self.notes[unit] = value
        return self

    def combos(self, *row: tuple[str, str, int]) -> "Scene":
        """The combo row from the top: race, power, coins on it."""
        self.row = [list(combo) for combo in row]
        return self

    def dump(self, frames: list[list[Any]]) -> dict[str, Any]:
        races = [name for name in self.races if name not in self.tribes]
        used = [tribe[2] for tribe in self.tribes.values() if tribe[2]] + self.discarded
        kit = self.game.kit
        if "stonehedge" in self.notes:
            used.append(kit.units[self.notes["stonehedge"] - 1].name)
        badges = [unit.name for unit in kit.units[kit.n_races : kit.n_races + kit.n_powers]]
        powers = [name for name in badges if name not in used]
        row = list(self.row)
        for combo in row:
            races.remove(combo[0])
            powers.remove(combo[1])
        while len(row) < 6 and races:
            row.append([races.pop(), powers.pop(), 0])
        return {
            "round": self.round, "seat": 0, "first": 0, "stack": frames, "row": row, "stacked_races": races,
            "returned_races": [], "stacked_powers": powers, "discarded_powers": list(self.discarded),
            "coins": list(self.coins),
            "ledger": list(self.coins), "tribes": self.tribes,
            "regions": {str(region): held for region, held in self.regions.items()},
            "stock": dict(self.stock),
            "notes": self.notes, "used": self.used, **({"unseen": self.unseen} if self.hiding else {}),
        }  # fmt: skip

    def turn(self, seat: int) -> State:
        """The beginning of a player's turn: asked to pick, or to expand or decline."""
        state = self.game.load(self.dump([["turn", next(iter(self.races)), "", 0, seat]]))
        state.watch()
        return state

    def conquest(self, seat: int) -> State:
        """The conquests of a player's active race (after those of declined Ghouls are to be answered first)."""
        state = self.turn(seat)
        play(state, "expand")
        return state


def map_rows(name: str, title: str = "small-world") -> list[dict[str, Any]]:
    """The regions of a map file."""
    files = catalog.map_files(f"terrarium.smallworld.{PACKAGES[title]}")
    rows: Any = files[name]["regions"]
    return list(rows)


def find(map_name: str, *features: str, without: tuple[str, ...] = ()) -> list[int]:
    """Regions of a map with all of `features` and none of `without`."""
    return [
        row["id"]
        for row in map_rows(map_name)
        if set(features) <= set(row["features"]) and not set(without) & set(row["features"])
    ]


def why(state: State, text: str) -> Refusal | None:
    """The refusal of an action, None if it is legal; checks that list and reason agree."""
    action = state.parse(text)
    refusal = state.why_illegal(action)
    assert (refusal is None) == (action in state.legal_actions()), text
    return refusal


def can(state: State, text: str) -> bool:
    """Is this action legal?"""
    return why(state, text) is None


def refused(state: State, text: str) -> str:
    """The code of the refusal; fails if the action is legal."""
    refusal = why(state, text)
    assert refusal is not None, f"{text} is legal"
    assert refusal.rule, "a refusal names its rule"
    return refusal.code


def asked_of(state: State) -> tuple[Any, Any]:
    """What is asked, and of which tribe."""
    ask: Any = state.view(0)["ask"]
    return ask["code"], ask.get("tribe")


def play(state: State, *lines: str) -> State:
    """Play lines one after the other; chance's begin with `?`. Every one must be legal, and asked of the right one."""
    with books(state):
        for line in lines:
            chance = line.startswith("?")
            actions = state.expand(line.removeprefix("?").strip())
            question = asked_of(state)
            for action in actions:
                if len(actions) > 1 and asked_of(state) != question:
                    break  # the last region of a distribution gets what is left without being asked
                assert (state.current_player() == CHANCE) == chance, f"{line}: {state.view(0)['ask']}"
                refusal = state.why_illegal(action)
                assert refusal is None, f"{line}: {refusal}"
                assert action in state.legal_actions(), f"{line} is not listed"
                state.apply(action)
    return state


@contextmanager
def books(state: State) -> Iterator[None]:
    """If every token, piece, thing and badge is somewhere, once, before, so it must be afterwards; in Warcraft, whose
    figures come and go, nothing that is counted may have become more or less."""
    balanced = in_books(state)
    before = conserved.read(state)
    yield
    conserved.compare(before, conserved.read(state))
    if balanced and isinstance(state, Position):
        check_books(state)


def in_books(state: State) -> bool:
    """Do the books of this table balance? Scenes that leave badges or pieces out do not, nor do Warcraft's figures."""
    if not isinstance(state, Position) or state.kit.title == "warcraft":
        return False
    try:
        check_books(state)
    except AssertionError:
        return False
    return True


def region(state: State, r: int) -> dict[str, Any]:
    """What lies in a region: holder, seat, tokens, marks."""
    rows: Any = state.view(0)["regions"]
    found: dict[str, Any] = rows[r]
    return found


def stock(state: State, piece: str) -> int:
    """Pieces of a kind that lie in no region."""
    pieces: Any = state.view(0)["stock"]
    return int(pieces[piece])


def texts(state: State) -> list[str]:
    """What may be answered, as it is written."""
    return [state.text(code) for code in state.legal_actions()]


def tribe(state: State, race: str) -> dict[str, Any]:
    """A race in play, as everybody sees it; empty if it has left the map."""
    seats: Any = state.view(0)["seats"]
    for seat in seats:
        for found in seat["tribes"]:
            if found["race"] == race:
                return dict(found)
    return {}


def deal(state: State) -> State:
    """Let chance answer with its first outcome until a player is asked (dice show blank)."""
    with books(state):
        while state.current_player() == CHANCE:
            state.apply(state.legal_actions()[0])
    return state


def asked(state: State) -> str:
    """The code of the question that is open now: `conquest`, `deploy`, `die`, `unit.stout`, `over` ..."""
    ask: Any = state.view(0)["ask"]
    return str(ask["code"])


def happened(state: State, code: str) -> list[Event]:
    """The events of this kind since the state was watched."""
    return [event for event in state.events(0) if event.code == code]


def coins_for(state: State, cause: str) -> int:
    """Coins gained because of a unit, or because of `regions`, since the state was watched."""
    total = 0
    for event in happened(state, "coins"):
        n = event.args["n"]
        if event.cause == cause and isinstance(n, int):
            total += n
    return total


def price(state: State, r: int) -> int:
    """What conquering a region would cost now: what the lines for people add up to must be what the rules ask."""
    told = sum(n for _, n in state.explain(state.parse(f"conquer {r}")))
    assert isinstance(state, Position)
    me = tribe_in(state.top())
    assert told == real_price(state, me, r, state.crew(me)), f"region {r}"
    return told


def end_turn(state: State) -> State:
    """Go on with the plainest answers until another player's turn begins or the game ends; dice show blank."""
    seat = state.view(0)["turn"]
    with books(state):
        while state.view(0)["turn"] == seat and state.current_player() != -2:
            texts = [state.text(action) for action in state.legal_actions()]
            plain = [text for text in texts if text.split()[0] in ("stop", "no", "expand")]
            state.apply(state.parse((plain or texts)[0]))
    return state


def stop(state: State) -> State:
    """End conquests and redeploy in the plainest way: all spare tokens, also those driven off, into the last region."""
    play(state, "stop")
    return settle(state)


def settle(state: State) -> State:
    """Answer every question of how to redeploy in the plainest way."""
    with books(state):
        while asked(state) in ("deploy", "retreat"):
            state.apply(state.legal_actions()[0])
    return state
