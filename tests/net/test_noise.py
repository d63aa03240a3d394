"""The handshake: as others who follow Noise do it, and nothing that was not meant for it is read."""

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from noise.connection import Keypair, NoiseConnection  # type: ignore[import-untyped]

from game.net.transport.noise import HAISTY, NO_CODE, Handshake, Pattern
from game.system import here

# From the vectors of cacophony (github.com/haskell-cryptography/cacophony), which all implementations test.
CLIENT, CLIENT_FRESH = (
    "e61ef9919cde45dd5f82166404bd08e38bceb5dfdfded0a34c8df7ed542214d1",
    "893e28b9dc6ca8d611ab664754b8ceb7bac5117349a4439a6b0569da977c464a",
)
HOST, HOST_FRESH = (
    "4a3acbfdb163dec651dfa3194dece676d437029c62a408b4c5ea9114246e4893",
    "bbdb4cdbd309f1a1f2e1456967fe288cadd6f712d65dc7b7793d5e63da6b375b",
)
PSK = bytes.fromhex("54686973206973206d7920417573747269616e20706572737065637469766521")
PAYLOADS = (b"Ludwig von Mises", b"Murray Rothbard", b"F. A. Hayek", b"Carl Menger")
VECTORS = {
    Pattern(b"Noise_IK_25519_ChaChaPoly_SHA256", ("e es s ss", "e ee se")): (
        "ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c7944"
        "718da798efbcd91528520204f904b9bd6c7413dccdc214d951e15253e39987f1"
        "8146e8cd0873654207148333479d4d16c289f0294b29960a72f48e0b7bba2e89083169825e59642148d492020664ccf7",
        "95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f144808843"
        "5361e70b2ed446e6c9ec387d1d6b3b840f194e373979d241b203c4acafccf5",
        "050e9f3c8fac16b68dbce8f8c4bfbf6617c897f9ada4aa29aa19c8",
        "344233a6cabb7141d80f3da2fedc311d9646bbb0f505afe403a667",
        "0b0f68fb0c27e03ce9b97565995ed4838cc0581b762ef72b062f6a546419fad7",
    ),
    Pattern(b"Noise_IKpsk2_25519_ChaChaPoly_SHA256", ("e es s ss", "e ee se psk")): (
        "ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c7944"
        "2ec9b09893d0f510791784c10cbc959f25b1766e0def6e301d14fbca1c7790ac"
        "829b8b3674f5f649a5f0e98479662cbfbf2b2c47cd4b09fcd266cd29d7cb675f1808849707847840f6d178ec4d3733aa",
        "95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f144808843"
        "9a1b3cebf680b2c74217fcb5eba4ff58a9468cd90c4aca6194f57479b379a7",
        "a8fde7a0accec190cd306c5950d4fd8e04a205ec288aa747d8b347",
        "59caddd9984a3bbe24c4fb31a2bd455b7eba3fa0980674b1a3a5f9",
        "8310f86394dc0dabb40beb8210031556db4403ab1202db7034c526232147a700",
    ),
}


class Other:
    """One end of a handshake by the package noiseprotocol."""

    def __init__(self, pattern: Pattern, own: X25519PrivateKey, host: bytes = b"") -> None:
        """`host`: for a client, the host's lasting public key."""
        base = pattern.name.replace(b"psk4", b"psk1")  # a longer handshake than the package has a name for
        self.noise = NoiseConnection.from_name(base)
        protocol = self.noise.noise_protocol
        if pattern is HAISTY:
            protocol.name, protocol.pattern.tokens = pattern.name, [said.split() for said in pattern.messages]
        assert protocol.pattern.tokens == [said.split() for said in pattern.messages]
        self.noise.set_prologue(b"John Galt")
        if protocol.is_psk_handshake:
            self.noise.set_psks(psk=PSK)
        (self.noise.set_as_initiator if host else self.noise.set_as_responder)()
        self.noise.set_keypair_from_private_bytes(Keypair.STATIC, own.private_bytes_raw())
        if host:
            self.noise.set_keypair_from_public_bytes(Keypair.REMOTE_STATIC, host)
        self.noise.start_handshake()
        self._state = protocol.handshake_state

    def write(self, payload: bytes, psk: bytes) -> bytes:
        """The next message. The other end reads it with the same `psk`."""
        message = bytearray()
        self._state.write_message(payload, message)
        return bytes(message)

    def read(self, message: bytes, psk: bytes) -> bytes:
        """The payload of the next message."""
        payload = bytearray()
        self._state.read_message(message, payload)
        return bytes(payload)


def private(text: str) -> X25519PrivateKey:
    return X25519PrivateKey.from_private_bytes(bytes.fromhex(text))


def ends(pattern: Pattern = HAISTY, prologue: bytes = b"John Galt") -> tuple[Handshake, Handshake]:
    """A client and a host with the keys of the vectors."""
    known = private(HOST).public_key().public_bytes_raw()
    return (
        Handshake(pattern, prologue, private(CLIENT), known, private(CLIENT_FRESH)),
        Handshake(pattern, prologue, private(HOST), ephemeral=private(HOST_FRESH)),
    )


@pytest.mark.parametrize("pattern", VECTORS, ids=lambda pattern: pattern.name.decode())
def test_handshake_is_that_of_everyone_who_follows_noise(pattern: Pattern) -> None:
    up, down, first, answer, transcript = map(bytes.fromhex, VECTORS[pattern])
    client, host = ends(pattern)
    assert client.write(PAYLOADS[0], PSK) == up
    assert host.read(up, PSK) == PAYLOADS[0]
    assert host.write(PAYLOADS[1], PSK) == down
    assert client.read(down, PSK) == PAYLOADS[1]
    assert client._state.hash == host._state.hash == transcript
    assert client.split() == host.split()
    keys = client.split()
    assert ChaCha20Poly1305(keys.up).encrypt(bytes(12), PAYLOADS[2], b"") == first
    assert ChaCha20Poly1305(keys.down).encrypt(bytes(12), PAYLOADS[3], b"") == answer


