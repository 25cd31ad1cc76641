"""Offers of power as logs have them.

On the public server offers stay open while others play on: they lie in a list beside the position, and a round does
not end before all are answered. Who takes an action with offers open has turned them down.
"""

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import layout
from terrarium.terramystica.actions.begin import forget
from terrarium.terramystica.data import at, pop
from terrarium.terramystica.economy.goods import power_room
from terrarium.terramystica.economy.offers import offered, take_offer, takeable
from terrarium.terramystica.phases.flow import advance
from terrarium.terramystica.phases.rounds import end_round
from terrarium.terramystica.snellman.commands import ANYBODY, Command
from terrarium.terramystica.snellman.log import Log
from terrarium.terramystica.snellman.table import LogTable


class Building:
    """One new building whose neighbours have open offers."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.open = 0  # offers that somebody could take and has not turned down
        self.declined = 0
        self.taken = 0


class Offer:
    """An open offer of power; `real` is how much of it its seat could take when it was made or last took power."""

    def __init__(self, seat: int, amount: int, building: Building) -> None:
        self.seat = seat
        self.amount = amount
        self.real = 0
        self.building = building
        self.late = False  # something was said that should have come after the answer


class OpenTable(LogTable):
    """A table with open offers: exactly what the log has said so far, row by row."""

    def __init__(self, log: Log) -> None:
        # what the server allows beyond the rules is allowed to a log
        super().__init__(log, {**log.options, "server_moves": "on", "idle_actions": "on"})
        self.state.held = True
        self.offers: list[Offer] = []
        self.steps = 0  # cult steps the Cultists have earned and not yet taken
        # a log of ours, of a game in which power may be converted before an answer
        self.own = "server_moves" in log.options

    def give(self, action: int) -> None:
        self.state.apply(action)
        self.drive()

    def drive(self) -> None:
        """Run on to the next question: offers are opened, a round ends when nothing is open."""
        state = self.state
        v = state.v
        advance(state)
        self.open_offers()
        while v[layout.HEIGHT] > 0:
            kind = self.kind()
            if kind == layout.A_OFFERS:
                pop(v)
                forget(v)
            elif kind == layout.A_ROUND_END and not self.offers and self.steps == 0:
                pop(v)
                end_round(state)
            else:
                return
            advance(state)

    def open_offers(self) -> None:
        """Put the offers of new buildings on the list, as soon as they stand, instead of on the stack."""
        v = self.state.v
        seat = int(v[layout.TURN])
        players = int(v[layout.PLAYERS])
        for i in range(int(v[layout.EVENTS])):
            h = v[layout.EVENT + i]
            building = Building(seat)
            for k in range(1, players):
                other = (seat + k) % players
                amount = int(offered(self.state, other, h))
                if amount > 0 and (v[layout.GONE] >> other) & 1 == 0:
                    offer = Offer(other, amount, building)
                    offer.real = self.room(other, amount)
                    building.open += 1 if offer.real > 0 else 0
                    self.offers.append(offer)
            v[layout.EVENT + i] = 0
        v[layout.EVENTS] = 0

    def room(self, seat: int, amount: int) -> int:
        """How much of an offer a seat could take; by the strict reading of points perhaps nothing."""
        v = self.state.v
        if v[layout.RULES] & layout.R_LEECH_STRICT != 0:
            return int(takeable(v, seat, amount))
        return min(amount, int(power_room(v, at(seat))))

    # --- answers -----------------------------------------------------------------------------------------------------

    def answer(self, seat: int, command: Command, row: int) -> None:
        """`leech` or `decline`; a bare `decline` turns all offers down."""
        if command.verb == "decline" and command.n == 0:
            self.decline_all(seat)
            return
        if self.own:
            self.look_again(seat)
        source = self.seat_of.get(command.a, -1)
        v = self.state.v
        gained = int(takeable(v, seat, command.n))
        sizes = [command.n] if command.verb == "decline" else [command.n, gained]
        for offer in self.offers:
            if offer.seat != seat:
                continue
            if (command.a != ANYBODY and offer.building.seat != source) or offer.amount not in sizes:
                offer.late = offer.late or command.verb == "leech"
                continue
            if command.verb == "decline":
                self.decline(offer)
            elif offer.late and "strict-leech" in self.log.strict and not self.own:
                raise NotationError("log_late", {"row": row, "text": command.text})
            else:
                self.take(offer, command.n)
            return
        raise NotationError("log_no_offer", {"row": row, "text": command.text})

    def take(self, offer: Offer, amount: int) -> None:
        """Power for points; the Cultists get their step with the first who takes some."""
        state = self.state
        building = offer.building
        self.offers.remove(offer)
        if self.board(building.seat).wants_answers() and offer.real > 0:
            building.taken += 1
            if building.taken == 1 or state.v[layout.RULES] & layout.R_CULTIST_EACH != 0:
                self.steps += 1
        take_offer(state, offer.seat, amount, building.seat)
        for other in self.offers:
            if other.seat == offer.seat:
                real = self.room(other.seat, other.amount)
                if real == 0 and other.real > 0:
                    self.less(other.building)
                other.real = min(other.real, real)
        self.settle(building)

    def look_again(self, seat: int) -> None:
        """What fits is what fits when the answer is given."""
        for offer in self.offers:
            if offer.seat == seat:
                offer.real = self.room(seat, offer.amount)

    def decline(self, offer: Offer) -> None:
        self.offers.remove(offer)
        building = offer.building
        building.declined += 1 if offer.real > 0 or not self.own else 0
        if offer.real > 0:
            self.less(building)
        self.settle(building)

    def decline_all(self, seat: int) -> None:
        for offer in [o for o in self.offers if o.seat == seat]:
            self.decline(offer)

    def less(self, building: Building) -> None:
        """One fewer who could take; when none is left and somebody has turned power down, the Cultists gain one."""
        building.open -= 1
        if building.open == 0 and building.declined > 0 and not self.own:
            self.none_taken(building)

    def settle(self, building: Building) -> None:
        """By our own rules the same is decided when the last has answered."""
        left = any([offer.building is building for offer in self.offers])
        if self.own and not left and building.taken == 0 and building.declined > 0:
            self.none_taken(building)

    def none_taken(self, building: Building) -> None:
        self.board(building.seat).on_settled(self.state, building.seat, 0, building.declined)
