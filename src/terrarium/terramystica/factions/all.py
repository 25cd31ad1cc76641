"""All factions, seated by their names: their hooks, and their boards in the tables."""

from typing import Final

from terrarium.terramystica.factions.alchemists import Alchemists
from terrarium.terramystica.factions.auren import Auren
from terrarium.terramystica.factions.boards import lay_out
from terrarium.terramystica.factions.chaosmagicians import ChaosMagicians
from terrarium.terramystica.factions.cultists import Cultists
from terrarium.terramystica.factions.darklings import Darklings
from terrarium.terramystica.factions.dwarves import Dwarves
from terrarium.terramystica.factions.engineers import Engineers
from terrarium.terramystica.factions.faction import FACTION_HOOKS, Faction
from terrarium.terramystica.factions.fakirs import Fakirs
from terrarium.terramystica.factions.giants import Giants
from terrarium.terramystica.factions.halflings import Halflings
from terrarium.terramystica.factions.mermaids import Mermaids
from terrarium.terramystica.factions.nomads import Nomads
from terrarium.terramystica.factions.swarmlings import Swarmlings
from terrarium.terramystica.factions.witches import Witches
from terrarium.terramystica.names import FACTIONS

ALL: Final[list[Faction]] = [
    Alchemists(),
    Auren(),
    ChaosMagicians(),
    Cultists(),
    Darklings(),
    Dwarves(),
    Engineers(),
    Fakirs(),
    Giants(),
    Halflings(),
    Mermaids(),
    Nomads(),
    Swarmlings(),
    Witches(),
]


def seat_all() -> None:
    """Each faction at the place of its name."""
    for faction in ALL:
        FACTION_HOOKS[FACTIONS.index(faction.name)] = faction
        lay_out(faction)


seat_all()
