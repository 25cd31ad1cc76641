"""A brute-force referee of Small World without races' and powers' abilities, written apart from the engine.

It keeps the game in plain dictionaries, knows nothing of frames, masks or codes, and speaks the same move texts. It
is slow and simple on purpose: a second opinion on borders, prices, losses, the die, redeployment, decline, coins, the
combo row and the order of turns.
"""

import copy
from typing import Any


class Referee:
    """One game: `ask()` says who must answer, `legal()` what may be answered, `play()` does it."""

    def __init__(
        self, regions: list[dict[str, Any]], players: int, rounds: int, races: dict[str, tuple[int, int]],
        powers: dict[str, int],
    ) -> None:  # fmt: skip
        self.land = {row["id"]: row for row in regions}
        self.players = players
        self.rounds = rounds
        self.races = races
        self.powers = powers
        self.coins = [5] * players
        self.active: list[str | None] = [None] * players
        self.declined: list[str | None] = [None] * players
        self.badge: dict[str, str] = {}
        self.hand: dict[str, int] = {}
        self.fled: dict[str, int] = {}
        self.tray = {race: tray for race, (_, tray) in races.items()}
        self.held: dict[int, tuple[str, int]] = {
            row["id"]: ("natives", row["natives"]) for row in regions if row["natives"]
        }
        self.row: list[list[Any]] = []
        self.unseen_races = set(races)
        self.returned: list[str] = []
        self.unseen_powers = set(powers)
        self.discards: set[str] = set()
        self.first = self.seat = 0
        self.round = 0
        self.stage = "first"
        self.attacked = False
        self.target = -1
        self.pending: list[str] = []
        self.queue: list[tuple[str, int]] = []

    # --- who is asked ---------------------------------------------------------------------------------------------

    def row_waits(self) -> bool:
        half = bool(self.row) and len(self.row[-1]) == 1
        return half or (len(self.row) < 6 and bool(self.unseen_races or self.returned))

    def ask(self) -> int:
        """A seat, -1 for chance, -2 when it is over."""
        if self.stage == "over":
            return -2
        if self.row_waits() or self.stage in ("first", "die"):
            return -1
        if self.stage == "retreat":
            return self.owner(self.pending[0])
        return self.seat

    def owner(self, race: str) -> int:
        for seat in range(self.players):
            if race in (self.active[seat], self.declined[seat]):
                return seat
        return -1

    def mine(self, race: str) -> list[int]:
        return sorted(r for r, (holder, _) in self.held.items() if holder == race)

    # --- what may be answered ---------------------------------------------------------------------------------------

    def legal(self) -> set[str]:
        if self.stage == "over":
            return set()
        if self.row_waits():
            if self.row and len(self.row[-1]) == 1:
                return {f"badge {power}" for power in self.unseen_powers or self.discards}
            return {f"race {race}" for race in self.unseen_races}
        if self.stage == "first":
            return {f"first {seat}" for seat in range(self.players)}
        if self.stage == "die":
            return {f"die {n}" for n in range(4)}
        if self.stage == "pick":
            return {f"pick {k}" for k in range(len(self.row)) if k <= self.coins[self.seat]}
        if self.stage == "choice":
            return {"expand", "decline"}
        if self.stage == "conquest":
            return self.legal_conquests()
        _, most = self.deploying()
        return {f"deploy {self.queue[0][1]} {n}" for n in range(most + 1)}

    def legal_conquests(self) -> set[str]:
        race = self.active[self.seat]
        assert race is not None
        mine = self.mine(race)
        found = {"stop"}
        if not self.attacked:
            found |= {f"abandon {r}" for r in mine}
        for r, row in self.land.items():
            if r in mine or {"sea", "lake"} & set(row["features"]) or self.hand[race] < 1:
                continue
            if mine and not set(row["borders"]) & set(mine):
                continue
            if not mine and "edge" not in row["features"] and not self.on_edge_sea(row):
                continue
            if self.price(r) - self.hand[race] <= 3:
                found.add(f"conquer {r}")
        return found

    def on_edge_sea(self, row: dict[str, Any]) -> bool:
        return any({"sea", "edge"} <= set(self.land[near]["features"]) for near in row["borders"])

    def price(self, r: int) -> int:
        mountain = "mountain" in self.land[r]["features"]
        return 2 + mountain + (self.held[r][1] if r in self.held else 0)

    def deploying(self) -> tuple[str, int]:
        race = self.queue[0][0]
        return race, self.fled[race] if self.stage == "retreat" else self.hand[race]

    # --- what it does -----------------------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        words = text.split()
        getattr(self, "do_" + words[0])(*words[1:])
        self.settle()

    def do_race(self, race: str) -> None:
        self.unseen_races.remove(race)
        self.row.append([race])

    def do_badge(self, power: str) -> None:
        if not self.unseen_powers:
            self.unseen_powers, self.discards = self.discards, set()
        self.unseen_powers.remove(power)
        self.row[-1] += [power, 0]

    def do_first(self, seat: str) -> None:
        self.first = self.seat = int(seat)
        self.round = 1
        self.stage = "turn"

    def do_pick(self, place: str) -> None:
        k = int(place)
        self.coins[self.seat] -= k
        for above in self.row[:k]:
            above[2] += 1
        race, power, coins = self.row.pop(k)
        self.coins[self.seat] += coins
        self.active[self.seat] = race
        self.badge[race] = power
        n = self.races[race][0] + self.powers[power]
        self.tray[race] -= n
        self.hand[race] = n
        self.fled[race] = 0
        self.begin_conquests()

    def do_expand(self) -> None:
        self.begin_conquests()

    def begin_conquests(self) -> None:
        race = self.active[self.seat]
        assert race is not None
        self.gather(race)
        self.attacked = False
        self.stage = "conquest"

    def gather(self, race: str) -> None:
        for r in self.mine(race):
            self.hand[race] += self.held[r][1] - 1
            self.held[r] = (race, 1)

    def do_abandon(self, region: str) -> None:
        race, n = self.held.pop(int(region))
        self.hand[race] += n

    def do_conquer(self, region: str) -> None:
        race = self.active[self.seat]
        assert race is not None
        self.target = int(region)
        price = self.price(self.target)
        if price > self.hand[race]:
            self.stage = "die"
        else:
            self.take(race, price)

    def take(self, race: str, n: int) -> None:
        self.attacked = True
        r = self.target
        gone = ""
        if r in self.held:
            loser, tokens = self.held.pop(r)
            if loser != "natives":
                seat = self.owner(loser)
                if self.active[seat] == loser:
                    self.tray[loser] += 1
                    self.fled[loser] += tokens - 1
                else:
                    self.tray[loser] += tokens
                    gone = "" if self.mine(loser) else loser
        self.hand[race] -= n
        self.held[r] = (race, n)
        if gone:
            self.leave(gone)

    def leave(self, race: str) -> None:
        for r in self.mine(race):
            self.tray[race] += self.held.pop(r)[1]
        self.declined[self.owner(race)] = None
        self.returned.append(race)

    def do_die(self, pips: str) -> None:
        race = self.active[self.seat]
        assert race is not None
        hand = self.hand[race]
        if hand + int(pips) >= self.price(self.target):
            self.take(race, hand)
        self.stage = "gather"

    def do_stop(self) -> None:
        self.stage = "gather"

    def begin_deploy(self) -> None:
        race = self.active[self.seat]
        assert race is not None
        self.gather(race)
        self.stage = "deploy"
        self.queue = [(race, r) for r in self.mine(race)]

    def do_deploy(self, region: str, number: str) -> None:
        race, r = self.queue.pop(0)
        assert r == int(region)
        self.put(race, r, int(number))

    def put(self, race: str, r: int, n: int) -> None:
        self.held[r] = (race, self.held[r][1] + n)
        if self.stage == "retreat":
            self.fled[race] -= n
        else:
            self.hand[race] -= n

    def do_decline(self) -> None:
        race = self.active[self.seat]
        assert race is not None
        old = self.declined[self.seat]
        if old is not None:
            self.leave(old)
        for r in self.mine(race):
            self.tray[race] += self.held[r][1] - 1
            self.held[r] = (race, 1)
        self.tray[race] += self.hand[race]
        self.hand[race] = 0
        self.discards.add(self.badge.pop(race))
        self.active[self.seat] = None
        self.declined[self.seat] = race
        if not self.mine(race):
            self.leave(race)
        self.stage = "score"

    def score(self) -> None:
        for race in (self.active[self.seat], self.declined[self.seat]):
            if race is not None:
                self.coins[self.seat] += len(self.mine(race))
        order = [(self.seat + k) % self.players for k in range(1, self.players + 1)]
        fled = [self.active[seat] for seat in order]
        self.pending = [race for race in fled if race is not None and self.fled[race]]
        self.stage = "retreat"
        self.queue = []

    # --- what follows by itself -------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Go on until somebody must answer. A banner that came back fills a gap of the row before anything else."""
        while True:
            if self.row_waits():
                if self.row and len(self.row[-1]) == 1:
                    return
                if self.unseen_races:
                    return
                self.row.append([self.returned.pop(0)])
                return
            if self.stage == "turn":
                self.stage = "pick" if self.active[self.seat] is None else "choice"
                return
            if self.stage == "gather":
                self.begin_deploy()
            elif self.stage == "score":
                self.score()
            elif self.stage == "deploy":
                if self.asks_amount():
                    return
                self.score()
            elif self.stage == "retreat":
                if self.asks_retreat():
                    return
                self.next_turn()
            else:
                return

    def asks_amount(self) -> bool:
        """Is there a real choice for the first region in the queue? If not, what must be done is done."""
        if not self.queue:
            return False
        race, most = self.deploying()
        if most and len(self.queue) > 1:
            return True
        if most:
            self.put(race, self.queue[0][1], most)
        self.queue = []
        return False

    def asks_retreat(self) -> bool:
        while self.pending:
            race = self.pending[0]
            if not self.queue:
                if not self.fled[race]:
                    self.pending.pop(0)
                    continue
                if not self.mine(race):
                    self.hand[race] += self.fled[race]
                    self.fled[race] = 0
                    continue
                self.queue = [(race, r) for r in self.mine(race)]
            if self.asks_amount():
                return True
        return False

    def next_turn(self) -> None:
        self.seat = (self.seat + 1) % self.players
        if self.seat == self.first:
            if self.round == self.rounds:
                self.stage = "over"
                return
            self.round += 1
        self.stage = "turn"

    def winners(self) -> list[int]:
        def worth(seat: int) -> tuple[int, int]:
            races = (self.active[seat], self.declined[seat])
            return self.coins[seat], sum(n for holder, n in self.held.values() if holder in races)

        best = max(worth(seat) for seat in range(self.players))
        return [seat for seat in range(self.players) if worth(seat) == best]

    def picture(self) -> dict[str, Any]:
        """What can be compared with a view."""
        return copy.deepcopy({"coins": self.coins, "held": self.held, "row": [c for c in self.row if len(c) == 3]})
