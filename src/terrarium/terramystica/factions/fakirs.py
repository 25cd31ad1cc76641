"""The Fakirs: desert."""

from terrarium.terramystica.factions.faction import Faction


class Fakirs(Faction):
    """Carpet flight for a priest, farther with the stronghold."""

    name = "fakirs"
    home = "desert"
    cults: tuple[int, ...] = (1, 0, 0, 1)
    bowls: tuple[int, ...] = (7, 5)
    cost_coins: tuple[int, ...] = (2, 3, 5, 10, 6)
    stronghold: tuple[int, ...] = (0, 0, 1, 0)
    ship_max = 0
    dig_max = 1
    skip_priests = 1
    skip_range = 2
    skip_farther = 1
