"""Make a release ready in dist/: wheel, source archive, the programs for Linux and Windows, and SHA256SUMS.

The program for Windows is built where `make windows` can build it. Each pinned package must have a wheel for
every system and Python, those that are not here, too: that asks PyPI. What is lacking is said at the end.
"""

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.windows import wine  # noqa: E402 - found where it has just been said to be

PYTHONS = "3.11", "3.12", "3.13", "3.14"
SYSTEMS = {
    ("linux", "x86_64"): ("manylinux_2_28_x86_64", "manylinux2014_x86_64"),
    ("linux", "aarch64"): ("manylinux_2_28_aarch64", "manylinux2014_aarch64"),
    ("win32", "AMD64"): ("win_amd64",),
    ("darwin", "arm64"): ("macosx_11_0_arm64",),
    ("darwin", "x86_64"): ("macosx_11_0_x86_64", "macosx_10_13_x86_64", "macosx_10_9_x86_64"),
}
"""By sys.platform and machine: the tags of wheels that fit there."""


def without_wheels() -> Iterator[str]:
    """The systems for which a pinned package, or one that it needs, has no wheel."""
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    for python in PYTHONS:
        for (system, machine), tags in SYSTEMS.items():
            about = {"sys_platform": system, "platform_machine": machine, "python_version": python}
            # pip would read the markers as of the system that it runs on.
            pins = (
                each for each in map(Requirement, lines) if not each.marker or each.marker.evaluate(about)
            )
            command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--target", "/nowhere"]
            command += ["--only-binary", ":all:", "--implementation", "cp", "--python-version", python]
            command += [f"--platform={tag}" for tag in tags] + [f"{pin.name}{pin.specifier}" for pin in pins]
            if subprocess.run(command, capture_output=True, check=False).returncode:
                yield f"Python {python} on {system} ({machine})"


def main() -> int:
    """Build, and say what is there; the exit code tells whether it is whole."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--to", type=Path, default=ROOT / "dist", help="a folder, which is emptied (dist)")
    args = parser.parse_args()
    to: Path = args.to.resolve()
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    lacking = [f"no wheels for {each}" for each in without_wheels()]
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", to], cwd=ROOT, check=True)
    if reason := wine.missing():
        lacking.append(f"no program for Windows: {reason}")
        with tempfile.TemporaryDirectory() as name:
            subprocess.run([sys.executable, ROOT / "distribution/build.py", "--to", name], check=True)
            for archive in Path(name).glob("haisty-*"):
                shutil.copy(archive, to)
    else:
        wine.set_up()
        try:
            wine.build()
        finally:
            wine.end()
        for system in ("linux", "windows"):
            shutil.copy(wine.archive(system), to)
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(to.iterdir())
    ]
    (to / "SHA256SUMS").write_text("".join(sums), "utf-8")
    print(f"{to}:\n{''.join(sums)}", end="")
    for each in lacking:
        print(f"release: {each}", file=sys.stderr)
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
