"""Pictures are kept while there is room; the one shown longest ago is dropped first."""

from pygame import Surface

from game.ui.engine.kept import Pictures


def test_what_was_shown_last_is_kept() -> None:
    made = list[int]()

    def make(number: int) -> Surface:
        made.append(number)
        return Surface((10, 10), 0, 32)

    pictures = Pictures(4 * 400, make)
    for number in (1, 2, 3, 4, 1, 5, 1, 2):
        pictures.get(number)
    assert made == [1, 2, 3, 4, 5, 2], "there is room for four, and 2 was shown longest ago"
    pictures.clear()
    pictures.get(1)
    assert made[-1] == 1


def test_what_would_take_much_of_the_room_is_not_kept() -> None:
    pictures = Pictures[int](4 * 400, lambda high: Surface((10, high), 0, 32))
    small = pictures.get(10)
    assert pictures.get(11) is not pictures.get(11), "it is made again"
    assert pictures.get(10) is small, "it has not gone for that"
