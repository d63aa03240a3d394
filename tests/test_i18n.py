"""The catalogues are complete, agree with the code, and are compiled."""

import ctypes
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from game.challenges.level import LevelError
from game.challenges.level_files import named
from game.i18n import Notice, _, decimal, language, ngettext, set_language, tenths
from game.locale import build
from game.rules import games
from game.rules.options import rules_from

TRANSLATED = ("sv", "de")
FIELD = re.compile(r"\{[^}]*\}")


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    set_language("en")


def ids(message_id: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (message_id,) if isinstance(message_id, str) else tuple(message_id)


def test_every_message_in_the_code_is_translated() -> None:
    wanted = {ids(message.id) for message in build.template() if message.id}
    for code in TRANSLATED:
        catalog = build.read(code)
        assert wanted == {ids(message.id) for message in catalog if message.id}, code
        assert build.lacking(catalog) == [], code


@pytest.mark.parametrize("code", TRANSLATED)
def test_compiled_catalogue_is_that_of_the_text(code: str) -> None:
    path = build.catalogue_path(code)
    assert path.with_suffix(".mo").read_bytes() == build.compiled(build.read(code))


@pytest.mark.parametrize("code", TRANSLATED)
def test_translations_have_the_fields_of_their_message(code: str) -> None:
    for message in build.read(code):
        fields = sorted(FIELD.findall(ids(message.id)[-1]))
        for text in ids(message.string or ""):
            assert not message.id or sorted(FIELD.findall(text)) == fields, message.id


def test_language_changes_at_once() -> None:
    assert set_language("sv") == language() == "sv"
    assert _("Play") == "Spela"
    assert ngettext("{n} bot", "{n} bots", 2) == "{n} bottar"
    assert _("") == "", "not what a catalogue says of itself"
    set_language("de")
    assert _("Play") == "Spielen"
    set_language("en")
    assert _("Play") == "Play"


def test_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="xx"):
        set_language("xx")


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({"LANG": "sv_SE.UTF-8"}, "sv"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "fi:sv"}, "sv"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "sv"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_environment_names_the_language(
    variables: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert set_language(None) == code


def test_foreign_text_in_a_notice_is_cut_and_what_is_ours_is_not(tmp_path: Path) -> None:
    long, path = "x" * 40 + "y" * 100 + "z" * 40, tmp_path / f"{'p' * 100}.toml"
    with pytest.raises(LevelError) as unknown:
        named(long)
    with pytest.raises(ValueError, match="there is no game") as game:
        rules_from(long, {})
    for told in map(str, (unknown.value, game.value)):
        assert f"'{'x' * 40} … {'z' * 40}'" in told
    assert all(name in str(game.value) for name in games())
    assert "zahlenpatience-01 … 60" in str(unknown.value)
    assert str(path) in str(Notice("{path}: {reason}", path=path, reason=Notice("{path}", path=str(path))))
    inner = Notice("{value}; {reason}", value=long, reason=Notice("{value}", value=long))
    assert len(str(inner)) == 2 * 83 + 2, "each by itself"


@pytest.mark.parametrize(
    ("code", "words"), [("en", ("3.3", "3.26")), ("de", ("3,3", "3,26")), ("sv", ("3,3", "3,26"))]
)
def test_decimals_have_the_sign_of_the_language(code: str, words: tuple[str, str]) -> None:
    set_language(code)
    assert (tenths(3.256), decimal(3.256, 2)) == words


@pytest.mark.parametrize(("words", "expected"), [(0x0407, "de"), (0x081D, "sv"), (0x0411, "en")])
def test_without_locale_variables_the_language_is_that_of_windows(
    monkeypatch: pytest.MonkeyPatch, words: int, expected: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: words)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    assert set_language(None) == expected
