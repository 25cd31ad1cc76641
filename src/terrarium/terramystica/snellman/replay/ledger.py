"""A seat's goods, kept by adding up events, in the fields of the server's rows."""

from terrarium.kernel.contract import Event
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.names import CULTS, FACTIONS
from terrarium.terramystica.tables import START_VP


class Ledger:
    """One seat's goods, kept by adding up events."""

    def __init__(self) -> None:
        self.goods: dict[str, int] = {"vp": 0, "coins": 0, "workers": 0, "priests": 0, "keys": 0}
        self.bowls = [0, 0, 0]
        self.cults = [0, 0, 0, 0]

    def take(self, event: Event) -> None:
        """Add one event of this seat."""
        args = event.args
        if event.code == "faction":
            board = FACTION_HOOKS[FACTIONS.index(str(args["faction"]))]
            self.goods = {
                "vp": START_VP,
                "coins": board.coins,
                "workers": board.workers,
                "priests": board.priests,
                "keys": 0,
            }
            self.bowls = [board.bowls[0], board.bowls[1], 0]
            self.cults = list(board.cults)
        elif event.code in ("gain", "pay"):
            n = args["n"]
            assert isinstance(n, int)
            self.goods[str(args["what"])] += n if event.code == "gain" else -n
        elif event.code == "key":
            self.goods["keys"] -= 1
        elif event.code in ("power_gain", "power_spend", "burn"):
            n = args["n"]
            assert isinstance(n, int)
            self.power(event.code, n)
        elif event.code == "cult":
            to = args["to"]
            assert isinstance(to, int)
            self.cults[CULTS.index(str(args["track"]))] = to

    def power(self, code: str, n: int) -> None:
        bowls = self.bowls
        if code == "burn":
            bowls[1] -= 2 * n
            bowls[2] += n
        elif code == "power_spend":
            bowls[2] -= n
            bowls[0] += n
        else:
            first = min(n, bowls[0])
            bowls[0] -= first
            bowls[1] += first - (n - first)
            bowls[2] += n - first

    def row(self) -> dict[str, object]:
        """The values of a row as the server writes them."""
        g = self.goods
        return {
            "VP": g["vp"],
            "C": g["coins"],
            "W": g["workers"],
            "P": g["priests"],
            "PW": "/".join([str(x) for x in self.bowls]),
            "CULT": "/".join([str(x) for x in self.cults]),
        }
