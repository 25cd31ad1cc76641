"""A turn before it has come: the position, as data, in which a seat would begin it on the board as it stands now."""

from typing import cast

Page = dict[str, object]

OF_AN_ACTION = ("events", "homes", "skipped", "rough", "turning", "turned", "missed")
"""What is noted while an action lasts."""


def next_turn(page: Page, seat: int) -> Page | None:
    """`seat`'s next turn, which begins with its main question; None between rounds and for who has passed: income and
    cards come first there."""
    passed, gone = cast(list[int], page.get("passed", [])), cast(list[int], page.get("gone", []))
    if page["turn"] in (-1, seat) or seat in passed or seat in gone:
        return None
    left = {name: value for name, value in page.items() if name not in OF_AN_ACTION}
    return {**left, "turn": seat, "frames": [["next", -1, 0, 0], ["main", seat, 0, 0]]}
