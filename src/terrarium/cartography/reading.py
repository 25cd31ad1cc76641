"""The places of a map's regions, read out of its data, whatever somebody wrote there."""

from typing import Any

from terrarium.cartography.plan import Plan, planned

ASPECT = 150
"""Width of a map in hundredths of its height, where the data does not say."""
MOST_REGIONS, MOST_OPEN, MOST_PLACES = 60, 60, 8


def places_of(page: dict[str, Any]) -> tuple[list[list[tuple[float, float]]], list[tuple[float, float]], float] | None:
    """The places of a map's regions, of its open water, and its shape; None where they cannot be read."""
    rows, water, aspect = page.get("region"), page.get("open", []), page.get("aspect", ASPECT)
    if not isinstance(rows, list) or not isinstance(water, list) or not 0 < len(rows) <= MOST_REGIONS:
        return None
    if len(water) > MOST_OPEN or not isinstance(aspect, int) or not 80 <= aspect <= 220:
        return None
    spots: list[list[tuple[float, float]]] = []
    for row in rows:
        here = row.get("at") if isinstance(row, dict) else None
        if not isinstance(here, list) or not 0 < len(here) <= MOST_PLACES:
            return None
        spots.append(here)
    for spot in [*(spot for here in spots for spot in here), *water]:
        if not isinstance(spot, list) or len(spot) != 2:
            return None
        if not all(isinstance(part, int) and not isinstance(part, bool) and 0 <= part <= 1000 for part in spot):
            return None
    return spots, water, aspect / 100


def plan_of(data: dict[str, Any]) -> Plan | None:
    """The plan of a map's drawing; None where its places cannot be read."""
    page = data.get("map")
    places = places_of(page) if isinstance(page, dict) else None
    return planned(*places) if places else None
