"""What the others enter to come to the own table, large, and as a picture to scan; and addresses as they are
written."""

import re
from collections.abc import Callable, Sequence

import pygame
from pygame import Surface

from game.i18n import N_, _
from game.lan.diagnosis import unseen
from game.lan.handout import Handout
from game.lan.interfaces import told_addresses
from game.lan.udp import write_address
from game.lan.visibility import Visibility
from game.net.address import Address, parse_address, pasted
from game.net.transport.noise import fingerprint
from game.net.wire.packet import PORT
from game.ui.covers.cover import Cover, PausableTable
from game.ui.engine import theme
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import BODY, NOTE, SMALL, TITLE, Button, Icon, Style, Text
from game.ui.view.node import Node

_QUIET = 4
"""Modules of bare paper around a picture to scan (ISO/IEC 18004)."""
_SHORT = 21
"""Characters of an address that have room in large letters: those of all IPv4 addresses."""

_CODE = Style(44, 52, "gold")


class InviteScene(Cover[None]):
    """Lies over the lobby, which goes on."""

    def __init__(
        self,
        table: PausableTable,
        addresses: Callable[[], Sequence[str]],
        key: bytes,
        visibility: Visibility,
        hand_over: Callable[[bool], Handout | None],
        code: str = "",
    ) -> None:
        """`addresses`: those of the table, the likeliest to work first; `key`: its host's, that is exchanged;
        `code`: what the others have to enter besides, if anything.
        `hand_over`: what hands the program itself over, begun now if so asked."""
        super().__init__(table)
        self._addresses, self._mark, self._visibility = addresses, fingerprint(key), visibility
        self._hand_over, self._code = hand_over, code

    def view(self) -> Node:
        first, *others = self._addresses()
        content = invitation(first, self._mark)
        large = Style(76, 84, "gold") if len(first) <= _SHORT else Style(32, 44, "gold")
        words = Column(
            Text(_("The others enter this address:"), BODY, at="start"),
            Text(first, large, at="start"),
            Text(_("or {address}").format(address=others[0]), BODY, at="start") if others else None,
            Text(_("code {code}").format(code=self._code), _CODE, at="start") if self._code else None,
            Text(_("Key of this computer: {key}").format(key=self._mark.hex()), SMALL, at="start"),
            pack="middle",
            grow=1,
        )
        handout = self._hand_over(False)
        return self.sheet(
            Text(_("Invite"), TITLE),
            Row(
                Icon(content, lambda rect, u: code_picture(content, rect.w), wide=240, high=240),
                words,
                gap=26,
            ),
            self._handed(handout) if handout else None,
            *(Text(str(unseen(each)), NOTE, color="gold", wraps=True) for each in self._visibility.findings),
            Row(
                None if handout else Button(_("Hand over the game"), self._begin, wide=320),
                Button(_("OK"), self.back, wide=240),
                align="middle",
            ),
            wide=920,
            pad=(34, 24),
            gap=18,
        )

    def _begin(self) -> None:
        self._hand_over(True)
        self.renew()

    def _handed(self, handout: Handout) -> Node:
        """Where who has no Haisty yet gets it, and what."""
        if handout.archives is None:
            return Text(_("Packing the game …"), BODY, at="start")
        if handout.port is None:
            return Text(_("This copy of the game cannot be handed over."), NOTE, wraps=True)
        address = f"{told_addresses(handout.port)[0][0]}:{handout.port}"
        words = Column(
            Text(_("Anyone without Haisty opens this in a browser:"), BODY, at="start", wraps=True),
            Text(address, _CODE, at="start"),
            *(Text(each.path.name, SMALL, at="start") for each in handout.archives[:4]),
            pack="middle",
            grow=1,
        )
        link = f"http://{address}/"
        return Row(Icon(link, lambda rect, u: code_picture(link, rect.h), wide=240, high=160), words, gap=26)


def code_picture(content: str, wide: int) -> Surface:
    """The QR code of a text, at most so many pixels wide, each module a whole number of them."""
    import segno  # noqa: PLC0415 - only who invites somebody waits for it

    rows = list(segno.make_qr(content).matrix_iter(border=_QUIET))
    size = len(rows)
    modules = bytes(255 * (not dark) for row in rows for dark in row)
    picture = pygame.image.frombuffer(modules, (size, size), "P")
    picture.set_palette([theme.INK[:3] if not number else theme.PAPER[:3] for number in range(256)])
    return pygame.transform.scale_by(picture.convert(), max(1, wide // size))


_SCANNED = re.compile(r"Haisty ?(\S+) ([0-9a-f]{32})")

# The reasons of game.net.address, marked for the catalogues.
N_("Enter a name or an address.")
N_("The port must be a number from 1 to 65535.")
N_("That is not an IPv4 or IPv6 address.")
N_("That is not the name of a computer.")


def invitation(address: str, mark: bytes) -> str:
    """What a picture to scan says: an address, and the fingerprint of its host's key."""
    return f"Haisty {address} {mark.hex()}"


def invited(typed: str) -> tuple[str, bytes | None]:
    """The address that a player typed, or had scanned, and then the only host's fingerprint."""
    typed = pasted(typed)
    found = _SCANNED.fullmatch(typed)
    return (found[1], bytes.fromhex(found[2])) if found else (typed, None)


def malformed(typed: str) -> str:
    """Why the text is not an address, for the player; empty if it is one."""
    try:
        parse_address(typed)
    except ValueError as error:
        return _(str(error))  # one of those marked above
    return ""


def short(address: Address) -> str:
    """The address as players write it: without the port, if it is the default."""
    written = write_address(address)
    if address[1] != PORT:
        return written
    return written.removesuffix(f":{PORT}").removeprefix("[").removesuffix("]")
