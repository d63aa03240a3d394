"""A clock that tests set by hand."""

from game.core.state import Event, Knock
from game.sessions.local import LocalSession


class Clock:
    """In seconds."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def run(self, table: LocalSession, seconds: float) -> list[Event]:
        """Let time pass, a frame at a time; what happens at the table."""
        events: list[Event] = []
        for _ in range(round(seconds * 60)):
            self.now += 1 / 60
            events += table.poll()
        return events

    def begin(self, table: LocalSession) -> None:
        """Have all people at this screen knock; let time pass until they play."""
        self.run(table, 1)
        for seat in table.local_seats:
            seat.ask(Knock())
        self.run(table, 2)
