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
ROUND_TILES: Final = ["score1", "score2", "score3", "score4", "score5", "score6", "score7", "score8", "score9"]
CARDS: Final = ["bon1", "bon2", "bon3", "bon4", "bon5", "bon6", "bon7", "bon8", "bon9", "bon10"]
FAVORS: Final = [
    "fav1",
    "fav2",
    "fav3",
    "fav4",
    "fav5",
    "fav6",
    "fav7",
    "fav8",
    "fav9",
    "fav10",
    "fav11",
    "fav12",
]
TOWNS: Final = ["tw1", "tw2", "tw3", "tw4", "tw5", "tw6", "tw7", "tw8"]
POWER_ACTIONS: Final = ["act1", "act2", "act3", "act4", "act5", "act6"]
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
