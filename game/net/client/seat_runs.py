"""The runs of a round as one client knows them: its player's own, and the others' as far as it is told."""

from collections.abc import Iterable, Sequence

from game.core.solo import Act
from game.net.wire.acts import packed_acts, unpacked_acts
from game.net.wire.messages import ACTS, Acts, RunActs, RunDeal, RunsEnd


class OwnRun:
    """What the player has done in a round, on whatever connection."""

    def __init__(self) -> None:
        self.of: tuple[int, str] | None = None
        """The round and the challenge's name."""
        self.acts: list[Act] = []
        self.replaced: list[Act] | None = None
        """The run, if it is not what the player had done: what is told until it has been looked at does not
        count."""


class SeatRuns:
    """For one connection to the table, of the latest round. The host first tells of the deal, then how far
    the own run has come, and is told the rest."""

    def __init__(self, own: OwnRun | None = None) -> None:
        """`own`: that of the player's connections to this table before; None: it is the first."""
        self.own = own or OwnRun()
        self.deal: RunDeal | None = None
        self.end: RunsEnd | None = None
        self.told: dict[int, list[Act]] = {}
        """By seat, the others' acts."""
        self._compared = False
        """Whether the host has told what it has of the own run."""
        self._sent = 0
        """How many of the own acts the host has, or will have."""

    def follow(self, old: "SeatRuns") -> None:
        """Show what an earlier connection showed until the host tells more."""
        if not self.deal:
            self.deal, self.end, self.told = old.deal, old.end, old.told

    def begin(self, deal: RunDeal) -> None:
        """The host tells of the deal of a round."""
        if self.own.of != (deal.round, deal.challenge):
            self.own.of, self.own.acts, self.own.replaced = (deal.round, deal.challenge), [], None
        self.deal, self.told, self._compared = deal, {}, False

    def tell(self, acts: Iterable[Act] = ()) -> Acts | None:
        """The player has done this; what is to be sent, perhaps of no acts, once it is known what the host
        has."""
        if self.own.replaced is None:
            self.own.acts += acts
        if not (self._compared and self.deal):
            return None
        first, self._sent = self._sent, len(self.own.acts)
        return Acts(self.deal.round, first, packed_acts(self.own.acts[first:]))

    def hear(self, message: RunActs, own: bool) -> None:
        """The host tells of a run. Raises ValueError if it makes no sense."""
        acts = unpacked_acts(message.acts)
        if not self.deal or message.round != self.deal.round or message.first + len(acts) > ACTS:
            raise ValueError("no such run is to come")
        if not own:
            _put(self.told.setdefault(message.seat, []), message.first, acts)
        elif self._compared:
            _put(self.own.acts, message.first, acts)
            self.own.replaced, self._sent = list(self.own.acts), len(self.own.acts)
        else:
            self._compare(acts, message.first)

    def _compare(self, known: list[Act], first: int) -> None:
        """The host tells all that it has of the own run. Raises ValueError if that does not begin with its
        first act."""
        if first:
            raise ValueError("acts are missing")
        self._compared, self._sent = True, len(known)
        if [act.what for act in known] != [act.what for act in self.own.acts[: len(known)]]:
            self.own.acts, self.own.replaced = known, list(known)


def _put(run: list[Act], first: int, acts: Sequence[Act]) -> None:
    """Put acts into a run, instead of all from number `first` on. Raises ValueError for a gap."""
    if first > len(run):
        raise ValueError("acts are missing")
    run[first:] = acts
