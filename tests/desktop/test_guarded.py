"""Programs of the journeys leave the machines nearby alone, whatever is pressed in them."""

import subprocess
import sys

import pytest

from tests.desktop.x11 import GUARDED

pytestmark = pytest.mark.real

ASK = """
import socket
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    for host in {hosts}:
        sock.sendto(b"?", (host, 9))
"""


def test_nothing_is_sent_to_another_machine() -> None:
    alone = subprocess.run(
        [sys.executable, "-c", ASK.format(hosts=["192.0.2.77"])],
        env={"PYTHONPATH": str(GUARDED)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert alone.stderr.endswith("tests leave the machines nearby alone\n")
    own = [sys.executable, "-c", ASK.format(hosts=["127.0.0.1", "127.0.0.9"])]
    subprocess.run(own, env={"PYTHONPATH": str(GUARDED)}, check=True)
