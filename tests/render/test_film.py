"""A film of a hand moves, stays under 1 MB, and is drawn without holding up other pictures."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from random import Random

import pytest
from PIL import Image

from bot.engine import sort_hand
from bot.render import Film, HandTile, OpenHands, draw
from bot.render.draw import draw_pixels
from bot.render.film import MOST_BYTES, encode_film
from bot.render.open_places import open_places
from tests.render.samples import Look, hand_of, table_of


def open_hands(sample: str, step: int) -> OpenHands:
    """A moment of a hand with all hands open."""
    game = hand_of(sample)[step]
    deal = game.deal
    assert deal is not None
    counts = game.rules.game.tile_count
    hands = tuple(
        tuple(HandTile(tile=tile, count=counts(tile)) for tile in sort_hand(hand, deal.contract))
        for hand in deal.hands
    )
    table = table_of(game, Look(viewer=None))
    return OpenHands(table=table, hands=hands, dealt=game.rules.game.hand_size)


@pytest.mark.parametrize("sample", ["42", "84x8", "big-game", "moon"])
def test_all_hands_lie_below_the_table_and_the_picture_keeps_its_size(sample: str) -> None:
    first, later = (draw_pixels(open_hands(sample, step), {}) for step in (0, -2))
    assert first.size == later.size
    assert first.width == 680
    assert first.tobytes() != later.tobytes()


def test_no_domino_is_awaited_from_a_player_who_exchanges() -> None:
    """The place for a domino stays empty; only the plate shows whose turn it is."""
    steps = range(len(hand_of("88")))
    moment = next(one for step in steps if (one := open_hands("88", step)).table.left_over)
    seats = moment.table.seats
    (turn,) = (number for number, seat in enumerate(seats) if seat.waiting)
    tile = open_places(len(seats), 2, moment.dealt).seats[turn].place.tile
    still = replace(moment.table, seats=tuple(replace(seat, waiting=False) for seat in seats))
    waiting, nobody = (
        draw_pixels(one, {}).crop(tile).tobytes() for one in (moment, replace(moment, table=still))
    )
    assert waiting == nobody


def test_a_film_has_a_frame_for_each_moment_and_runs_without_end() -> None:
    frames = tuple(open_hands("42", step) for step in (0, 6, 12))
    file = draw(Film(frames=frames, milliseconds=500))
    with Image.open(BytesIO(file)) as film:
        assert film.format == "WEBP"
        assert getattr(film, "n_frames", 1) == 3
        assert film.info["loop"] == 0
    assert len(file) < MOST_BYTES


def test_a_film_that_would_be_too_large_gets_coarser_and_smaller() -> None:
    noise = [Image.frombytes("RGB", (600, 600), Random(n).randbytes(1_080_000)) for n in range(9)]
    assert len(encode_film(noise, 500)) <= MOST_BYTES
