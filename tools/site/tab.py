"""The live demo of the documentation: Terrarium in a tab, beside the pages, where it was built."""

import shutil
from pathlib import Path

PLACE = "tab"
_HEAD = "# Play here\n\n"
_FRAME = f'''<iframe src="{PLACE}/index.html" title="Terrarium in a tab" loading="lazy"
  style="width: 100%; height: 80vh; border: 0"></iframe>'''
_THERE = f"""All four titles in your browser, against bots or with everybody around this device. The first visit loads
about 8 MB; after that no network is needed. <a href="{PLACE}/index.html" target="_blank">In a window of its own</a>;
<a href="{PLACE}/notebook.html" target="_blank">a notebook</a> that plays with Python in the browser;
[how it works](tab.md).

{_FRAME}

The pages must be served (`python -m http.server -d build/site`): browsers run no programs of pages that are opened as
files.
"""
_MISSING = """This copy of the documentation was built without the game. `make tab`, then `make docs`, puts it here;
`make tab` alone builds it as a folder of files of its own. [How it works](tab.md).
"""


def is_built(folder: Path) -> bool:
    return (folder / "index.html").is_file()


def page(folder: Path) -> str:
    """The page with the game in it, or what to do where it is not built."""
    return _HEAD + (_THERE if is_built(folder) else _MISSING)


def lay(folder: Path, site: Path) -> None:
    """Put the game beside the pages of a site."""
    if is_built(folder):
        shutil.copytree(folder, site / PLACE, dirs_exist_ok=True)
