"""Why something happened: small integers inside the rules, names for everybody else."""

from typing import Final

from terrarium.terramystica.names import CARDS, CULTS, FACTIONS, FAVORS, POWER_ACTIONS, ROUND_TILES, TOWNS

CAUSES: Final = [
    ("", "turn.question"),
    ("income", "round.income"),
    ("conversion", "convert.rates"),
    ("cost", "upgrade.cost"),
    ("leech", "leech.cost"),
    ("spade", "spades.price"),
    ("skip", "skip.price"),
    ("shipping", "shipping.action"),
    ("digging", "digging.action"),
    ("send", "cults.send"),
    ("town", "towns.tile"),
    ("area", "end.area"),
    ("resources", "end.goods"),
    ("stronghold", "special.stronghold"),
    ("bridge", "faction.engineers.bridge"),
    ("leaving", "leaving.leave"),
    *[(name, f"faction.{name}") for name in FACTIONS],
    *[(name, f"card.{name}") for name in CARDS],
    *[(name, f"favor.{name}") for name in FAVORS],
    *[(name, f"town.{name}") for name in TOWNS],
    *[(name, f"tile.{name}") for name in ROUND_TILES],
    *[(name, "magic.actions") for name in POWER_ACTIONS],
    *[(name, "end.cults") for name in CULTS],
    *[(name, "round.cult_reward") for name in ROUND_TILES],
    *[(name, "cults.power") for name in CULTS],
    ("cost", "build.dwelling"),
]
"""The name of each cause, and the statement of the rulebook behind it."""
NAMES: Final = [name for name, _ in CAUSES]
RULES: Final = [rule for _, rule in CAUSES]
NONE: Final = 0
INCOME: Final = 1
CONVERSION: Final = 2
COST: Final = 3
LEECH: Final = 4
SPADE: Final = 5
SKIP: Final = 6
SHIPPING: Final = 7
DIGGING: Final = 8
SEND: Final = 9
TOWN: Final = 10
AREA: Final = 11
RESOURCES: Final = 12
STRONGHOLD: Final = 13
BRIDGE: Final = 14
LEAVING: Final = 15
OF_FACTION: Final = 16
OF_CARD: Final = 30
OF_FAVOR: Final = 40
OF_TOWN: Final = 52
OF_TILE: Final = 60
OF_ACT: Final = 69
OF_CULT: Final = 75  # points at the end of the game
OF_REWARD: Final = 79  # a scoring tile's reward at the end of a round
OF_STEP: Final = 88  # power for a step reached on a cult
DWELLING_COST: Final = 92
