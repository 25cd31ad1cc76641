"""No test depends on chance without a seed or on the speed of the machine, as far as its source tells."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent.parent
# This file names them, and the bad line is late on purpose.
SPARED = {Path(__file__).resolve(), TESTS / "support" / "lag.py"}
FILES = sorted(path for path in TESTS.rglob("*.py") if path not in SPARED)
AGAINST = {
    "a pause of its own: wait for a state (tests/support/patience.py)": r"(?<!def )sleep\((?!PAUSE_S|0\))",
    "a wait for a time in the browser: `expect` or `until` a state": r"wait_for_timeout\((?!PAUSE_S)",
    "a look at a page that may not be drawn yet: `expect` waits": (
        r"assert .*\.(count|is_visible|is_hidden|is_enabled|is_disabled|is_checked|text_content)\(\)"
    ),
    "a ceiling of its own: there is one, CEILING_S": r"timeout(_s|_ms)?=\d",
    "chance without a seed": r"Random\(\)|\brandom\.(random|randint|randrange|choice|choices|sample|shuffle)\(",
    "chance that nobody can repeat": r"\bsecrets\.\w+\(|urandom|uuid4",
}


@pytest.mark.parametrize("why", AGAINST)
def test_nothing_of_the_kind_is_written(why: str) -> None:
    found = {
        f"{path.relative_to(TESTS)}:{number}: {line.strip()}"
        for path in FILES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(AGAINST[why], line)
    }
    assert not found, why


@pytest.mark.parametrize(
    "line",
    [
        "time.sleep(0.2)",
        "page.wait_for_timeout(400)",
        "assert page.locator('li').count() == 3",
        "f(timeout=30)",
        "random.Random()",
        "random.choice(x)",
        "secrets.token_hex(4)",
    ],
)
def test_what_is_meant_is_found(line: str) -> None:
    assert any(re.search(pattern, line) for pattern in AGAINST.values())
