"""Many games of one kind stepped by one call, their observations and masks in buffers that never move.

batch = Batch(observer, 64, seed=1, restarts=True, skips_forced=False)
mask = memoryview(batch.masks)        # 64 rows of one byte per action, always up to date
batch.step(chosen.tobytes())          # 64 action numbers as 64-bit integers, lowest byte first
"""

from typing import Final, final

from librt.strings import BytesWriter, read_i64_le, write_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from terrarium.batch.observer import Observer
from terrarium.batch.sheet import Sheet
from terrarium.kernel.contract import CHANCE, OVER, State
from terrarium.kernel.dealer import Dealer, dealer_at

SPREAD: Final[i64] = 2654435761
"""Knuth's multiplier: spreads action codes over the index."""


@final
class Index:
    """From an action code to its number: open addressing in one vector, several times faster than a dict."""

    slots: vec[i64]
    numbers: vec[i64]
    last: i64

    def __init__(self, codes: list[int]) -> None:
        size = 16
        while size < len(codes) * 4:
            size *= 2
        self.slots = vec[i64]([-1] * size)
        self.numbers = vec[i64]([-1] * size)
        self.last = size - 1
        for number, code in enumerate(codes):
            at = self.home(code)
            while self.slots[at] >= 0:
                at = (at + 1) & self.last
            self.slots[at] = code
            self.numbers[at] = number

    def home(self, code: i64) -> i64:
        return ((code * SPREAD) >> 16) & self.last

    def number(self, code: i64) -> i64:
        """The number of a code that is in the index."""
        at = self.home(code)
        while self.slots[at] != code:
            if self.slots[at] < 0:
                raise KeyError(int(code))
            at = (at + 1) & self.last
        return self.numbers[at]


Kept = tuple[list[State], list[int], list[list[int]]]
"""What a batch must remember of its games; the rest follows from it: positions, dealers, and the numbers of scores."""


