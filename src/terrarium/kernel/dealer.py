"""A small seeded generator for simulations, tests and terminal games: same seed, same game, on every machine.

Nothing below the catalogue may use Python's `random`, so this is the one source of pseudo-random numbers in the rules
packages. It is a xorshift generator: fast and good enough to play with, not to keep secrets with. A server draws
from its own cryptographic source instead.
"""

from typing import Final

from mypy_extensions import i64

from terrarium.kernel.contract import State

# What is left of 63 bits after a shift to the left. Numbers above 2**62 the compiler would convert anew at each use.
LOW_50: Final[i64] = 0x3FFFFFFFFFFFF
LOW_46: Final[i64] = 0x3FFFFFFFFFFF


class Dealer:
    """Answers for CHANCE, and picks among equals for random play."""

    state: i64

    def __init__(self, seed: int) -> None:
        # Two rounds of mixing keep neighbouring seeds apart; zero is the one state xorshift must not have.
        mixed = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & 0x7FFFFFFFFFFFFFFF
        mixed ^= mixed >> 29
        mixed = (mixed * 0xBF58476D1CE4E5B9) & 0x7FFFFFFFFFFFFFFF
        mixed ^= mixed >> 32
        self.state = i64(mixed) if mixed else i64(88172645463325252)

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, all equally likely (to within 2**-40)."""
        x: i64 = self.state
        # 63-bit xorshift: what would be shifted out is masked so that interpreted and compiled runs agree.
        x ^= (x & LOW_50) << 13
        x ^= x >> 7
        x ^= (x & LOW_46) << 17
        self.state = x
        return (x >> 11) % n

    def __reduce__(self) -> tuple[object, tuple[int]]:
        """Pickled and copied in the middle of its numbers."""
        return dealer_at, (int(self.state),)

    def pick(self, actions: list[int]) -> int:
        """One of `actions`, all equally likely."""
        return actions[self.below(len(actions))]

    def choose(self, state: State) -> int:
        """An outcome for a state whose current player is CHANCE, by its weights."""
        outcomes = state.chance_outcomes()
        total = 0
        for _, weight in outcomes:
            total += weight
        left = int(self.below(total))
        for action, weight in outcomes:
            left -= weight
            if left < 0:
                return action
        raise ValueError("chance outcomes without weight")


def dealer_at(state: int) -> Dealer:
    """A dealer that goes on where another stood."""
    found = Dealer(0)
    found.state = i64(state)
    return found
