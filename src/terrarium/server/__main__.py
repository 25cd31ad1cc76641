"""`python -m terrarium.server`: one worker with settings from the environment."""

import argparse
import os
import sys

from terrarium.server import words
from terrarium.server.ops.run import serve
from terrarium.server.ops.settings import SettingError, from_environment, unknown
from terrarium.server.store.migrate import NewerDatabase


def main() -> None:
    parser = argparse.ArgumentParser(prog="terrarium.server")
    parser.add_argument("--host")
    parser.add_argument("--port", type=int)
    given = parser.parse_args()
    lang = words.best_language(os.environ.get("LANG", ""))
    for name, near in unknown():
        print(words.sentence(lang, "ops.unknown_setting", {"name": name, "near": near or "none"}), file=sys.stderr)
    try:
        serve(from_environment(host=given.host, port=given.port))
    except SettingError as error:
        sys.exit(words.sentence(lang, "ops.setting", error.args_))
    except NewerDatabase:
        sys.exit(words.sentence(lang, "ops.newer_database", {}))


if __name__ == "__main__":
    main()
