"""What a bot makes of what it sees."""

import pytest

from game.bots.choose import PROFILES, Profile, seat_piles, survey
from game.bots.pace import PACES
from game.core.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Card, Pile
from game.core.rules import Rules
from game.core.shuffle import Stream, shuffled
from game.core.table import Move, Table
from game.rules.haisty import OWN, Haisty
from tests.bots.table import Table as BotTable

RULES = Haisty()
ALL = 256, 256, 256
SEEING = {level: profile._replace(sees_lay=ALL, sees_put=ALL, slips=0) for level, profile in PROFILES.items()}
"""The levels' order of preferences, free of chance."""

KING_OF_CLUBS, QUEEN_OF_HEARTS = Card(13, CLUBS), Card(12, HEARTS)


def up(*cards: Card) -> Pile:
    return Pile(cards, len(cards))


def table(reserve: Pile, builds: list[Pile], waste: Pile, shared: list[Pile]) -> Table:
    """A table of two; seat 0's hand holds three cards face down, seat 1 has nothing."""
    hand = Pile((Card(13, SPADES),) * 3, 0)
    own = [reserve, *builds, hand, waste]
    return Table((*own, *[Pile()] * OWN, *shared, *[Pile()] * (9 - len(shared)))).view()


def choose(rules: Rules, view: Table, seat: int, profile: Profile, rng: Stream) -> Move | None:
    """The bot's move: a card it notices, else a turn of the hand; None if it finds neither."""
    candidates = survey(rules, view, seat, profile, rng)
    return candidates.play or candidates.turn


def chosen(level: str, view: Table, rules: Haisty = RULES) -> Move | None:
    return choose(rules, view, 0, SEEING[level], Stream(3))


FULL = [up(Card(13, CLUBS)), up(Card(13, SPADES)), up(Card(9, CLUBS)), up(Card(9, SPADES))]
ACE_OF_HEARTS, TWO_OF_HEARTS = Card(1, HEARTS), Card(2, HEARTS)


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_the_thirteen_pile_is_laid_from_first(level: str) -> None:
    view = table(
        Pile((Card(7, CLUBS), TWO_OF_HEARTS), 1),
        [up(Card(13, CLUBS), Card(2, DIAMONDS)), *FULL[1:]],
        up(Card(2, SPADES)),
        [up(ACE_OF_HEARTS), up(Card(1, DIAMONDS)), up(Card(1, SPADES))],
    )
    assert chosen(level, view) == Move(0, 14)


def test_easy_lays_what_it_sees_and_sees_nearly_all() -> None:
    view = table(
        Pile((Card(7, CLUBS), Card(9, HEARTS)), 1),
        [up(Card(13, CLUBS), TWO_OF_HEARTS), *FULL[1:]],
        up(Card(5, SPADES)),
        [up(ACE_OF_HEARTS), up(Card(1, SPADES))],
    )
    overlooked = sum(
        choose(RULES, view, 0, PROFILES["easy"], Stream(seed)) != Move(1, 14) for seed in range(200)
    )
    assert 0 < overlooked < 20


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_build_pile_is_emptied_so_that_the_thirteen_pile_moves_up(level: str) -> None:
    view = table(
        Pile((Card(3, CLUBS), Card(7, HEARTS)), 1),
        [up(Card(12, DIAMONDS)), *FULL[1:]],
        up(QUEEN_OF_HEARTS),
        [up(Card(11, DIAMONDS))],
    )
    assert chosen(level, view) == Move(1, 14)


@pytest.mark.parametrize("level", tuple(PACES))
def test_no_pile_moves_to_and_fro(level: str) -> None:
    view = table(
        Pile((Card(5, DIAMONDS), Card(5, HEARTS)), 1),
        [up(KING_OF_CLUBS, QUEEN_OF_HEARTS), up(Card(13, SPADES)), up(Card(9, CLUBS)), up(Card(9, SPADES))],
        Pile(),
        [],
    )
    assert chosen(level, view) == Move(5, 6, 3)


