"""The end of a match: who stands where, the winner's cards in the air, and the rest after them."""

import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pygame
import pytest
from pygame.event import Event as Input

from game.cli.demo import play_match
from game.core.match import Match
from game.core.state import GLOATING, GRACIOUS, WON, Cheer, Cheered, Request
from game.i18n import set_language
from game.rules.haisty import Haisty
from game.sessions.local import FromHere
from game.sessions.match_playback import MatchPlayback
from game.storage.match_replay import MatchHeader, MatchReplay
from game.story.match_story import round_story
from game.system import here
from game.ui.cards.celebration import GLOATING_MANNER, GRACIOUS_MANNER, Celebration, Manner, Pictures
from game.ui.cards.deck import Deck
from game.ui.cards.labels import figure
from game.ui.engine import text
from game.ui.engine.assets import CardImages
from game.ui.engine.sound import Sounds
from game.ui.engine.window import Window
from game.ui.play.match import extras, poster
from game.ui.play.match.game import Exits
from game.ui.play.match.match_end import MatchEnd, places
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.match.tables import match_table
from tests.ui.pilot import Heard, Pilot, context, described, labelled, labels

SIZE = (1280, 720)


@pytest.fixture(scope="module")
def replay() -> MatchReplay:
    match = Match(Haisty(), 4, 3, target=0, rounds=1)
    play_match(match)
    assert match.state.phase == WON
    header = MatchHeader("haisty", {}, 4, 3, 0, 1, ("A", "B", "C", "D"), (0, 1, 2, 3))
    return MatchReplay(header, tuple(match.log), {}, True)


class Seat(MatchPlayback):
    """A replay seen as by the one who played the winner's seat."""

    plays = True

    def __init__(self, replay: MatchReplay, clock: Callable[[], float]) -> None:
        super().__init__(replay, clock)
        self.local_seats, self.asked = (self,), list[Request]()

    def ask(self, request: Request) -> None:
        self.asked.append(request)


class End:
    """The last screen of a replay, stepped by hand. `kind`: the winner's fanfare, as one hears it in play.
    `stands`: the podium has risen. `own`: the winner's seat is played here."""

    def __init__(
        self,
        replay: MatchReplay,
        kind: int | None = None,
        still: bool = False,
        stands: bool = True,
        own: bool = False,
    ) -> None:
        self.time, self.sounds = 0.0, Heard()
        self.ctx = context(size=SIZE, sounds=self.sounds, reduced_motion=still)
        session = (Seat if own else MatchPlayback)(replay, lambda: self.time)
        self.table = match_table(session)
        self.ctx.push(self.table)
        self.table.draw(self.surface, 0.0, 0.0, True)
        session.skip()
        session.poll()
        assert session.state.phase == WON
        if kind is not None:
            self.table.game.cheered = Cheered(session.state.winner or 0, kind)
        if own:
            session.seat = session.state.winner or 0
        self.scene = MatchEnd(self.table)
        self.ctx.push(self.scene)
        self.scene.draw(self.surface, 0.0, 0.0, True)
        if stands:
            self.key(pygame.K_SPACE)
            self.step()

    @property
    def surface(self) -> pygame.Surface:
        return self.ctx.window.surface

    def step(self, alpha: float = 0.0) -> list[pygame.Rect]:
        self.time += 1 / 60
        self.scene.step(self.time)
        return list(self.scene.draw(self.surface, self.time, alpha, False))

    def key(self, key: int) -> None:
        """Press a key, however fresh the screen is."""
        self.scene.handle(Input(pygame.KEYDOWN, key=key, mod=0, unicode=""), self.time)

    def words(self) -> list[str]:
        """All that is written."""
        return [each["text"] for each in described(self.scene).content["texts"]]

    def labels(self) -> list[str]:
        """What can be pressed."""
        return [each["label"] for each in described(self.scene).controls]

    def seen(self) -> bytes:
        return pygame.image.tobytes(self.surface, "RGB")


