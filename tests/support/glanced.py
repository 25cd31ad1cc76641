"""What a bot says that looks one decision ahead, held against its appraisal: every number is found again by play."""

from collections.abc import Iterator

from terrarium import bots, catalog
from terrarium.bots.minds import mind_of, searchable
from terrarium.bots.speech import EVEN, sentences, spell_text
from terrarium.bots.thought import DRAWN, OVERLOOKED, PLACES, Thought, read
from terrarium.kernel.contract import CHANCE, OVER, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.greedy import Greedy
from terrarium.words import Words
from tests.support.explained import NEAR, numbers_in, quoted_in

Glanced = tuple[State, Thought]


def glances(title: str, players: int, seed: int, count: int, level: str) -> Iterator[Glanced]:
    """What bots of a level say in games with themselves: the position, and every thought there is."""
    found = 0
    while found < count:
        seed += 1
        state, dealer = catalog.game(title, players).new(), Dealer(seed)
        seats = [bots.make(level, title, seed=seed * 10 + seat) for seat in range(players)]
        while (seat := state.current_player()) != OVER and found < count:
            if seat == CHANCE:
                state.apply(dealer.choose(state))
                continue
            blind = state.blind(seat)
            action, reason = seats[seat].choose(blind, seat, 1.0)
            thought = read(reason)
            if thought is not None:
                assert thought.chosen.move == state.text(action)
                found += 1
                yield blind, thought
            state.apply(action)


def lead_of(before: State, seat: int, action: int) -> float:
    """The lead an answer leads to: where habit settles what follows, what follows is played before it is appraised."""
    thinking = searchable(before.clone())
    mind = mind_of(thinking)
    settled = mind.glance(thinking).settled
    thinking.apply(action)
    while settled and thinking.current_player() == seat and len(thinking.legal_actions()) > 1:
        fan = mind.glance(thinking)
        if not fan.settled:
            break
        thinking.apply(int(fan.actions[0]))
    return float(Greedy(mind).lead_after(thinking, seat, 0))


def glance_faults(words: Words, before: State, thought: Thought) -> list[str]:
    """What is said and is not so; nothing where every word holds."""
    thinking = searchable(before.clone())
    mind, seat = mind_of(thinking), thought.seat
    fan = mind.glance(thinking)
    tried = [int(fan.actions[k]) for k in range(1 if fan.settled else int(fan.wide))]
    leads = {before.text(action): lead_of(before, seat, action) for action in tried}
    found: list[str] = []

    def check(holds: bool, what: str) -> None:
        if not holds:
            found.append(what)

    def spelled(text: str) -> str:
        return spell_text(words, before, seat, text)

    rest = list(sentences(words, thought, before))
    first, lead = rest.pop(0), leads.pop(thought.chosen.move)
    check(quoted_in(first) == [spelled(thought.chosen.move)], f"the move: {first}")
    shown = round(round(lead, PLACES), 1)
    side = "" if shown > 0 else ".behind" if shown < 0 else ".even"
    told = abs(numbers_in(first)[0]) if numbers_in(first) else 0.0
    check(abs(told - abs(lead)) <= NEAR, f"lead: {first} It is {lead:.3f}")
    args = {"move": quoted_in(first)[0], "lead": f"{told:.1f}"}
    sided = abs(lead) < NEAR or first == words.say(f"bots.lead{side}", args)
    check(sided, f"ahead or behind: {first} It is {lead:.3f}")
    if leads:
        best = max(leads.values())
        line, cost = rest.pop(0), lead - best
        same = {spelled(text) for text, value in leads.items() if abs(value - best) < 0.001}
        check(quoted_in(line)[0] in same, f"the best alternative is one of {same}: {line}")
        if numbers_in(line):
            check(abs(numbers_in(line)[0] - abs(cost)) <= NEAR, f"cost: {line} It is {cost:.3f}")
        else:
            check(abs(cost) <= EVEN + NEAR, f"as good with {cost}")
        why = DRAWN if mind.varies(thinking) else OVERLOOKED
        args = {"move": quoted_in(line)[0], "cost": f"{numbers_in(line)[0] if numbers_in(line) else 0.0:.1f}"}
        check((line == words.say(f"bots.less.{why}", args)) == (cost <= -EVEN), f"why not what looks better: {line}")
    check(not rest, f"more is said than is known: {rest}")
    return found
