"""Observations of the Small World family: one page of columns for every title, seen from one seat.

Seats are counted from the observer: 0 is the observer, 1 the next clockwise. Nothing is read but the blind state of
the seat, so what others hide cannot get in.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.batch.observer import Observer
from terrarium.batch.sheet import Sheet
from terrarium.kernel.contract import Game, State
from terrarium.kernel.dealer import Dealer
from terrarium.smallworld.core.board import count, one
from terrarium.smallworld.core.codes import (
    ACTIVE,
    CHANCE_VERBS,
    CONQUER,
    DECLINED,
    F_ASK,
    F_ASK_TURN,
    F_CONQUEST,
    F_DEPLOY,
    F_RETREAT,
    FRAMES,
    OUT,
    SYNTAX,
    THINGS_AT,
    kind_of,
    region_of,
    tribe_in,
    unit_in,
    verb_of,
)
from terrarium.smallworld.core.data import (
    ACTIVES,
    ARMED,
    BADGES,
    COINS,
    HAND,
    HELD,
    HOLDER,
    MARKS,
    MODE,
    OWNER,
    POWER,
    RACES,
    RETREAT,
    ROLLED,
    ROUND,
    ROW_SIZE,
    SEAT,
    TOKENS,
    TRAY,
    UNSEEN,
)
from terrarium.smallworld.core.flow import asked, legal, weight
from terrarium.smallworld.core.folds import price
from terrarium.smallworld.core.game import FamilyGame, Position
from terrarium.smallworld.core.kit import Kit

MOST_COINS = 400
MOST_TOKENS = 40
MOST_NOTE = 32767


@final
class SmallWorldObserver(Observer):
    """The columns of a game of the family, and how they are filled."""

    kit: Kit
    players: i64
    round_at: i64
    turn_at: i64
    asked_at: i64
    question_at: i64
    about_at: i64
    unit_at: i64
    armed_at: i64
    row_at: i64
    row_width: i64
    drawn_at: i64
    note_at: i64
    used_at: i64
    unseen_at: i64
    wild_at: i64
    seats_at: i64
    seat_width: i64
    regions_at: i64
    region_width: i64
    names_region: vec[i64]
    tokens: vec[i64]
    mark_masks: vec[i64]
    mark_shifts: vec[i64]

    def __init__(self, game: FamilyGame) -> None:
        super().__init__(game)
        self.kit = game.kit
        self.players = game.kit.players
        self.actions = [code for code in game.all_actions() if verb_of(code) >= CHANCE_VERBS]
        self.names_region = vec[i64]([1 if "r" in syntax else 0 for syntax in SYNTAX])
        self.tokens = vec[i64]([int(unit.tokens) for unit in game.kit.units])
        self.mark_masks = vec[i64]([int(mark.mask) for mark in game.kit.marks])
        self.mark_shifts = vec[i64]([int(mark.shift) for mark in game.kit.marks])
        self.lay_out_table()
        self.lay_out_seats()
        self.lay_out_regions()

    def lay_out_table(self) -> None:
        kit = self.kit
        units = len(kit.units)
        races, powers = int(kit.n_races), int(kit.n_powers)
        players = int(self.players)
        self.round_at = self.field("round", 2, 0, 20, "the round, and the rounds that follow it")
        self.turn_at = self.field("turn", players, 0, 1, "whose turn it is (one of the seats is 1)")
        self.asked_at = self.field("asked", players, 0, 1, "who must answer; nobody when the game is over")
        self.question_at = self.field("question", len(FRAMES), 0, 1, "what is asked: " + ", ".join(FRAMES[1:]))
        self.about_at = self.field(
            "about", 3, 0, MOST_TOKENS, "the asking tribe: its mode (1 active, 2 in decline), tokens in hand, die + 1"
        )
        self.unit_at = self.field("unit", units, 0, 1, "the unit whose question it is: " + unit_names(kit, 0, units))
        self.armed_at = self.field("armed", units, 0, 1, "units that help the next attack, in the same order")
        self.row_width = races + powers + 2
        self.row_at = self.size
        for place in range(int(ROW_SIZE)):
            meaning = "a combo of the row, the free one first: race, power, coins on it, tokens it brings"
            self.field(f"row {place}", int(self.row_width), 0, MOST_TOKENS, meaning)
        self.drawn_at = self.field(
            "drawn", races + powers, 0, 1, "races and powers that are in no stack, in the order of `unit`"
        )
        self.note_at = self.field("note", units, -MOST_NOTE, MOST_NOTE, "each unit's memory between turns")
        self.unseen_at = self.size
        if kit.things:
            self.field("unseen", len(kit.things), 0, 1, "things not revealed yet: " + thing_names(kit))
        self.used_at = self.field("used", units, -MOST_NOTE, MOST_NOTE, "each unit's memory of this turn")
        self.wild_at = self.size
        if kit.wild >= 0:
            self.field("wild", 2, 0, MOST_COINS, "the race that nobody plays: its coins and its tokens in hand")

    def lay_out_seats(self) -> None:
        kit = self.kit
        races, powers = int(kit.n_races), int(kit.n_powers)
        self.seat_width = 7 + races * 2 + powers
        self.seats_at = self.size
        for seat in range(int(self.players)):
            meaning = (
                "coins (of others: what everybody saw), tokens in hand, waiting to be redeployed and in the tray,"
                " regions of the active race and in decline, coins if scored now;"
                " then active race, races in decline, power"
            )
            self.field(f"seat {seat}", int(self.seat_width), 0, MOST_COINS, meaning)

    def lay_out_regions(self) -> None:
        kit = self.kit
        players = int(self.players)
        self.region_width = players * 2 + 4 + len(kit.marks) + len(kit.things)
        self.regions_at = self.size
        marks = ", ".join([mark.name for mark in kit.marks])
        if kit.things:
            marks += "; things: " + thing_names(kit)
        for r in range(int(kit.board.n)):
            meaning = (
                f"tokens of each seat's active races ({players}), in decline ({players}), of natives;"
                " may be named in the answer; its price in a conquest;"
                f" coins it would bring the observer's active race beyond the usual one; pieces: {marks}"
            )
            self.field(f"region {r}", int(self.region_width), 0, MOST_TOKENS, meaning)

    # --- the contract without boxes ---------------------------------------------------------------

    def asked(self, state: State) -> i64:
        assert isinstance(state, Position)
        return asked(state)

    def legal(self, state: State) -> vec[i64]:
        assert isinstance(state, Position)
        return legal(state)

    def points(self, state: State, seat: i64) -> i64:
        assert isinstance(state, Position)
        return state.v[COINS + seat]

    def deal(self, state: State, dealer: Dealer) -> i64:
        assert isinstance(state, Position)
        codes = legal(state)
        total: i64 = 0
        for code in codes:
            total += weight(state, code)
        left = dealer.below(total)
        for code in codes:
            left -= weight(state, code)
            if left < 0:
                return code
        raise ValueError("chance outcomes without weight")

    # --- one row ----------------------------------------------------------------------------------

    def observe(self, state: State, seat: i64, legal: vec[i64], sheet: Sheet) -> None:
        d = state.blind(int(seat))
        assert isinstance(d, Position)
        self.write_table(d, seat, sheet)
        self.write_row(d, seat, sheet)
        self.write_units(d, sheet)
        self.write_regions(d, seat, sheet)
        self.write_targets(d, legal, sheet)
        k: i64 = 0
        while k < self.players:
            self.write_seat(d, (seat + k) % self.players, self.seats_at + k * self.seat_width, sheet)
            k += 1
        self.write_declined(d, seat, sheet)

    def place_of(self, owner: i64, seat: i64) -> i64:
        """A seat counted from the observer."""
        place = owner - seat
        return place if place >= 0 else place + self.players

    def write_table(self, d: Position, seat: i64, sheet: Sheet) -> None:
        v = d.v
        f = d.top()
        kind = kind_of(f)
        sheet.put(self.round_at, v[ROUND])
        sheet.put(self.round_at + 1, self.kit.rounds - v[ROUND])
        if v[SEAT] < self.players:
            sheet.mark(self.turn_at + self.place_of(v[SEAT], seat))
        answerer = asked(d)
        if answerer >= 0:
            sheet.mark(self.asked_at + self.place_of(answerer, seat))
        sheet.mark(self.question_at + kind)
        if kind == F_CONQUEST or kind == F_DEPLOY or kind == F_RETREAT or kind == F_ASK or kind == F_ASK_TURN:
            t = tribe_in(f)
            sheet.put(self.about_at, v[t * 7 + MODE])
            sheet.put(self.about_at + 1, v[t * 7 + RETREAT] if kind == F_RETREAT else v[t * 7 + HAND])
        sheet.put(self.about_at + 2, v[ROLLED])
        if kind == F_ASK or kind == F_ASK_TURN:
            sheet.mark(self.unit_at + unit_in(f))
        sheet.mark_bits(v[ARMED], self.armed_at)
        if self.kit.wild >= 0:
            sheet.put(self.wild_at, v[COINS + self.players])
            sheet.put(self.wild_at + 1, v[self.kit.wild * 7 + HAND])

    def write_row(self, d: Position, seat: i64, sheet: Sheet) -> None:
        """The row the observer picks from."""
        v = d.v
        kit = self.kit
        row = kit.row_of[seat]
        combos = v[d.combos_at(row)]
        first = d.row_at(row)
        place: i64 = 0
        while place < combos:
            at = self.row_at + place * self.row_width
            race = v[first + place * 3]
            power = v[first + place * 3 + 1]
            sheet.mark(at + race)
            sheet.mark(at + power)
            sheet.put(at + kit.n_races + kit.n_powers, v[first + place * 3 + 2])
            sheet.put(at + kit.n_races + kit.n_powers + 1, self.tokens[race] + self.tokens[power])
            place += 1
        sheet.mark_bits((one(kit.n_races) - 1) & ~v[RACES], self.drawn_at)
        sheet.mark_bits((one(kit.n_powers) - 1) & ~v[BADGES], self.drawn_at + kit.n_races)

    def write_units(self, d: Position, sheet: Sheet) -> None:
        v = d.v
        kit = self.kit
        sheet.mark_bits(v[UNSEEN], self.unseen_at)
        notes = kit.notes_at
        used = kit.used_at
        unit: i64 = 0
        n: i64 = len(kit.units)
        while unit < n:
            if v[notes + unit]:
                sheet.put(self.note_at + unit, v[notes + unit])
            if v[used + unit]:
                sheet.put(self.used_at + unit, v[used + unit])
            unit += 1

    def write_seat(self, d: Position, seat: i64, at: i64, sheet: Sheet) -> None:
        v = d.v
        races = self.kit.n_races
        active = v[ACTIVES + seat]
        sheet.put(at, v[COINS + seat])
        if active >= 0:
            sheet.put(at + 1, v[active * 7 + HAND])
            sheet.put(at + 2, v[active * 7 + RETREAT])
            sheet.put(at + 3, v[active * 7 + TRAY])
            sheet.put(at + 4, count(v[active * 7 + HELD]))
            sheet.mark(at + 7 + active)
            sheet.put(at + 6, worth(d, active))
            if v[active * 7 + POWER] >= 0:
                sheet.mark(at + 7 + races + v[active * 7 + POWER])

    def write_declined(self, d: Position, seat: i64, sheet: Sheet) -> None:
        """Races in decline, to the seats that own them."""
        v = d.v
        races = self.kit.n_races
        t: i64
        for t in range(races):
            if v[t * 7 + MODE] == DECLINED and v[t * 7 + OWNER] < self.players:
                at = self.seats_at + self.place_of(v[t * 7 + OWNER], seat) * self.seat_width
                sheet.add(at + 5, count(v[t * 7 + HELD]))
                sheet.add(at + 6, worth(d, t))
                sheet.mark(at + 7 + races + t)

    def write_regions(self, d: Position, seat: i64, sheet: Sheet) -> None:
        v = d.v
        kit = self.kit
        masks = self.mark_masks
        kinds: i64 = len(masks)
        at = self.regions_at
        r: i64 = 0
        while r < kit.board.n:
            tokens = v[r * 3 + TOKENS]
            if tokens:
                holder = v[r * 3 + HOLDER]
                owner = v[holder * 7 + OWNER]
                if owner < 0 or owner == self.players:
                    sheet.put(at + self.players * 2, tokens)
                elif v[holder * 7 + MODE] == ACTIVE:
                    sheet.put(at + self.place_of(owner, seat), tokens)
                else:
                    sheet.put(at + self.players + self.place_of(owner, seat), tokens)
            marks = v[r * 3 + MARKS]
            if marks:
                first = at + self.players * 2 + 4
                place: i64
                for place in range(kinds):
                    if marks & masks[place]:
                        sheet.put(first + place, (marks & masks[place]) >> self.mark_shifts[place])
                sheet.mark_bits(marks >> THINGS_AT, first + kinds)
            at += self.region_width
            r += 1
        active = v[ACTIVES + seat]
        if active >= 0:
            self.write_worth(d, active, sheet)

    def write_worth(self, d: Position, t: i64, sheet: Sheet) -> None:
        """What abilities would add for each region to the observer's active race."""
        first = self.regions_at + self.players * 2 + 3
        for unit in d.crew(t).region_earners:
            at = first
            r: i64 = 0
            while r < self.kit.board.n:
                coins = unit.region_income(d, t, r)
                if coins:
                    sheet.add(at, coins)
                at += self.region_width
                r += 1

    def write_targets(self, d: Position, legal: vec[i64], sheet: Sheet) -> None:
        t = tribe_in(d.top())
        last: i64 = -1
        for code in legal:
            verb = verb_of(code)
            if self.names_region[verb] and region_of(code) != last:
                last = region_of(code)
                at = self.regions_at + last * self.region_width + self.players * 2 + 1
                sheet.mark(at)
                if verb == CONQUER:
                    sheet.put(at + 1, price(d, t, last, d.crew(t)))


def unit_names(kit: Kit, first: int, last: int) -> str:
    return ", ".join([unit.name for unit in kit.units[first:last]])


def thing_names(kit: Kit) -> str:
    return ", ".join([thing.name for thing in kit.things])


def income(d: Position, seat: i64) -> i64:
    """Coins a player would get if scored now."""
    v = d.v
    total: i64 = 0
    t: i64 = 0
    while t < d.kit.n_races:
        if v[t * 7 + OWNER] == seat and v[t * 7 + MODE] != OUT:
            total += worth(d, t)
        t += 1
    return total


def worth(d: Position, t: i64) -> i64:
    """Coins a tribe would bring if it were scored now."""
    held = d.v[t * 7 + HELD]
    total = count(held)
    crew = d.crew(t)
    for unit in crew.region_earners:
        mask = held
        r: i64 = 0
        while mask:
            if mask & 1:
                total += unit.region_income(d, t, r)
            mask >>= 1
            r += 1
    for unit in crew.turn_earners:
        total += unit.turn_income(d, t)
    return total


def observer_for(game: Game) -> Observer:
    """The observer of a game of the family."""
    assert isinstance(game, FamilyGame)
    return SmallWorldObserver(game)
