"""``python -m guandan_rules``: answers questions about the game, one JSON object a line (`guandan_rules.lines`)."""

import sys

from guandan_rules.lines import run

if __name__ == "__main__":
    sys.exit(run(sys.stdin, sys.stdout))
