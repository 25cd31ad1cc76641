"""Build hook of the wheel: ship the compiled rules, or plain Python where they cannot be compiled.

`TERRARIUM_PURE=1` asks for plain Python. A missing C compiler is no error: the same source then runs uncompiled.
"""

import importlib.util
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MypycHook(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        spec = importlib.util.spec_from_file_location("terrarium_compile", root / "tools" / "compile.py")
        assert spec is not None
        assert spec.loader is not None
        compiler = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(compiler)
        if not compiler.has_compiler():
            self.app.display_warning("Terrarium is installed as plain Python (no C compiler, or TERRARIUM_PURE is set)")
            return
        try:
            built = compiler.compile_rules(root / "build" / "compile.log")
        except subprocess.CalledProcessError:
            self.app.display_warning("mypyc failed, see build/compile.log: Terrarium is installed as plain Python")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        if version != "editable":
            for path in built:
                build_data["force_include"][str(path)] = str(path.relative_to(root / "src"))
