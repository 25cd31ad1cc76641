"""A plain player for simulations: conquers the cheapest region in reach, declines when its race is stretched.

Far below a searching bot, far above random play; fast enough for thousands of games.
"""

from terrarium.kernel.contract import CHANCE, OVER, Choice, Game, State
from terrarium.kernel.dealer import Dealer

STRETCHED = 3
"""With fewer spare tokens than this a race declines, but for the last two rounds."""


def cheapest(choices: list[Choice], dealer: Dealer) -> Choice:
    """The conquest that costs least and needs no die; a die rather than nothing."""
    sure = [choice for choice in choices if not choice.facts["die"]]
    ranked = sorted(sure or choices, key=lambda choice: int(str(choice.facts["price"])))
    least = ranked[0].facts["price"]
    return dealer_pick([choice for choice in ranked if choice.facts["price"] == least], dealer)


def dealer_pick(choices: list[Choice], dealer: Dealer) -> Choice:
    return choices[int(dealer.below(len(choices)))]


def is_stretched(state: State, seat: int) -> bool:
    """Has the active race few tokens to spare, with rounds enough left for another?"""
    page = state.view(seat)
    if int(str(page["round"])) > int(str(page["rounds"])) - 2:
        return False
    seats = page["seats"]
    assert isinstance(seats, list)
    for tribe in seats[seat]["tribes"]:
        if tribe["mode"] == "active":
            return bool(tribe["tokens"] + tribe["hand"] - len(tribe["regions"]) < STRETCHED)
    return False


def decide(state: State, dealer: Dealer) -> int:
    """The answer of whoever is asked."""
    seat = state.current_player()
    if seat == CHANCE:
        return dealer.choose(state)
    choices = state.choices(seat)
    by_verb: dict[str, list[Choice]] = {}
    for choice in choices:
        by_verb.setdefault(choice.verb, []).append(choice)
    if "expand" in by_verb:
        return by_verb["decline" if is_stretched(state, seat) else "expand"][0].action
    if "conquer" in by_verb:
        helped = by_verb.get("use", []) + by_verb.get("take", [])
        if helped and dealer.below(3) == 0:
            return dealer_pick(helped, dealer).action
        return cheapest(by_verb["conquer"], dealer).action
    kept = [choice for choice in choices if choice.verb != "abandon"]
    return dealer_pick(kept or choices, dealer).action


def play_game(game: Game, seed: int) -> tuple[State, list[list[tuple[str, str]]]]:
    """A whole game; the combos each seat picked come with it."""
    state = game.new()
    dealer = Dealer(seed)
    picked: list[list[tuple[str, str]]] = [[] for _ in range(game.players)]
    while state.current_player() != OVER:
        seat = state.current_player()
        action = decide(state, dealer)
        if seat >= 0:
            for choice in state.choices(seat) if state.text(action).startswith("pick") else []:
                if choice.action == action:
                    picked[seat].append((str(choice.facts["race"]), str(choice.facts["power"])))
        state.apply(action)
    return state, picked
