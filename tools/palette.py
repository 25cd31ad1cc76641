"""The list of icons in docs/workshop.md, made from the palette of the workshop.

python -m tools.palette        # write the list anew, keep the words around it
"""

import re
from pathlib import Path

from terrarium.workshop.icons import palette

PAGE = Path(__file__).resolve().parents[1] / "docs" / "workshop.md"
LIST = re.compile(r"(<!-- icons -->\n)(.*?)(<!-- end of icons -->)", re.DOTALL)


def told(page: str) -> str:
    """A page with the list as it is now."""
    names = ", ".join(f"`{name}`" for name in palette())
    return LIST.sub(lambda found: f"{found[1]}{names}\n{found[3]}", page)


if __name__ == "__main__":
    PAGE.write_text(told(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
