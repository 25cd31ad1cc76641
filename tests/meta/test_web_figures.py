"""What the browser client is measured by is held, in both directions."""

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from tools.web_figures import FLOORS, LIMITS, broken

KEPT = {**LIMITS, **FLOORS}


def test_what_keeps_its_limits_passes() -> None:
    assert broken(KEPT) == []


@pytest.mark.parametrize("name", KEPT)
def test_what_is_beyond_a_limit_or_below_a_floor_is_told(name: str) -> None:
    worse = KEPT[name] + (-1 if name in FLOORS else 1)
    assert broken({**KEPT, name: worse}) == [name]


def test_panning_is_held_to_sixty_frames() -> None:
    assert round(FLOORS["panning (frames a second)"]) == 60