@final
class Batch:
    """`count` games. After `step` every buffer tells the new positions.

    `masks`: a row of one byte per action for the seat in `seats`, all 0 in a game that is over. `gains`: points each
    seat got by this step. `ended`: 1 where this step ended the game; `points`, `standing` and `won` then tell how, also
    when a new game has already taken its place (`restarts`). With `skips_forced` an answer without alternative is given
    without asking. Observations are the rows of `sheet`, from the seat in `seats`.
    """

    observer: Observer
    count: i64
    players: i64
    width: i64
    states: list[State]
    dealers: list[Dealer]
    fresh: State
    codes: vec[i64]
    index: Index
    sheet: Sheet
    masks: vec[u8]
    offered: vec[i64]
    seats: vec[i64]
    points: vec[i64]
    gains: vec[i64]
    before: vec[i64]
    ended: vec[u8]
    won: vec[u8]
    standing: vec[i64]
    restarts: bool
    skips_forced: bool

    def __init__(self, observer: Observer, count: int, seed: int, restarts: bool, skips_forced: bool) -> None:
        self.observer = observer
        self.count = count
        self.players = observer.game.players
        self.width = len(observer.actions)
        self.codes = vec[i64](observer.actions)
        self.index = Index(observer.actions)
        self.sheet = Sheet(count, int(observer.size))
        self.masks = vec[u8]([0] * (count * int(self.width)))
        self.offered = vec[i64]([0] * (count * (int(self.width) + 1)))
        self.seats = vec[i64]([0] * count)
        self.points = vec[i64]([0] * (count * observer.game.players))
        self.before = vec[i64]([0] * (count * observer.game.players))
        self.gains = vec[i64]([0] * (count * observer.game.players))
        self.ended = vec[u8]([0] * count)
        self.won = vec[u8]([0] * (count * observer.game.players))
        self.standing = vec[i64]([0] * (count * observer.game.players))
        self.restarts = restarts
        self.skips_forced = skips_forced
        self.fresh = observer.game.new()
        self.states = []
        self.dealers = []
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """New games everywhere; game k is the one that the seed `seed + k` gives a batch of one."""
        self.dealers = [Dealer(seed + k) for k in range(int(self.count))]
        self.states = [self.fresh.clone() for _ in range(int(self.count))]
        i: i64 = 0
        while i < self.count:
            self.ended[i] = 0
            self.begin(i)
            self.keep_score(i)
            self.refresh(i)
            i += 1

    def kept(self) -> Kept:
        """Everything by which `take_up` can go on from here."""
        numbers: list[list[int]] = []
        for row in (self.points, self.before, self.gains, self.standing):
            numbers.append([int(number) for number in row])
        for flags in (self.ended, self.won):
            numbers.append([int(flag) for flag in flags])
        return [state.clone() for state in self.states], [int(dealer.state) for dealer in self.dealers], numbers

    def take_up(self, kept: Kept) -> None:
        """Go on where another batch of the same game and size stood."""
        states, dealers, numbers = kept
        self.states = [state.clone() for state in states]
        self.dealers = [dealer_at(state) for state in dealers]
        for row, found in zip((self.points, self.before, self.gains, self.standing), numbers[:4], strict=True):
            for k, number in enumerate(found):
                row[k] = i64(number)
        for flags, seen in zip((self.ended, self.won), numbers[4:], strict=True):
            for k, flag in enumerate(seen):
                flags[k] = u8(flag)
        i: i64 = 0
        while i < self.count:
            self.refresh(i)
            i += 1

    def begin(self, i: i64) -> None:
        """Deal a fresh game until a seat is asked."""
        self.settle(i)
        state = self.states[i]
        seat: i64 = 0
        while seat < self.players:
            self.before[i * self.players + seat] = self.observer.points(state, seat)
            seat += 1

    def step(self, actions: bytes) -> None:
        """One action number for each game; a game that is over ignores its own. ValueError if one is not legal."""
        if len(actions) != self.count * 8:
            raise ValueError(f"{int(self.count)} actions of 8 bytes are wanted, got {len(actions)} bytes")
        i: i64 = 0
        while i < self.count:
            if self.seats[i] >= 0:
                self.check(i, read_i64_le(actions, i * 8))
            i += 1
        i = 0
        while i < self.count:
            if self.seats[i] >= 0:
                self.act(i, self.codes[read_i64_le(actions, i * 8)])
            else:
                self.ended[i] = 0
                self.forget_gains(i)
            i += 1

    def step_one(self, i: i64, number: i64) -> None:
        """One action in one game."""
        if self.seats[i] < 0:
            raise ValueError("the game is over; reset it first")
        self.check(i, number)
        self.act(i, self.codes[number])

    def check(self, i: i64, number: i64) -> None:
        if number < 0 or number >= self.width:
            raise ValueError(
                f"game {int(i)}: there is no action {int(number)}; they go from 0 to {int(self.width) - 1}"
            )
        if not self.masks[i * self.width + number]:
            text = self.states[i].text(int(self.codes[number]))
            raise ValueError(f"game {int(i)}: action {int(number)} ({text}) is not legal now")

    def act(self, i: i64, code: i64) -> None:
        self.states[i].apply(int(code))
        over = self.settle(i) == OVER
        self.keep_score(i)
        self.ended[i] = 1 if over else 0
        if over:
            self.keep_winners(i)
            if self.restarts:
                self.states[i] = self.fresh.clone()
                self.begin(i)
        self.refresh(i)

    def settle(self, i: i64) -> i64:
        """Let chance answer, and forced answers be given, until a seat has a choice or the game is over; give it."""
        state = self.states[i]
        observer = self.observer
        dealer = self.dealers[i]
        while True:
            who = observer.asked(state)
            if who == CHANCE:
                state.apply(int(observer.deal(state, dealer)))
            elif who == OVER or not self.skips_forced:
                return who
            else:
                codes = observer.legal(state)
                if len(codes) != 1:
                    return who
                state.apply(int(codes[0]))

    def keep_score(self, i: i64) -> None:
        """Write down the points, and what this step brought."""
        state = self.states[i]
        seat: i64 = 0
        while seat < self.players:
            at = i * self.players + seat
            points = self.observer.points(state, seat)
            self.gains[at] = points - self.before[at]
            self.points[at] = points
            self.before[at] = points
            seat += 1

    def forget_gains(self, i: i64) -> None:
        k: i64 = 0
        while k < self.players:
            self.gains[i * self.players + k] = 0
            k += 1

    def keep_winners(self, i: i64) -> None:
        k: i64 = 0
        while k < self.players:
            self.won[i * self.players + k] = 0
            k += 1
        for seat in self.states[i].winners():
            self.won[i * self.players + seat] = 1
        k = 0
        for counted in self.states[i].standing():
            self.standing[i * self.players + k] = counted
            k += 1

    def refresh(self, i: i64) -> None:
        """Write mask and observation of a game anew."""
        state = self.states[i]
        who = self.observer.asked(state)
        self.seats[i] = who
        self.wipe_mask(i)
        if who < 0:
            self.sheet.begin(i)
            return
        codes = self.observer.legal(state)
        index = self.index
        masks = self.masks
        offered = self.offered
        row = i * self.width
        first = i * (self.width + 1)
        n: i64 = 0
        for code in codes:
            number = index.number(code)
            masks[row + number] = 1
            n += 1
            offered[first + n] = number
        offered[first] = n
        self.sheet.begin(i)
        self.observer.observe(state, who, codes, self.sheet)

    def wipe_mask(self, i: i64) -> None:
        first = i * (self.width + 1)
        n = self.offered[first]
        k: i64 = 1
        while k <= n:
            self.masks[i * self.width + self.offered[first + k]] = 0
            k += 1
        self.offered[first] = 0

    def observe(self, i: i64, seat: i64) -> None:
        """Write the observation of another seat than the asked one over the row of a game."""
        self.sheet.begin(i)
        state = self.states[i]
        legal = self.observer.legal(state) if self.seats[i] == seat else vec[i64]()
        self.observer.observe(state, seat, legal, self.sheet)

    def random(self, dealer: Dealer) -> bytes:
        """A random legal action for each game, as `step` takes them."""
        chosen = BytesWriter()
        i: i64 = 0
        while i < self.count:
            first = i * (self.width + 1)
            n = self.offered[first]
            write_i64_le(chosen, self.offered[first + 1 + dealer.below(n)] if n else 0)
            i += 1
        return chosen.getvalue()
