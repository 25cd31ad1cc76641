"""`python -m terrarium`: the same as `terrarium`, where the scripts of this Python are not on the path."""

from terrarium.cli.main import main

if __name__ == "__main__":
    main()
