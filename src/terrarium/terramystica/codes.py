"""Action codes and their spelling.

Each land hex has a block of twelve codes (build, seven terrains, four upgrades), so that one walk over the board lists
them in order; everything else follows behind. No code holds a number that the position already knows: the spades to
buy, the skip and the power on offer are implied.
"""

from typing import Final

from terrarium.kernel.contract import NotationError
from terrarium.terramystica.map.board import BASE, HEX_IDS, RIVER_IDS, Chart
from terrarium.terramystica.names import (
    CARDS,
    CONVERSIONS,
    CULTS,
    FACTIONS,
    FAVORS,
    POWER_ACTIONS,
    ROUND_TILES,
    SHORT,
    TERRAINS,
    TOWNS,
)

BLOCK: Final = 12
TRANSFORM: Final = 1
UPGRADE: Final = 8
LONG: Final = 924  # 77 x 7: the longer way round the circle
TILE: Final = 1463
OUT_CARD: Final = 1472
PICK: Final = 1482
CARD: Final = 1496
SHIP: Final = 1506
DIG: Final = 1507
SEND: Final = 1508  # 4 tracks x (1, 2, 3)
ACT: Final = 1520
ACT_CARD: Final = 1526
ACT_FAVOR: Final = 1527
ACT_STRONGHOLD: Final = 1528
ACT_BRIDGE: Final = 1529
BRIDGE: Final = 1530
CULT: Final = 1559
FAVOR: Final = 1563
TOWN: Final = 1575
STAY: Final = 1583
ORDAIN: Final = 1587  # 1..3
TAKE: Final = 1590
DECLINE: Final = 1591
DONE: Final = 1592
PASS: Final = 1593  # 10 cards, then none
LEAVE: Final = 1604
CONNECT: Final = 1605
CONVERT: Final = 1641
END: Final = 1649


def _groups(chart: Chart) -> list[tuple[str, str, list[str]]]:
    """The codes behind those of the hexes, group by group: their verb, what they name, and its names."""
    return [
        ("tile", "tile", ROUND_TILES),
        ("out", "card", CARDS),
        ("faction", "faction", FACTIONS),
        ("card", "card", CARDS),
        ("advance", "", ["shipping", "digging"]),
        ("send", "", [f"{track} {steps}" for track in CULTS for steps in (1, 2, 3)]),
        ("action", "action", [*POWER_ACTIONS, "card", "fav6", "stronghold", "bridge"]),
        ("bridge", "site", chart.bridge_names),
        ("cult", "track", CULTS),
        ("favor", "tile", FAVORS),
        ("town", "tile", TOWNS),
        ("stay", "track", CULTS),
        ("ordain", "", ["1", "2", "3"]),
        ("leech", "", ["take", "decline"]),
        ("done", "", [""]),
        ("pass", "card", [*CARDS, ""]),
        ("leave", "", [""]),
        ("connect", "river", chart.river_names),
        ("", "conversion", CONVERSIONS),
    ]


def _speak(chart: Chart) -> None:
    """Spell the codes of a map when they are first asked for."""
    if chart.texts:
        return
    words: list[str] = []
    for name in chart.land_names:
        words.append(f"build {name}")
        words += [f"transform {name} {t}" for t in TERRAINS]
        words += [f"upgrade {name} {k}" for k in SHORT[2:]]
    words += [f"transform {name} {t} long" for name in chart.land_names for t in TERRAINS]
    for verb, key, names in _groups(chart):
        words += [f"{verb} {name}".strip() for name in names]
        chart.named += [(key, name) for name in names]
    chart.texts = [text.lower() for text in words]
    chart.codes = {text: code for code, text in enumerate(chart.texts)}


def named_by(chart: Chart, action: int) -> tuple[str, str]:
    """What a code behind those of the hexes names, and its name; either may be empty."""
    _speak(chart)
    return chart.named[action - TILE]


def text_of(chart: Chart, action: int) -> str:
    """The spelling of a code; NotationError for an integer that is none."""
    _speak(chart)
    if action < 0 or action >= len(chart.texts):
        raise NotationError("unknown_action", {"text": str(action)})
    return chart.texts[action]


def verb_of(action: int) -> str:
    """The first word of an action's text, which no map changes."""
    return text_of(BASE, action).split(" ", 1)[0]


def parse_text(chart: Chart, text: str) -> int:
    """The code of a spelling; case and spacing do not matter."""
    _speak(chart)
    found = chart.codes.get(" ".join(text.lower().split()))
    if found is None:
        raise NotationError("unknown_action", {"text": text.strip()[:60]})
    return found


def expand_text(chart: Chart, text: str) -> list[int]:
    """A line that stands for several actions: a conversion or burning with a count (`burn 3`)."""
    words = text.lower().split()
    if len(words) > 1 and words[-1].isdecimal() and words[0] in ("burn", "convert"):
        count = int(words[-1])
        if not 1 <= count <= 99:
            raise NotationError("unknown_action", {"text": text.strip()[:60]})
        return [parse_text(chart, " ".join(words[:-1]))] * count
    return [parse_text(chart, text)]


def hex_id(name: str) -> int:
    """The number of a land hex of the box; -1 when there is none of that name."""
    return HEX_IDS.get(name.upper(), -1)


def river_id(name: str) -> int:
    """The number of a river hex of the box; -1 when there is none of that name."""
    return RIVER_IDS.get(name.lower(), -1)
