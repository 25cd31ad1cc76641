"""Positions of Terra Mystica for scenario tests, written down as a player would set them up on the table.

table = Table("witches", "nomads")
table.put(0, "F4 te", "G3 d")
table.goods(0, coins=10, workers=5)
state = table.main(0)
play(state, "upgrade f4 sa", "favor fav5")
"""

from typing import Any

from terrarium import catalog
from terrarium.kernel.contract import Event, Refusal, State
from terrarium.terramystica.game import TerraMystica
from terrarium.terramystica.snellman.replay.ledger import Ledger

HOMES = {
    "alchemists": "swamp", "auren": "forest", "chaosmagicians": "wasteland", "cultists": "plains",
    "darklings": "swamp", "dwarves": "mountains", "engineers": "mountains", "fakirs": "desert", "giants": "wasteland",
    "halflings": "plains", "mermaids": "lakes", "nomads": "desert", "swarmlings": "lakes", "witches": "forest",
}  # fmt: skip
KINDS = {"d": "dwelling", "tp": "trading_house", "te": "temple", "sh": "stronghold", "sa": "sanctuary"}
HELD = ["bon3", "bon5", "bon8", "bon9", "bon2"]
FREE = ["bon1", "bon4", "bon7"]


class Table:
    """A table in the action phase; goods are none, bowls 5/7/0 and cults at 0 unless said otherwise."""

    def __init__(self, *factions: str, round: int = 2, tiles: str = "1 2 3 4 5 6", **options: str) -> None:
        self.factions = factions
        self.game = catalog.game("terra-mystica", len(factions), options=options)
        self.hexes: dict[str, dict[str, Any]] = {}
        self.cards: dict[str, list[Any]] = {
            **{HELD[i]: [i, 0] for i in range(len(factions))},
            **{card: ["free", 0] for card in FREE},
        }
        self.page: dict[str, Any] = {
            "players": len(factions),
            "round": round,
            "turn": 0,
            "order": list(range(len(factions))),
            "tiles": [f"score{n}" for n in tiles.split()],
        }
        self.seats: list[dict[str, Any]] = [
            {"faction": f, "vp": 20, "bowls": [5, 7, 0], "cults": [0, 0, 0, 0], "own": [],
             **({"shipping": 1} if f == "mermaids" else {})}
            for f in factions
        ]  # fmt: skip

    def put(self, seat: int, *buildings: str, town: bool = False) -> "Table":
        """Buildings as `"E5 tp"`; the space becomes home terrain."""
        for text in buildings:
            name, kind = text.split()
            self.hexes[name] = {"terrain": HOMES[self.factions[seat]], "building": KINDS[kind], "seat": seat}
            if town:
                self.hexes[name]["town"] = 1
            self.seats[seat]["own"].append(name)
        return self

    def goods(self, seat: int, **values: Any) -> "Table":
        """Goods, bowls, cults, tracks, favors, bridges … of a seat; `card` is the bonus card held."""
        card = values.pop("card", None)
        if card:
            self.cards = {c: e for c, e in self.cards.items() if e[0] != seat and c != card}
            self.cards[card] = [seat, 0]
        self.seats[seat].update(values)
        return self

    def terrain(self, name: str, terrain: str) -> "Table":
        self.hexes[name] = {"terrain": terrain}
        return self

    def set(self, **values: Any) -> "Table":
        """Anything of the table itself."""
        self.page.update(values)
        return self

    def state(self, turn: int, *frames: list[Any]) -> Any:
        """The position with these questions on top of the turn order."""
        page = {**self.page, "turn": turn, "seats": self.seats, "hexes": self.hexes}
        page["cards"] = {
            **{f"bon{n}": ["out", 0] for n in range(1, 11)},
            **self.cards,
        }
        page["frames"] = [["next", -1, 0, 0], *frames]
        return agreed(self.game.load(page))

    def main(self, turn: int = 0) -> Any:
        """The position in which this seat takes an action."""
        return self.state(turn, ["main", turn, 0, 0])


def can(state: State, text: str) -> bool:
    """Is this legal? The list and the reasons must agree."""
    action = state.parse(text)
    legal = action in state.legal_actions()
    assert legal == (state.why_illegal(action) is None)
    return legal


def why(state: State, text: str) -> Refusal:
    """The reason why this is refused."""
    refusal = state.why_illegal(state.parse(text))
    assert refusal is not None, f"{text} is legal"
    assert not can(state, text)
    return refusal


def play(state: State, *texts: str) -> list[Event]:
    """Play these lines; the events of all of them. After each answer lists and reasons agree and goods were told."""
    state.watch()
    ledgers = read_ledgers(state)
    for text in texts:
        for action in state.expand(text):
            assert state.why_illegal(action) is None, (text, state.why_illegal(action))
            assert action in state.legal_actions(), f"{text} is not listed"
            state.apply(action)
            agreed(state)
    compare_ledgers(state, ledgers)
    return state.events(0)


def agreed(state: State) -> State:
    """What is listed is exactly what no reason forbids."""
    assert isinstance(state, TerraMystica)
    listed = state.legal_actions()
    free = [a for a in state.game.all_actions() if state.why_illegal(a) is None]
    assert listed == free, [state.text(a) for a in {*listed} ^ {*free}]
    return state


def read_ledgers(state: State) -> list[Ledger]:
    """What every seat has now, to be carried on by events alone."""
    ledgers = []
    for number in range(len(page(state)["seats"])):
        found, ledger = seat(state, number), Ledger()
        if "coins" in found:
            ledger.goods = {key: found[key] for key in ledger.goods}
            ledger.bowls, ledger.cults = list(found["bowls"]), list(found["cults"].values())
        ledgers.append(ledger)
    return ledgers


def compare_ledgers(state: State, ledgers: list[Ledger]) -> None:
    """Whatever anybody gained, paid, burned or climbed since then is what the events tell."""
    for event in state.events(0):
        if event.seat >= 0:
            ledgers[event.seat].take(event)
    for number, told in enumerate(read_ledgers(state)):
        assert told.goods == ledgers[number].goods, number
        assert told.bowls == ledgers[number].bowls, number
        assert told.cults == ledgers[number].cults, number


def end_turn(state: State) -> None:
    """Close the turn and turn down whatever is offered."""
    while state.view(0)["ask"]["code"] in ("post", "build", "spades", "leech"):  # type: ignore[index]
        state.apply(state.parse("leech decline" if ask(state) == "leech" else "done"))


def ask(state: State) -> str:
    """The code of the open question."""
    return str(state.view(0)["ask"]["code"])  # type: ignore[index]


def page(state: State) -> dict[str, Any]:
    """What everybody sees."""
    return state.view(0)


def seat(state: State, number: int) -> dict[str, Any]:
    """What everybody sees of a seat."""
    found: dict[str, Any] = page(state)["seats"][number]
    return found


def has(state: State, number: int, **values: Any) -> bool:
    """Does the seat have these values? Says what it has otherwise."""
    found = seat(state, number)
    wrong = {key: found[key] for key in values if found[key] != values[key]}
    assert not wrong, f"seat {number} has {wrong}"
    return True


def hexes(state: State) -> dict[str, dict[str, Any]]:
    """The land spaces by name."""
    return {h["hex"]: h for h in state.view(0)["hexes"]}  # type: ignore[attr-defined]
