"""`make windows`: set up, build and walk through; or, with `tests`, run tests under Windows' Python."""

import os
import subprocess
import sys
import time

from pytest import ExitCode

from tests.windows import wine

FOLDERS = "core", "rules", "storage", "net", "cli", "sessions", "challenges", "released"
"""Of tests: what of the game has no window."""


def main(arguments: list[str]) -> int:
    """The exit code."""
    if reason := wine.missing():
        print(f"Windows is not tried: {reason}", file=sys.stderr)
        return 2
    begun = time.monotonic()

    def told(what: str) -> None:
        print(f"{time.monotonic() - begun:4.0f} s  {what}", flush=True)

    wine.set_up()
    told("Wine and Windows' Python are there")
    try:
        cores = str(os.cpu_count() or 1)
        if arguments[:1] == ["tests"]:
            chosen = arguments[1:] or [f"tests/{name}" for name in FOLDERS]
            return wine.run(
                "-m", "pytest", "-p", "no:cacheprovider", "-m", "not journey", "-n", cores, *chosen
            )
        wine.build()
        told("both archives are built")
        pytest = [sys.executable, "-m", "pytest", "tests/windows", *arguments, "-m"]
        parts = ("journey and alone", "-s"), ("journey and not alone", "-n", cores)
        codes = [subprocess.run([*pytest, *part], cwd=wine.ROOT, check=False).returncode for part in parts]
        return max((code for code in codes if code != ExitCode.NO_TESTS_COLLECTED), default=0)
    finally:
        wine.end()
        told("done")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
