"""A draft of a question, typed into the command or picked step by step.

The ids and values of the controls contain the whole draft, like `66656463626160/pass,31/3-2`, so
they still work after a restart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from texas42.ai.findings.bid_chances import HAND_SIZE, BadQuestion, BidQuestion, QuestionFault
from texas42.engine import (
    Call,
    NotationError,
    Rules,
    SeatView,
    Tile,
    format_call,
    format_tile,
    parse_call,
)
from texas42.engine import parse_tile as parse

from ..words.language import Words
from ..words.typed import read_call, read_tiles
from ..words.typed_text import cleaned

LONGEST = 120
"""The most characters that a person may type into a field."""
_FORM = re.compile(
    r"(?P<tiles>(?:[0-6]{2}){0,7})/(?P<calls>[0-9a-z ,]{0,40})/"
    r"(?P<ours>[0-9]{1,3})-(?P<theirs>[0-9]{1,3})"
)
_SCORE = re.compile(r"([0-9]{1,3})\s*[-–:]\s*([0-9]{1,3})")
_BETWEEN = re.compile(r"\s*[,;]\s*")


@dataclass(frozen=True, slots=True)
class BidDraft:
    """Tiles picked so far, calls in record notation, and the score, the asker's side first."""

    tiles: tuple[Tile, ...] = ()
    calls: tuple[str, ...] = ()
    total: tuple[int, int] = (0, 0)

    def toggled(self, tile: Tile) -> BidDraft:
        """Return the draft with a tile added, or removed if it is already picked."""
        rest = tuple(each for each in self.tiles if each != tile)
        return replace(self, tiles=rest if tile in self.tiles else (*self.tiles, tile))

    def arg(self) -> str:
        """Format the draft as the argument of an id."""
        tiles = "".join(map(format_tile, self.tiles))
        return f"{tiles}/{','.join(self.calls)}/{self.total[0]}-{self.total[1]}"

    def question(self, rules: Rules) -> BidQuestion:
        """Check the draft. Raises BadQuestion and IllegalAction."""
        calls = [_parsed(text, rules) for text in self.calls]
        return BidQuestion.of(rules, self.tiles, calls, self.total)

    def view(self, rules: Rules) -> SeatView:
        """Build the next bidder's view with a placeholder hand. Raises like `question`."""
        calls = [_parsed(text, rules) for text in self.calls]
        return BidQuestion.of(rules, rules.game.tiles[:HAND_SIZE], calls).view()


def parse_draft(arg: str) -> BidDraft | None:
    """Parse the argument of an id; None if it is malformed."""
    form = _FORM.fullmatch(arg)
    if form is None:
        return None
    digits = form["tiles"]
    tiles = tuple(parse(digits[at : at + 2]) for at in range(0, len(digits), 2))
    calls = tuple(filter(None, form["calls"].split(",")))
    return BidDraft(tiles, calls, (int(form["ours"]), int(form["theirs"])))


def read_draft(hand: str, calls: str, score: str, rules: Rules, words: Words) -> BidDraft:
    """Parse the typed fields of a question. Raises BadQuestion and IllegalAction."""
    try:
        tiles = tuple(map(parse, filter(None, read_tiles(hand, words).split(","))))
    except (NotationError, ValueError) as error:
        raise BadQuestion(QuestionFault.NO_DOMINO, hand) from error
    draft = BidDraft(tiles)
    for piece in _pieces(calls):
        text = read_call(piece, draft.view(rules), words)
        draft = replace(draft, calls=(*draft.calls, format_call(_parsed(text, rules), rules)))
    draft.view(rules)
    if not score.strip():
        return draft
    form = _SCORE.fullmatch(score.strip())
    if form is None:
        raise BadQuestion(QuestionFault.SCORE, score)
    return replace(draft, total=(int(form[1]), int(form[2])))


def _pieces(calls: str) -> list[str]:
    """Split calls at commas, or without commas, at spaces: "pass, 1 mark", "pass 31"."""
    text = cleaned(calls)
    pieces = _BETWEEN.split(text) if _BETWEEN.search(text) else text.split()
    return [piece for piece in pieces if piece]


def _parsed(text: str, rules: Rules) -> Call:
    """Parse a call. Raises BadQuestion if the text is not a call."""
    try:
        return parse_call(text, rules)
    except NotationError as error:
        raise BadQuestion(QuestionFault.NO_CALL, text) from error
