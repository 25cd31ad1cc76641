"""Why something happened: small integers inside the rules, names for everybody else."""

from typing import Final

from terrarium.terramystica.names import CARDS, CULTS, FACTIONS, FAVORS, POWER_ACTIONS, ROUND_TILES, TOWNS

NAMES: Final = [
    "",
    "income",
    "conversion",
    "cost",
    "leech",
    "spade",
    "skip",
    "shipping",
    "digging",
    "send",
    "town",
    "area",
    "resources",
    "stronghold",
    "bridge",
    "leaving",
    *FACTIONS,
    *CARDS,
    *FAVORS,
    *TOWNS,
    *ROUND_TILES,
    *POWER_ACTIONS,
    *CULTS,
    *ROUND_TILES,
    *CULTS,
    "cost",
]
RULES: Final = [
    "turn.question",
    "round.income",
    "convert.rates",
    "upgrade.cost",
    "leech.cost",
    "spades.price",
    "skip.price",
    "shipping.action",
    "digging.action",
    "cults.send",
    "towns.tile",
    "end.area",
    "end.goods",
    "special.stronghold",
    "faction.engineers.bridge",
    "leaving.leave",
    *[f"faction.{name}" for name in FACTIONS],
    *[f"card.{name}" for name in CARDS],
    *[f"favor.{name}" for name in FAVORS],
    *[f"town.{name}" for name in TOWNS],
    *[f"tile.{name}" for name in ROUND_TILES],
    *["magic.actions" for _ in POWER_ACTIONS],
    *["end.cults" for _ in CULTS],
    *["round.cult_reward" for _ in ROUND_TILES],
    *["cults.power" for _ in CULTS],
    "build.dwelling",
]
"""The statement of the rulebook behind each cause."""
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
