"""No two names at a table look alike, and no name does anything but be read."""

from unicodedata import category

import pytest

from game.core.limits import NAME
from game.names.line import distinct, is_line, line, looks

ALIKE = [
    ("Ada", "Ada"),
    ("Ada", "ada"),
    ("Ada", "Аda"),
    ("Ada", "АԁА"),
    ("Ada", "Ａｄａ"),
    ("Ada", "𝐀𝐝𝐚"),
    ("Ada", " Ada "),
    ("Otto", "0tt0"),
    ("Otto", "Οttо"),
    ("Ida", "lda"),
    ("Ida", "1da"),
    ("Ida", "ida"),
    ("Maria", "ΜARIA"),
    ("Arne", "Ame"),
    ("Wim", "VVim"),
    ("Åsa", "A\u030asa"),
    ("Bo  Ek", "Bo\u00a0Ek"),
    ("O’Hara", "O'Hara"),
    ("Вера", "BEPA"),
    ("Straße", "STRASSE"),
]
APART = [
    ("Ada", "Eda"),
    ("Pal", "Pål"),
    ("Ola", "Öla"),
    ("Bo 1", "Bo 2"),
    ("Eli", "Ebi"),
    ("王", "玉"),
    ("Jo", ""),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_second_of_two_names_that_look_alike_gets_a_number(one: str, other: str) -> None:
    assert distinct(other, [one, "Zoe"]) == f"{other.strip()} 2"
    assert distinct(one, [other]) == f"{one.strip()} 2"


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_differ_are_left_alone(one: str, other: str) -> None:
    assert looks(one).isdisjoint(looks(other))
    assert distinct(other, [one]) == other


def test_a_whole_table_of_one_name_is_told_apart() -> None:
    names: list[str] = []
    for wish in ["W" * NAME] * 24:
        names.append(distinct(wish, names))
    assert len(set(names)) == 24
    assert all(len(name) <= NAME for name in names)
    assert all(looks(a).isdisjoint(looks(b)) for a in names for b in names if a is not b)


def test_number_that_somebody_took_as_a_name_is_passed_over() -> None:
    assert distinct("Ada", ["Ada", "Аda 2"]) == "Ada 3"


def test_nobody_need_have_a_name() -> None:
    assert distinct(" ", ["", "Ada"]) == ""


@pytest.mark.parametrize(
    "sign",
    [
        *map(chr, (*range(0x20), *range(0x7F, 0xA0))),
        *"\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
        *"\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u115f\u3164\uffa0\u2800\ufe0f\U000e0041\U000e0100\U0001d173",
    ],
)
def test_signs_that_steer_or_hide_are_no_part_of_a_name(sign: str) -> None:
    assert not is_line(f"A{sign}da")
    assert line(f"A{sign}da") == "Ada"


def test_marks_do_not_pile_up() -> None:
    towering = "Z" + "\u0310\u0321\u0337" * 4
    assert not is_line(towering)
    assert is_line(line(towering))
    assert sum(category(sign) == "Mn" for sign in line(towering)) == 2
    assert line("\u0301\u0302Ada") == "Ada", "nor on what stands before the name"


@pytest.mark.parametrize(
    "name", ["Việt", "Ðặng Thị", "Nguyễn", "שָׁלוֹם", "กำลังใจ", "Ǻsa", "김철수", "हिन्दी", "العربية"]
)
def test_names_of_all_languages_remain(name: str) -> None:
    assert is_line(line(name))
    assert len(line(name)) >= len(name) - 1
