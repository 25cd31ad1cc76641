"""Build hooks of the wheel and the sdist: the browser client goes into both, the compiled rules into the wheel, and the
README as a package index can show it into what both say of themselves.

`TERRARIUM_PURE=1` asks for plain Python. A missing C compiler is no error: the same source then runs uncompiled. A
missing client is one: a wheel without it would be a server with nothing to look at. `TERRARIUM_NO_CLIENT=1` builds it
all the same.

Terrarium in a tab (8 MB) goes along where `make tab` built it from just these sources. `TERRARIUM_WITH_TAB=1` builds
it, `TERRARIUM_WITH_TAB=0` leaves it out.
"""

import importlib.util
import os
import re
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

WITH_TAB = "TERRARIUM_WITH_TAB"
TAB_PLACE = "terrarium/tab_dist"
"""Where `server/wire/static.py` looks for it."""

PICTURE = re.compile(r"!\[[^\]]*\]\((?!https?:)[^)]*\)\n*")
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]*\)")
"""A picture and a link in Markdown that lead into this folder."""


def tool(root: str, name: str) -> ModuleType:
    """A module of tools/, which is no package of ours that could be imported while we are being built."""
    spec = importlib.util.spec_from_file_location(f"terrarium_{name}", Path(root) / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class TerrariumHook(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What compiling needs, where there is something to compile with, and what the tab borrows."""
        found = list(tool(self.root, "tab").BORROWED) if self.wants_tab() else []
        if self.target_name == "wheel" and tool(self.root, "compile").has_compiler():
            found += self.metadata.core.optional_dependencies["compile"]
        return found

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # An editable installation finds both beside its sources, where `make` puts them.
        if version == "editable":
            return
        self.client()
        if self.wants_tab():
            self.tab(build_data)
        if self.target_name == "wheel":
            self.rules(build_data)

    def client(self) -> None:
        """The browser client, built if it is not there or older than its sources."""
        client = tool(self.root, "client")
        if client.is_current() or os.environ.get("TERRARIUM_NO_CLIENT", "") not in ("", "0"):
            return
        reason = ""
        node = client.node()
        if node is not None:
            try:
                client.build(node)
                return
            except client.NotBuilt as error:
                reason = str(error)
        if not client.is_built():
            raise SystemExit(
                f"Terrarium's browser client is not built, and {reason or 'there is no Node.js to build it with'}. "
                f"Install Node.js {client.OLDEST} or newer; TERRARIUM_NO_CLIENT=1 builds without the browser table."
            )
        self.app.display_warning("The browser client is older than its sources and could not be built anew")

    def wants_tab(self) -> bool:
        """Is the tab asked for, or built? An sdist may carry it already."""
        wish, tab = os.environ.get(WITH_TAB, ""), tool(self.root, "tab")
        if wish == "0" or (Path(self.root) / "src" / TAB_PLACE).is_dir():
            return False
        return bool(wish) or (tab.MADE / tab.MARK).is_file()

    def tab(self, build_data: dict[str, Any]) -> None:
        """Terrarium in a tab, for `terrarium serve` to give out under /tab/."""
        tab = tool(self.root, "tab")
        if os.environ.get(WITH_TAB, ""):
            if tab.main():
                raise SystemExit(f"Terrarium in a tab was asked for ({WITH_TAB}) and could not be built.")
        elif not tab.is_current():
            self.app.display_warning("Terrarium in a tab is older than its sources and is left out: run `make tab`")
            return
        place = TAB_PLACE if self.target_name == "wheel" else f"src/{TAB_PLACE}"
        build_data["force_include"][str(tab.MADE)] = place

    def rules(self, build_data: dict[str, Any]) -> None:
        """The compiled rules beside their sources."""
        compiler = tool(self.root, "compile")
        try:
            built = compiler.compile_rules()
        except compiler.NotCompiled as reason:
            self.app.display_warning(f"Terrarium is built as plain Python: {reason}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in built:
            build_data["force_include"][str(path)] = path.relative_to(compiler.kept()).as_posix()


class ReadmeHook(MetadataHookInterface):
    """The README without pictures and links that lead into this folder: on a package index they would lead nowhere."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        shown = LINK.sub(r"\1", PICTURE.sub("", text))
        metadata["readme"] = {"content-type": "text/markdown", "text": shown}
