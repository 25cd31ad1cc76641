"""The Dwarves: mountains."""

from terrarium.terramystica.factions.faction import Faction


class Dwarves(Faction):
    """Tunnels, cheaper with the stronghold."""

    name = "dwarves"
    home = "mountains"
    cults: tuple[int, ...] = (0, 0, 2, 0)
    trade_coins: tuple[int, ...] = (3, 2, 2, 3)
    ship_max = 0
    skip_workers = 2
    skip_cheaper = 1
    skip_range = 2
