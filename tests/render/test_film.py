"""The replay animation of a hand: it moves, stays under 1 MB, and does not block other pictures."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from random import Random

import pytest
from PIL import Image

from bot.render import Film, HandTile, OpenHands, render_picture
from bot.render.film import MOST_BYTES, encode_film
from bot.render.open_places import open_places
from bot.render.picture import render_pixels
from tests.render.samples import Look, hand_of, table_of
from texas42.engine import sort_hand

pytestmark = pytest.mark.slow


def open_hands(sample: str, step: int) -> OpenHands:
    """Build a position of a hand with all hands open."""
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
def test_open_hands_fit_below_the_table_in_the_same_picture_size(sample: str) -> None:
    first, later = (render_pixels(open_hands(sample, step), {}) for step in (0, -2))
    assert first.size == later.size
    assert first.width == 680
    assert first.tobytes() != later.tobytes()


def test_exchanging_player_has_no_placeholder_for_a_domino() -> None:
    """The place for a domino stays empty; only the plate shows whose turn it is."""
    steps = range(len(hand_of("88")))
    moment = next(one for step in steps if (one := open_hands("88", step)).table.left_over)
    seats = moment.table.seats
    (turn,) = (number for number, seat in enumerate(seats) if seat.waiting)
    tile = open_places(len(seats), 2, moment.dealt, moment.size).seats[turn].place.tile
    still = replace(moment.table, seats=tuple(replace(seat, waiting=False) for seat in seats))
    waiting, nobody = (
        render_pixels(one, {}).crop(tile).tobytes()
        for one in (moment, replace(moment, table=still))
    )
    assert waiting == nobody


def test_film_has_a_frame_per_moment_and_loops_forever() -> None:
    frames = tuple(open_hands("42", step) for step in (0, 6, 12))
    file = render_picture(Film(frames=frames, milliseconds=500))
    with Image.open(BytesIO(file)) as film:
        assert film.format == "WEBP"
        assert getattr(film, "n_frames", 1) == 3
        assert film.info["loop"] == 0
    assert len(file) < MOST_BYTES


def test_oversized_film_drops_colors_and_size() -> None:
    noise = [Image.frombytes("RGB", (600, 600), Random(n).randbytes(1_080_000)) for n in range(9)]
    assert len(encode_film(noise, 500)) <= MOST_BYTES
