"""A test that touches what is not handed in to it says so."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

from tests import real

ROOT = real.__file__


def _thread() -> None:
    threading.Thread(target=int).start()


@pytest.mark.real
@pytest.mark.parametrize(
    "touch",
    [
        lambda: socket.socket().close(),
        lambda: subprocess.run([sys.executable, "-c", ""], check=True),
        _thread,
        lambda: os.fork() or os._exit(0),
    ],
)
def test_what_is_touched_without_a_word_fails(
    touch: Callable[[], object], monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(real, "SAID", ())
    watched = real.guarded(request)
    next(watched)
    touch()
    with pytest.raises(AssertionError, match="marked as real"):
        next(watched)
