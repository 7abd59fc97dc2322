"""Puts a leak into a message, to prove that it would be found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.presenter.words.ids import ComponentId, Verb
from bot.presenter.words.spec import Button, Container, Message, Part, Picture, Row, Text
from bot.render import PanelPicture, TablePicture, TrickTile, emoji_name
from texas42.engine import Tile

Plant = Callable[[Message], Message]


def _with(part: Part) -> Plant:
    return lambda message: replace(message, body=(*message.body, part))


def with_words(message: Message, text: str) -> Message:
    """Add a sentence to a message of either kind."""
    if message.content:
        return replace(message, content=f"{message.content} {text}")
    return replace(message, body=(*message.body, Text(text)))


def _in_picture(change: Callable[[Picture], Picture]) -> Plant:
    def plant(message: Message) -> Message:
        return replace(
            message,
            body=tuple(
                replace(
                    part,
                    children=tuple(
                        change(each) if isinstance(each, Picture) else each
                        for each in part.children
                    ),
                )
                if isinstance(part, Container)
                else part
                for part in message.body
            ),
        )

    return plant


def _shown_in(picture: Picture, tile: Tile) -> Picture:
    drawing = picture.drawing
    led = (TrickTile(seat=0, tile=tile),)
    if isinstance(drawing, TablePicture):
        return replace(picture, drawing=replace(drawing, trick=led))
    if isinstance(drawing, PanelPicture):
        return replace(picture, drawing=replace(drawing, table=replace(drawing.table, trick=led)))
    return picture


def plant(kind: str, tile: Tile, table_id: str) -> Plant:
    """Build a function that puts a tile into one place of a message."""
    digits = f"{tile.high}{tile.low}"
    button = {
        "id": Button("Look", ComponentId(Verb.HAND, table_id, 0, digits)),
        "label": Button(f"Not {tile}", ComponentId(Verb.HAND, table_id, 0, "x")),
    }
    match kind:
        case "id" | "label":
            return _with(Row((button[kind],)))
        case "words":
            return _with(Text(f"Somebody holds {tile}."))
        case "emoji":
            return _with(Text(f"<:{emoji_name(tile, tile.count)}:1000>"))
        case "alt text":
            return _in_picture(lambda picture: replace(picture, alt=f"{picture.alt} {tile}"))
        case "file name":
            return _in_picture(
                lambda picture: replace(picture, name=f"{tile.high}-{tile.low}.webp")
            )
        case _:
            return _in_picture(lambda picture: _shown_in(picture, tile))
