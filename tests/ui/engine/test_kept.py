"""Pictures are kept while there is room; the one shown longest ago is dropped first."""

from pygame import Surface

from game.ui.engine.kept import Pictures


def test_what_was_shown_last_is_kept() -> None:
    pictures, made = Pictures[int](4 * 400), list[int]()

    def make(number: int) -> Surface:
        made.append(number)
        return Surface((10, 10), 0, 32)

    for number in (1, 2, 3, 4, 1, 5, 1, 2):
        pictures.get(number, make, number)
    assert made == [1, 2, 3, 4, 5, 2], "there is room for four, and 2 was shown longest ago"
    pictures.clear()
    pictures.get(1, make, 1)
    assert made[-1] == 1


def test_what_would_take_much_of_the_room_is_not_kept() -> None:
    pictures, large = Pictures[str](4 * 400), Surface((10, 11), 0, 32)
    small = pictures.get("small", lambda: Surface((10, 10), 0, 32))
    for _ in range(2):
        assert pictures.get("large", lambda: large) is large
    assert pictures.get("large", lambda: small) is small, "it is made again"
    assert pictures.get("small", lambda: large) is small, "it has not gone for that"
