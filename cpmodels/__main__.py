"""``python -m cpmodels``: the command line."""

import sys

if __name__ == "__main__":
    try:
        from cpmodels.cli import program
    except KeyboardInterrupt:
        print("cpmodels: stopped", file=sys.stderr)
        sys.exit(3)
    program()
