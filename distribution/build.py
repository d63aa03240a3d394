"""Build the program for this platform: a folder that runs without Python, in an archive to hand to a friend.

    python distribution/build.py [--to FOLDER] [--one-file]

The archive holds the program, its icon, a few words and the licences of all that it carries. A folder starts
as fast as the sources do; one file (--one-file, for comparison) unpacks itself first: three times as long.
"""

import argparse
import importlib.metadata
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from game.program import VERSION  # noqa: E402 - found where it has just been said to be

WORDS = """Haisty {version}
Haisty Patience with friends in one room, every hand at once; and seven patiences against the clock.

Start: {start}
On the LAN it uses UDP port 41313.
The licences of the game and of all that it carries are in the folder licences.
"""
BOOTLOADER = """\
The program is started by PyInstaller's bootloader. That is under the GPL, version 2 or later, with an
exception that allows to build, and to hand on, programs under any licence:
https://pyinstaller.org/en/stable/license.html
"""


def needed(name: str, found: set[str]) -> set[str]:
    """This distribution and all that it needs here, by their names."""
    if name in found:
        return found
    found.add(name)
    for line in importlib.metadata.requires(name) or ():
        wanted = re.match(r"[\w.-]+", line)
        if wanted and "extra ==" not in line and installed(wanted[0]):
            needed(wanted[0], found)
    return found


def installed(name: str) -> bool:
    """Whether a distribution is installed."""
    try:
        importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def licences(name: str) -> Iterator[Path]:
    """The files with the licences of a distribution."""
    for path in importlib.metadata.files(name) or ():
        if (
            re.match(r"(licen[cs]e|copying|notice|lgpl)", path.name, re.IGNORECASE)
            and ".py" not in path.suffix
        ):
            yield Path(str(path.locate()))


def write_licences(folder: Path, program: Path) -> None:
    """Gather the licences of the game, of Python and of all that the program carries."""
    folder.mkdir()
    shutil.copy(ROOT / "LICENSE", folder / "Haisty.txt")
    shutil.copy(ROOT / "sprites" / "nunito-OFL.txt", folder / "Nunito.txt")
    (folder / "PyInstaller.txt").write_text(BOOTLOADER, "utf-8")
    stdlib = Path(sysconfig.get_path("stdlib"))
    python = (stdlib / "LICENSE.txt", Path(sys.base_prefix) / "LICENSE.txt")
    for path in filter(Path.is_file, python):
        shutil.copy(path, folder / "Python.txt")
    names = set[str]()
    for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines():
        needed(line.partition("==")[0], names)
    for name in sorted(names):
        for number, path in enumerate(licences(name)):
            shutil.copy(path, folder / f"{name}{number or ''}-{path.stem}.txt")
    for package, text in of_the_system(program):
        shutil.copy(text, folder / f"{package}.txt")


def of_the_system(program: Path) -> Iterator[tuple[str, Path]]:
    """The packages of a Debian system whose libraries the program carries, and their licences."""
    if not shutil.which("dpkg-query"):
        return
    for library in program.glob("_internal/*.so*"):
        asked = subprocess.run(
            ["dpkg-query", "-S", f"*/{library.name}"], capture_output=True, text=True, check=False
        )
        package = asked.stdout.partition(":")[0]
        text = Path("/usr/share/doc") / package / "copyright"
        if package and text.is_file():
            yield package, text


def build(work: Path, one_file: bool) -> Path:
    """Run PyInstaller; returns the program's folder, or its one file."""
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
    command += ["--distpath", str(work / "built"), "--workpath", str(work / "work")]
    environment = os.environ | ({"HAISTY_ONE_FILE": "1"} if one_file else {})
    subprocess.run([*command, str(ROOT / "distribution" / "haisty.spec")], check=True, env=environment)
    return work / "built" / "haisty"


def complete(program: Path) -> None:
    """Put beside the program what belongs to it."""
    start = "haisty.exe" if sys.platform == "win32" else "./haisty"
    (program / "README.txt").write_text(WORDS.format(version=VERSION, start=start), "utf-8")
    shutil.copy(ROOT / "sprites" / "icon.png", program / "haisty.png")
    if sys.platform == "linux":
        for path in (ROOT / "distribution").glob("org.haisty.game.*"):
            shutil.copy(path, program)
    write_licences(program / "licences", program)


def main() -> None:
    """Build, complete, pack, and say where it is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--to", type=Path, default=ROOT / "dist", help="the folder for the archive (dist)")
    parser.add_argument("--one-file", action="store_true", help="build one file, which starts slower")
    args = parser.parse_args()
    if args.one_file and sys.platform == "win32":
        parser.error("for Windows only the folder: what unpacks itself is taken for harmful there")
    work: Path = args.to.resolve()
    program = build(work, args.one_file)
    if args.one_file:
        print(program)
        return
    complete(program)
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    name = work / f"haisty-{VERSION}-{system}-{platform.machine().lower()}"
    archive = shutil.make_archive(str(name), "xztar" if sys.platform == "linux" else "zip", program.parent)
    print(f"{archive}  {Path(archive).stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
