"""`python -m terrarium`: the command, also where no folder of commands is on the path."""

from terrarium.cli.main import main

if __name__ == "__main__":
    main()
