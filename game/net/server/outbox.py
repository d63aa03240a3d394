"""Outgoing messages, each with its receivers."""

from collections.abc import Iterable
from typing import NamedTuple

from game.net.server.peer import Peer
from game.net.transport.sending import Overflow
from game.net.wire.codec import encode_down
from game.net.wire.messages import ToClient


class Delivery(NamedTuple):
    """A message and the connections to send it on."""

    message: ToClient
    to: tuple[Peer, ...]


class Outbox:
    """Collects messages. Each is encoded once, however many receivers it has."""

    def __init__(self) -> None:
        self._waiting: list[Delivery] = []

    def put(self, deliveries: Iterable[Delivery]) -> None:
        """Queue these for the next datagrams."""
        self._waiting += deliveries

    def flush(self, now: int) -> list[Peer]:
        """Hand everything to the endpoints; returns the peers with too much unacknowledged."""
        overflown: list[Peer] = []
        if not self._waiting:
            return overflown
        deliveries, self._waiting = self._waiting, []
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
