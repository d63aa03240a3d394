"""Times as they are read in each language."""

import pytest

from game.i18n import Lang, exact_time, set_language
from game.ui.widgets.words import short_time


@pytest.mark.parametrize(("lang", "exact"), [("en", "1:03.3"), ("sv", "1:03,3"), ("de", "1:03,3")])
def test_tenths_follow_the_sign_of_the_language(lang: Lang, exact: str) -> None:
    set_language(lang)
    assert (exact_time(63_390_000), short_time(63_390_000)) == (exact, "1:03")