@pytest.fixture
def end(replay: MatchReplay) -> End:
    return End(replay, GLOATING)


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((10, 30, 20), [(1, 1), (2, 2), (3, 0)]),
        ((61, 88, 61, 42), [(1, 1), (2, 0), (2, 2), (4, 3)]),
        ((100, 5, 5, 5, -3), [(1, 0), (2, 1), (2, 2), (2, 3), (5, 4)]),
        ((7, 9, 3, 3, 3, 1, 1, 0), [(1, 1), (2, 0), (3, 2), (3, 3), (3, 4), (6, 5), (6, 6), (8, 7)]),
    ],
)
def test_equal_totals_share_a_place(totals: tuple[int, ...], expected: list[tuple[int, int]]) -> None:
    assert places(totals) == expected


@pytest.mark.parametrize("kind", [None, GRACIOUS, GLOATING])
def test_the_cards_fly_and_then_the_screen_rests(replay: MatchReplay, kind: int | None) -> None:
    end = End(replay, kind)
    flown = 0
    while end.scene.rest(end.time) == 0:
        flown += bool(end.step())
        assert end.time < 6, "it never came to rest"
    assert flown > 180, "three seconds at least"
    end.step()
    assert end.scene.rest(end.time) == math.inf
    assert end.step() == []
    shown = end.seen()
    end.scene.draw(end.surface, end.time, 0.0, True)
    assert end.seen() == shown, "the cards left nothing behind"


def test_the_ring_of_an_a_is_whole_in_the_winners_name(replay: MatchReplay) -> None:
    text.start_recording()
    header = msgspec.structs.replace(replay.header, names=("ÅSA",) * 4)
    end = End(msgspec.structs.replace(replay, header=header))
    name, *_ = (each for each in described(end.scene).content["texts"] if each["text"] == "ÅSA")
    assert name["rect"][1] >= 0


def test_it_is_told_who_met_whom_at_a_pile() -> None:
    text.start_recording()
    match = Match(Haisty(), 3, 3, target=0, rounds=1)
    play_match(match)
    header = MatchHeader("haisty", {}, 3, 3, 0, 1, ("A", "B", "C"), (0, 1, 2))
    replay = MatchReplay(header, tuple(match.log), {}, True)
    (seen,) = MatchPlayback(replay, lambda: 0.0).seen
    met = [each for each in round_story(seen, Haisty()).contests if not each.tie]
    end = End(replay, own=True)
    own, told = end.scene.session.state.winner, end.words()
    first = Counter(each.loser for each in met if each.landing.seat == own)
    second = Counter(each.landing.seat for each in met if each.loser == own)
    assert first or second
    assert "Your contests" in told
    for seat in first | second:
        assert f"{first[seat]} won · {second[seat]} lost" in told


def test_with_reduced_motion_no_cards_are_thrown(replay: MatchReplay) -> None:
    end = End(replay, GLOATING, still=True, stands=False)
    end.step()
    assert end.scene.rest(end.time) == math.inf
    assert end.step() == []


def test_what_changed_is_all_that_changed(end: End) -> None:
    """In mid-flight, in any step, the screen is what a full redraw shows, and differs where it said."""
    for step in range(90):
        before = end.surface.copy()
        rects = end.step(alpha=step % 3 / 3)
        if step % 15 == 14:
            shown = end.surface.copy()
            end.scene.draw(end.surface, end.time, step % 3 / 3, True)
            assert pygame.image.tobytes(shown, "RGB") == end.seen()
            for rect in rects:
                before.blit(shown, rect, rect)
            assert pygame.image.tobytes(before, "RGB") == end.seen()


def test_between_two_steps_the_cards_go_on(end: End) -> None:
    for _ in range(20):
        end.step()
    pictures = []
    for alpha in (0.0, 0.5, 1.0):
        end.scene.draw(end.surface, end.time, alpha, False)
        pictures.append(end.seen())
    assert len(set(pictures)) == 3
    end.step(alpha=0.0)
    assert end.seen() == pictures[-1], "a whole step on is where the next step begins"


def test_another_window_size_in_mid_flight(end: End) -> None:
    for _ in range(30):
        end.step()
    end.ctx.window.surface = pygame.display.set_mode((1000, 900))
    end.scene.draw(end.surface, end.time, 0.0, True)
    while end.scene.rest(end.time) == 0:
        end.step()
        assert end.time < 8
    assert end.step() == []


