"""The workshop: races and powers of one's own as files, checked, put into words and tried in play.

The vocabulary and what it means in play belong to the rules (`smallworld/core/vocabulary.py`); here files are read,
problems get sentences, and units get their texts. `docs/workshop.md` tells the format.
"""

from terrarium.workshop.files import UnitFile, option_of, read_file, read_unit

__all__ = ["UnitFile", "option_of", "read_file", "read_unit"]
