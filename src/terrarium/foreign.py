"""Logs of other servers as records of ours. Which title reads which is told by its record (`TitleRecord.logs`)."""

from terrarium import catalog
from terrarium.kernel.contract import NotationError
from terrarium.kernel.record import CHECKPOINT, Record
from terrarium.terramystica.snellman.log import read_log
from terrarium.terramystica.snellman.ordered.importing import Imported, import_log

FIRST_WORDS = ("setup ", "score ", "option ", "delete ")
"""One of them begins a line of every log of the public Terra Mystica server, and no line of a record."""


def record_of(found: Imported) -> Record:
    """The actions of an imported log as a record."""
    record = catalog.new_record(found.game)
    state = found.game.new()
    for action in found.actions:
        record.add(state.current_player(), state.text(action))
        state.apply(action)
    record.add(CHECKPOINT, "scores " + " ".join(map(str, state.scores())))
    return record


def record_of_log(text: str) -> tuple[Record, NotationError | None] | None:
    """The record of a log of the public Terra Mystica server, with what is wrong with the row where it ends early;
    None where the text is no log, NotationError where nothing of it can be played."""
    if not any(line.strip().lower().startswith(FIRST_WORDS) for line in text.splitlines()):
        return None
    found = import_log(read_log(text))
    if found.problem is not None and not found.rows:
        raise found.problem
    return record_of(found), found.problem