@pytest.mark.parametrize("scale", [1.0, 1.6])
def test_no_card_lies_on_the_name_of_whoever_stands_on_the_podium(
    replay: MatchReplay, scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = msgspec.structs.replace(replay.header, names=("Åge", "Ög", "Änj", "Üp"))
    named = msgspec.structs.replace(replay, header=header)
    text.adapt(text.Letters(1.0, scale))
    text.start_recording()
    end = End(named)
    podium = {*header.names, *map(figure, end.table.session.state.totals)}
    inks = [span.ink for span in text.spans(end.scene._still) if span.words in podium]
    assert len(inks) >= 9, "names and totals, and who has won"
    shown = end.surface.copy()
    monkeypatch.setattr(Deck, "_make", lambda *_: pygame.Surface((0, 0)))
    bare = End(named).surface.copy()
    for ink in inks:
        pictures = [pygame.image.tobytes(each.subsurface(ink), "RGB") for each in (shown, bare)]
        assert pictures[0] == pictures[1]


def reach(manner: Manner) -> tuple[float, float]:
    """How far from the middle a celebration gets, in pixels, and how many seconds it takes."""
    Window(SIZE)
    party, pictures, far, steps = Celebration(manner, SIZE[1]), Pictures(CardImages(), 0, 1.0), 0.0, 0
    while not party.over:
        party.step()
        steps += 1
        far = max([far, *(abs(x - SIZE[0] / 2) for _, (x, _y) in party.items(pictures, SIZE, 1.0))])
    return far, steps / 60


def test_gloating_goes_further_than_grace() -> None:
    calm, calm_time = reach(GRACIOUS_MANNER)
    wild, wild_time = reach(GLOATING_MANNER)
    assert calm < SIZE[0] / 2 < wild
    assert 3 < calm_time < 6
    assert 3 < wild_time < 6


@pytest.mark.parametrize(
    ("code", "own", "manner"),
    [
        ("en", "You win the match", "graciously"),
        ("sv", "Du vinner matchen", "värdigt"),
        ("de", "Du gewinnst die Partie", "mit Anstand"),
    ],
)
def test_the_winner_at_this_screen_is_spoken_to_and_others_are_named(
    replay: MatchReplay, code: str, own: str, manner: str
) -> None:
    set_language(code)
    watched = End(replay, GRACIOUS)
    winner = watched.table.session.state.winner or 0
    assert watched.scene.words()[0] == "ABCD"[winner]
    session = Seat(replay, lambda: 0.0)
    table = match_table(session)
    watched.ctx.push(table)
    table.draw(watched.surface, 0.0, 0.0, True)
    session.skip()
    session.poll()
    session.seat = winner
    assert MatchEnd(table).words() == (own, "")
    table.game.cheered = Cheered(winner, GRACIOUS)
    assert MatchEnd(table).words() == (own, manner)
    session.seat = (winner + 1) % 4
    assert MatchEnd(table).words()[0] == "ABCD"[winner]


def test_the_longest_name_leaves_the_total_whole(replay: MatchReplay) -> None:
    text.start_recording()
    end = End(replay)
    end.table.game.session.names = ("W" * 16,) * 4  # type: ignore[misc]
    end.scene.draw(end.surface, 0.0, 0.0, True)
    words = [each.words for each in text.spans(end.scene._still)]
    for total in end.table.session.state.totals:
        assert any(each.split()[-1] == figure(total) for each in words if each.strip())


@pytest.mark.parametrize("scale", [1.0, 1.6])
def test_where_there_is_room_no_name_beside_the_podium_is_cut(replay: MatchReplay, scale: float) -> None:
    header = msgspec.structs.replace(replay.header, names=("Maximiliane Münc",) * 4)
    text.adapt(text.Letters(1.0, scale))
    text.start_recording()
    end = End(msgspec.structs.replace(replay, header=header))
    spans = [span for span in text.spans(end.scene._still) if span.words == header.names[0]]
    assert len(spans) == 5 and not any(span.cut for span in spans)
    assert spans[-1].px >= 24


def test_third_second_and_first_rise_one_after_the_other_and_their_scores_count_up(
    replay: MatchReplay,
) -> None:
    text.start_recording()
    end = End(replay, GRACIOUS, stands=False)
    order = [seat for _place, seat in places(end.table.session.state.totals)]
    names = [end.table.game.session.names[seat] for seat in order]
    first: dict[str, float] = {}
    scores = set[str]()
    while not end.labels():
        end.step()
        for words in end.words():
            first.setdefault(words, end.time)
            scores.add(words)
    times = [first[name] for name in names[:3]]
    assert times[2] < 0.5 < times[1] < times[0] < 2.0
    assert first[names[3]] < 0.1, "who did not reach it is there from the start"
    assert {"3", "2", "1"} <= first.keys()
    assert first["3"] < times[1] and first["2"] < times[0], "each stands before the next one rises"
    total = end.table.session.state.totals[order[0]]
    counted = {figure(number) for number in range(1, total)}
    assert len(counted & scores) > min(10, total // 3)
    assert 2.0 < end.time < 3.0
    assert "gracious" in end.sounds.names
    drums = end.sounds.names[: end.sounds.names.index("gracious")]
    assert drums.count("knock") > 15, "a roll"


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE, 0])
def test_a_press_shows_the_podium_at_once_and_chooses_nothing(replay: MatchReplay, key: int) -> None:
    end = End(replay, own=True, stands=False)
    end.scene.shown(end.time)
    assert end.labels() == []
    for _ in range(60):
        end.step()
    for _ in range(2):
        if key:
            event = Input(pygame.KEYDOWN, key=key, mod=0, unicode="")
        else:
            event = Input(pygame.MOUSEBUTTONDOWN, pos=(640, 300), button=pygame.BUTTON_LEFT)
        end.scene.receive(event, end.time)
        end.step()
        end.scene.shown(end.time)
    assert end.labels()[:2] == ["Gracious fanfare", "Gloating fanfare"]
    assert end.table.game.session.asked == []  # type: ignore[attr-defined]
    for _ in range(60):
        end.step()
    end.key(pygame.K_RETURN)
    assert end.table.game.session.asked == [Cheer(GRACIOUS)]  # type: ignore[attr-defined]


