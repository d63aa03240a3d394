"""The table before the match, as nodes and in words: its seats, what is played, and what it waits for."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pygame import Rect

from game.challenges.level import GRADES, by_grade
from game.challenges.race import (
    BEST_OF,
    CUP,
    DUEL,
    LAST,
    RACE,
    USUAL,
    RaceTerms,
    begun,
    games_of,
    kind_of,
    read_terms,
)
from game.core.limits import HANDICAPS, LEVEL_NAMES
from game.core.race import LEAST
from game.i18n import N_, _, ngettext
from game.lan.table import names_of, owner_of
from game.net.wire.messages import Line, Room, SeatInfo
from game.rules import games
from game.rules.haisty import Haisty
from game.rules.options import choices
from game.ui.engine import text, theme
from game.ui.play.match.handicap import tag
from game.ui.play.match.knock import Block
from game.ui.play.match.lines import bars
from game.ui.play.match.words import few
from game.ui.view.boxes import Column, Excerpt, Fitting, Row, Stack
from game.ui.view.leaves import (
    LABEL,
    ROW,
    Artwork,
    Button,
    Cameo,
    Choice,
    Gap,
    Plate,
    Rule,
    Style,
    Text,
)
from game.ui.view.node import Action, Changed, Control, Node
from game.ui.view.page import panel
from game.ui.widgets.house_rules import MatchRules, choice_of
from game.ui.widgets.words import deal_words


def detail(room: Room, place: SeatInfo, here: bool) -> str:
    """What kind of player sits there; `here`: at this screen."""
    if place.kind == "bot" and place.level:
        return _("bot") + " · " + _(LEVEL_NAMES[place.level])
    if place.kind == "away":
        if place.level:
            return _("gone · a bot plays")
        return _("gone · the seat is kept") if place.member is not None else _("has left")
    words = [_("you")] if here else []
    if place.member is not None and place.member == room.owner:
        words.append(_("host"))
    return " · ".join(words)


def standing(room: Room, own: SeatInfo | None) -> str:
    """What the match is waiting for."""
    if own is None:
        if any(place.kind == "empty" for place in room.places):
            return _("You are watching. There is a seat for you if you want to play.")
        return _("You are watching. All seats are taken.")
    return awaited(room, own.ready)


def awaited(room: Room, ready: bool) -> str:
    """The same for who sits there and is `ready`, or not yet."""
    cup = kind_of(room.terms.game) == CUP
    filled = cup and taken(room) < len(room.places)
    if filled and not ready:
        return _("The cup begins when everyone has knocked. Bots take the empty seats.")
    if taken(room) < 2 and not filled:
        return _("The match begins when at least two are seated and everyone has knocked.")
    if not ready:
        match = _("The match begins when everyone has knocked.")
        return _("The cup begins when everyone has knocked.") if cup else match
    people = zip(names_of(room), room.places, strict=True)
    names = [name for name, place in people if place.kind == "person" and not place.ready]
    return _("Waiting for {names} …").format(names=few(names)) if names else ""


def knock_again(before: Room, room: Room) -> str:
    """Why a player who had knocked in the room as it was before must knock again; empty: for no reason that
    is left."""
    there, arrived = _people(room), Counter(room.watchers) - Counter(before.watchers)
    gone: list[str] = []
    watching: list[str] = []
    for name, place in zip(names_of(before), before.places, strict=True):
        if place.kind == "person" and place.member is not None and place.member not in there:
            (watching if arrived[place.name] else gone).append(name)
    if gone:
        return _("Gone: {names}. Knock again.").format(names=few(gone))
    if watching:
        words = ngettext(
            "{names} is watching now. Knock again.", "{names} are watching now. Knock again.", len(watching)
        )
        return words.format(names=few(watching))
    fewer, had = ([place.handicap for place in each.places] for each in (room, before))
    if fewer != had or match_rules_of(room) != match_rules_of(before):
        return _("The rules have changed. Knock again.")
    return ""


def taken(room: Room) -> int:
    """How many seats are taken."""
    return sum(place.kind != "empty" for place in room.places)


def ready(room: Room) -> set[int]:
    """The members who have knocked."""
    return {place.member for place in room.places if place.ready and place.member is not None}


def match_rules_of(room: Room) -> MatchRules:
    """What the table is played by; house rules that this version does not know are left out."""
    if room.terms.game:
        undo, hints = (room.terms.house.get(name, True) for name in ("undo", "hints"))
        return MatchRules(Haisty(), room.terms.target, room.terms.rounds, room.terms.game, undo, hints)
    known = {name: room.terms.house[name] for name in choices(Haisty()) if name in room.terms.house}
    return MatchRules(Haisty(**known), room.terms.target, room.terms.rounds)


def _people(room: Room) -> set[int | None]:
    return {place.member for place in room.places if place.kind == "person"}


_SEAT, _CHAIR, _R = 266, 88, 30
"""How wide and high a place is, and the radius of its face, in units."""
_FREE: Final[Any] = {"wide": _SEAT - _R, "high": 64, "align": "middle"}
"""How large an empty chair is, and where it stands."""
TABLE = 808
"""The width of the table with all round it, in units."""
MAT = Rect(118, 46, TABLE - 236, 418)
"""The mat on it, in units."""
_NAME = 25, 21, 17, 12.5
"""The heights of letters of which the largest that fit are those of a name."""
_SMALL = Style(19, 26, "mist")
_HINT, _ABOUT, _TOLD = Style(20, 24, "mist"), Style(19, 22, "mist"), Style(21, 26)
_LARGER = 0.72
"""How much of the scale of letters the height of the header follows."""
_LOW = 26
"""The height of a rule where it also says what is played."""


def header(name: str, addresses: Sequence[str], code: str, invite: Button | None, seen: bool) -> Node:
    """What the table is called; at its host also where it is found, by what code it is entered, and a button
    that shows it large. `seen`: whether others see it, as far as is known."""
    name_line = Text(name, Style(42, 62), at="start", wide=300, grow=1)
    if not (addresses and invite):
        return Row(name_line, high=66, pad=(18, 0), ground="plate")
    where = Row(
        Text("  ·  ".join(addresses), Style(27, 28)),
        Text(_("code {code}").format(code=code), Style(27, 28, "gold")) if code else None,
        gap=18,
        pack="end",
    )
    words = _("Others see this table in their list, or can enter this address.")
    unseen = _("Others might not see this table.")
    hint = Text(words if seen else unseen, _HINT, color="" if seen else "gold", at="end")
    told = Column(where, hint, gap=0, align="middle")
    high, button = 66 * text.letters.larger(_LARGER), invite.replaced(align="middle")
    return Row(name_line, told, button, gap=24, high=high, pad=(18, 0), ground="plate")


def block(label: str, knock: Action, back: int, ready: bool) -> Block:
    """The block of wood in the middle; `back`: of the own cards; `ready`: it has been knocked on, and the
    others have yet to."""
    sleeve, words = theme.BACKS[back], _("ready") if ready else label
    button = Block(
        words, knock, name="main", cap=_("Space"), size=36, sleeve=sleeve, knocked=ready, word=True
    )
    return button.replaced(wanted=not ready, wide=230, high=140)


def chair(label: str, sit: Action, name: str) -> Button:
    """An empty chair that can be pressed."""
    return Button(label, sit, name=name, inside=_chair(label), **_FREE)


def _chair(words: str) -> Row:
    return Row(Artwork("icons/chair", 44, "mist", wide=2 * _R), Text(words, LABEL), gap=8, pad=(12, 0))


def table(room: Room, own: SeatInfo | None, seats: Sequence[Node], middle: Node | None) -> Node:
    """The seats round the mat, clockwise, the own one nearest and first; and what lies in the middle."""
    begin = room.places.index(own) if own else 0
    first, *others = [*seats[begin:], *seats[:begin]]
    side = int(len(seats) > 2)  # at the left, and at the right
    right = side + (len(seats) - 2 * side) // 2
    sides = [each[0] if each else Gap(wide=_SEAT) for each in (others[:side], others[right : right + side])]
    count = _("{taken} of {seats} seats taken").format(taken=taken(room), seats=len(seats))
    told = Row(Text(count, _SMALL), ground="plate", pad=(14, 0), align="middle")
    return Column(
        Row(*others[side:right], gap=5, pack="middle", high=_CHAIR),
        Row(sides[0], Column(middle, told, gap=12, pack="middle", grow=1), sides[1], gap=0, grow=1),
        Row(first, *others[right + side :][::-1], gap=5, pack="middle", high=_CHAIR),
        wide=TABLE,
        grow=1,
    )


def seat(
    room: Room,
    number: int,
    here: bool,
    buttons: Sequence[Control],
    line: Line | None,
) -> Node:
    """Who sits there: the face, and the name on a card beside it, above what there is to be told, or the
    `buttons` for it; `here`: at this screen; `line`: how good it is."""
    place, name = room.places[number], names_of(room)[number]
    if place.kind == "empty":
        return buttons[0] if buttons else _chair(_("empty")).replaced(ground="plate", **_FREE)
    ready = place.ready and place.kind != "away" and place.member is not None
    good = _bars(bars(line)) if line and place.kind != "away" else None
    words = Text(detail(room, place, here), _SMALL, at="start", grow=1)
    kind = [_badge(), Gap(grow=1)] if ready else [] if buttons and place.member is None else [words]
    told = Row(*kind, good, *buttons, Gap(wide=0) if good and not buttons else None)
    color = "mist" if place.kind == "away" else ""
    called = (Text(name, Style(size, 30), color=color, at="start") for size in _NAME)
    named = Row(Fitting(*called, grow=1), tag(place.handicap) if not room.terms.game else None)
    card = Column(named, told, gap=2, pack="middle")
    inside = Row(Gap(wide=_R + 4), card.replaced(grow=1.0), gap=4, pad=(4, 0), grow=1)
    sheet = Row(Gap(wide=_R), inside.replaced(ground="stock" if here else "sheet"), gap=0)
    face = Row(Cameo(place.portrait, place.back, _R, align="middle"))
    return Stack(sheet, face, wide=_SEAT, high=_CHAIR, align="middle")


def _bars(good: int) -> Node:
    """Three bars, of which so many are lit."""
    on = theme.ground("tag")
    color = on.gold if good == 1 else on.ivory
    lit = [color if number < good else (*color[:3], 70) for number in range(3)]
    bars = [Plate(each, None, 1, wide=6, high=8 + 7 * number) for number, each in enumerate(lit)]
    return Row(*(Column(Gap(grow=1), each, gap=0, high=22) for each in bars), gap=3, align="middle")


def _badge() -> Node:
    return Row(Text(_("ready"), Style(20, 28)), pad=(11, 0), ground="gold", align="middle")


def watchers(room: Room) -> Node:
    """Who watches, if anybody does."""
    told = [name.strip() or _("somebody") for name in room.watchers]
    told[: room.waiting] = [_("{name} (waits for a seat)").format(name=each) for each in told[: room.waiting]]
    if not told:
        return Gap(grow=1)
    words = Text(", ".join(told), Style(21, 26), at="start", grow=1)
    return Row(Text(_("Watching"), Style(21, 26, "mist")), words, gap=14, pad=(18, 0), ground="plate", grow=1)


def handicaps(room: Room, opens: Action) -> Button:
    """Who has a handicap, and the way to choose them."""
    named = zip(names_of(room), room.places, strict=True)
    told = [f"{name} {place.handicap}" for name, place in named if place.handicap != HANDICAPS[0]]
    about = Text(", ".join(told) or _("nobody"), LABEL, at="end", grow=1)
    inside = Row(Text(_("Handicap"), LABEL, at="start"), about, gap=14, pad=(16, 0))
    words = _("A smaller 13-pile for whoever needs it.")
    return Button(_("Handicap"), opens, name="handicap", inside=inside, high=ROW, help=words)


def house(room: Room, kind: Choice, rows: Sequence[Choice], owner: bool, fewer: Button | None = None) -> Node:
    """What is played: choices for the owner, words for the others; `fewer`: the button for handicaps."""
    if owner:
        return panel(kind.label, *rows, fewer, beside=kind, grow=1)
    heading = kind.names[kind.at] if room.terms.game else _("Match rules")
    host = owner_of(room)
    note = _("set by {name}").format(name=host) if host else ""
    about = Text(kind.help, _ABOUT, at="start", wraps=True) if kind.help else None
    told = [_rule(row, _LOW if about else ROW, _TOLD if about else LABEL) for row in rows]
    return panel(heading, Excerpt(*told, about, gap=2, grow=1), fewer, note=note, grow=1)


def _rule(row: Choice, high: float, style: Style) -> Node:
    label, value = Text(row.label, style, at="start", grow=1), Text(row.names[row.at], style, at="end")
    return Column(Row(label, value, gap=14, grow=1), Rule(high=1), gap=0, high=high)


KINDS: Final = {"": N_("Haisty"), RACE: N_("Race"), DUEL: N_("Duel"), CUP: N_("Cup")}
_RACES: Final = {
    "": "",
    RACE: N_(
        "All play the same patience with the same cards, each at their own table. The first to finish gets "
        "the most points."
    ),
    DUEL: N_("One table for all: whoever presses the right key first gets the card."),
    CUP: N_(
        "Like a race: the first deal is qualifying, then the slowest in each deal is out, until "
        "two play the final."
    ),
}


def terms_of(house: MatchRules) -> RaceTerms | None:
    """What is raced for, if anything is."""
    return read_terms(house.race) if house.race else None


def kind_row(house: MatchRules, usual: MatchRules, seats: int, changed: Changed[MatchRules]) -> Choice:
    """Haisty, with its `usual` rules, or a kind of race; a cup where there are enough `seats`."""
    now = kind_of(house.race)
    kinds = [kind for kind in KINDS if kind != CUP or kind == now or seats >= LEAST]
    names = {house if kind == now else chosen(kind, house, usual): _(KINDS[kind]) for kind in kinds}
    about = _(_RACES[now]) if now else ""
    return choice_of(_("What is played"), about, names, house, changed).replaced(name="kind")


def chosen(kind: str, house: MatchRules, usual: MatchRules) -> MatchRules:
    """What is played at first when this kind is chosen: as much as possible of what was."""
    if not kind:
        return usual
    race, cup = begun(kind, house.race).text, kind == CUP
    return house._replace(rules=Haisty(), race=race, target=int(cup), rounds=0 if cup else USUAL)


def _game(house: MatchRules, terms: RaceTerms, game: str) -> MatchRules:
    """The same of this game."""
    other = terms if game == terms.game else terms._replace(game=game, challenge="")
    return house._replace(race=other.text)


def race_rows(house: MatchRules, changed: Changed[MatchRules]) -> list[Choice]:
    """The rows of choices for a race. `changed` is called with what is played after each change."""
    terms = terms_of(house)
    assert terms

    def other(**to: Any) -> MatchRules:
        return house._replace(race=terms._replace(**to).text)

    def add(name: str, label: str, about: str, names: Mapping[MatchRules, str]) -> None:
        rows.append(choice_of(label, about, names, house, changed).replaced(name=name))

    rows = list[Choice]()
    may = games_of(terms.kind)
    add("game", _("Game"), "", {_game(house, terms, name): _(games()[name].title) for name in may})
    if terms.kind != DUEL:
        grades = by_grade(terms._replace(grade=None, challenge="").pool)
        of = (n for n, grade in enumerate(grades) if terms.challenge in {level.id for level in grade})
        grade = next(of, terms.grade)
        drawn = {other(grade=None, challenge=""): _("any")}
        for n in range(len(grades)):
            drawn[house if n == grade else other(grade=n, challenge="")] = _(GRADES[n])
        if terms.challenge and grade is None:  # a day's deal has none
            drawn[house] = deal_words(terms.challenge)
        add("grade", _("Grade"), _("Each deal is drawn when all have knocked. Nobody can choose it."), drawn)
        if grade is not None:
            deals = {other(grade=grade, challenge=""): _("drawn")}
            deals |= {other(grade=None, challenge=level.id): deal_words(level.id) for level in grades[grade]}
            add(
                "challenge",
                _("Challenge"),
                _("Everyone may know it beforehand. It is the deal of every race."),
                deals,
            )
        last = {other(last=seconds): _("{n} s").format(n=seconds) for seconds in LAST}
        add(
            "last", _("Time for the others"), _("How long the others go on once somebody has finished."), last
        )
    if terms.kind != CUP:
        deals = {house._replace(rounds=n): str(n) for n in sorted({*BEST_OF, house.rounds})}
        add("rounds", _("Deals"), _("Whoever has the most points in the end wins."), deals)
    if not games()[terms.game].reflex:
        words = {True: _("yes"), False: _("no")}
        undo = {house._replace(undo=each): said for each, said in words.items()}
        hints = {house._replace(hints=each): said for each, said in words.items()}
        add("undo", _("Undo allowed"), _("Each move back costs 5 s."), undo)
        add("hints", _("Hints allowed"), _("Each hint costs 10 s."), hints)
    return rows
