"""What the sentences of a unit made of data do: tokens, coins, counters, pieces, and questions that are put."""

from typing import Final

from mypy_extensions import i64

from terrarium.smallworld.core.amounts import MOST_INCOME, MOST_MEMORY, MOST_TOKENS
from terrarium.smallworld.core.board import count, each_region, one
from terrarium.smallworld.core.codes import (
    DECLINING,
    F_ASK,
    F_DEPLOY,
    F_SCORE,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.events import E_USED
from terrarium.smallworld.core.families import lent
from terrarium.smallworld.core.opcodes import (
    ASK_WIDTH,
    E_ASK,
    E_BRING,
    E_DECLINE,
    E_DISCHARGE,
    E_EMPTY,
    E_FLEECE,
    E_GAIN,
    E_GIVE_UP,
    E_LAY,
    E_LEAVE,
    E_MOVE,
    E_PAY,
    E_RECALL,
    E_RECRUIT,
    E_REDEPLOY,
    E_RESENT,
    E_ROB,
    E_SET_KEPT,
    E_SET_USED,
    E_THIN,
    E_TRIM,
    Q_REGION,
    Q_YES,
    WHOSE_PLAYER,
    WHOSE_RACE,
)
from terrarium.smallworld.core.phases.conquest import take_up
from terrarium.smallworld.core.phases.score import decline
from terrarium.smallworld.core.phases.turn import push_moment
from terrarium.smallworld.core.reckoning import own_regions, within
from terrarium.smallworld.core.sentences import OTHER_AT, Sentences
from terrarium.smallworld.core.verbs import (
    discharge,
    empty,
    gain,
    lay,
    leave,
    leave_if_gone,
    lift,
    pay,
    put_thing,
    rally,
    recall,
    recruit,
    trim,
)

ALWAYS: Final[i64] = 2
"""A question that is put even where nothing can be named, and may be left out."""


class Effects(Sentences):
    """Sentences that are carried out, one effect after another, within bounds whatever the data says."""

    def run(self, d: Data, me: i64, first: i64, many: i64, r: i64, x: i64, n: i64) -> None:
        """Carry out effects one after another."""
        at = first * 3
        end = at + many * 3
        while at < end:
            if self.holds_true(d, me, self.acts[at + 1], r, x, n):
                kind = self.acts[at]
                if kind == E_ASK:
                    self.put_question(d, me, self.acts[at + 2], r)
                elif kind >= E_LAY:
                    self.move(d, me, kind, self.acts[at + 2], r, x, n)
                else:
                    self.count_out(d, me, kind, self.value(d, me, self.acts[at + 2], r, x, n))
            at += 3

    def count_out(self, d: Data, me: i64, kind: i64, n: i64) -> None:
        """Tokens, coins and counters."""
        seat = d.owner(me)
        if kind == E_RECRUIT:
            recruit(d, me, within(n, 0, MOST_TOKENS), self.id)
        elif kind == E_DISCHARGE:
            discharge(d, me, within(n, 0, d.hand(me)), self.id)
        elif kind == E_SET_USED:
            d.set_used(self.id, within(n, 0, MOST_MEMORY))
        elif kind == E_SET_KEPT:
            d.set_note(self.id, within(n, 0, MOST_MEMORY))
        elif seat >= 0 and kind == E_GAIN:
            gain(d, seat, within(n, 0, MOST_INCOME), self.id)
        elif seat >= 0 and kind == E_PAY:
            pay(d, seat, within(n, 0, d.coins(seat)), self.id)

    def move(self, d: Data, me: i64, kind: i64, node: i64, r: i64, x: i64, n: i64) -> None:
        """Pieces, regions, and whole races."""
        if kind == E_LAY:
            for place in each_region(self.value(d, me, node, r, x, n)):
                if d.stock(self.mark) > 0 and d.pieces(place, self.mark) < self.mark.most and d.holds(me, place):
                    lay(d, self.mark, place)
        elif kind == E_RECALL:
            self.take_back(d, me)
        elif kind == E_MOVE:
            goal = self.value(d, me, node, r, x, n)
            self.take_back(d, me)
            for place in each_region(goal):
                if d.stock(self.mark) > 0:
                    lay(d, self.mark, place)
        elif kind == E_BRING:
            self.bring(d, me, self.value(d, me, node, r, x, n))
        elif kind == E_GIVE_UP:
            self.give_up(d, me, self.value(d, me, node, r, x, n))
        elif kind == E_EMPTY or kind == E_TRIM or kind == E_THIN:
            for place in each_region(self.value(d, me, node, r, x, n) & d.held(me)):
                if kind == E_EMPTY:
                    empty(d, place, self.id)
                elif kind == E_TRIM and d.tokens(place) > 1:
                    trim(d, place, self.id)
                while kind == E_THIN and d.tokens(place) > 1:
                    trim(d, place, self.id)
            if d.declined(me):
                leave_if_gone(d, me)
        elif kind == E_ROB or kind == E_FLEECE:
            self.rob(d, me, self.value(d, me, node, r, x, n), kind == E_FLEECE)
        elif kind == E_RESENT:
            other = (x >> OTHER_AT) - 1
            if other >= 0 and other < d.kit.n_races and d.owner(other) >= 0:
                d.set_note(self.id, d.note(self.id) | one(d.owner(other)))
        elif kind == E_LEAVE:
            if d.declined(me):
                leave(d, me)
        elif kind == E_REDEPLOY:
            if d.declined(me):
                take_up(d, me)
                d.push(F_DEPLOY, me, 0, 0, 0)
        elif kind == E_DECLINE and d.active(me) and not d.awaits(F_SCORE):
            self.decline_now(d, me)

    def decline_now(self, d: Data, me: i64) -> None:
        """The race declines after the turn was scored; tokens that its owner drove off leave with those in hand."""
        seat = d.seat()
        if d.active_of(seat) != me:
            return
        rally(d, me)
        decline(d, seat)
        if d.owner(me) == seat:
            push_moment(d, me, DECLINING)

    def take_back(self, d: Data, me: i64) -> None:
        """All pieces come back: out of the race's regions, or from wherever they lie if they stay with no race."""
        if not self.mark.lies:
            recall(d, self.mark, me)
            return
        r: i64 = 0
        while r < d.kit.board.n:
            lift(d, self.mark, r, False)
            r += 1

    def bring(self, d: Data, me: i64, mask: i64) -> None:
        """The thing comes to lie in the first of these regions that the race holds."""
        for r in each_region(mask & d.held(me)):
            d.say(E_USED, d.owner(me), me, r, 0, -1, self.id)
            put_thing(d, self.bit, r)
            return

    def give_up(self, d: Data, me: i64, mask: i64) -> None:
        """One token of each of these regions of the player goes back to the tray, be it the last one there."""
        for r in each_region(mask & own_regions(d, me)):
            t = d.holder(r)
            if d.tokens(r) == 1:
                empty(d, r, self.id)
            elif d.tokens(r) > 1:
                trim(d, r, self.id)
            leave_if_gone(d, t)

    def rob(self, d: Data, me: i64, near: i64, immune_too: bool) -> None:
        """A coin from each other player who has one, and an active token in one of these regions; immune regions count
        only if they are named."""
        seat: i64 = 0
        while seat < (d.kit.seats if immune_too else d.kit.players):
            active = d.active_of(seat)
            if seat != d.owner(me) and active >= 0 and d.coins(seat) > 0:
                there = d.held(active) & near
                if there if immune_too else d.open(there):
                    pay(d, seat, 1, self.id)
                    gain(d, d.owner(me), 1, self.id)
            seat += 1

    # --- questions ---------------------------------------------------------------------------------------------------
    # The frame: region that the question is about, number = place in the board's order | question << 6.

    def put_question(self, d: Data, me: i64, question: i64, r: i64) -> None:
        """Ask, if there is something to answer, and somebody who can."""
        if d.kit.units[me].wild:
            return
        at = question * ASK_WIDTH
        about = r if r >= 0 else i64(0)
        kind = self.asks[at]
        if kind == Q_YES and self.asks[at + 3] >= 0 and self.value(d, me, self.asks[at + 3], about, 0, 0) < 1:
            return
        if kind != Q_REGION or self.asks[at + 2] == ALWAYS or self.sites(d, me, at, about, 0):
            d.push(F_ASK, me, self.id, about, question << 6)

    def lays(self, at: i64) -> bool:
        """Does a region question lay a piece where it is answered, that is not first taken from somewhere else?"""
        first = self.asks[at + 5] * 3
        end = first + self.asks[at + 6] * 3
        while first < end:
            if self.acts[first] == E_RECALL:
                return False
            if self.acts[first] == E_LAY:
                return True
            first += 3
        return False

    def takes_off(self, at: i64) -> bool:
        """Does it take tokens away there?"""
        first = self.asks[at + 5] * 3
        end = first + self.asks[at + 6] * 3
        while first < end:
            if self.acts[first] == E_EMPTY or self.acts[first] == E_TRIM or self.acts[first] == E_THIN:
                return True
            if self.acts[first] == E_GIVE_UP:
                return True
            first += 3
        return False

    def sites(self, d: Data, me: i64, at: i64, about: i64, start: i64) -> i64:
        """Mask of regions that may be named now. Where all must be named, enough are left behind the one that is."""
        found = self.value(d, me, self.asks[at + 1], about, 0, 0)
        whose = self.asks[at + 9]
        if whose == WHOSE_RACE:
            found &= d.held(me)
        elif whose == WHOSE_PLAYER:
            found &= own_regions(d, me)
        found = d.from_rank(found, start)
        if self.lays(at):
            if d.stock(self.mark) < 1:
                return 0
            for r in each_region(found):
                if d.pieces(r, self.mark) >= self.mark.most:
                    found &= ~one(r)
        times: i64 = 1
        if self.asks[at + 3] >= 0:
            times = self.value(d, me, self.asks[at + 3], about, 0, 0)
        if times < 1:
            return 0
        if self.asks[at + 4] or self.asks[at + 2] != 1 or times == 1 or lent(d, self):
            return found
        left = count(found)
        need = times if times < left else left
        named: i64 = 0
        for r in each_region(found):
            if count(d.from_rank(found, d.kit.board.rank[r])) >= need:
                named |= one(r)
        return named
