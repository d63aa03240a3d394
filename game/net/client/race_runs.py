"""The runs of a race as one client knows them: its player's own, and the others' as far as it is told."""

from collections.abc import Iterable, Sequence

from game.core.solo import Act
from game.net.wire.acts import MOST, parts, unpacked_acts
from game.net.wire.messages import ACTS, Acts, RaceDeal, RunActs


class RaceRuns:
    """Of the latest round. On each connection the host first tells of the deal, then how far the own run has
    come, and is told the rest."""

    def __init__(self) -> None:
        self.deal: RaceDeal | None = None
        self.told: dict[int, list[Act]] = {}
        """By seat, the others' acts."""
        self.replaced: list[Act] | None = None
        """The own run, if it is not what the player had done: what is told until it has been looked at does
        not count."""
        self._own: list[Act] = []
        self._known: list[Act] | None = []
        """How far the host says that the own run has come, until it has said so."""

    def follow(self, old: "RaceRuns") -> None:
        """Continue from an earlier connection to the table."""
        self.deal, self.told, self.replaced = old.deal, old.told, old.replaced
        self._own, self._known = old._own, []

    def begin(self, deal: RaceDeal) -> None:
        """The host tells of the deal of a round."""
        if not self.deal or (deal.round, deal.challenge) != (self.deal.round, self.deal.challenge):
            self._own, self.replaced = [], None
        self.deal, self.told, self._known = deal, {}, []

    def tell(self, acts: Iterable[Act]) -> list[Acts]:
        """The player has done this; what is to be sent."""
        first = len(self._own)
        if self.replaced is None:
            self._own += acts
        return self._from(first) if self._known is None and len(self._own) > first else []

    def hear(self, message: RunActs, own: bool) -> list[Acts]:
        """The host tells of a run; what is to be sent. Raises ValueError if it makes no sense."""
        acts = unpacked_acts(message.acts)
        if not self.deal or message.round != self.deal.round or message.first + len(acts) > MOST:
            raise ValueError("no such run is to come")
        if not own:
            _put(self.told.setdefault(message.seat, []), message.first, acts)
            return []
        if self._known is None:
            _put(self._own, message.first, acts)
            self.replaced = list(self._own)
            return []
        _put(self._known, message.first, acts)
        if len(acts) == ACTS:
            return []  # more is to come
        known, self._known = self._known, None
        if [act.what for act in known] != [act.what for act in self._own[: len(known)]]:
            self._own, self.replaced = known, list(known)
        return self._from(len(known)) if len(known) < len(self._own) else []

    def _from(self, first: int) -> list[Acts]:
        """The own acts from this number on."""
        assert self.deal
        return [Acts(self.deal.round, start, acts) for start, acts in parts(self._own, first) if acts]


def _put(run: list[Act], first: int, acts: Sequence[Act]) -> None:
    """Put acts into a run, instead of all from number `first` on. Raises ValueError for a gap."""
    if first > len(run):
        raise ValueError("acts are missing")
    run[first:] = acts