def test_how_one_wins_is_a_question_of_its_own(replay: MatchReplay) -> None:
    text.start_recording()
    end = End(replay, own=True)
    assert "How do you win?" in end.words()
    rects = {each["label"]: pygame.Rect(each["rect"]) for each in described(end.scene).controls}
    graces, others = list(rects.values())[:2], list(rects.values())[2:]
    assert list(rects)[2:] == ["Play again", "Back to the title"]
    assert min(rect.w * rect.h for rect in graces) > 1.5 * max(rect.w * rect.h for rect in others)
    assert max(rect.right for rect in graces) + 200 < min(rect.x for rect in others), "far apart"
    end.table.game.cheered = Cheered(end.table.session.state.winner or 0, GRACIOUS)
    end.step()
    assert "How do you win?" not in end.words()
    assert end.labels() == ["Play again", "Back to the title"]


class Elsewhere(Exits):
    """The winner is at another screen."""

    awaits_winner, others = True, 0

    def again(self) -> None:
        self.others += 1


@pytest.mark.parametrize(("chooses", "waits"), [(2.0, 2.0), (math.inf, 8.0), (0.0, 0.0)])
def test_another_match_waits_for_how_the_winner_elsewhere_wins_but_not_for_long(
    replay: MatchReplay, chooses: float, waits: float
) -> None:
    text.start_recording()
    end = End(replay, own=True)
    exits = end.table.game.exits = Elsewhere(end.table.game)
    cheered = Cheered(end.table.session.seat, GRACIOUS)
    end.table.session.seat = (cheered.seat + 1) % 4
    end.table.game.cheered = None if chooses else cheered
    end.step()
    end.scene.renew()
    pressed = end.time
    again = labelled(end.scene.tree, "Play again").control
    assert again
    again.act()
    while not exits.others:
        assert end.time < pressed + 9, "it waits without end"
        if end.time >= pressed + chooses:
            end.table.game.cheered = cheered
        end.step()
        waiting = any("is choosing how" in words for words in end.words())
        assert waiting or exits.others
    assert end.time - pressed == pytest.approx(waits, abs=0.05)


def test_with_reduced_motion_the_podium_stands_at_once(replay: MatchReplay) -> None:
    end = End(replay, GRACIOUS, still=True, stands=False)
    end.step()
    assert end.labels() and end.scene.rest(end.time) == math.inf
    assert end.sounds.names[-2:] == ["knock", "gracious"]


