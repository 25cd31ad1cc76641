"""The notebook of the four titles: its cells run one after another, as in Jupyter and as in the tab."""

import json
from pathlib import Path
from typing import Any

import pytest

from terrarium.catalog import titles
from terrarium.tab.notebook import Notebook

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "examples" / "four_titles.ipynb"


def cells() -> list[dict[str, Any]]:
    book: dict[str, Any] = json.loads(BOOK.read_text(encoding="utf-8"))
    assert book["nbformat"] == 4
    return [cell for cell in book["cells"] if cell["cell_type"] == "code"]


def told(notebook: Notebook, source: str) -> list[dict[str, str]]:
    outputs: list[dict[str, str]] = json.loads(notebook.run(source))
    return outputs


def test_every_cell_runs_and_every_title_is_played() -> None:
    notebook = Notebook()
    pictures = 0
    for cell in cells():
        outputs = told(notebook, "".join(cell["source"]))
        assert [output for output in outputs if output["kind"] == "error"] == []
        pictures += sum(output["data"].startswith("<svg") for output in outputs if output["kind"] == "svg")
    assert pictures == len(titles()) + 1
    finals = notebook.names["finals"]
    assert isinstance(finals, dict)
    assert list(finals) == list(titles())
    assert all(min(scores) > 0 for scores in finals.values())


def test_it_keeps_no_outputs() -> None:
    for cell in cells():
        assert cell["outputs"] == []
        assert cell["execution_count"] is None


def test_names_stay_and_the_last_expression_is_shown() -> None:
    notebook = Notebook()
    assert told(notebook, "one = 1") == []
    assert told(notebook, "print('so')\none + 1") == [{"kind": "text", "data": "so\n2\n"}]
    assert told(notebook, "None") == []
    assert told(notebook, "") == []


def test_things_that_draw_themselves_are_pictures() -> None:
    outputs = told(Notebook(), "import terrarium\nprint(1)\ndisplay(terrarium.game('small-world').new(), 2)\nprint(3)")
    assert [output["kind"] for output in outputs] == ["text", "svg", "text"]
    assert outputs[2]["data"] == "2\n3\n"


@pytest.mark.parametrize(
    ("source", "where", "what"),
    [
        ("print('before')\n1 / 0", "cell 1, line 2", "ZeroDivisionError: division by zero"),
        ("a b", "", "SyntaxError: invalid syntax"),
        ("raise SystemExit", "cell 1, line 1", "SystemExit"),
    ],
)
def test_an_error_is_told_and_the_next_cell_runs(source: str, where: str, what: str) -> None:
    notebook = Notebook()
    error = told(notebook, source)[-1]
    assert error["kind"] == "error"
    assert error["data"].startswith(where)
    assert what in error["data"]
    assert told(notebook, "1") == [{"kind": "text", "data": "1\n"}]
