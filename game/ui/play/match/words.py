"""What is said of a match in words: what a player who cannot move may do, who is waited for, and what is told
of a round. No verb depends on a name: a player may be called "You"."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from statistics import median

from game.core.cards import Card
from game.core.state import PLAYING, WON
from game.i18n import N_, _, ngettext, tenths
from game.rules.haisty import ONES, OWN, STOCK, Haisty
from game.sessions.session import SeatSession, Session
from game.story.match_story import Contest, Landing, RoundStory
from game.ui.widgets.words import lead_words

_NAMES = 3
"""The most names in a sentence."""


def one_by_one(session: Session) -> bool:
    """Whether everyone turns one card at a time."""
    return session.state.phase == PLAYING and session.state.table.mode == ONES


def called(session: SeatSession, seat: int) -> bool:
    """Whether the seat's call still holds."""
    return session.state.phase == PLAYING and bool(session.state.table.calls >> seat & 1)


def advice(session: Session, own: int | None = None, key: str = "D", away: Collection[int] = ()) -> str:
    """A sentence for a player who cannot move; empty while there is nothing to say. `own`: the player's seat,
    if not the session's; `key`: of the call; nobody waits for the seats whose players are `away`."""
    state = session.state
    own = session.seat if own is None else own
    if state.phase != PLAYING or not session.plays:
        return ""
    if calls := state.table.calls:
        names = [*enumerate(session.names)]
        if calls >> own & 1:
            others = [name for seat, name in names if not (calls >> seat & 1 or seat in away)]
            words = _("You call speltorka. Waiting for {names}.")
            if state.table.piles[OWN * own + STOCK].cards:
                words = _("You call speltorka. Turn your hand on, and wait for {names}.")
            return words.format(names=few(others)) if others else ""
        callers = [name for seat, name in names if calls >> seat & 1]
        return ngettext(
            "{names} calls speltorka. Nothing to play? Press {key}.",
            "{names} call speltorka. Nothing to play? Press {key}.",
            len(callers),
        ).format(names=few(callers), key=key)
    if not any(move.count for move in session.rules.moves(state.table, own)):
        return _("No card can move and the hand cannot be turned. Press {key}: speltorka.").format(key=key)
    return ""


def few(names: list[str]) -> str:
    """As many names as fit, and how many more there are."""
    most = names if len(names) <= _NAMES else names[: _NAMES - 1]
    more = len(names) - len(most)
    return ", ".join(most) + (f" +{more}" if more else "")


def waiting_for(session: Session, away: Collection[int]) -> str:
    """Who has yet to knock for the next round; nobody waits for the seats whose players are `away`."""
    ready = session.state.ready
    names = [name for seat, name in enumerate(session.names) if not (ready >> seat & 1 or seat in away)]
    return _("Waiting for {names} …").format(names=few(names)) if names else _("Waiting for the others …")


_REACH = 25
"""The points that a good round brings: whoever lacks no more may win the match in the next one."""


def at_match_point(session: Session) -> list[int]:
    """The seats that may win the match in the present round, if the match is to be won by points."""
    totals, target = session.state.totals, session.target
    if not (target and isinstance(session.rules, Haisty) and session.state.phase != WON):
        return []
    least = max(target, *totals) - _REACH
    return [seat for seat, total in enumerate(totals) if total >= least]


def stakes(session: Session) -> str:
    """What may be decided in the present round; empty: nothing yet."""
    if points := at_match_point(session):
        return _("Match point: {names}").format(names=few([session.names[seat] for seat in points]))
    number, last = session.state.round, session.rounds
    if not last or number < last or not isinstance(session.rules, Haisty):
        return ""
    return _("The last round") if number == last else _("A tie: this round decides")


_SECOND = 1_000_000
_ENOUGH = 5
"""The least cards laid by which a hand is called the fastest."""

_RANKS = (
    *(N_("the ace of {suit}"), N_("the 2 of {suit}"), N_("the 3 of {suit}"), N_("the 4 of {suit}")),
    *(N_("the 5 of {suit}"), N_("the 6 of {suit}"), N_("the 7 of {suit}"), N_("the 8 of {suit}")),
    *(N_("the 9 of {suit}"), N_("the 10 of {suit}"), N_("the jack of {suit}"), N_("the queen of {suit}")),
    N_("the king of {suit}"),
)
_SUITS = N_("clubs"), N_("diamonds"), N_("hearts"), N_("spades")


def card_name(card: Card) -> str:
    """The card in words, within a sentence."""
    return _(_RANKS[card.rank - 1]).format(suit=_(_SUITS[card.suit]))


def streak_line(names: Sequence[str], streaks: Sequence[tuple[int, int]]) -> str:
    """Who laid how many cards in a row without a pause: seats, and how many cards each."""
    told = ", ".join(f"{names[seat]} ×{cards}" for seat, cards in streaks)
    return ngettext("Longest streak: {told}.", "Longest streaks: {told}.", len(streaks)).format(told=told)


def story_lines(story: RoundStory, names: Sequence[str]) -> Iterator[str]:
    """The card that decided the round, the longest streaks, the fastest hand, and who met whom most often."""
    match story.decisive:
        case Contest(Landing(seat=seat, card=card), lost, lead):
            words = _("The card that decided it: {card}, {name}, {time} before {other}.")
            yield words.format(
                card=card_name(card), name=names[seat], time=lead_words(lead), other=names[lost.seat]
            )
        case Landing(seat=seat, card=card):
            words = _("The card that decided it: {card}, {name}.")
            yield words.format(card=card_name(card), name=names[seat])
    if story.streaks:
        yield streak_line(names, story.streaks)
    waits = [[card.waited for card in story.landings if card.seat == seat] for seat in range(len(names))]
    hands = [(median(each), seat) for seat, each in enumerate(waits) if len(each) >= _ENOUGH]
    if hands:
        wait, seat = min(hands)
        time = f"{round(wait / 1000)} ms" if wait < _SECOND else f"{tenths(wait / _SECOND)}\u00a0s"
        yield _("Fastest hand: {name}, {time} a card.").format(name=names[seat], time=time)
    beaten = Counter((each.landing.seat, each.loser) for each in story.contests if not each.tie)
    for (one, other), won in beaten.most_common(1):
        if won > 1:
            words = _("Contests: {one} {won} – {lost} {other}.")
            yield words.format(one=names[one], won=won, lost=beaten[other, one], other=names[other])


def closest_of(contests: Sequence[Contest], seat: int, names: Sequence[str]) -> str:
    """A seat's closest contest: by how much it was faster or slower, and than whom."""
    own = [each for each in contests if seat in (each.landing.seat, each.loser)]
    if not own:
        return ""
    closest = min(own, key=lambda each: each.lead)
    won = closest.landing.seat == seat
    words = _("{time} before {name}") if won else _("{time} after {name}")
    if closest.tie:
        words = _("level with {name}")
    other = names[closest.loser if won else closest.landing.seat]
    return words.format(time=lead_words(closest.lead), name=other)
