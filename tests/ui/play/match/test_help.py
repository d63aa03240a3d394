"""Help tells the rules in force."""

import pygame

from game.core.match import Match
from game.rules.haisty import Haisty
from game.rules.options import options
from game.sessions.local import LocalSession
from game.ui.play.match import commands
from game.ui.play.match.tables import match_table
from game.ui.rulebook.page import HelpScene
from tests.ui.input.handplayer import Alone, table
from tests.ui.pilot import context

HOUSES = [Haisty(), Haisty(any_part=True), Haisty(round_corner=False), Haisty(auto_knock=True)]


# What the help says, as data: drawn it would be pixels, in columns as they fit.


def told(rules: Haisty, target: int = 100, rounds: int = 0) -> list[str]:
    session = Alone(table())
    session.rules, session.target, session.rounds = rules, target, rounds
    return commands._rules(session)


def test_every_house_rule_changes_what_is_told() -> None:
    asked = [field for field in options(Haisty) if 2 in field.metadata["seats"]]
    assert len({tuple(told(rules)) for rules in HOUSES}) == len(HOUSES) == 1 + len(asked)


def test_the_end_of_the_match_is_told() -> None:
    assert "has 70 points" in told(Haisty(), target=70)[-1]
    assert "After 5 rounds" in told(Haisty(), target=0, rounds=5)[-1]


def test_help_opens_before_the_first_frame() -> None:
    ctx, match = context(), Match(Haisty(), 2, 7)
    session = LocalSession(match, {1: "easy"}, ("Anna", "Bo"), (0, 0), lambda: 0.0, lambda: None)
    ctx.push(scene := match_table(session))
    scene.receive(pygame.Event(pygame.KEYDOWN, key=pygame.K_F1, mod=0), 0.0)
    assert isinstance(ctx.scene, HelpScene)
