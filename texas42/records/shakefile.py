"""The file published after a hand, from which anyone can repeat its deal."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from texas42.engine import Rules, Tile, format_tile
from texas42.library import UnknownGame, UnknownRule, game, load_rules
from texas42.records.draws import DRAW
from texas42.records.jsontext import JsonTextError, format_json, parse_json
from texas42.records.shake import SECRET_BYTES, Dealt, commitment, deal_in, shake

FORMAT = "fortytwo-shake/1"

_TEXT_KEYS = ("format", "game", "secret", "public", "commitment")
_KEYS = frozenset({*_TEXT_KEYS, "deal", "kitty"})


class ShakeFileError(ValueError):
    """The file is not a shake file."""


@dataclass(frozen=True, slots=True)
class ShakeFile:
    """One published deal: `secret` and `commitment` in hex, the tiles as text."""

    game: str
    secret: str
    public: str
    commitment: str
    deal: tuple[tuple[str, ...], ...]
    kitty: tuple[str, ...]


def shake_file(rules: Rules, secret: bytes, public: str) -> ShakeFile:
    """Build the file to publish once the hand is over."""
    dealt = shake(rules, secret, public)
    return ShakeFile(
        game=rules.game.id,
        secret=secret.hex(),
        public=public,
        commitment=commitment(secret),
        deal=tuple(_texts(hand) for hand in dealt.hands),
        kitty=_texts(dealt.kitty),
    )


def format_shake_file(file: ShakeFile) -> str:
    """Format a shake file as one line of JSON, which `parse_shake_file` reads back."""
    return format_json({"format": FORMAT, **asdict(file)})


def parse_shake_file(text: str | bytes) -> ShakeFile:
    """Parse a shake file; raises ShakeFileError."""
    try:
        value = parse_json(text)
    except JsonTextError as error:
        raise ShakeFileError(str(error)) from None
    if not isinstance(value, dict):
        raise ShakeFileError("A shake file is a JSON object.")
    for key in value:
        if key not in _KEYS:
            raise ShakeFileError(f'Unknown key "{key}".')
    for key in sorted(_KEYS):
        if key not in value:
            raise ShakeFileError(f'The key "{key}" is missing.')
    texts = {key: _text(value[key], key) for key in _TEXT_KEYS}
    if texts.pop("format") != FORMAT:
        raise ShakeFileError(f'The format must be "{FORMAT}".')
    deal = value["deal"]
    if not isinstance(deal, list):
        raise ShakeFileError("The deal must be a list of hands.")
    return ShakeFile(
        **texts,
        deal=tuple(_tile_texts(hand, "a hand") for hand in deal),
        kitty=_tile_texts(value["kitty"], "the kitty"),
    )


def verify(file: ShakeFile) -> tuple[str, ...]:
    """Repeat the deal of a shake file; return a sentence for each difference.

    Raises ShakeFileError if the game is unknown or the secret is not 32 bytes in hex.
    """
    secret = _secret(file.secret)
    return tuple(_differences(file, secret, shake(_rules(file), secret, file.public)))


def drawn_dominoes(file: ShakeFile) -> tuple[tuple[str, ...], ...]:
    """Return each seat's dominoes in order of drawing; empty if the file is not of a draw.

    Before ties were drawn from one deal, each redraw had a deal of a higher number, of which only
    the first tiles counted: such a file is a deal like any other.
    """
    is_draw = file.public.startswith(DRAW) and deal_in(file.public).endswith("-1")
    return file.deal if is_draw else ()


def _differences(file: ShakeFile, secret: bytes, dealt: Dealt) -> Iterator[str]:
    expected = commitment(secret)
    if not hmac.compare_digest(expected.encode(), file.commitment.encode()):
        yield f"The commitment is {file.commitment}, but the secret's is {expected}."
    if len(file.deal) != len(dealt.hands):
        yield f"The deal has {len(file.deal)} hands instead of {len(dealt.hands)}."
    for seat, (shown, hand) in enumerate(zip(file.deal, dealt.hands, strict=False)):
        if not _same(shown, hand):
            yield f"Seat {seat} was shown {_row(shown)}, but the shake gives {_row(_texts(hand))}."
    if not _same(file.kitty, dealt.kitty):
        yield (
            f"The kitty was shown as {_row(file.kitty)},"
            f" but the shake gives {_row(_texts(dealt.kitty))}."
        )


def _rules(file: ShakeFile) -> Rules:
    # The file names no options; in Moon the number of tiles shows which set was played.
    shown = sum(len(hand) for hand in file.deal) + len(file.kitty)
    try:
        spec = game(file.game)
        rules = load_rules(spec.id, None)
        if len(rules.game.tiles) == shown:
            return rules
        smaller = load_rules(spec.id, {"moon_set": shown})
    except UnknownGame:
        raise ShakeFileError(f'There is no game "{file.game}".') from None
    except UnknownRule:
        return rules
    return smaller


def _secret(text: str) -> bytes:
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        raise ShakeFileError("The secret must be written in hex.") from None
    if len(secret) != SECRET_BYTES:
        raise ShakeFileError(f"The secret must be {SECRET_BYTES} bytes, not {len(secret)}.")
    return secret


def _texts(tiles: tuple[Tile, ...]) -> tuple[str, ...]:
    return tuple(format_tile(tile) for tile in tiles)


def _same(shown: tuple[str, ...], tiles: tuple[Tile, ...]) -> bool:
    # A tile may be written in either order.
    return tuple("".join(sorted(text, reverse=True)) for text in shown) == _texts(tiles)


def _row(texts: tuple[str, ...]) -> str:
    return " ".join(texts) if texts else "nothing"


def _text(value: object, key: str) -> str:
    if not isinstance(value, str):
        raise ShakeFileError(f'The key "{key}" must be text.')
    return value


def _tile_texts(value: object, what: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ShakeFileError(f"{what.capitalize()} must be a list of tiles.")
    return tuple(_text(item, what) for item in value)
