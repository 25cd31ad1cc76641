"""The list of icons in docs/workshop.md, made from the palette of the workshop.

python -m tools.palette        # write the list anew, keep the words around it
"""

from pathlib import Path

from terrarium.workshop.icons import listed, palette

PAGE = Path(__file__).resolve().parents[1] / "docs" / "workshop.md"


if __name__ == "__main__":
    PAGE.write_text(listed(PAGE.read_text(encoding="utf-8"), palette()), encoding="utf-8")
