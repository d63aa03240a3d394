"""The lesson of Haisty: the last moves of a round against one other player."""

from game.core.words import N_
from game.lessons.lesson import Lesson, Step, laid
from game.rules.haisty import Haisty

_RULES = Haisty()
_TABLE = """
    R: 5s 4c 6s 2h | Ah
    B1: | 7h
    B2: | 8c
    B3: | Qc
    B4: | Tc
    S: 9h 6c Jd Th Kc 5d 9d 3c Qh 8d 9s Jc 4s 2s 3s Kd |
    R@1: Kd.1 Qs.1 5h.1 8s.1 Kc.1 9c.1 | 3s.1
    B1@1: | Kh.1 Qc.1
    B2@1: | Ts.1
    B3@1: | Js.1
    B4@1: | 7d.1 6c.1
    S@1: 2s.1 7c.1 9h.1 Tc.1 5c.1 8h.1 Qh.1 4c.1 7s.1 6h.1 5s.1 Jh.1 Jc.1 8c.1 9s.1 Th.1 6s.1 Qd.1 |
    W@1: | 7h.1 4h.1 2c.1
    F1: | As.1
    F2: | Ad 2d 3d.1 4d.1 5d.1 6d 7d 8d.1 9d.1 Td Jd.1 Qd
"""

LESSON = Lesson(
    _RULES,
    laid(_RULES, 2, _TABLE),
    (
        Step(
            "The pile that glows has to go: it is your 13-pile. Lay its ace in the middle: click the ace.",
            "R>F3",
        ),
        Step("The two of its suit goes on the ace, then the three … up to the king. Click the two.", "R>F3"),
        Step("Your own four piles go down, red on black on red. The six goes on the seven.", "R>B1"),
        Step(
            "A whole pile may move too: put it on the eight. Your 13-pile fills the gap by itself.",
            "B1>B2x2",
        ),
        Step("Now nothing fits. So turn three cards of your hand: click it.", "S>Wx3"),
        Step(
            "Only the top one plays. The middle is for everyone: lay your two on {name}’s ace.",
            "W>F1",
        ),
        Step(
            "{name} has a three of spades too, and the place goes to the faster hand. Be quick!",
            "W>F1",
            answers="R>F1",
        ),
        Step(
            "You were faster! Now your king: it completes the diamonds, and you put that pile aside.",
            "W>F2",
        ),
        Step(
            "Nothing fits, nor would any card that you can turn up. So click “{button}”.",
            "S!",
            answers="S!",
        ),
        Step("{name} is stuck too. Now you turn one card at a time until one fits. Turn one.", "S>W"),
        Step("The four of spades: into the middle with it!", "W>F1"),
        Step("And now the last card of your 13-pile. Away with it!", "R>F1"),
        Step("Your 13-pile is empty. Knock on the table: click the button!", "R!"),
    ),
    N_(
        "The knock ends the round. Each card of yours in the middle counts 1 point, each left in a 13-pile "
        "costs 2. Whoever reaches 100 first wins. The faces on the peg board show how far each 13-pile has "
        "come, and “Shout” calls something to the others."
    ),
)
