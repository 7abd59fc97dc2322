"""Render every picture of the game into a folder, with a page to look at them.

python -m tests.render.gallery FOLDER
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from bot.render import Colors, Drawing, Size, render_picture, shrink_avatar
from tests.render.samples import (
    GAMES,
    NAMES,
    Look,
    hand_of,
    moments,
    panel_of,
    result_of,
    score_of,
    table_of,
)

POINTS = 300
"""How wide a phone shows a picture."""
PAGE = """<!doctype html><meta charset="utf-8"><title>Pictures of the table</title>
<style>body{{background:#313338;color:#dbdee1;font:15px sans-serif;margin:24px}}
figure{{display:inline-block;margin:8px;vertical-align:top}}
img{{width:{points}px;border-radius:8px;display:block}}</style>
{figures}
"""


def pictures() -> Iterator[tuple[str, Drawing]]:
    """Yield every picture with its name."""
    for sample in GAMES:
        look = Look()
        for moment, game in moments(sample):
            to_act = game.deal.to_act if game.deal is not None else None
            if to_act is None:
                continue
            yield f"{sample}-{moment}-turn", panel_of(game, replace(look, viewer=to_act))
            seats = game.rules.game.seats
            other = replace(look, viewer=(to_act + 1) % seats, avatars=True)
            yield f"{sample}-{moment}-waiting", panel_of(game, other)
            yield f"{sample}-{moment}-board", table_of(game, replace(look, viewer=None))
        yield from _ends(sample, look)
    for kind, names in NAMES.items():
        for sample in ("42", "moon", "79", "84x8"):
            look = Look(names=names, computers=frozenset())
            yield from _sample_pictures(f"names-{kind}-{sample}", sample, look)
    for sample in ("42", "moon"):
        look = Look(colors=Colors.COLOR_BLIND_SAFE)
        yield from _sample_pictures(f"color-blind-safe-{sample}", sample, look)


def _ends(sample: str, look: Look) -> Iterator[tuple[str, Drawing]]:
    end = hand_of(sample)[-1]
    watcher = replace(look, viewer=None)
    yield f"{sample}-result-card", result_of(end, watcher)
    yield f"{sample}-result-panel", result_of(end, look, Size.PANEL)
    yield f"{sample}-game-over", score_of(end, watcher)
    positions = [game for game in hand_of(sample) if game.deal and game.deal.tricks]
    game = positions[len(positions) // 3]
    yield f"{sample}-laid-down", panel_of(game, look, laid_down=1)
    yield f"{sample}-laid-down-board", table_of(game, watcher, laid_down=1)


def _sample_pictures(name: str, sample: str, look: Look) -> Iterator[tuple[str, Drawing]]:
    watcher = replace(look, viewer=None)
    for moment, game in moments(sample):
        if moment in ("call", "second"):
            yield f"{name}-{moment}", panel_of(game, look)
            yield f"{name}-{moment}-board", table_of(game, watcher)
    end = hand_of(sample)[-1]
    yield f"{name}-result", result_of(end, watcher)
    yield f"{name}-game-over", score_of(end, watcher)


def sample_avatars() -> dict[str, bytes]:
    """Render an image for each seat, as varied as people's avatars."""
    found = {}
    tones = ("#e07a5f", "#3d405b", "#81b29a", "#f2cc8f", "#6d597a", "#355070", "#b56576", "#eaac8b")
    for seat, tone in enumerate(tones):
        image = Image.new("RGB", (128, 128), tone)
        pen = ImageDraw.Draw(image)
        pen.ellipse((34, 24, 94, 84), fill="#f1d3b3")
        pen.ellipse((14, 84, 114, 190), fill=tones[(seat + 3) % len(tones)])
        file = BytesIO()
        image.save(file, "PNG")
        found[f"avatar-{seat}"] = shrink_avatar(file.getvalue())
    return found


def main(folder: Path) -> None:
    """Render everything and write the page."""
    folder.mkdir(parents=True, exist_ok=True)
    avatars = sample_avatars()
    figures = []
    for name, picture in pictures():
        (folder / f"{name}.webp").write_bytes(render_picture(picture, avatars))
        caption = f"<figcaption>{name}</figcaption>"
        figures.append(f'<figure><img src="{name}.webp" alt="{name}">{caption}</figure>')
    page = PAGE.format(points=POINTS, figures="\n".join(figures))
    (folder / "index.html").write_text(page, encoding="utf-8")
    print(f"{len(figures)} pictures in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
