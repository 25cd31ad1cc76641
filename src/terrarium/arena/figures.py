"""Shares and means with their 95 % intervals."""

from math import sqrt

Z = 1.959964
"""Standard deviations of a 95 % interval."""


def wilson(wins: float, games: int) -> list[float]:
    """The 95 % interval of a share."""
    if games == 0:
        return [0.0, 1.0]
    share = wins / games
    below = 1 + Z * Z / games
    middle = (share + Z * Z / (2 * games)) / below
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / below
    return [max(0.0, middle - half), min(1.0, middle + half)]


def mean_and_ci(values: list[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    if not values:
        return 0.0, 0.0
    mean = sum(values) / len(values)
    if len(values) == 1:
        return mean, 0.0
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, Z * sqrt(variance / len(values))
