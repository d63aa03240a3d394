"""The table's code as a key: SPAKE2 (RFC 9382, in the form of the `spake2` package and of magic-wormhole).

Each end says one thing, made of the code and a number of its own. Both make the same key of the two if the
code was the same. Whoever does not know the code learns only whether the one code that it has tried was
right: nothing that is said lets it try others afterwards.
"""

from types import ModuleType

from game.names.line import bare_code

SIZE = 33
"""Bytes of what each end says."""


class CodeExchange:
    """One end's part in one handshake. It costs 8 ms of a processor in all, and 45 ms once for loading."""

    def __init__(self, code: str, client: bool, client_key: bytes, host_key: bytes, table: bytes) -> None:
        """The lasting public keys and the table's id are those that the key is good for."""
        self._spake2 = spake2 = load()
        kind = spake2.SPAKE2_A if client else spake2.SPAKE2_B
        self._exchange = kind(bare_code(code).encode(), idA=client_key, idB=host_key + table)
        self.message: bytes = self._exchange.start()
        """To be said to the other end."""

    def key(self, other: bytes) -> bytes | None:
        """The key, from what the other end has said; None if that is nonsense. Call it once."""
        if len(other) != SIZE:
            return None
        try:
            key: bytes = self._exchange.finish(other)
        except (self._spake2.spake2.SPAKEError, self._spake2.ed25519_basic.NotOnCurve, ValueError):
            return None
        return key


def load() -> ModuleType:
    """The package. The first call loads it, which takes its time: hence only where there is a code."""
    import spake2  # type: ignore[import-untyped] # noqa: PLC0415

    return spake2  # type: ignore[no-any-return]
