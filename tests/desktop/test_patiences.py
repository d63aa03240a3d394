"""The seven patiences in real windows: won by mouse and by keys, and everything else a player does there."""

import re
from pathlib import Path
from signal import SIGTERM

import pytest

from game.challenges.level_files import named
from game.core.rules import fold_all, play
from game.core.table import Move, Table
from game.rules import games
from tests.desktop.patience import Patience, gentle
from tests.desktop.program import Program, Start
from tests.desktop.seen import Seen
from tests.waiting import until

pytestmark = pytest.mark.journey
ALONE = {name: kind() for name, kind in sorted(games().items()) if 1 in kind.seats}
GAMES = pytest.mark.parametrize("name", ALONE)
WON = ("Author!", "Gold!", "Silver!", "Bronze!", "It came out!", "Won with a double series")


@GAMES
def test_a_challenge_is_won_from_its_stored_solution_and_watched(name: str, program: Start) -> None:
    """By keys and by clicks in turn: the lessons of each game are walked by both."""
    level, keys = gentle(name), bool([*ALONE].index(name) % 2)
    with program("challenge", level.id, name="Ada", times=4) as game:
        game.wait_scene("solo")
        patience = Patience(game, level.variant(), level.seed, keys)
        patience.play(level.line())
        game.wait_scene("challenge-end")
        game.wait_words("Recorded")
        game.wait_words("Your results: 1 of 1")
        end = game.wait_scene("challenge-end")
        assert any(words in end.words for words in WON)
        game.click("Watch the run")
        game.wait_scene("solo")
        game.key("space")
        game.wait(lambda seen: re.search(r"\b(\d+) of \1 cards laid", seen.words), "all cards up")
        pause_and(game, "Leave the table")
        game.click("All challenges")
        assert records(game, name).startswith("1 · 1 · 100 %")


def undo_and_ask_for_a_hint(game: Program, patience: Patience) -> None:
    """Take back the first move and make it again, by mouse and by keys."""
    first = patience.table
    game.click("Undo")
    patience.see(patience.deal)
    game.click("Redo")
    patience.see(first)
    game.key("u")
    patience.see(patience.deal)
    game.key("y")
    patience.see(first)
    game.key("h")
    game.wait(lambda seen: seen.has("Make this move") or "cannot be won" in seen.words, "a hint")


def test_the_pile_on_which_a_card_is_let_go_decides_and_only_near_misses_are_helped(program: Start) -> None:
    rules, seed = ALONE["acht-mal-acht"], 3
    with program("play", rules.name, "--seed", str(seed)) as game:
        game.wait_scene("solo")
        patience = Patience(game, rules, seed)
        three, four, six, other_three = game.wait_still().own("build")[:4]
        game.drag(other_three.target, six.target)
        game.wait_still()
        game.drag(three.target, (three.target[0], 20), drop=False)
        game.drag(three.target, three.target)
        game.wait_still()
        between = (four.target[0] + six.target[0]) // 2, four.target[1]
        game.drag(three.target, between)
        move = Move(three.number, four.number)
        patience.see(fold_all(patience.deal, play(rules, patience.deal, 0, move)))


def give_up(game: Program) -> None:
    """Give the run up, which is asked once more."""
    game.click("Give up")
    game.wait_scene("solo-ask", "ask")
    game.click("Give up")


def pause_and(game: Program, label: str) -> None:
    """Choose this from the menu of the pause."""
    game.key("Escape")
    game.wait_scene("solo-pause")
    game.click(label)


def pause_and_look_elsewhere(game: Program) -> None:
    """A pause and another window cover the table and stop the clock."""
    game.key("p")
    covered = game.wait_scene("solo-pause")
    assert not covered.piles
    game.check()
    assert game.seen.words == covered.words, "the time stands"
    game.click("Continue")
    game.wait_scene("solo")
    game.screen.focus(False)
    assert not game.wait_scene("solo-pause").piles
    game.screen.focus()
    game.key("Escape")
    game.wait_scene("solo")


