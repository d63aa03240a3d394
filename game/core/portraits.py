"""The people who play as bots, and whose portrait is shown at a seat."""

from typing import Final, Literal, get_args

Portrait = Literal["star", "maja", "emil", "otto", "karin", "ines", "lotte", "bosse", "tove"]
"""One of the eight people, or the star of the player's card back."""
Expression = Literal["calm", "hurried", "beaten"]
PORTRAITS: Final[tuple[Portrait, ...]] = get_args(Portrait)
EXPRESSIONS: Final[tuple[Expression, ...]] = get_args(Expression)
BOT_NAMES: Final = ("Maja", "Otto", "Ines", "Bosse", "Karin", "Emil", "Tove", "Lotte")
"""Names in the order in which bots sit down."""
_BY_NAME: Final[dict[str, Portrait]] = {portrait: portrait for portrait in PORTRAITS[1:]}


def portrait_of(name: str) -> Portrait:
    """That of a bot, which is called as the portrait is; for another name the star."""
    return _BY_NAME.get(name.lower(), "star")