def test_while_it_rises_what_changed_is_all_that_changed(replay: MatchReplay) -> None:
    end = End(replay, GRACIOUS, stands=False)
    for step in range(150):
        end.step()
        if step % 15 == 14:
            shown = end.seen()
            end.scene.draw(end.surface, end.time, 0.0, True)
            assert end.seen() == shown


def test_captions_tell_of_the_drums_and_of_the_fanfare_for_a_moment(
    replay: MatchReplay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "_SHOWN", 60.0)  # longer than the busiest machine takes for this
    text.start_recording()
    end = End(replay, GLOATING, stands=False)
    end.ctx.sounds, end.ctx.settings.captions = Sounds(muted=True), True

    def told() -> list[str]:
        return [words for words in end.words() if words.startswith("[")]

    while not end.scene.reveal.over:
        assert told() == (["[drum roll]"] if end.ctx.sounds.heard else [])
        end.step()
    assert told() == ["[drum roll · gloating fanfare]"]
    while end.scene.moves:
        end.step()
    assert end.scene.rest(end.time) < 1, "the words are yet to go"
    here().clock.pause(60)
    end.step()
    assert not told() and end.scene.rest(end.time) == math.inf


def test_a_key_saves_the_picture_of_the_match_and_says_where(replay: MatchReplay, tmp_path: Path) -> None:
    text.start_recording()
    end = End(replay, GRACIOUS)
    end.key(pygame.K_p)
    assert not any(label == "Save a picture" for label in end.labels()), "there is no folder"
    end.ctx.folder = tmp_path
    end.scene.renew()
    assert end.labels() == ["Save a picture", "Back to the title"], "Enter is no way out"
    end.step()
    end.key(pygame.K_p)
    (path,) = (tmp_path / "pictures").iterdir()
    assert pygame.image.load(path).get_size() == poster.SIZE
    end.step()
    assert any(words.startswith("Saved") for words in end.words())


def test_it_says_why_the_picture_could_not_be_saved(replay: MatchReplay, tmp_path: Path) -> None:
    text.start_recording()
    (tmp_path / "pictures").write_text("a file where the folder should be")
    end = End(replay, GRACIOUS)
    end.ctx.folder = tmp_path
    end.scene.renew()
    end.step()
    end.key(pygame.K_p)
    end.step()
    assert any("cannot write" in words for words in end.words())


def test_who_has_seen_no_round_of_a_match_cannot_save_a_picture_of_it(
    replay: MatchReplay, tmp_path: Path
) -> None:
    watched = MatchPlayback(replay, lambda: 0.0)
    watched.skip()
    watched.poll()
    viewer = Pilot(context(tmp_path))
    session = FromHere(watched.rules, watched.state, watched.names, watched.backs, lambda: viewer.time)
    viewer.ctx.push(match_table(session))
    viewer.until(lambda: isinstance(viewer.top, RoundEnd), 10)
    while not isinstance(viewer.top, MatchEnd):
        viewer.key(pygame.K_SPACE)
        viewer.wait(0.5)
    viewer.wait(10)
    viewer.key(pygame.K_p)
    assert not (tmp_path / "pictures").exists()
    offered = labels(viewer.top.tree)
    assert offered and "Save a picture" not in offered


def test_a_file_may_be_dropped_once_nothing_is_lost_by_it(replay: MatchReplay) -> None:
    ctx = context(size=SIZE)
    session = Seat(replay, lambda: 0.0)
    table = match_table(session)
    ctx.push(table)
    assert not table.takes_files
    session.skip()
    session.poll()
    assert table.takes_files


def test_a_podium_of_two_stands_in_the_middle() -> None:
    match = Match(Haisty(), 2, 3, target=0, rounds=1)
    play_match(match)
    header = MatchHeader("haisty", {}, 2, 3, 0, 1, ("Åge", "Ög"), (0, 1))
    text.start_recording()
    end = End(MatchReplay(header, tuple(match.log), {}, True))
    shown = [span for span in text.spans(end.scene._still) if span.words in ("1", "2")]
    left, right = sorted(span.rect.centerx for span in shown)
    assert abs(left + right - SIZE[0]) <= 2
