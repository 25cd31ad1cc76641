"""The living rulebook: every statement of a title's rules, numbered, in every language, in our own words."""

import tomllib
from collections.abc import Callable
from typing import Final

UNIT_SECTIONS: Final = ("race", "power", "faction", "relic", "artifact", "place", "favor", "card", "tile", "town")


class Statement:
    """One rule: its id (`conquest.mountain`), the chapter it belongs to, its text in each language, the option it
    depends on (or ""), and its number in the book."""

    def __init__(self, id: str, chapter: str, texts: dict[str, str], option: str) -> None:
        self.id = id
        self.number = 0
        self.chapter = chapter
        self.texts = texts
        self.option = option

    def as_dict(self, language: str) -> dict[str, object]:
        return {
            "id": self.id, "number": self.number, "chapter": self.chapter, "text": self.texts[language],
            "option": self.option,
        }  # fmt: skip


class Cell:
    """One entry of a sheet: a message of the word catalogue with its arguments."""

    def __init__(self, key: str, args: dict[str, object]) -> None:
        self.key = key
        self.args = args


class Sheet:
    """A table of the rulebook. A title makes it from the numbers its rules use, so the two cannot differ.

    Its name is `sheet.<id>` of the word catalogue, a line about it `sheet.<id>.about`, a heading `column.<column>`.
    """

    def __init__(self, id: str, chapter: str, columns: list[str], rows: list[list[Cell]]) -> None:
        self.id = id
        self.chapter = chapter
        self.columns = columns
        self.rows = rows

    def told(self, say: Callable[[str, dict[str, object]], str]) -> dict[str, object]:
        """The table in words; `say` speaks a message of the catalogue."""
        return {
            "id": self.id, "chapter": self.chapter, "name": say(f"sheet.{self.id}", {}),
            "about": say(f"sheet.{self.id}.about", {}), "columns": [say(f"column.{name}", {}) for name in self.columns],
            "rows": [[say(cell.key, cell.args) for cell in row] for row in self.rows],
        }  # fmt: skip


class Rulebook:
    """The statements of one title, chapter by chapter in the order that its file names."""

    def __init__(self, title: str, statements: list[Statement], chapters: list[str]) -> None:
        self.title = title
        self.chapters = chapters
        self.statements = sorted(statements, key=lambda statement: chapters.index(statement.chapter))
        for number, statement in enumerate(self.statements, 1):
            statement.number = number
        self.by_id = {statement.id: statement for statement in statements}

    @staticmethod
    def parse(title: str, text: str, languages: tuple[str, ...]) -> "Rulebook":
        """The rulebook with this text (TOML), told in these languages; ValueError names the statement that is
        incomplete or of no chapter."""
        found = tomllib.loads(text)
        chapters = [str(name) for name in found.pop("chapters", [])]
        statements: list[Statement] = []
        collect("", found, languages, statements)
        for statement in statements:
            if statement.chapter not in chapters:
                raise ValueError(f"statement {statement.id} is of a chapter that `chapters` does not name")
        return Rulebook(title, statements, chapters)

    def about(self, unit: str) -> list[Statement]:
        """The statements about a race, power or other unit, the main one first."""
        found = []
        for statement in self.statements:
            words = statement.id.split(".")
            if len(words) > 1 and words[1] == unit and words[0] in UNIT_SECTIONS:
                found.append(statement)
        return found

    def search(self, words: str, language: str) -> list[Statement]:
        """The statements whose text or id contains every word."""
        wanted = words.lower().split()
        return [s for s in self.statements if all([w in s.id or w in s.texts[language].lower() for w in wanted])]


def collect(prefix: str, table: dict[str, object], languages: tuple[str, ...], statements: list[Statement]) -> None:
    """Walk the tables; one that has a chapter is a statement, and may hold further ones."""
    if "chapter" in table or languages[0] in table:
        texts = {language: str(table.get(language, "")) for language in languages}
        if not all(texts.values()) or "chapter" not in table:
            raise ValueError(f"statement {prefix} lacks its chapter or a language")
        statements.append(Statement(prefix, str(table["chapter"]), texts, str(table.get("option", ""))))
    for key, value in table.items():
        if isinstance(value, dict):
            collect(f"{prefix}.{key}" if prefix else key, value, languages, statements)
