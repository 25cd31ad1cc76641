"""The names of everything, as records, dumps and word catalogues spell them; the position in a list is the id."""

from typing import Final

TERRAINS: Final = ["desert", "plains", "swamp", "lakes", "forest", "mountains", "wasteland"]
"""In the order of the terrain circle: neighbours in this list (and last to first) are one spade apart."""

FACTIONS: Final = [
    "alchemists",
    "auren",
    "chaosmagicians",
    "cultists",
    "darklings",
    "dwarves",
    "engineers",
    "fakirs",
    "giants",
    "halflings",
    "mermaids",
    "nomads",
    "swarmlings",
    "witches",
]
BUILDINGS: Final = ["none", "dwelling", "trading_house", "temple", "stronghold", "sanctuary"]
SHORT: Final = ["", "d", "tp", "te", "sh", "sa"]
"""Buildings as actions spell them."""

CULTS: Final = ["fire", "water", "earth", "air"]
ROUND_TILES: Final = [f"score{n}" for n in range(1, 10)]
CARDS: Final = [f"bon{n}" for n in range(1, 11)]
FAVORS: Final = [f"fav{n}" for n in range(1, 13)]
TOWNS: Final = [f"tw{n}" for n in range(1, 9)]
POWER_ACTIONS: Final = [f"act{n}" for n in range(1, 7)]
CONVERSIONS: Final = [
    "burn",
    "convert power priest",
    "convert power worker",
    "convert power coin",
    "convert priest worker",
    "convert worker coin",
    "convert vp coin",
    "convert coins vp",
]
FRAMES: Final = [
    "none", "tile", "out", "faction", "place", "card", "main", "spades", "build", "storm", "ride", "swarm", "bridge",
    "ordain", "cult", "favor", "town", "stay", "post", "leech", "setup", "offers", "settled", "next", "round_end",
    "round_start",
]  # fmt: skip
"""Kinds of frames: questions first, then the steps that answer themselves."""
