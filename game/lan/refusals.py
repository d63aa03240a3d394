"""Why a table cannot be opened or joined, in words for the player."""

from game.i18n import N_, Notice
from game.net.client.connection import BROKEN, DENIED
from game.net.wire.packet import FULL, KICKED, OTHER_VERSION, TOO_SOON, WRONG_CODE


class TableUnavailable(Exception):
    """The table cannot be opened or joined. The text is one line for the player."""


def why_refused(state: str, reason: int, seconds: int) -> Notice:
    """Why a connection in this state was refused."""
    if state == BROKEN:
        return Notice(N_("The table sends something that makes no sense."))
    if state != DENIED:
        return Notice(N_("Nobody answers at that address."))
    words = {
        OTHER_VERSION: N_("This table runs another version of Haisty: everyone needs the same one."),
        WRONG_CODE: N_("The code is wrong. Try again in {seconds} s."),
        TOO_SOON: N_("Too many tries. Try again in {seconds} s."),
        FULL: N_("The table is full, and there is no room for more watchers."),
        KICKED: N_("The host won’t let you back in."),
    }
    return Notice(words.get(reason, N_("The table does not let you in.")), seconds=seconds)
