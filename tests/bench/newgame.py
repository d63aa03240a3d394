"""What a new solo patience takes: the lines of each one's file; that nothing else names it is looked up.

`tests/test_new_game.py` proves the rest: a game of one file and its levels are found, certified and played.
"""

import inspect
import re
import subprocess
from pathlib import Path

from game.rules import games

ROOT = Path(__file__).parent.parent.parent
ELSEWHERE = (
    "game/core",
    "game/ui",
    "game/challenges",
    "game/storage",
    "game/sessions",
    "game/app.py",
    "game/cli/arguments.py",
    "main.py",
)
"""Where no game may be named."""


def measure() -> dict[str, object]:
    """Lines of the files of the games for one alone, and the lines elsewhere that name one of them."""
    alone = {name: kind for name, kind in games().items() if kind.seats == range(1, 2)}
    lines = {
        name: len(Path(inspect.getfile(kind)).read_text("utf-8").splitlines()) for name, kind in alone.items()
    }
    words = "|".join(re.escape(word) for kind in alone.values() for word in (kind.name, kind.__name__))
    command = ["git", "grep", "-InE", f"\\b({words})\\b", "--", *ELSEWHERE]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return {
        "rules_lines": lines,
        "most_rules_lines": max(lines.values()),
        "level_files": 1,
        "other_lines": len(found.splitlines()),
    }