@GAMES
def test_a_deal_is_undone_paused_begun_again_given_up_and_watched(name: str, program: Start) -> None:
    with program("play", name, "--seed", "7") as game:
        game.wait_scene("solo")
        patience = Patience(game, ALONE[name], 7)
        begin(patience)
        if not patience.rules.reflex:
            undo_and_ask_for_a_hint(game, patience)
        pause_and_look_elsewhere(game)
        game.key("r")
        assert not game.wait_scene("solo-ask").piles
        game.click("Begin again")
        patience.see(patience.deal)
        begin(patience)
        give_up(game)
        game.wait_scene("solo-end")
        assert "Not this time" in game.wait_words("Recorded").words
        game.click("Watch the run")
        game.wait_scene("solo")
        game.key("F1")
        game.wait_words("slower, faster")
        game.key("F1")
        game.click("Pause")
        game.click("Leave the table")
        game.wait_scene("solo-end")


@GAMES
def test_a_window_closed_in_the_middle_of_a_run_keeps_it(name: str, program: Start, tmp_path: Path) -> None:
    level = gentle(name)
    with program("challenge", level.id, data=tmp_path) as game:
        game.wait_scene("solo")
        table = begin(Patience(game, level.variant(), level.seed))
        game.close()
    with program("challenge", level.id, data=tmp_path) as game:
        game.wait_scene("solo")
        game.wait(lambda seen: [pile.size for pile in seen.piles] == sizes(table), "the table as it was")
        game.key("Escape")
        game.wait_scene("solo-pause")
        give_up(game)
        game.wait_scene("challenge-end")
        game.wait_words("Recorded")
        game.click("All challenges")
        assert records(game, name).startswith("1 · 0 · 0 %")


def test_a_request_to_end_in_the_middle_of_a_run_keeps_it(program: Start, tmp_path: Path) -> None:
    level = gentle("acht-mal-acht")
    with program("challenge", level.id, data=tmp_path) as game:
        game.wait_scene("solo")
        table = begin(Patience(game, level.variant(), level.seed))
        game.process.terminate()
        game.wait_end(128 + SIGTERM)
    with program("challenge", level.id, data=tmp_path) as game:
        game.wait(lambda seen: [pile.size for pile in seen.piles] == sizes(table), "the table as it was")


def test_two_games_left_or_killed_in_the_middle_are_gone_on_with_from_the_title(
    program: Start, tmp_path: Path
) -> None:
    rules = ALONE["acht-mal-acht"]
    with program("play", "staffelpatience", "--seed", "3", data=tmp_path) as game:
        game.wait_scene("solo")
        begin(Patience(game, ALONE["staffelpatience"], 3))
        pause_and(game, "Save for later")
        game.wait_scene("title")
        assert label(game, "Continue Staffelpatience")
    with program("play", "acht-mal-acht", "--seed", "7", data=tmp_path) as game:
        game.wait_scene("solo")
        patience = Patience(game, rules, 7)
        first = begin(patience)
        second = begin(patience)
        until(lambda: kept_acts(tmp_path, "acht-mal-acht") == 2)
        game.process.kill()
        game.ended = True
        game.process.wait()
    with program(data=tmp_path) as game:
        game.click(label(game, "Continue Acht mal Acht"))
        game.wait_scene("solo")
        patience.go_on(game, second)
        game.wait(lambda seen: "0:00.0" not in seen.words, "the clock to run")
        game.key("u")
        patience.see(first)
        game.key("u")
        patience.see(patience.deal)
        pause_and(game, "Save for later")
        game.click("Patiences")
        game.click("2 saved games")
        game.wait_scene("kept")
        game.click("Staffelpatience")
        give_up(game)
        game.wait(lambda seen: seen.scene == "kept" and not seen.has("Staffelpatience"), "one game less")
        game.click("Back")
        assert records(game, "staffelpatience").startswith("1 · 0 · 0 %")


def test_an_older_run_is_watched_and_raced_from_the_records(program: Start, tmp_path: Path) -> None:
    level = gentle("acht-mal-acht")
    with program("challenge", level.id, data=tmp_path) as game:
        game.wait_scene("solo")
        patience = Patience(game, level.variant(), level.seed)
        patience.play(level.line()[:4])
        table = patience.table
        give_up(game)
        game.wait_scene("challenge-end")
        game.wait_words("Recorded")
        game.click("All challenges")
        assert records(game, level.game).startswith("1 · 0 · 0 %")
        game.click("All runs")
        game.wait_scene("runs")
        game.click("Watch the run")
        game.wait_scene("solo")
        game.key("space")
        patience.see(table)
        pause_and(game, "Leave the table")
        game.wait_scene("runs")
        game.key("r")
        game.wait_scene("solo")
        patience.see(patience.deal)
        patience.play(level.line()[:1])
        pause_and(game, "Save for later")
        game.wait_scene("runs")
        game.key("Escape")
        game.wait_scene("records")


