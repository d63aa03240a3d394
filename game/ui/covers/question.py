"""A question over a scene that goes on beneath it, or a message to be read."""

from collections.abc import Callable
from typing import Self

from game.i18n import _
from game.ui.covers.cover import Cover
from game.ui.engine.pausable import PausableTable
from game.ui.view.boxes import Column
from game.ui.view.leaves import BODY, Button, Text
from game.ui.view.node import Node


class AskScene(Cover[None]):
    """A text with a button for the action in question, which answers; without one it is only to be read. The
    harmless choice has the focus."""

    def __init__(self, words: str, label: str = "", table: PausableTable | None = None) -> None:
        """`label`: of the action; `table`: the table beneath, if it goes on."""
        super().__init__(table)
        self.words, self._label = words, label

    def if_so(self, do: Callable[[], object]) -> Self:
        """Have this done if the answer is yes, once the question has gone."""
        return self.then(lambda _: do())

    def view(self) -> Node:
        return self.sheet(
            Text(self.words, BODY, wraps=True),
            Column(
                Button(_("Cancel") if self._label else _("OK"), self.back),
                Button(self._label, lambda: self.answer(None)) if self._label else None,
            ),
            wide=520,
            pad=(30, 30),
            gap=22,
        )
