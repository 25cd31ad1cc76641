"""What an environment asks of a title beyond the contract: integers without boxes, and observations in numbers."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.batch.sheet import Field, Sheet
from terrarium.kernel.contract import Game, State
from terrarium.kernel.dealer import Dealer


class Observer:
    """Reads the states of one game. `fields` tells the columns of an observation in order; `size` is their number.

    `actions` are the action codes of players (not of chance), sorted: the place of a code in it is its number in an
    environment.
    """

    game: Game
    fields: list[Field]
    size: i64
    actions: list[int]

    def __init__(self, game: Game) -> None:
        self.game = game
        self.fields = []
        self.size = 0
        self.actions = []

    def field(self, name: str, count: int, low: int, high: int, meaning: str) -> i64:
        """Add a run of columns; give the first."""
        start = self.size
        self.fields.append(Field(name, int(start), count, low, high, meaning))
        self.size = start + count
        return start

    def asked(self, state: State) -> i64:
        """The seat that must answer, or CHANCE, or OVER."""
        return state.current_player()

    def legal(self, state: State) -> vec[i64]:
        """Every legal action, sorted."""
        found = vec[i64]()
        for code in state.legal_actions():
            found = append(found, code)
        return found

    def points(self, state: State, seat: i64) -> i64:
        """What `scores()` tells of a seat."""
        return state.scores()[seat]

    def deal(self, state: State, dealer: Dealer) -> i64:
        """An outcome for a state in which chance must answer."""
        return dealer.choose(state)

    def observe(self, state: State, seat: i64, legal: vec[i64], sheet: Sheet) -> None:
        """Write what `seat` may know of a state into the sheet's row; `legal` is empty unless the seat is asked."""
        raise NotImplementedError  # each family's own