def label(game: Program, begins: str) -> str:
    """The label of the control that begins so, once it is shown."""
    return game.wait(
        lambda seen: next((each.label for each in seen.controls if each.label.startswith(begins)), None),
        begins,
    )


def kept_acts(data: Path, game: str) -> int:
    """How many acts of a free deal of this game are on disk."""
    return sum(len(path.read_text().splitlines()) - 4 for path in data.glob(f"kept/free-{game}-*.run"))


def test_free_play_deals_what_comes_out_and_its_hint_is_proved(program: Start) -> None:
    with program() as game:
        game.click("Patiences")
        game.click("Zahlenpatience")  # it is decided so soon that two seconds are enough on any machine
        game.wait_control("Challenge 1")
        game.click("Free play")
        game.wait_scene("patiences")
        game.click("Play")
        game.wait_scene("solo")
        game.wait_words("still winnable")
        game.key("h")
        game.wait_words("This move leads to a win.")


def test_the_grades_are_walked_from_the_gentle_to_the_fiendish(program: Start) -> None:
    with program() as game:
        game.click("Patiences")
        game.wait_scene("challenges")
        game.click("Haisty Patience")
        game.wait_control("Challenge 1")
        game.click("Fiendish")
        game.wait_control("Challenge 60")
        game.click("Challenge 60")
        game.wait_scene("solo")
        pause_and(game, "Leave the table")
        game.wait_scene("challenges")
        game.wait_control("Challenge 60")
        game.key("Prior")
        game.wait_control("Challenge 37")
        game.click("Gentle")
        game.click("Challenge 1")
        game.wait_scene("solo")
        pause_and(game, "Leave the table")
        game.wait_control("Challenge 1")
        game.click("Back")
        game.wait_scene("title")


def sizes(table: Table) -> list[int]:
    return [len(pile.cards) for pile in table.piles]


def begin(patience: Patience) -> Table:
    """Turn the stock, or make the first move if it cannot be turned; returns the table then."""
    moves = [move for move in patience.rules.moves(patience.table, 0) if move.count]
    turns = [move for move in moves if patience.roles[move.src] == "stock"]
    patience.play([*turns, *moves][:1])
    return patience.table


def test_a_lost_run_says_where_and_is_practised_from_there(program: Start) -> None:
    level = named("staffelpatience-33")
    with program("challenge", level.id) as game:
        game.wait_scene("solo")
        patience = Patience(game, level.variant(), level.seed)
        patience.play([Move(6, 1)])
        give_up(game)
        game.wait_scene("challenge-end")
        game.wait_words("Recorded")
        game.click("Where was it lost?")
        for words in ("Move 1 of 1 lost it. The move", "with the tick leads to a win."):
            game.wait_words(words)  # the clock stands between the two lines
        patience.see(patience.deal)
        game.click("Practise from here")
        assert "Practice" in game.wait_scene("solo-practice").words
        patience.play(level.line()[:3])
        game.click("Back")
        game.wait_scene("solo")
        game.wait_words("Move 1 of 1 lost it.")
        game.click("Back")
        game.wait_scene("challenge-end")
        game.click("All challenges")
        assert records(game, level.game).startswith("1 · 0 · ")


def records(game: Program, name: str) -> str:
    """The records of a game that has been played, reached from the list of challenges."""
    game.wait_scene("challenges")
    game.click("Records")
    game.wait_scene("records")
    title = ALONE[name].title

    def played(seen: Seen) -> str | None:
        line = str(seen.control(title, "button").value) if seen.has(title, "button") else "–"
        return None if line.startswith("–") else line

    return game.wait(played, f"the records of {name}")


def test_a_reader_pages_through_the_rules_of_every_game(program: Start) -> None:
    with program() as game:
        game.click("Patiences")
        game.click("Free play")
        game.wait_scene("patiences")
        for kind in ALONE.values():
            game.click(kind.title)
            game.click("Rules")
            page = game.wait_scene("rule-page")
            read = [page.words]
            while any(each.label == "Next page" for each in page.controls):
                game.key("Right")
                page = game.wait_words(f"{len(read) + 1} / ")
                read.append(page.words)
            assert all(kind.title in words for words in read)
            assert any("Names and source" in words for words in read)
            game.key("Return")
            game.wait_scene("patiences")
