"""Set up what Haisty needs in the folder .venv, once, and play. It takes nothing but Python.

python play.py [ARGUMENTS OF main.py], or python play.py test [ARGUMENTS OF pytest]; on Windows py for python.
`python play.py setup` only sets up, `setup dev` for the tests, too; that is what the Makefile does.
"""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PIP = (str(PYTHON), "-m", "pip", "--quiet", "--disable-pip-version-check")
QUIET = subprocess.DEVNULL
PYTEST = ("-m", "pytest", "-m", "not journey", "--dist", "worksteal", "-n")


def set_up(stamp: Path, *wanted: Path) -> None:
    """Install what the last of these files lists (it names the others), unless the stamp is the newest."""
    newest = max(path.stat().st_mtime for path in (PYTHON, *wanted) if path.exists())
    if PYTHON.exists() and stamp.exists() and stamp.stat().st_mtime >= newest:
        return
    if not PYTHON.exists() or subprocess.call([*PIP, "list"], stdout=QUIET, stderr=QUIET):
        if sys.version_info < (3, 11):  # noqa: UP036 - whoever starts it with an older one shall read why
            sys.exit("play.py: Haisty needs Python 3.11 or newer; python3.12 play.py, make PYTHON=python3.12")
        print("Setting up, once: it takes a minute.", file=sys.stderr)
        shutil.rmtree(VENV, ignore_errors=True)
        if subprocess.call([sys.executable, "-m", "venv", VENV]):
            shutil.rmtree(VENV, ignore_errors=True)
            sys.exit("play.py: Python cannot make a virtual environment; on Debian: apt install python3-venv")
    if subprocess.call([*PIP, "install", "-r", str(wanted[-1])]):
        sys.exit("play.py: the packages could not be installed; for that, once, a network is needed")
    stamp.touch()


def main(first: str = "", *rest: str) -> None:
    """Set up, and become what was asked for."""
    files = [ROOT / "requirements.txt", ROOT / "requirements-dev.txt"]
    dev = first == "test" or (first, *rest) == ("setup", "dev")
    set_up(VENV / "dev", *files) if dev else set_up(VENV / "play", files[0])
    command = [str(PYTHON), str(ROOT / "main.py"), *filter(None, [first]), *rest]
    if first == "test":  # many tests wait for something: one worker more than there are cores
        os.chdir(ROOT)
        command = [str(PYTHON), *PYTEST, str(1 + (os.cpu_count() or 1)), *rest]
    if first != "setup" and os.name == "nt":
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the program
        sys.exit(subprocess.call(command))
    if first != "setup":
        os.execv(command[0], command)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
