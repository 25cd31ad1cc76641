"""Commands that one code of ours spells."""

from typing import Final

from terrarium.terramystica import codes
from terrarium.terramystica.factions.faction import Faction
from terrarium.terramystica.map.board import BASE
from terrarium.terramystica.names import CARDS, CULTS, FAVORS, TOWNS
from terrarium.terramystica.snellman.writing.words import Word

TEMPLATES: Final = [
    (codes.CARD, codes.SHIP, "pass *", [x.upper() for x in CARDS]),
    (codes.ACT, codes.ACT_CARD, "action *", [f"ACT{i}" for i in range(1, 7)]),
    (codes.ACT_FAVOR, codes.ACT_STRONGHOLD, "action *", ["FAV6"]),
    (codes.ACT_BRIDGE, codes.BRIDGE, "action *", ["ACTE"]),
    (codes.BRIDGE, codes.CULT, "bridge *", BASE.bridge_names),
    (codes.FAVOR, codes.TOWN, "+*", [x.upper() for x in FAVORS]),
    (codes.TOWN, codes.STAY, "+*", [x.upper() for x in TOWNS]),
    (codes.PASS, codes.PASS + 10, "pass *", [x.upper() for x in CARDS]),
    (codes.CONNECT, codes.CONVERT, "connect *", BASE.river_names),
]


def plain(board: Faction, steps: int, action: int, card: int) -> Word:
    """Commands that one code spells."""
    for first, last, template, names in TEMPLATES:
        if first <= action < last:
            word = Word("plain", template.replace("*", names[action - first]))
            if codes.ACT <= action < codes.ACT_CARD:
                word.kind = "spades" if action - codes.ACT >= 4 else "plain"
            elif codes.TOWN <= action < codes.STAY:
                word.kind = "town"
                word.n = action - codes.TOWN
            elif codes.FAVOR <= action < codes.TOWN:
                word.kind = "favor"
            return word
    if action == codes.SHIP:
        return Word("plain", "advance ship")
    if action == codes.DIG:
        return Word("plain", "advance dig")
    if codes.SEND <= action < codes.ACT:
        track, steps = divmod(action - codes.SEND, 3)
        return Word("plain", f"send p to {CULTS[track].upper()} for {steps + 1}")
    if action == codes.ACT_CARD:
        return Word("spades" if card == 0 else "plain", f"action {CARDS[card].upper()}")
    if action == codes.ACT_STRONGHOLD:
        name = board.action
        kinds = {"actg": "spades", "actc": "double"}
        return Word(kinds.get(name, "plain"), f"action {name.upper()}")
    if codes.CULT <= action < codes.FAVOR:
        count = str(steps) if steps > 1 else ""
        return Word("plain", f"+{count}{CULTS[action - codes.CULT].upper()}")
    if codes.ORDAIN <= action < codes.TAKE:
        n = action - codes.ORDAIN + 1
        return Word("ordain", f"convert {n}w to {n}p")
    return Word("plain", "pass")
