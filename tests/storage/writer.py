"""A program that adds results, for the tests that run several at once or kill one.

Usage: python -m tests.storage.writer FOLDER COUNT CHALLENGE [wait]. It prints the number of each result that
is kept; what was wrong with the file goes to standard error. With `wait` it prints `here` and waits for a
line before it opens the file.
"""

import sys
from pathlib import Path

from game.storage.results import open_results
from tests.storage.result_files import result

if __name__ == "__main__":
    folder, count, challenge, *wait = sys.argv[1:]
    if wait:
        print("here", flush=True)
        sys.stdin.readline()
    records, notice = open_results(Path(folder))
    if notice:
        print(notice, file=sys.stderr)
    for number in range(int(count)):
        records.add(result(challenge=challenge, time=number))
        print(number, flush=True)
