"""What can be played, as a page tells it: a title with its choices, its rulebook."""

from functools import cache
from importlib.resources import files

from terrarium import bots, courtesy
from terrarium.kernel.contract import Title
from terrarium.kernel.rulebook import Rulebook
from terrarium.server import words


def shown(title: Title, lang: str) -> dict[str, object]:
    """One title: players, maps, options, races, powers, bots."""
    return {
        "id": title.id,
        "name": words.spoken(lang, "title." + title.id, {}, title.id) or title.id,
        "players": title.players,
        "variants": [variant.as_dict() for variant in title.variants()],
        "races": title.races,
        "powers": title.powers,
        "maps": title.maps,
        "options": [option.as_dict() for option in title.options],
        "hides": bool(courtesy.hides(title.id)),
        "guests": title.guests,
        "levels": bots.levels(title.id),
    }


@cache
def rulebook(title: str) -> Rulebook:
    """Every statement of a title; none where it has no book."""
    source = files("terrarium.rules") / f"{title}.toml"
    return Rulebook.parse(title, source.read_text("utf-8") if source.is_file() else "", words.LANGUAGES)