def test_hard_moves_a_card_that_lies_on_a_wanted_one_where_it_may() -> None:
    view = table(
        Pile((Card(5, DIAMONDS), Card(5, HEARTS)), 1),
        [up(Card(3, SPADES), TWO_OF_HEARTS), up(Card(3, CLUBS)), up(Card(9, CLUBS)), up(Card(9, SPADES))],
        Pile(),
        [up(Card(1, SPADES), Card(2, SPADES))],
    )
    assert chosen("hard", view, Haisty(any_part=True)) == Move(1, 2)
    assert chosen("medium", view, Haisty(any_part=True)) == Move(5, 6, 3)
    assert chosen("hard", view) == Move(5, 6, 3)


def test_hard_makes_a_home_for_the_thirteen_pile() -> None:
    reserve, waste = Pile((Card(5, DIAMONDS), Card(7, CLUBS)), 1), up(Card(8, HEARTS))
    view = table(reserve, FULL, waste, [])
    move = chosen("hard", view)
    assert move is not None
    assert move.src == 6
    assert move.dst in (3, 4)


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_a_turned_card_covers_a_pile_only_to_make_room(level: str) -> None:
    """A whole pile that starts with the seven would go on the eight, one with the jack would not."""
    reserve, eight = Pile((Card(5, DIAMONDS), Card(5, HEARTS)), 1), up(Card(8, HEARTS))
    seven, jack = (
        chosen(level, table(reserve, [FULL[0], up(Card(rank, SPADES)), *FULL[2:]], eight, []))
        for rank in (7, 11)
    )
    assert seven in (Move(6, 3), Move(6, 4))
    assert jack == Move(5, 6, 3)


def test_hard_builds_on_a_card_before_it_lays_it_away() -> None:
    view = table(
        Pile((Card(5, DIAMONDS), Card(7, CLUBS)), 1),
        [up(Card(9, CLUBS), Card(8, HEARTS)), up(Card(13, SPADES)), up(Card(13, CLUBS)), up(Card(4, SPADES))],
        Pile(),
        [up(*(Card(rank, HEARTS) for rank in range(1, 8)))],
    )
    assert chosen("hard", view) == Move(0, 1)
    assert chosen("medium", view) == Move(1, 14)


def test_aces_go_to_any_free_slot() -> None:
    view = table(Pile((Card(5, DIAMONDS), ACE_OF_HEARTS), 1), FULL, Pile(), [])
    slots = {choose(RULES, view, 0, SEEING["hard"], Stream(seed)) for seed in range(60)}
    assert len(slots) > 4


def test_a_look_overlooks_as_often_as_stated() -> None:
    view = table(Pile((Card(5, DIAMONDS), TWO_OF_HEARTS), 1), FULL, Pile(), [up(ACE_OF_HEARTS)])
    rng = Stream(9)
    for profile in PROFILES.values():
        seen = sum(survey(RULES, view, 0, profile, rng).lays for _ in range(2000)) / 2000
        assert seen == pytest.approx(profile.sees_lay[0] / 256, abs=0.04)


@pytest.mark.parametrize("level", tuple(PACES))
def test_only_the_view_counts(level: str) -> None:
    """Every table that looks the same is played the same: hidden cards may be any."""
    for seed in range(6):
        played = BotTable((level, level), seed)
        played.run(20_000_000 + seed * 4_000_000)
        whole = played.match.state.table
        other = whole._replace(
            piles=tuple(
                Pile(shuffled(cards[: len(cards) - up], Stream(seed)) + cards[len(cards) - up :], up)
                for cards, up in whole.piles
            )
        )
        assert other.view() == whole.view() == played.state.table
        for seat in range(2):
            sights = [
                survey(RULES, known, seat, PROFILES[level], Stream(seed))
                for known in (whole.view(), whole, other)
            ]
            assert sights[0] == sights[1] == sights[2]


@pytest.mark.parametrize("any_part", [False, True])
def test_what_is_chosen_is_legal(any_part: bool) -> None:
    rules = Haisty(any_part=any_part)
    played = BotTable(("hard", "medium", "easy"), 4, rules)
    played.run(30_000_000)
    for seat in range(3):
        for level in tuple(PACES):
            move = choose(rules, played.state.table, seat, PROFILES[level], Stream(seat))
            assert move is None or move in rules.moves(played.state.table, seat)


def test_a_table_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="no table of 3 piles"):
        seat_piles(RULES, 3, 0)
