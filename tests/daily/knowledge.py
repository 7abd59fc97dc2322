"""Search texts for facts about a day that a person may not know yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from bot.daily.hand import SEAT, after, deal_of, dealt
from bot.daily.model import StoredDay, StoredHand
from bot.daily.views import DailyView
from bot.presenter.words.spec import Container, Message, Picture
from bot.render import emoji_name
from tests.daily.stage import DailyStage
from texas42.engine import Tile

TILES = [Tile(high, low) for high in range(7) for low in range(high + 1)]
SHOWN = re.compile(r"(?<![\d-])([0-6])-([0-6])(?![\d-])")
HELD = re.compile(r"Tile\(high=(\d), low=(\d)\)")
IN_ID = re.compile(r"42:(?:play|play-it|misplay):[a-z0-9]+:\d+:(\d)(\d)")
IN_FILE = re.compile(r'"(\d)(\d)"')
IN_NAME = re.compile(r"(?<!\d)([0-6])-?([0-6])(?!\d)")
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
RESULT = re.compile(r"#\d|[Pp]lace \d|\b[Pp]ar\b|your score")
"""Only people who have finished may read this."""
POSTED = re.compile(rf"{RESULT.pattern}|[+−]\d|\b(bid|made|set)\b")
"""No board of an open day may contain this."""


def tiles_in(text: str) -> set[Tile]:
    """Find every domino in a text, in any form that the program writes."""
    emojis = {tile for tile in TILES if f":{emoji_name(tile, tile.count)}" in text}
    return _tiles(text, (SHOWN, HELD, IN_ID, IN_FILE)) | emojis


def tiles_in_name(name: str) -> set[Tile]:
    """Find every domino that a file name could stand for."""
    return _tiles(DATE.sub("", name), (IN_NAME,))


def _tiles(text: str, forms: tuple[re.Pattern[str], ...]) -> set[Tile]:
    found = set()
    for form in forms:
        for one, other in form.findall(text):
            high = max(int(one), int(other))
            low = min(int(one), int(other))
            if high <= 6:
                found.add(Tile(high, low))
    return found


def own_tiles(day: StoredDay) -> tuple[Tile, ...]:
    """Return the tiles that a day deals to the person's seat."""
    return deal_of(dealt(day.date, day.secret)).dealt[SEAT]


async def may_see(stage: DailyStage, day: date, user_id: int) -> set[Tile] | None:
    """Return the dominoes of a day that a person may see; None for all of them."""
    stored = await stage.store.days.load_day(day)
    hand = await stage.store.days.load_hand(day, user_id)
    return seen_in(stored, hand)


def seen_in(day: StoredDay | None, hand: StoredHand | None) -> set[Tile] | None:
    """Return the dominoes that a person has seen so far; None for all of them."""
    if day is not None and day.is_closed:
        return None
    if day is None or hand is None:
        return set()
    if hand.is_finished:
        return None
    deal = deal_of(after(dealt(day.date, day.secret), hand.acts))
    tricks = (*deal.tricks, *(() if deal.trick is None else (deal.trick,)))
    return {*deal.dealt[SEAT], *(play.tile for trick in tricks for play in trick.plays)}


def faults(
    text: str, known: set[Tile] | None, closed: bool, secret: bytes, name: str
) -> Iterator[str]:
    """Yield a description of each unknown domino, or of the secret, in a text."""
    if known is not None and (more := tiles_in(text) - known):
        yield f"{name} shows {sorted(more)}"
    if not closed and (secret.hex() in text or repr(secret)[2:-1] in text):
        yield f"{name} shows the secret"


def faults_of(
    shown: Message | str, known: set[Tile] | None, closed: bool, secret: bytes, name: str
) -> Iterator[str]:
    """Yield the faults of a screen: in its words, alt texts, pictures and file names."""
    yield from faults(shown if isinstance(shown, str) else repr(shown), known, closed, secret, name)
    if isinstance(shown, str) or known is None:
        return
    files = (file.name for file in shown.files)
    for file in (*files, *(picture.name for picture in pictures_of(shown))):
        if more := tiles_in_name(file) - known:
            yield f"a file's name in {name} shows {sorted(more)}"


def pictures_of(message: Message) -> Iterator[Picture]:
    """Yield the pictures of a message."""
    for part in message.body:
        for each in part.children if isinstance(part, Container) else (part,):
            if isinstance(each, Picture):
                yield each


def early(view: DailyView, *, finished: bool) -> Iterator[str]:
    """Yield what a view reveals too early; `finished`: its reader has finished the hand."""
    if view.ended is not None and not finished:
        yield "an end before the end"
    if view.ended is not None and not view.is_closed:
        ended = view.ended
        if ended.standing or ended.week or ended.best_of_month:
            yield "the field before the day is closed"
