"""`python -m terrarium.server`: one worker with settings from the environment."""

import argparse

from terrarium.server.ops.run import serve
from terrarium.server.ops.settings import from_environment


def main() -> None:
    parser = argparse.ArgumentParser(prog="terrarium.server")
    parser.add_argument("--host")
    parser.add_argument("--port", type=int)
    given = parser.parse_args()
    serve(from_environment(host=given.host, port=given.port))


if __name__ == "__main__":
    main()
