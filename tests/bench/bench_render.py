"""Measure the time and size of pictures, compared with encoding alone, and the file formats.

Times are processor times, which other programs disturb least. Run as a plain script: python
tests/bench/bench_render.py
"""

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from PIL import Image

from bot.render import Drawing, Size, render_picture
from bot.render.picture import PLAY, SHEET, encode, render_pixels
from tests.render.gallery import sample_avatars
from tests.render.samples import (
    GAMES,
    Look,
    hand_of,
    moments,
    panel_of,
    result_of,
    score_of,
    table_of,
)

ROUNDS = 10
FORMATS: dict[str, dict[str, object]] = {
    "WebP 80, method 2": {"format": "WEBP", "quality": 80, "method": 2},
    "WebP 80, method 0": {"format": "WEBP", "quality": 80, "method": 0},
    "WebP 80, method 4": {"format": "WEBP", "quality": 80, "method": 4},
    "WebP 90, method 2": {"format": "WEBP", "quality": 90, "method": 2},
    "WebP lossless, fastest": {"format": "WEBP", "lossless": True, "quality": 0, "method": 0},
    "PNG, level 2": {"format": "PNG", "compress_level": 2},
    "JPEG 88": {"format": "JPEG", "quality": 88},
}


def kinds() -> Iterator[tuple[str, list[Drawing]]]:
    """Yield the kinds of picture, with one of every game and moment each."""
    positions = [game for sample in GAMES for _, game in moments(sample)]
    look = Look(avatars=True)
    ends = [hand_of(sample)[-1] for sample in GAMES]
    yield "panel", [panel_of(game, look) for game in positions]
    yield "board", [table_of(game, Look(viewer=None)) for game in positions]
    yield "result", [result_of(end, look, Size.PANEL) for end in ends]
    yield "game over", [score_of(end, look) for end in ends]


def processor_time(call: Callable[[], object]) -> float:
    """Return the processor time of a call in milliseconds."""
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1000


def summary(times: list[float]) -> str:
    """Format the median and the 99th percentile."""
    return f"median {median(times):5.1f} ms  p99 {quantiles(times, n=100)[-1]:5.1f} ms"


def measure_pictures() -> None:
    """Print a line for each kind of picture."""
    avatars = sample_avatars()
    for kind, pictures in kinds():
        cold = [processor_time(lambda one=one: render_picture(one, avatars)) for one in pictures]
        whole = []
        encoding = []
        sizes = []
        how = SHEET if kind == "result" else PLAY
        for picture in pictures:
            pixels = render_pixels(picture, avatars)
            for _ in range(ROUNDS):
                whole.append(processor_time(lambda one=picture: render_picture(one, avatars)))
                encoding.append(processor_time(partial(encode, pixels, *how)))
            sizes.append(len(encode(pixels, *how)))
        print(
            f"{kind:<10} {summary(whole)}  first {median(cold):5.1f} ms  "
            f"{median(whole) / median(encoding):.2f} × encoding alone  "
            f"{median(sizes) / 1024:.0f} KB, at most {max(sizes) / 1024:.0f} KB"
        )


def measure_formats() -> None:
    """Print a line for each file format, for one panel in the middle of a trick."""
    image = render_pixels(panel_of(dict(moments("42"))["second"], Look()), {})
    for name, options in FORMATS.items():
        size = len(_saved(image, options))
        times = [processor_time(lambda given=options: _saved(image, given)) for _ in range(ROUNDS)]
        print(f"{name:<24} median {median(times):5.1f} ms  {size / 1024:.0f} KB")


def _saved(image: Image.Image, options: dict[str, object]) -> bytes:
    file = BytesIO()
    image.save(file, **options)
    return file.getvalue()


if __name__ == "__main__":
    measure_pictures()
    measure_formats()
