"""The container, the house of containers and the workflow, checked by linters where no daemon runs."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parent.parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def read(path: Path) -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def test_the_dockerfile_is_clean() -> None:
    linter = shutil.which("hadolint", path=str(Path(sys.executable).parent)) or shutil.which("hadolint")
    if linter is None and sys.platform == "win32":
        pytest.skip("hadolint has no wheel for Windows")
    assert linter is not None
    done = subprocess.run([linter, ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_image_is_built_in_stages_and_runs_without_rights() -> None:
    stages = re.split(r"(?m)^FROM ", (ROOT / "Dockerfile").read_text(encoding="utf-8"))[1:]
    assert len(stages) == 3
    last = stages[-1]
    assert re.search(r"(?m)^USER 10001", last)
    assert last.index("USER 10001") < last.index("ENTRYPOINT")
    assert "apt-get" not in last
    assert "pip" not in last


@pytest.mark.parametrize(
    ("schema", "path"),
    [
        ("vendor.compose-spec", ROOT / "compose.yaml"),
        *(("vendor.github-workflows", path) for path in WORKFLOWS),
    ],
)
def test_what_others_read_is_as_they_specify(schema: str, path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, path], capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_house_has_all_its_rooms() -> None:
    services = read(ROOT / "compose.yaml")["services"]
    images = {name: service.get("image", "") for name, service in services.items()}
    assert images["database"].startswith("postgres:")
    assert images["news"].startswith("redis:")
    workers = [name for name, image in images.items() if image == "terrarium"]
    assert len(workers) == 2
    for name in workers:
        assert "ports" not in services[name]
        assert services[name]["environment"]["TERRARIUM_REDIS"] == "redis://news/0"
        assert "@database/" in services[name]["environment"]["TERRARIUM_DATABASE"]
    assert "443:443" in services["proxy"]["ports"]
    caddy = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert all(f"{name}:8000" in caddy for name in workers)
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


def test_the_workflow_is_started_by_hand_and_builds_for_everybody() -> None:
    assert WORKFLOWS
    for path in WORKFLOWS:
        # YAML reads the word `on` as yes.
        assert read(path)[True] == "workflow_dispatch"
    jobs = read(ROOT / ".github" / "workflows" / "build.yml")["jobs"]
    systems = " ".join(jobs["wheels"]["strategy"]["matrix"]["system"])
    assert all(system in systems for system in ("ubuntu", "macos", "windows"))
    assert jobs["try"]["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]
    told = [step.get("run") for step in jobs["docs"]["steps"]]
    assert told.index("make tab") < told.index("make docs"), "the site shows the tab as its live demo"
    tested = [step.get("run") for step in jobs["test"]["steps"]]
    assert tested[-2:] == ["make test", "make bare"], "the second plays as on a machine with Python alone"


def test_no_address_of_a_registry_stands_anywhere() -> None:
    for path in (ROOT / "Dockerfile", ROOT / "compose.yaml", *WORKFLOWS):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(?:FROM|image:) +[\w-]+\.[\w.-]+/", text)
        assert not re.search(r"index-url|registry", text)
