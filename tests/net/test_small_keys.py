"""Keys of small order: whoever knows none could sign and share secrets with them, so nobody has one."""

from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.challenges.ladder import Ladder
from game.net.discovery.answer import read_answer
from game.net.discovery.finder import Finder
from game.net.transport.noise import HAISTY, Handshake
from game.signing import KEY, SIGNATURE, signed_by
from game.storage.replay_format import ReplayError
from tests.challenges.forged import TODAY, file, played
from tests.net.answerer import HOST, INFO, ask, said

P = 2**255 - 19
_EIGHTH = int.from_bytes(
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
)
EDWARDS = [
    (y | sign << 255).to_bytes(KEY, "little")
    for low in (0, 1, P - 1, _EIGHTH, P - _EIGHTH)
    for y in (low, low + P)
    if y < 2**255
    for sign in (0, 1)
]
"""All ways to write a point of order 1, 2, 4 or 8 on Ed25519's curve."""
_MONTGOMERY = [
    0,
    1,
    P - 1,
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823,
]
CURVE = [
    (u | top << 255).to_bytes(KEY, "little")
    for low in _MONTGOMERY
    for u in (low, low + P)
    if u < 2**255
    for top in (0, 1)
]
"""All ways to write one of X25519."""
ANYTHING = EDWARDS[EDWARDS.index((1).to_bytes(KEY, "little"))] + bytes(SIGNATURE - KEY)
"""A signature that a key of order 1 has made of anything."""


def forged(key: bytes) -> tuple[bytes, bytes]:
    """Something and a signature of it by this key, made without a private half."""
    for number in range(500):
        for point in EDWARDS:
            data, signature = b"%d" % number, point + bytes(SIGNATURE - KEY)
            try:
                Ed25519PublicKey.from_public_bytes(key).verify(signature, data)
            except InvalidSignature:
                continue
            return data, signature
    raise AssertionError("no such luck")


@pytest.mark.parametrize("key", EDWARDS, ids=bytes.hex)
def test_no_key_of_small_order_has_signed_anything(key: bytes) -> None:
    data, signature = forged(key)
    assert not signed_by(key, data, signature)


def test_nobody_hosts_by_a_key_that_everybody_signs_with() -> None:
    data = said(ask(Finder(0)), INFO)
    host = HOST.public_key().public_bytes_raw()
    begun = data[: 8 + 8 + KEY] + ANYTHING[:KEY] + host + data[8 + 8 + 3 * KEY : -SIGNATURE]
    assert read_answer(begun + ANYTHING) is None


def test_no_run_is_on_the_ladder_by_a_key_that_everybody_signs_with(tmp_path: Path) -> None:
    honest = file(played())
    forgery = (
        honest[: -2 * (KEY + SIGNATURE) - 2]
        + ANYTHING[:KEY].hex().encode()
        + b" "
        + ANYTHING.hex().encode()
        + b"\n"
    )
    assert len(forgery) == len(honest)
    with pytest.raises(ReplayError):
        Ladder(tmp_path).add(forgery, TODAY)


@pytest.mark.parametrize("key", CURVE, ids=bytes.hex)
def test_no_secret_is_shared_with_a_key_of_small_order(key: bytes) -> None:
    own = X25519PrivateKey.from_private_bytes(b"own".ljust(KEY))
    with pytest.raises(ValueError):
        Handshake(HAISTY, b"", own, key).write(b"")
    host = Handshake(HAISTY, b"", own)
    client = Handshake(HAISTY, b"", HOST, own.public_key().public_bytes_raw())
    first = client.write(b"")
    assert host.read(key + first[KEY:]) is None
    assert host.read(first) == b"", "what could not be read has changed nothing"
    answer = host.write(b"")
    assert client.read(key + answer[KEY:]) is None
    assert client.read(answer) == b""
