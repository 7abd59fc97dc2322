"""Compare everything that each person sees at a table with what they may know."""

from __future__ import annotations

import base64
import json
import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from bot.presenter.words.ids import Verb, parse_id
from bot.render import Avatars, Drawing, Priority
from bot.runtime.log_setup import Redaction
from bot.tables.draws.opening import series_of
from bot.tables.loaded import LoadedTable
from discord_sandbox.checks.components import walk
from tests.support.screens import files_of
from tests.support.stage import Json, Stage
from texas42.engine import Phase, Tile, view_for

WRITTEN = re.compile(r"(?<![\d\-–:])([0-8])-([0-8])(?![\d\-–])")
ENDS = ("blank", "one", "two", "three", "four", "five", "six", "seven", "eight")
EMOJI = re.compile(rf":(double|{'|'.join(ENDS)})_({'|'.join(ENDS)})(?:_no_count)?:")
DIGITS = re.compile(r"(?<!\d)([0-8])([0-8])(?!\d)")
IN_NAME = re.compile(r"(?<!\d)([0-8])-?([0-8])(?!\d)")
# What a file's name may contain besides: its random end, a date, and the numbers of a table, a
# game, a hand or a step.
APART = re.compile(
    r"-[0-9a-f]{8}(?=\.)|\d{4}-\d{2}-\d{2}"
    r"|(?:table|game|deal|data)-\d+|(?:hand|draw)-\d+-\d+|replay-\d+-\d+-\d+"
)
# Actions whose two-digit id argument is a tile: in the others it is a bid or a number.
OF_TILES = {Verb.EXCHANGE, Verb.PLAY, Verb.PLAY_IT, Verb.SWAP, Verb.MISPLAY, Verb.HAND, Verb.LAST}
OF_TILES |= {Verb.TABLE, Verb.READY, Verb.HINT, Verb.CLAIM, Verb.SKIP, Verb.BACK}
AS_WRITTEN = Redaction()
AS_LOGGED = logging.Formatter()


@dataclass(frozen=True, slots=True)
class Sight:
    """What a user saw in one place; the user "" reads the log. `message`: the place's, if any."""

    user_id: str
    where: str
    text: str
    tiles: frozenset[Tile] = frozenset()
    message: Json | None = None


class Draftsman:
    """A fake renderer that stores drawings by the bytes it returns."""

    drawn: dict[bytes, Drawing]

    def __init__(self, workers: int) -> None:
        self.drawn = {}
        self._files: dict[Drawing, bytes] = {}
        self.stills: dict[object, bytes] = {}

    async def start(self) -> None:
        """Do nothing: there are no workers."""

    async def close(self) -> None:
        """Do nothing: there are no workers."""

    async def render(
        self,
        picture: Drawing,
        avatars: Avatars | None = None,
        *,
        priority: Priority = Priority.WATCHING,
    ) -> bytes:
        """Return a placeholder file for a picture."""
        file = self._files.setdefault(picture, b"picture %d" % len(self._files))
        self.drawn[file] = picture
        return file

    async def shrink_avatar(self, image: bytes) -> bytes:
        """Return an image unchanged."""
        return image

    def forget_avatar(self, name: str) -> None:
        """Do nothing: no avatar is stored."""


