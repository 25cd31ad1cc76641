"""What holds for every test: property tests try the same examples each time, no clock ends one, any order will do."""

import random

import pytest
from hypothesis import HealthCheck, settings

# A run can be repeated, and whatever it finds is a fault of the code, not of the machine or of the day.
settings.register_profile(
    "repeatable", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
# To look for faults nobody has met: pytest --hypothesis-profile explore tests/property
settings.register_profile("explore", settings.get_profile("repeatable"), derandomize=False, max_examples=500)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", type=int, metavar="SEED", help="files, and the tests of each file, in another order")
    parser.addoption("--lag", type=int, metavar="SEED", help="browsers get late answers and slow processors")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seed = config.getoption("shuffle")
    if seed is None:
        return
    dice = random.Random(seed)
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.nodeid.split("::")[0], []).append(item)
    for tests in files.values():
        dice.shuffle(tests)
    order = sorted(files)
    dice.shuffle(order)
    items[:] = [item for name in order for item in files[name]]
