"""The program itself, handed over to machines that have none: its archives by HTTP, to be read only."""

import hashlib
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote

from game.i18n import _, language
from game.program import VERSION, packed
from game.system import here

if TYPE_CHECKING:
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SUMS = "SHA256SUMS"
_PATTERNS = f"haisty-{VERSION}-*.tar.*", f"haisty-{VERSION}-*.zip", f"haisty-{VERSION}-*.whl"
_STALLED = 20
"""Seconds after which a silent browser is dropped."""
_PAGE = """\
<!doctype html>
<html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Haisty</title>
<style>body {{ font: 20px sans-serif; max-width: 40em; margin: 2em auto; padding: 0 1em }}
li {{ margin: 1em 0 }} code {{ font-size: 13px; overflow-wrap: anywhere }}</style>
<h1>Haisty</h1>
<p>{words}</p>
<ul>
{rows}
</ul>
</html>
"""
_ROW = '<li><a href="/{link}">{name}</a> ({size:.1f} MB)<br><code>SHA-256 {digest}</code></li>'


class Archive(NamedTuple):
    """A file that is handed over, its size in bytes, and its SHA-256 in hexadecimal digits."""

    path: Path
    size: int
    digest: str


class Handout:
    """Gathers the archives that lie beside the program, or packs it, and serves them until it is closed."""

    def __init__(self, port: int, folders: tuple[Path | None, Path | None], tell: Callable[[], None]) -> None:
        """At this TCP port, or at another if it is taken. `folders`: as game.program.packed gives them.
        `tell` is called in a thread of this, once `archives` and `port` are known."""
        self.archives: tuple[Archive, ...] | None = None
        """None: they are being gathered."""
        self.port: int | None = None
        """Where they are served, if they are."""
        self._asked, self._folders, self._tell = port, folders, tell
        self._words = _("Take the file for your system, unpack it, and start haisty in its folder.")
        self._closed = here().jobs.event()
        here().jobs.start(self._run)

    def close(self) -> None:
        """Answer nobody any more; what is being sent goes on. Does not wait for the thread."""
        self._closed.set()

    def _run(self) -> None:
        with tempfile.TemporaryDirectory(prefix="haisty", ignore_cleanup_errors=True) as scratch:
            archives, server = tuple[Archive, ...](), None
            with suppress(OSError):
                archives = _archives(*self._folders, Path(scratch))
                server = self._server(archives) if archives else None
            if server:
                here().jobs.start(server.serve_forever)
                self.port = server.server_address[1]
            self.archives = archives
            self._tell()
            self._closed.wait()
            if server:
                server.shutdown()
                server.server_close()

    def _server(self, archives: tuple[Archive, ...]) -> "ThreadingHTTPServer":
        handler = _handler(archives, _page(archives, self._words))
        with suppress(OSError):
            return here().net.http(self._asked, handler)
        return here().net.http(0, handler)


def hand_over(port: int, tell: Callable[[], None]) -> Handout:
    """This program; see Handout."""
    return Handout(port, packed(), tell)


def _archives(beside: Path | None, own: Path | None, scratch: Path) -> tuple[Archive, ...]:
    """Those that lie beside; the program itself is packed into `scratch` if it is a built one and not among
    them. Raises OSError."""
    paths = sorted({path for each in _PATTERNS for path in beside.glob(each)}) if beside else []
    if own:
        system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
        name = f"haisty-{VERSION}-{system}-{platform.machine().lower()}"
        if not any(path.name.startswith(name) for path in paths):
            form = "zip" if sys.platform == "win32" else "gztar"
            paths.append(Path(shutil.make_archive(str(scratch / name), form, own.parent, own.name)))
    return tuple(map(_archive, paths))


def _archive(path: Path) -> Archive:
    with path.open("rb") as file:
        return Archive(path, path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest())


def _page(archives: tuple[Archive, ...], words: str) -> bytes:
    rows = (
        _ROW.format(link=quote(path.name), name=escape(path.name), size=size / 1e6, digest=digest)
        for path, size, digest in archives
    )
    return _PAGE.format(language=language(), words=escape(words), rows="\n".join(rows)).encode()


def _handler(archives: tuple[Archive, ...], page: bytes) -> "type[BaseHTTPRequestHandler]":
    """Answers GET and HEAD of the page, the sums and the archives; there is nothing else."""
    from http.server import BaseHTTPRequestHandler  # noqa: PLC0415 - only who hands the program over waits

    sums = "".join(f"{each.digest}  {each.path.name}\n" for each in archives).encode()
    texts = {"/": ("text/html; charset=utf-8", page), f"/{SUMS}": ("text/plain; charset=utf-8", sums)}
    files = {f"/{each.path.name}": each for each in archives}

    class Handler(BaseHTTPRequestHandler):
        timeout, server_version, sys_version = _STALLED, "Haisty", ""

        def do_HEAD(self) -> None:
            self._answer(whole=False)

        def do_GET(self) -> None:
            self._answer(whole=True)

        def _answer(self, whole: bool) -> None:
            asked = unquote(self.path.partition("?")[0])
            if asked in texts:
                kind, text = texts[asked]
                self._begin(kind, len(text))
                self.wfile.write(text if whole else b"")
            elif archive := files.get(asked):
                with archive.path.open("rb") as file:
                    self._begin("application/octet-stream", archive.size)
                    if whole:
                        shutil.copyfileobj(file, self.wfile)
            else:
                self.send_error(404)

        def _begin(self, kind: str, size: int) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(size))
            self.end_headers()

        def log_message(self, *_words: object) -> None:
            """Nobody reads it."""

    return Handler
