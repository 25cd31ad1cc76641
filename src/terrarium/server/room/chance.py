"""Provably fair chance: every draw follows from a secret whose hash was published before the first move.

draw = HMAC-SHA256(secret, "<ply> <label>"), read as a number and spread over the weights of the outcomes. The ply is
the place of the draw on the line that was really played: taking moves back and playing them again gives the same die.
"""

import hashlib
import hmac
import secrets

from terrarium.kernel.contract import State

SECRET_BYTES = 32


def new_secret() -> bytes:
    """32 bytes nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


def seeded_secret(seed: str, number: int) -> bytes:
    """The secret of somebody's `number`-th game on a server with a seed, which everybody may know: for tests."""
    return hashlib.sha256(f"{seed} {number}".encode()).digest()


def derived(secret: bytes, what: str) -> int:
    """48 bits for what is left to chance besides the draws ("board", "bot 17"); no draw is called like that."""
    return int.from_bytes(hmac.digest(secret, what.encode(), "sha256")[:6], "big")


def commitment(secret: bytes) -> str:
    """What is published at the start: the SHA-256 of the secret."""
    return hashlib.sha256(secret).hexdigest()


def label(state: State, outcomes: list[tuple[int, int]]) -> str:
    """What is drawn ("die", "race"): the first word of the outcome with the lowest code."""
    return state.text(outcomes[0][0]).split(" ", 1)[0]


def draw(secret: bytes, ply: int, state: State) -> int:
    """The outcome of this chance node, by its weights."""
    outcomes = sorted(state.chance_outcomes())
    message = f"{ply} {label(state, outcomes)}".encode()
    number = int.from_bytes(hmac.digest(secret, message, "sha256"), "big")
    total = sum(weight for _, weight in outcomes)
    # Scaling a 256-bit number leaves no bias anybody could measure, and needs no second draw.
    left = (number * total) >> 256
    for action, weight in outcomes:
        left -= weight
        if left < 0:
            return action
    raise AssertionError("chance outcomes without weight")
