"""`python -m hexapoda`: the command line."""

from hexapoda.cli.app import main

if __name__ == "__main__":
    main()
