"""How long it takes to come to a table, with and without a code, and what strangers cost its host.

The times are from opening a client's socket until it has its place, over sockets of this machine, the host in
a thread of its own. The costs are of the host's processor, without a network.
"""

import statistics
import time
from collections import defaultdict

from game.lan.client import LanClient
from game.lan.hosting import make_table, rules_of
from game.lan.server import Server, ServerThread
from game.lan.udp import open_ports
from game.net.address import Address
from game.net.client.connection import ClientHandshake, Greeting
from game.net.rate_limit import BURST, PAUSE
from game.net.server.listener import Listener
from game.net.server.peer import Peer
from game.net.wire.codec import encode_alone
from game.net.wire.messages import HouseRules, Join
from game.net.wire.packet import ACCEPT, NONCE, REFUSED
from game.system import here
from tests.bench.figures import figures

COMING, ASKED = 30, 200
CODE = "amber otter kite"
_TABLE = b"table id"
_HEAD = 8 + NONCE


def measure() -> dict[str, object]:
    """Milliseconds until a client has its place; median microseconds of the host's processor a question."""
    return {
        "seated_ms": figures(_seated("")),
        "seated_with_code_ms": figures(_seated(CODE)),
        "runs": COMING,
        "host_us": _costs("", ""),
        "host_us_with_code": _costs(CODE, CODE),
        "host_us_with_wrong_code": _costs(CODE, "0815"),
    }


def _seated(code: str) -> list[float]:
    table = make_table("Bench", 4, HouseRules(0, 1, {}), code)
    server = Server(table, ports := open_ports(0), lambda *_: None)
    thread, key, spent = ServerThread(server), here().entropy.key(), []
    try:
        for number in range(COMING):
            begun = time.perf_counter()
            join = Join("A", number % 8, watch=True)
            client = LanClient(("127.0.0.1", ports.port), join, code, rules=rules_of, key=key)
            while not client.table.seated:
                client.listen(1)
            spent.append(1000 * (time.perf_counter() - begun))
            client.leave(time.perf_counter() + 1)
            client.close()
            time.sleep(0.5)
    finally:
        thread.close()
    return spent


def _address(number: int) -> Address:
    return f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", 5


def _costs(code: str, guess: str) -> dict[str, float]:
    """By question and what came of it: what each costs the host, from strangers who come all at once."""
    host, spent = Listener(_TABLE, code), defaultdict(list)

    def ask(name: str, question: bytes, address: Address, now: int) -> bytes | Peer | None:
        begun = time.process_time()
        answer = host.handshake(question, address, now)
        told = isinstance(answer, bytes) and answer[7] == REFUSED
        spent[f"{name}_refused" if told else name].append(1e6 * (time.process_time() - begun))
        return answer

    for number in range(ASKED):
        # Every other one comes when there is room for a guess again, the others at once after it.
        now, address = (number // 2 + BURST) * PAUSE, _address(number)
        client = ClientHandshake(here().entropy.key())
        cookie = ask("hello", client.request, address, now)
        assert isinstance(cookie, bytes)
        client.connect(Greeting(cookie[_HEAD:]), guess)
        damaged = bytearray(client.request)
        damaged[100] ^= 1
        ask("connect_damaged", bytes(damaged), address, now)
        accept = ask("connect", client.request, address, now)
        if isinstance(accept, bytes) and accept[7] == ACCEPT:
            assert client.join(accept[_HEAD:], encode_alone(Join("A", 0)))
            ask("join", client.request, address, now)
    return {name: round(statistics.median(each), 1) for name, each in spent.items()}
