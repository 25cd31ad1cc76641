"""What a searching bot says, held against its search: every number is parsed out of the sentences and looked up."""

import re
from collections.abc import Iterator

from terrarium import bots, catalog
from terrarium.bots.searching import OFTEN, SURE, SearchBot
from terrarium.bots.speech import EVEN, sentences, spell_text
from terrarium.bots.thought import DRAWN, PLACES, RARELY, RATED, UNDECIDED, Thought, read
from terrarium.kernel.contract import CHANCE, OVER, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.tree import Node, Tree
from terrarium.words import Words

QUOTED = re.compile("[“「](.*?)[”」]")
NUMBER = re.compile(r"−?\d+(?:\.\d+)?")
NEAR = 0.0502
"""Numbers are said in tenths."""
Explained = tuple[State, Thought, Tree]


def explanations(title: str, players: int, seed: int, count: int, simulations: int) -> Iterator[Explained]:
    """Thoughts about the positions of games: the position, the thought, the tree it comes from. `greedy` plays on."""
    found = 0
    while found < count:
        seed += 1
        state, dealer = catalog.game(title, players).new(), Dealer(seed)
        habit = bots.make("casual", title, seed=seed)
        while (seat := state.current_player()) != OVER and found < count:
            if seat == CHANCE:
                state.apply(dealer.choose(state))
                continue
            blind = state.blind(seat)
            if len(state.legal_actions()) > 1 and dealer.below(9) == 0:
                bot = bots.make("strong", title, seed=seed, simulations=simulations)
                assert isinstance(bot, SearchBot)
                action, reason = bot.choose(blind, seat, 1.0)
                thought = read(reason)
                if thought is not None and bot.tree is not None:
                    assert thought.chosen.move == state.text(action)
                    found += 1
                    yield blind, thought, bot.tree
            state.apply(habit.choose(blind, seat, 1.0)[0])


def mean(node: Node, k: int, players: int) -> list[float]:
    return [float(node.points[k * players + seat]) / int(node.visits[k]) for seat in range(players)]


def numbers_in(line: str) -> list[float]:
    """The numbers a sentence tells; those in the names of moves are none."""
    return [float(part.replace("−", "-")) for part in NUMBER.findall(QUOTED.sub("", line))]


def quoted_in(line: str) -> list[str]:
    """The moves a sentence names."""
    return QUOTED.findall(line)


def faults(words: Words, before: State, thought: Thought, tree: Tree) -> list[str]:
    """What is said and is not so; nothing where every word holds."""
    said = sentences(words, thought, before)
    seat, root, players = thought.seat, tree.root, int(tree.mind.players)
    texts = [before.text(int(action)) for action in root.actions]
    place = texts.index(thought.chosen.move)
    leads = {k: tree.lead(mean(root, k, players), seat) for k in range(len(texts)) if root.visits[k]}
    judged = [k for k in leads if k != place and root.visits[k] >= max(SURE, int(root.visits[place]) // OFTEN)]
    points = mean(root, place, players)
    found: list[str] = []

    def check(holds: bool, what: str) -> None:
        if not holds:
            found.append(what)

    def close(spoken: float, true: float, what: str) -> None:
        check(abs(spoken - true) <= NEAR, f"{what}: {spoken} is said, the search has {true:.3f}")

    def spelled(text: str) -> str:
        return spell_text(words, before, seat, text)

    rest = list(said)
    first = rest.pop(0)
    check(quoted_in(first) == [spelled(thought.chosen.move)], f"the move: {first}")
    lead = leads[place]
    spoken = numbers_in(first)
    close(spoken[0], points[seat], "points")
    if len(spoken) > 1:
        close(spoken[1], abs(lead), "lead")
        behind = first == words.say("bots.expects.behind", {"move": quoted_in(first)[0], **said_as(spoken)})
        check(behind == (round(round(lead, PLACES), 1) < 0), f"ahead or behind: {first}")
    else:
        close(0.0, lead, "level")
    second = rest.pop(0)
    chances = tree.chances(points)
    sides = [int(side) for side in tree.mind.sides]
    check(abs(numbers_in(second)[0] - 100 * chances[seat]) <= 0.51, f"{second} the search has {chances}")
    if len(set(sides)) > 1:
        whole = sum(chances[sides.index(side)] for side in set(sides))
        check(abs(whole - 1) < 1e-9, f"chances sum to {whole}")
    if judged:
        best = max(judged, key=lambda k: leads[k])
        line, cost = rest.pop(0), lead - leads[best]
        same = {spelled(texts[k]) for k in judged if abs(leads[k] - leads[best]) < 0.02}
        check(quoted_in(line)[0] in same, f"the best alternative is {texts[best]}: {line}")
        if numbers_in(line):
            close(numbers_in(line)[0], abs(cost), "cost")
        else:
            check(abs(cost) <= EVEN + NEAR, f"as good with {cost}")
        args = {"move": quoted_in(line)[0], "cost": numbers_in(line)[0] if numbers_in(line) else 0.0}
        claims = [why for why in (DRAWN, RARELY, RATED, UNDECIDED) if line == words.say(f"bots.less.{why}", args)]
        check(len(claims) == (cost <= -EVEN), f"why not what looks better: {line}")
        other = next(k for k in judged if spelled(texts[k]) == quoted_in(line)[0])
        rated = root.worth[place] / int(root.visits[place]) - root.worth[other] / int(root.visits[other])
        true = DRAWN if tree.mind.varies(before) else RATED if rated > 0 else UNDECIDED
        true = RARELY if true == UNDECIDED and 2 * root.visits[other] < root.visits[place] else true
        check(claims in ([], [true]), f"{true} is why, not {claims}: {line}")
    if thought.fear:
        line = rest.pop(0)
        close(numbers_in(line)[1], thought.threat, "threat")
        check(int(numbers_in(line)[0]) == thought.fear_seat + 1, f"who is feared: {line}")
        check(sides[thought.fear_seat] != sides[seat], f"no enemy: {line}")
        check(thought.threat >= 0.5, f"no threat: {line}")
        check(quoted_in(line) != [thought.fear] or " " not in thought.fear, f"a command: {line}")
    if thought.sources:
        line = rest.pop(0)
        check(abs(sum(numbers_in(line)) - spoken[0]) < 0.001, f"sources do not add up to {spoken[0]}: {line}")
        check(len(numbers_in(line)) == len(thought.sources), f"numbers nobody knows: {line}")
        check(f"{words.say('source.later')} −" not in line, f"turns to come take points: {line}")
        check(f"{words.say('source.taken_off')} −" in line or "taken_off" not in dict(thought.sources), line)
    last = rest.pop(0)
    check(numbers_in(last) == [float(root.total)], f"simulations: {last}")
    check(not rest, f"more is said than is known: {rest}")
    return found


def said_as(spoken: list[float]) -> dict[str, str]:
    points, lead = (f"{value:.1f}".replace("-", "−") for value in spoken[:2])
    return {"points": points, "lead": lead}