class Eyes(logging.Handler):
    """Records what every person sees in every channel, and every log line with its traceback.

    `places`: where any tile was seen.
    """

    def __init__(self, stage: Stage, draftsman: Draftsman) -> None:
        super().__init__(logging.DEBUG)
        self.places: set[str] = set()
        self._stage = stage
        self._draftsman = draftsman
        self._seen: list[Sight] = []
        self._stops = [
            stage.sandbox.hub.watch("", person.id, self._watcher(person.id))
            for person in stage.people
        ]
        self._log = logging.getLogger("bot")
        self._level = self._log.level
        self._log.setLevel(logging.DEBUG)
        self._log.addHandler(self)

    def close(self) -> None:
        """Stop listening."""
        self._log.removeHandler(self)
        self._log.setLevel(self._level)
        for stop in self._stops:
            stop()
        super().close()

    def emit(self, record: logging.LogRecord) -> None:
        """Record a log line."""
        line = AS_WRITTEN(AS_LOGGED.format(record))
        self.note(Sight("", "log", line, tiles_in_text(line)))

    def note(self, sight: Sight) -> None:
        """Record something else that a user was told."""
        if sight.tiles:
            self.places.add(sight.where)
        self._seen.append(sight)

    def drain(self) -> list[Sight]:
        """Return everything seen since the last call."""
        seen = self._seen
        self._seen = []
        return seen

    def _watcher(self, user_id: str) -> Any:
        def hear(kind: str, message: Json) -> None:
            if kind != "message_delete":
                for where, text, tiles in self._parts(message):
                    self.note(Sight(user_id, where, text, tiles, message))

        return hear

    def _parts(self, message: Json) -> Iterator[tuple[str, str, frozenset[Tile]]]:
        """Yield each part of a message, with the tiles in it; first the message as a whole."""
        yield "message", json.dumps(message), frozenset()
        words = message.get("content") or ""
        yield "words", words, tiles_in_text(words)
        embeds = json.dumps(message.get("embeds") or [])
        yield "embeds", embeds, tiles_in_text(embeds)
        for part in walk(message.get("components") or []):
            own = {key: value for key, value in part.items() if key != "components"}
            custom_id = str(own.pop("custom_id", ""))
            yield "id", custom_id, _tiles_in_id(custom_id)
            text = json.dumps(own)
            yield "part", text, tiles_in_text(text)
        for file in files_of(message):
            yield "name of a file", file.name, tiles_in_name(file.name)
            yield "alt text", file.alt, tiles_in_text(file.alt)
            data = self._stage.sandbox.state.blobs[file.id].data
            drawing = self._draftsman.drawn.get(data)
            yield "picture", "\n".join(words_in(drawing)), frozenset(tiles_in(drawing))


class Onlookers(Eyes):
    """Compares what every person sees at a table with what they may know.

    `leaks` lists who saw which hidden tile, and where; also who saw the secret of the shake of a
    hand in play, and log lines with a player's name. `lines`: how many log lines. `strangers`: who
    may see no tile of the table at all. Call `look` after each step.
    """

    def __init__(self, stage: Stage, draftsman: Draftsman) -> None:
        super().__init__(stage, draftsman)
        self.leaks: list[str] = []
        self.lines = 0
        self.strangers: frozenset[str] = frozenset()
        self._names = re.compile(rf"\b({'|'.join(each.name for each in stage.people)})\b")
        self._typed: dict[str, frozenset[Tile]] = {}
        self._stood: dict[tuple[str, str], set[Tile]] = {}  # by user and message, at the last look

    def typed(self, user_id: str, text: str) -> None:
        """Record typed text, which may be echoed to its author."""
        self._typed[user_id] = self._typed.get(user_id, frozenset()) | tiles_in_text(text)

    def offered(self, user_id: str, where: str, choices: object) -> None:
        """Check autocomplete choices."""
        self.note(Sight(user_id, where, str(choices), tiles_in_text(str(choices))))

    def look(self, live: LoadedTable) -> None:
        """Compare everything seen since the last look with what each user may know by now.

        A message may still show its earlier content: a finished hand is public.
        """
        known: dict[str, set[Tile]] = {}
        stand: dict[tuple[str, str], set[Tile]] = {}
        secrets = [form for secret in _secrets(live) for form in forms_of(secret)]
        for sight in self.drain():
            user_id = sight.user_id
            key = (user_id, "" if sight.message is None else sight.message["id"])
            if user_id not in known:
                seen = set() if user_id in self.strangers else _known(live, user_id)
                known[user_id] = seen | self._typed.get(user_id, set())
            hidden = sight.tiles - known[user_id] - self._stood.get(key, set())
            reader = user_id or "a reader"
            if hidden:
                names = ", ".join(sorted(map(str, hidden)))
                self.leaks.append(f"{reader} saw {names} in {sight.where}")
            if any(secret in sight.text for secret in secrets):
                self.leaks.append(f"{reader} saw the secret of a shake")
            if sight.where == "log":
                self.lines += 1
                if found := self._names.search(sight.text):
                    self.leaks.append(f"a reader saw {found[0]} in log")
            stand.setdefault(key, set()).update(sight.tiles)
        self._stood.update(stand)
        self._typed.clear()


