"""The twelve island sides of Warcraft written down again, region by region: no test rests on the map files alone.

A word is a terrain and the symbols its region shows: `!` an anchor, `*` magic, `^` a cavern, `&` a Murloc, `#` the
letter of the board, where a marker lies.
"""

from typing import Any

ISLANDS = {
    "l1a": "sea mountain* hill!& swamp!* forest# forest& mountain^ mountain field swamp& lake hill! field^&",
    "l1b": "mountain^ forest!& forest hill& swamp! mountain* field&# field& lake swamp!^ mountain* hill",
    "l2a": "mountain swamp!*& sea hill& mountain^ field# swamp!& forest hill*& forest mountain field!^ lake",
    "l2b": "hill swamp!^& mountain sea field!& forest# mountain lake swamp* hill^& mountain* field& forest!",
    "m1a": "mountain* sea field& forest!^& hill! mountain^ swamp# hill& field* forest!",
    "m1b": "forest!& field*& mountain* mountain^ swamp# swamp! lake hill forest field!^&",
    "m2a": "mountain^ forest!& hill!* field&# lake hill^& forest* swamp swamp! mountain",
    "m2b": "hill!& sea swamp!^ field& mountain* mountain forest&# field hill^ swamp!*",
    "s1a": "hill^ field* swamp&# field& forest! forest! sea mountain",
    "s1b": "swamp& forest field# hill! hill*& mountain^ swamp!",
    "s2a": "field! hill*& hill lake swamp# field& forest! mountain^",
    "s2b": "mountain^ hill field!*& swamp& field# swamp! forest",
}
SYMBOLS = {"!": "entry", "*": "magic", "^": "cavern", "&": "murloc"}


def told(row: dict[str, Any]) -> str:
    """A region of a map file as the table has it."""
    words: list[str] = row["features"]
    signs = "".join(sign for sign, word in SYMBOLS.items() if word in words)
    return words[0] + signs + ("#" if any(word.startswith("slot_") for word in words) else "")
