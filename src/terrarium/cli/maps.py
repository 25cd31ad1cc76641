"""`--map FILE` of several commands: a map of one's own at the table."""

from pathlib import Path

from terrarium import catalog
from terrarium.kernel.contract import NotationError
from terrarium.words import Words
from terrarium.workshop.maps import MapFile, map_option, read_map_file


def opened_map(path: Path, words: Words) -> MapFile:
    """A map file without a problem; NotationError tells the first one."""
    file = read_map_file(path)
    if file.problems:
        raise NotationError("map_file", {"file": str(path), "why": file.told(words)[0]["sentence"]})
    return file


def placed(title: str, map_name: str, options: dict[str, str], words: Words) -> tuple[str, dict[str, str]]:
    """Where a game is played: the map's name, and the options with the map itself where a file was named."""
    if not map_name.endswith((".toml", ".json")):
        return map_name, options
    if not catalog.title(title).house_maps:
        raise NotationError("map_title", {"title": title})
    file = opened_map(Path(map_name), words)
    if file.title != title:
        raise NotationError("map_wrong_title", {"file": map_name, "needs": file.title, "title": title})
    name, value = map_option(file)
    return file.id, {**options, name: value}