def forms_of(secret: bytes) -> tuple[str, ...]:
    """Return how the secret of a shake may be written."""
    return secret.hex(), base64.b64encode(secret).decode(), repr(secret)[2:-1]


def tiles_in_text(text: str) -> frozenset[Tile]:
    """Find the tiles in a text, as words or as emojis."""
    pairs = [(int(one), int(other)) for one, other in WRITTEN.findall(text)]
    for high, low in EMOJI.findall(text):
        pairs.append((ENDS.index(low if high == "double" else high), ENDS.index(low)))
    return frozenset(Tile(max(pair), min(pair)) for pair in pairs)


def tiles_in_name(name: str) -> frozenset[Tile]:
    """Find every tile that a file's name could stand for."""
    return _tiles(IN_NAME.findall(APART.sub("", name)))


def _tiles_in_id(custom_id: str) -> frozenset[Tile]:
    named = parse_id(custom_id) if custom_id else None
    if named is None or named.verb not in OF_TILES:
        return tiles_in_text(custom_id)
    return _tiles(DIGITS.findall(named.arg))


def _tiles(pairs: Iterable[tuple[str, str]]) -> frozenset[Tile]:
    """Return the tiles with these ends, in any order."""
    ends = [(int(one), int(other)) for one, other in pairs]
    return frozenset(Tile(max(pair), min(pair)) for pair in ends)


def tiles_in(value: object) -> Iterator[Tile]:
    """Yield every tile within a value, at any depth."""
    if isinstance(value, Tile):
        yield value
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            if each.name != "rules":
                yield from tiles_in(getattr(value, each.name))
    elif isinstance(value, (tuple, list, set, frozenset)):
        for item in value:
            yield from tiles_in(item)


def words_in(value: object) -> Iterator[str]:
    """Yield every text within a value, at any depth, but no color."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            if each.name not in ("rules", "colors"):
                yield from words_in(getattr(value, each.name))
    elif isinstance(value, (tuple, list, set, frozenset)):
        for item in value:
            yield from words_in(item)


def _secrets(live: LoadedTable) -> Iterator[bytes]:
    """Yield the secrets of the hand in play and of the next one."""
    if live.shake is not None and live.view(None).phase is not Phase.OVER:
        yield live.shake.secret
    if live.coming is not None:
        yield live.coming.secret


def _known(live: LoadedTable, user_id: str) -> set[Tile]:
    """Return the tiles that a user may know; the user "" knows only what is public."""
    game = live.game
    deal = live.game.deal
    assert deal is not None
    holders = [str(seat.user_id) for seat in live.table.seats]
    seat = holders.index(user_id) if user_id in holders else None
    known = set(tiles_in(view_for(game, seat))) | set(tiles_in(live.table.laid_down))
    known |= _drawn(live)
    return known if seat is None else known | set(deal.dealt[seat])


def _drawn(live: LoadedTable) -> set[Tile]:
    """Return the dominoes of the draw that began this game, which lay face up for everyone.

    They are gone with the first bid; what was seen before it is compared after it.
    """
    draw = live.draw
    deal = live.game.deal
    if draw is None or not draw.drawn or live.game.deals_played:
        return set()
    if deal is None or deal.phase is Phase.PLAY:
        return set()
    series = series_of(live.rules, live.table.table_id, draw)
    return {tile for one in series.draws for _, tile in one.drawn}
