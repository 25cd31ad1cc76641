"""What goes wrong for a person or a program: a code, a sentence in their language, and where there is one, the rule."""

from collections.abc import Mapping

from terrarium.kernel.contract import Refusal


class Problem(Exception):
    """An answer that is not the wished one. `code` names the sentence `server.<code>` of the word catalogue."""

    def __init__(self, status: int, code: str, /, **args: object) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.args_: dict[str, object] = args
        self.key = "server." + code
        self.rule = ""
        self.title = ""
        self.extra: dict[str, object] = {}
        self.headers: dict[str, str] = {}

    def at_move(self, place: int) -> "Problem":
        """The same, with the number of the move that it lies in."""
        self.extra["move"] = place
        return self

    def body(self, sentence: str) -> dict[str, object]:
        """The JSON body of this answer."""
        error: dict[str, object] = {"code": self.code, "sentence": sentence, "args": self.args_}
        if self.rule:
            error["rule"] = self.rule
        return {"error": error, **self.extra}


def refused(title: str, refusal: Refusal) -> Problem:
    """The rules forbid this move."""
    problem = Problem(422, refusal.code)
    problem.args_ = dict(refusal.args)
    problem.key = "refusal." + refusal.code
    problem.rule = refusal.rule
    problem.title = title
    return problem


def unreadable(title: str, code: str, details: Mapping[str, object]) -> Problem:
    """A text that is no move, option or record of this title."""
    problem = Problem(422, code)
    problem.args_ = dict(details)
    problem.key = "error." + code
    problem.title = title
    return problem


class Conflict(Exception):
    """Somebody else changed this game first; the room must be read again."""
