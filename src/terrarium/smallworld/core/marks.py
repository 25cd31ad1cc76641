"""Kinds of piece that lie in a region beside tokens, and their properties. Each has a bit field in the region."""

from mypy_extensions import i64


class Mark:
    """A kind of piece.

    `stock` pieces exist; each adds `defence` to the price of its region; `immune`: enemies cannot touch the
    region; `keeps`: stays when its race declines; `shields`: a lone token beside it cannot be substituted;
    `returns`: goes back to the stock when its region is lost (otherwise it leaves the game); `most`: pieces that
    one region may hold; `lies`: stays in its region whoever holds it; `seals`: nobody at all can touch the region;
    `hides`: a thing is revealed when its region is entered; `master`: name of the thing whose keeper alone may enter
    the region while nobody holds it; `figure`: stands for a token, so that it holds a region alone; `first`: of those,
    falls before any token; `scatters`: a piece that lies leaves when its region becomes empty; `rule`: the
    statement of the living rulebook that tells of the piece.
    """

    def __init__(
        self, name: str, stock: i64, rule: str, defence: i64 = 0, immune: bool = False, keeps: bool = False,
        shields: bool = False, returns: bool = True, most: i64 = 1, lies: bool = False, seals: bool = False,
        hides: bool = False, master: str = "", figure: bool = False, first: bool = False, scatters: bool = False,
    ) -> None:  # fmt: skip
        self.name = name
        self.stock = stock
        self.defence = defence
        self.immune = immune
        self.keeps = keeps
        self.shields = shields
        self.returns = returns
        self.most = most
        self.lies = lies
        self.seals = seals
        self.hides = hides
        self.master = master
        self.figure = figure
        self.first = first
        self.scatters = scatters
        self.rule = rule
        self.place: i64 = -1
        """Its number in the kit that holds it; the kit gives it, and the bits that follow."""
        self.shift: i64 = 0
        self.mask: i64 = 0
