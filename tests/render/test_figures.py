"""Leaderboards and profiles as pictures."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.render import (
    BidBar,
    ProfilePicture,
    SeatPicture,
    Size,
    StandingRow,
    StandingsPicture,
    render_picture,
)
from tests.render.gallery import sample_avatars


def _row(name, **fields):
    face = SeatPicture(name=name, side=0, avatar=fields.pop("avatar", ""))
    return StandingRow(
        rank="1.", faces=(face,), name=name, figure="1204", detail="9 games", **fields
    )


def _standings(*rows):
    return StandingsPicture(title="Rating", detail="This server", rows=rows)


def _pixels(file):
    return Image.open(BytesIO(file)).size


def test_leaderboard_highlights_the_readers_row_and_shows_avatars():
    rows = [_row(name) for name in ("Ana", "W" * 32, "中村さくら")]
    plain = render_picture(_standings(*rows))
    assert _pixels(plain) == Size.BOARD.pixels
    assert render_picture(_standings(replace(rows[0], own=True), *rows[1:])) != plain
    faces = _standings(_row("Ana", avatar="avatar-0"), *rows[1:])
    assert render_picture(faces) == plain
    assert render_picture(faces, sample_avatars()) != plain
    full = render_picture(_standings(*rows * 2, replace(rows[1], own=True, apart=True)))
    assert _pixels(full) == Size.BOARD.pixels
    assert len(full) < 60_000


def test_profile_renders_ratings_and_bids():
    face = SeatPicture(name="Ana", side=0)
    bids = (BidBar(label="31", bids=5, made=4, figure="4 of 5"),)
    picture = ProfilePicture(face=face, detail="1204", ratings=(1180, 1170, 1204), bids=bids)
    assert _pixels(render_picture(picture)) == Size.PANEL.pixels
    others = [
        replace(picture, ratings=(1180, 1190, 1204)),
        replace(picture, bids=(replace(bids[0], made=0),)),
        replace(picture, ratings=()),
        replace(picture, bids=()),
        replace(picture, ratings=(1000, 1000), bids=()),
    ]
    assert len({render_picture(each) for each in (picture, *others)}) == 6
    assert _pixels(render_picture(others[2])) == Size.BOARD.pixels


def test_impossible_leaderboard_or_profile_is_refused():
    face = SeatPicture(name="Ana", side=0)
    bar = BidBar(label="31", bids=1, made=1, figure="1 of 1")
    with pytest.raises(ValueError, match="seven"):
        _standings()
    with pytest.raises(ValueError, match="seven"):
        _standings(*[_row("Ana")] * 8)
    with pytest.raises(ValueError, match="two ratings"):
        ProfilePicture(face=face, detail="", ratings=(1000,), bids=(bar,))
    with pytest.raises(ValueError, match="two ratings"):
        ProfilePicture(face=face, detail="")
    with pytest.raises(ValueError, match="eight"):
        ProfilePicture(face=face, detail="", bids=(bar,) * 9)
