"""What is to be sent to whom."""

from collections.abc import Iterable
from typing import NamedTuple

from game.net.server.peer import Peer
from game.net.transport.channel import Overflow
from game.net.wire.codec import encode_down
from game.net.wire.messages import ToClient


class Delivery(NamedTuple):
    """A message and all that it goes to."""

    message: ToClient
    to: tuple[Peer, ...]


class Outbox:
    """Collects messages until the datagrams leave. However many a message goes to, it is encoded once."""

    def __init__(self) -> None:
        self._waiting: list[Delivery] = []

    def put(self, deliveries: Iterable[Delivery]) -> None:
        """Let these go with the next datagrams."""
        self._waiting += deliveries

    def flush(self, now: int) -> list[Peer]:
        """Hand everything to the peers' endpoints; those that have acknowledged nothing for too long."""
        deliveries, self._waiting = self._waiting, []
        overflown = []
        for message, to in deliveries:
            if not to:
                continue
            data = encode_down(message)
            for peer in to:
                try:
                    peer.endpoint.send(data, now)
                except Overflow:
                    overflown.append(peer)
        return overflown
