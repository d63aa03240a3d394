"""A table before a match: who gets which seat, and who has knocked."""

from collections.abc import Sequence

from game.core.state import Knock, opening
from game.net.server.members import Member
from game.net.server.peer import Delivery
from game.net.server.stage import Stage, Table
from game.net.waiting import Waiting, waiting
from game.net.wire.messages import Room, ToHost


class Lobby(Stage):
    """It is over when a match begins."""

    def __init__(self, table: Table, starts: bool = False) -> None:
        """`starts`: the match begins without those who have not knocked."""
        super().__init__(table)
        self._starts = starts
        self._company = self._people
        """The connected people who sat at the table when last checked."""

    @property
    def _people(self) -> list[Member]:
        return [one for chair in self._chairs if (one := chair.present) and not one.bot]

    def update(self, now: int) -> list[Delivery] | None:
        """All people here have to knock, anew when a player has left; where only bots are, all seats have to
        be taken."""
        people, chairs, fewest = self._people, self._chairs, self._table.rules.fewest
        if any(one not in people for one in self._company):
            self._members.unready()
        taken = [chair for chair in chairs if not chair.empty]
        bots = len(taken) == len(chairs) and any(chair.present for chair in chairs)
        ready = self._starts or all(one.ready for one in people) if people else bots
        self._company, self._starts = people, False
        if not ready or len(taken) < (1 if fewest else 2) or len(chairs) < fewest:
            return []
        if fewest:
            self._fill()
        for chair in chairs:
            if chair.member and not chair.member.peer:
                chair.bot = None
        return None

    def waited_for(self, room: Room) -> Waiting:
        return waiting(room, opening(0), None)

    def ask(self, seat: int, act: ToHost, now: int) -> None:
        if isinstance(act, Knock) and (member := self._chairs[seat].member):
            member.ready = True

    def go_on(self, missing: Sequence[int], now: int) -> None:
        self._starts = True

    def _fill(self) -> None:
        """Have bots take the empty seats for one match, as good as another there."""
        bots = [chair.bot for chair in self._chairs if chair.bot]
        for seat, chair in enumerate(self._chairs):
            if chair.empty:
                self._table.put_bot(seat, bots[0].level if bots else "medium", stays=False)

    def _free_seat(self, now: int) -> int | None:
        return next((seat for seat, chair in enumerate(self._chairs) if chair.empty), None)
