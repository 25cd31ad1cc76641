"""What MkDocs asks us while it builds the documentation: pages that are made, not written, and links that lead out.

Made are the HTTP API (from OpenAPI), the command line (from its help), the tables of what agents observe, the page with
the game in it (where `make tab` built one) and the pages that lie beside `docs/` because that is where people look for
them: CONTRIBUTING, CHANGELOG, CREDITS.
"""

import os
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tools.site import commands, openapi, tab  # noqa: E402 - the path above must be in place first

from terrarium.envs import tables  # noqa: E402 - the same

BESIDE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md", "CREDITS.md": "credits.md"}
MORE = "More"
TAB = Path(os.environ.get("TERRARIUM_TAB") or ROOT / "dist" / "tab")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """A page nobody put into the navigation is found under its last heading."""
    known = set(_pages(config.nav))
    docs = Path(config.docs_dir)
    left = sorted(path.name for path in docs.glob("*.md") if path.name not in known)
    if left:
        assert config.nav is not None
        config.nav.append({MORE: left})
    return config


def _pages(nav: Any) -> list[str]:
    """Every page of a navigation."""
    if isinstance(nav, str):
        return [nav]
    if isinstance(nav, dict):
        return [page for part in nav.values() for page in _pages(part)]
    return [page for part in nav or [] for page in _pages(part)]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The pages that are made."""
    made = {"http-api.md": openapi.page(), "command-line.md": commands.page(), "play-here.md": tab.page(TAB)}
    for source, name in BESIDE.items():
        made[name] = (ROOT / source).read_text(encoding="utf-8")
    for name, content in made.items():
        files.append(File.generated(config, name, content=content))
    return files


def on_post_build(config: MkDocsConfig) -> None:
    tab.lay(TAB, Path(config.site_dir))


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """A page in another language says so, for its glyphs and for readers that speak."""
    folder = page.file.src_uri.split("/")
    if len(folder) == 3 and folder[0] == "players":
        return output.replace('<html lang="en"', f'<html lang="{folder[1]}"', 1)
    return output


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links as they stand in the repository, turned into links of the site."""
    for source, name in BESIDE.items():
        markdown = re.sub(rf"\]\((?:\.\./)*{re.escape(source)}(?=[)#])", f"]({name}", markdown)
    if page.file.src_uri in BESIDE.values():
        markdown = markdown.replace("](docs/", "](")
    return tables.filled(markdown)
