"""The set-up of a log: options, tiles, cards left out, factions."""

from typing import Final

from terrarium.terramystica import layout
from terrarium.terramystica.data import at
from terrarium.terramystica.game import OPTIONS, TerraMystica
from terrarium.terramystica.names import CARDS, FACTIONS, ROUND_TILES
from terrarium.terramystica.snellman.log import PLAIN, SWITCHES

READINGS: Final = ("leech_vp_rule", "cultist_step", "spade_credit")
"""Options that the server knows one reading of: by the other one it may count other points or refuse a row."""


def other_readings(options: dict[str, str]) -> list[str]:
    """Options of a game that the server plays otherwise."""
    return [option.name for option in OPTIONS if option.name in READINGS and options[option.name] != option.default]


def header(state: TerraMystica) -> list[str]:
    """Options, tiles, cards left out, factions."""
    v = state.v
    options = state.game.options
    lines = [f"option {name}" for name in PLAIN]
    written = {"factions", "leaving"}
    for name, (key, value) in SWITCHES.items():
        written.add(key)
        if options[key] == value:
            lines.append(f"option {name}")
    for option in OPTIONS:
        if option.name not in written and options[option.name] != option.default:
            lines.append(f"# terrarium {option.name}={options[option.name]}")
    tiles = [int(v[layout.ROUND_TILE + i]) for i in range(6)]
    if -1 not in tiles:
        lines.append("score " + ",".join([ROUND_TILES[t].upper() for t in tiles]))
    lines += [f"delete {CARDS[i].upper()}" for i in range(10) if v[layout.CARD_AT + i] < 0 and in_box(state, i)]
    for seat in range(state.game.players):
        if v[at(seat) + layout.FACTION] >= 0:
            lines.append(f"setup {FACTIONS[v[at(seat) + layout.FACTION]]}")
    return lines


def in_box(state: TerraMystica, card: int) -> bool:
    return card < 9 or state.game.options["shipping_card"] == "on"
