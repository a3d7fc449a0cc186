"""``python -m cpmodels``: the command line."""

from cpmodels.cli import main

if __name__ == "__main__":
    main()
