"""Chance of NumPy that nobody seeded would differ from run to run; here it has a seed."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest


@pytest.fixture(autouse=True)
def seeded() -> Iterator[None]:
    """Generators that are made without a seed get one: those of environments and of spaces that others sample."""
    numpy = pytest.importorskip("numpy", reason="the extra `envs` is not installed")
    sequence, generator = numpy.random.SeedSequence, numpy.random.default_rng

    def known(entropy: object = None, **rest: object) -> object:
        return sequence(5 if entropy is None else entropy, **rest)

    with (
        patch.object(numpy.random, "SeedSequence", known),
        patch.object(numpy.random, "default_rng", lambda seed=None: generator(5 if seed is None else seed)),
    ):
        yield
