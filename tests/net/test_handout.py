"""The program is handed over by HTTP: its archives and their sums, and nothing else of this machine."""

import hashlib
import http.client
import tarfile
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest

from game.lan.handout import Handout
from game.program import VERSION
from game.system import here
from tests.waiting import until

pytestmark = pytest.mark.real
WHEEL = f"haisty-{VERSION}-py3-none-any.whl"
WINDOWS = f"haisty-{VERSION}-windows-amd64.zip"
OLD = "haisty-0.1.0-windows-amd64.zip"


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    folder.mkdir()
    (folder / WHEEL).write_bytes(b"wheel" * 1000)
    (folder / WINDOWS).write_bytes(b"zip")
    (folder / OLD).write_bytes(b"old")
    (folder / "diary.txt").write_bytes(b"secret")
    return folder


@pytest.fixture
def handout(dist: Path) -> Iterator[Handout]:
    handout = Handout(0, (dist, None), lambda: None)
    until(lambda: handout.archives is not None)
    yield handout
    handout.close()


def ask(handout: Handout, path: str, method: str = "GET") -> tuple[int, bytes]:
    assert handout.port
    connection = http.client.HTTPConnection("127.0.0.1", handout.port, timeout=10)
    connection.putrequest(method, path, skip_accept_encoding=True)
    connection.endheaders()
    answer = connection.getresponse()
    return answer.status, answer.read()


def test_the_page_leads_to_each_archive_and_its_sum(handout: Handout) -> None:
    status, page = ask(handout, "/")
    assert status == 200
    for name in (WHEEL, WINDOWS):
        status, content = ask(handout, f"/{name}")
        digest = hashlib.sha256(content).hexdigest()
        assert status == 200
        assert f'href="/{name}"'.encode() in page
        assert digest.encode() in page
        assert f"{digest}  {name}\n".encode() in ask(handout, "/SHA256SUMS")[1]
    assert ask(handout, f"/{WHEEL}", "HEAD") == (200, b"")


@pytest.mark.parametrize(
    "path", ["/diary.txt", "/../diary.txt", "/%2e%2e/dist/diary.txt", f"/{OLD}", "/dist"]
)
def test_nothing_else_is_served(handout: Handout, path: str) -> None:
    status, said = ask(handout, path)
    assert status == 404
    assert b"secret" not in said


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_it_can_only_be_read(handout: Handout, method: str) -> None:
    assert ask(handout, f"/{WHEEL}", method)[0] == 501


def test_nobody_is_answered_once_it_is_closed(handout: Handout) -> None:
    ask(handout, "/")
    handout.close()

    def refused() -> bool:
        with suppress(OSError):
            ask(handout, "/")
            return False
        return True

    until(refused)


def test_another_port_is_taken_where_this_one_is(handout: Handout, dist: Path) -> None:
    assert handout.port
    other = Handout(handout.port, (dist, None), lambda: None)
    until(lambda: other.archives is not None)
    assert other.port not in (None, handout.port)
    assert ask(other, f"/{WINDOWS}") == (200, b"zip")
    other.close()


def test_a_built_program_packs_itself(tmp_path: Path) -> None:
    program = tmp_path / "haisty"
    program.mkdir()
    (program / "haisty").write_bytes(b"program")
    handout = Handout(0, (tmp_path, program), lambda: None)
    until(lambda: handout.archives is not None)
    assert handout.archives
    [archive] = handout.archives
    with tarfile.open(fileobj=BytesIO(ask(handout, f"/{archive.path.name}")[1])) as packed:
        file = packed.extractfile("haisty/haisty")
        assert file
        assert file.read() == b"program"
    handout.close()
    until(lambda: not archive.path.exists())


def test_without_archives_nothing_is_opened(tmp_path: Path) -> None:
    told = here().jobs.event()
    handout = Handout(0, (tmp_path, None), told.set)
    assert told.wait(10)
    assert (handout.archives, handout.port) == ((), None)
    handout.close()