@pytest.mark.parametrize("as_client", [True, False], ids=["client", "host"])
@pytest.mark.parametrize("pattern", [HAISTY, *VECTORS], ids=lambda pattern: pattern.name.decode())
def test_either_end_agrees_with_another_implementation(pattern: Pattern, as_client: bool) -> None:
    client_key, host_key = here().entropy.key(), here().entropy.key()
    public = host_key.public_key().public_bytes_raw()
    known = public if as_client else b""
    own = Handshake(pattern, b"John Galt", client_key if as_client else host_key, known)
    other = Other(pattern, host_key if as_client else client_key, b"" if as_client else public)
    ends: tuple[Handshake | Other, Handshake | Other] = (own, other) if as_client else (other, own)
    for number in range(len(pattern.messages)):
        writer, reader = ends[::-1] if number == 1 else ends  # the client's last two go together
        payload = bytes(range(7 * number))
        assert reader.read(writer.write(payload, PSK), PSK) == payload
    assert own._state.hash == other.noise.noise_protocol.handshake_hash
    states = other.noise.noise_protocol.cipher_state_decrypt, other.noise.noise_protocol.cipher_state_encrypt
    for key, state in zip(own.split(), states if as_client else states[::-1], strict=True):
        if state is not None:  # one-way patterns have one key
            assert state.k == key


def test_both_ends_come_to_the_same_keys_and_know_each_other() -> None:
    client, host = ends()
    assert host.read(client.write(b"one")) == b"one"
    assert host.other == private(CLIENT).public_key().public_bytes_raw()
    assert client.read(host.write(b"two")) == b"two"
    assert host.read(client.write(b"")) == b""
    assert host.read(client.write(b"four", PSK), PSK) == b"four"
    assert client.split() == host.split()
    assert client.split().up != client.split().down


def test_only_the_same_code_opens_the_last_message() -> None:
    client, host = ends()
    host.read(client.write(b""))
    client.read(host.write(b""))
    host.read(client.write(b""))
    message = client.write(b"join", PSK)
    assert host.read(message, NO_CODE) is None
    assert host.read(message, bytes(31) + b"\1") is None
    assert host.read(message, PSK) == b"join", "what could not be read has changed nothing"


@pytest.mark.parametrize("number", range(4))
def test_no_changed_bit_is_read(number: int) -> None:
    client, host = ends()
    for sent in range(number):
        writer, reader = (host, client) if sent == 1 else (client, host)
        assert reader.read(writer.write(b"")) == b""
    writer, reader = (host, client) if number == 1 else (client, host)
    message = writer.write(b"said")
    for bit in range(0, 8 * len(message), 3):
        if (number == 0 and bit == 255) or (number == 1 and bit == 255):
            continue  # the top bit of a public key means nothing (RFC 7748)
        changed = bytearray(message)
        changed[bit // 8] ^= 1 << bit % 8
        assert reader.read(bytes(changed)) is None
    for size in range(len(message)):
        assert reader.read(message[:size]) is None
    assert reader.read(message) == b"said"


def test_what_both_knew_before_must_be_the_same() -> None:
    client, _ = ends(prologue=b"this table")
    _, host = ends(prologue=b"that table")
    assert host.read(client.write(b"")) is None


def test_host_with_another_lasting_key_reads_nothing() -> None:
    client, _ = ends()
    assert Handshake(HAISTY, b"John Galt", here().entropy.key()).read(client.write(b"")) is None


def test_client_cannot_pose_as_the_owner_of_anothers_key() -> None:
    """It knows the public key of the one it wants to be, and has one of its own."""

    class Poser(X25519PrivateKey):
        """Shows another's public key, and reckons with its own."""

        def __init__(self) -> None:
            self._own = here().entropy.key()

        def public_key(self):  # type: ignore[no-untyped-def]
            return private(CLIENT).public_key()

        def exchange(self, peer_public_key):  # type: ignore[no-untyped-def]
            return self._own.exchange(peer_public_key)

        def private_bytes(self, *_):  # type: ignore[no-untyped-def]
            raise NotImplementedError

        private_bytes_raw = __copy__ = __deepcopy__ = private_bytes

    known = private(HOST).public_key().public_bytes_raw()
    poser = Handshake(HAISTY, b"John Galt", Poser(), known)
    _, host = ends()
    assert host.read(poser.write(b"")) is None


def test_key_of_zeros_is_none() -> None:
    client = Handshake(HAISTY, b"", private(CLIENT), bytes(32))
    with pytest.raises(ValueError):
        client.write(b"")


def test_both_lasting_keys_stolen_later_open_nothing_after_the_first_message() -> None:
    client, host = ends()
    first = client.write(b"one")
    host.read(first)
    second = host.write(b"two")

    def thief(fresh: X25519PrivateKey) -> bytes | None:
        """Who has recorded all, has both lasting keys and tries this in place of the client's fresh one."""
        reader = Handshake(HAISTY, b"John Galt", private(HOST))
        assert reader.read(first) == b"one", "the first message is open to who has the host's key"
        reader._client, reader._own, reader._ephemeral = True, private(CLIENT), fresh
        reader._state = reader._state._replace(other=private(HOST).public_key().public_bytes_raw())
        return reader.read(second)

    assert thief(private(CLIENT_FRESH)) == b"two", "so it is that key alone which is missing"
    for fresh in (private(CLIENT), private(HOST), here().entropy.key()):
        assert thief(fresh) is None
