"""Where a client is: its address, and the way to another one, which it has to prove first.

A packet from elsewhere counts like any other, but nothing is sent there except a challenge, which only the
client can answer and only if it has come there. Its answer moves the connection, unless the client has been
heard at the old address meanwhile with a packet as new as the first from elsewhere: then that was a copy.
"""

from game.net.address import Address

HOME, AWAY = "home", "away"
"""States: all newest packets come from the address; the newest one has come from elsewhere."""
STRAYED, HEARD, PROVED = "strayed", "heard", "proved"
"""What leads from one to another: a newest packet from elsewhere; one as new as the first of those from the
address; the answer to a challenge from where that was sent."""
TRANSITIONS = {
    HOME: {STRAYED: AWAY},
    AWAY: {STRAYED: AWAY, HEARD: HOME, PROVED: HOME},
}


class Path:
    """That to one client."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.state = HOME
        self._since = 0
        """The number of the first packet from elsewhere."""

    @property
    def bound(self) -> bytes:
        """What a challenge holds for besides the address: one of before is good no more."""
        return self._since.to_bytes(8, "little")

    def stray(self, number: int) -> None:
        """The packet of this number, the newest one, has come from elsewhere."""
        if self.state == HOME:
            self._since = number
        self._go(STRAYED)

    def hear(self, number: int) -> None:
        """The packet of this number has come from the address, for the first time or not."""
        if self.state == AWAY and number >= self._since:
            self._go(HEARD)

    def move(self, address: Address) -> None:
        """The client has proved to be there."""
        self._go(PROVED)
        self.address = address

    def _go(self, event: str) -> None:
        self.state = TRANSITIONS[self.state][event]
