"""The owner of a table is shown what the others enter, and why they may not see the table."""

import subprocess
import sys
from ipaddress import IPv4Interface

import pygame
import pytest
import segno

from game.i18n import set_language
from game.lan import visibility
from game.lan.diagnosis import Facts, unseen, why_not_seen
from game.lan.interfaces import Interface
from game.lan.join import open_table
from game.lan.visibility import Visibility
from game.net.transport.noise import fingerprint
from game.storage.settings import Settings
from game.system import here
from game.ui.engine import text, theme
from game.ui.engine.scene import Context
from game.ui.lobby.invite import InviteScene, code_picture
from game.ui.lobby.lobby import LobbyScene, addresses
from game.ui.view.leaves import Icon
from tests.ui.lobby.screens import Party
from tests.ui.pilot import draw
from tests.waiting import until

WIFI = Interface(2, (IPv4Interface("192.168.100.100/24"),), (), "wlan0")
WRITTEN = (
    ["192.168.100.100:50000", "192.168.200.200:50000"],
    ["[2001:db8:1234:5678:9abc:def0:1234:5678]:50000"],
)
UNSEEN = {
    "seen": Facts(interfaces=(WIFI,)),
    "no network": Facts(),
    "firewalld": Facts(interfaces=(WIFI,), deaf=True, deaf_at="wlan0", firewall="firewalld"),
    "Windows asks": Facts(platform="win32", interfaces=(WIFI,), let_in=None),
    "Windows was told no": Facts(platform="win32", interfaces=(WIFI,), let_in=False),
    "Windows": Facts(platform="win32", interfaces=(WIFI,), public=True),
}


def test_the_owner_alone_can_invite(party: Party) -> None:
    anna = party.open(2)
    bo = party.visit("Bo")
    assert "Invite" not in bo.labels()
    text.start_recording()
    anna.press("Invite")
    assert isinstance(anna.scene, InviteScene)
    draw(anna.ctx)
    words = [span.words for span in text.spans(anna.ctx.window.surface)]
    assert addresses(anna.lan)[0] in words
    assert fingerprint(bo.lan.client.table.connection.host_key).hex() in " ".join(words)
    anna.press("OK")
    assert isinstance(anna.scene, LobbyScene)


def test_the_match_begins_though_the_owner_still_invites(party: Party) -> None:
    anna, bo = party.open(2), party.visit("Bo")
    anna.lan.knock()
    anna.press("Invite")
    bo.lan.knock()
    party.until(lambda: not isinstance(anna.scene, InviteScene | LobbyScene))


@pytest.mark.parametrize("case", UNSEEN)
@pytest.mark.parametrize("written", WRITTEN)
def test_why_others_may_not_see_it_is_told_in_whole_lines(
    ctx: Context, monkeypatch: pytest.MonkeyPatch, case: str, written: list[str]
) -> None:
    set_language("de")  # its lines are the longest
    monkeypatch.setattr(Visibility, "_run", lambda _visibility: None)
    lan = open_table(Settings(name="Maximiliane"), None, "Maximiliane’s table", 4, 1, "a b c", 0)
    lobby = LobbyScene(lan)
    ctx.push(lobby)
    assert lobby._visibility
    lobby._visibility._facts = UNSEEN[case]
    until(lambda: lobby.room, meanwhile=lambda: lobby.step(here().clock.seconds()))
    lobby.step(here().clock.seconds())
    findings = why_not_seen(UNSEEN[case])
    assert list(map(str, ctx.notices)) == [str(unseen(each)) for each in findings]
    lobby._addresses = written
    for scene in (lobby, InviteScene(lobby, lambda: written, b"key", lobby._visibility, lobby._hand_over)):
        if scene is not lobby:
            ctx.push(scene)
        text.start_recording()
        ctx.redraw()
        draw(ctx)
        assert not [span.words for span in text.spans(ctx.window.surface) if span.cut]
    told = " ".join(span.words for span in text.spans(ctx.window.surface))
    assert all(str(unseen(each)) in told for each in findings)
    ctx.pop_to(ctx.stack[0])


def test_the_game_is_handed_over_only_once_asked_for(party: Party) -> None:
    anna = party.open(2)
    anna.press("Invite")
    assert not anna.lobby._handout
    anna.press("Hand over the game")
    party.until(lambda: anna.lobby._handout and anna.lobby._handout.archives is not None)
    anna.turn(True)
    assert "Hand over the game" not in anna.labels()
    text.start_recording()
    anna.ctx.redraw()
    draw(anna.ctx)
    told = " ".join(span.words for span in text.spans(anna.ctx.window.surface))
    assert "This copy of the game cannot be handed over" in told, "a simulated machine serves nobody by HTTP"


def test_the_picture_says_where_the_table_is_and_whose_and_nothing_of_its_code(party: Party) -> None:
    anna = party.open(2, code="sesame")
    anna.ctx.settings.reduced_motion = True
    anna.press("Invite")
    text.start_recording()
    anna.ctx.redraw()
    draw(anna.ctx)
    assert "code sesame" in [span.words for span in text.spans(anna.ctx.window.surface)], (
        "it is said beside it"
    )
    assert isinstance(anna.scene, InviteScene)
    mark = fingerprint(anna.lan.client.table.connection.host_key).hex()
    [rect] = [each[1] for each in anna.scene.tree._drawn if isinstance(each[0], Icon)]
    picture = code_picture(f"Haisty {addresses(anna.lan)[0]} {mark}", rect.w)
    seen = anna.ctx.window.surface.subsurface(picture.get_rect(center=rect.center))
    assert pygame.image.tobytes(seen, "RGB") == pygame.image.tobytes(picture, "RGB")


def test_the_table_asks_itself_nothing_while_a_match_is_played(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []
    monkeypatch.setattr(visibility, "_EVERY", 0.02)
    monkeypatch.setattr(Visibility, "_look", lambda _visibility: looks.append(1))
    anna = party.open(2, bots=1)
    party.until(lambda: len(looks) > 2)
    anna.lan.knock()
    server = anna.lan.server
    party.until(lambda: server and server.table.room.match)
    before = len(looks)
    here().clock.pause(0.3)
    assert len(looks) <= before + 1, "it was about to look when the match began"


def test_what_to_enter_is_that_of_the_network_of_now(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = party.open(2)
    anna.press("Invite")
    monkeypatch.setattr("game.lan.interfaces.interfaces", lambda: [WIFI])
    assert anna.lobby._visibility
    anna.lobby._visibility._tell(())
    text.start_recording()
    anna.ctx.redraw()
    draw(anna.ctx)
    words = [span.words for span in text.spans(anna.ctx.window.surface)]
    assert addresses(anna.lan)[0] in words
    assert addresses(anna.lan)[0].startswith("192.168.100.100:")


def test_the_picture_is_the_code_of_its_content_in_whole_pixels() -> None:
    content = "Haisty 192.168.100.100:50000 " + "0123456789abcdef" * 2
    modules = [list(map(bool, row)) for row in segno.make_qr(content).matrix_iter(border=4)]
    picture = code_picture(content, 240)
    step = picture.width // len(modules)
    assert picture.size == (step * len(modules),) * 2
    assert step >= 4
    for y, row in enumerate(modules):
        for x, dark in enumerate(row):
            color = picture.get_at((x * step + step // 2, y * step + step // 2))
            assert color[:3] == (theme.INK if dark else theme.PAPER)[:3]


@pytest.mark.real
def test_what_makes_the_picture_is_loaded_only_then() -> None:
    loads = "import game.app, game.ui.lobby.lobby, sys; sys.exit('segno' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", loads], check=False).returncode == 0
