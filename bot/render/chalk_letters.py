"""The capitals A to Z in chalk: their strokes in the order of writing."""

from __future__ import annotations

from math import cos, pi, sin

Point = tuple[float, float]
Stroke = tuple[Point, ...]
"""One move of the chalk, as the corners of a line; x and y go from 0 to 1."""

_GAP = 0.55
"""The space between two letters, where a wide letter's width is 1."""
_ARC_STEPS = 24


def _arc(middle: Point, half: Point, start: float, end: float) -> Stroke:
    """Paint part of an ellipse; the angles count half turns, clockwise from the right."""
    (x, y), (wide, high) = middle, half
    angles = (pi * (start + (end - start) * step / _ARC_STEPS) for step in range(_ARC_STEPS + 1))
    return tuple((x + wide * cos(angle), y + high * sin(angle)) for angle in angles)


_STEM: Stroke = ((0, 0), (0, 1))
_TOP: Stroke = ((0, 0), (1, 0))
_FOOT: Stroke = ((0, 1), (1, 1))
_UPPER_BOWL: Stroke = ((0, 0), *_arc((0.4, 0.25), (0.6, 0.25), -0.5, 0.5), (0, 0.5))
_RING = _arc((0.5, 0.5), (0.5, 0.5), -0.5, 1.5)

LETTERS: dict[str, tuple[float, tuple[Stroke, ...]]] = {
    "A": (1, (((0, 1), (0.5, 0)), ((0.5, 0), (1, 1)), ((0.18, 0.64), (0.82, 0.62)))),
    "B": (
        0.8,
        (_STEM, _UPPER_BOWL, ((0, 0.5), *_arc((0.4, 0.75), (0.6, 0.25), -0.5, 0.5), (0, 1))),
    ),
    "C": (0.9, (_arc((0.6, 0.5), (0.6, 0.5), -0.3, -1.7),)),
    "D": (0.9, (_STEM, ((0, 0), *_arc((0.3, 0.5), (0.7, 0.5), -0.5, 0.5), (0, 1)))),
    "E": (0.75, (_STEM, _TOP, ((0, 0.5), (0.8, 0.5)), _FOOT)),
    "F": (0.75, (_STEM, _TOP, ((0, 0.5), (0.8, 0.5)))),
    "G": (0.95, (_arc((0.55, 0.5), (0.55, 0.5), -0.3, -1.8), ((0.55, 0.55), (1, 0.55), (1, 0.95)))),
    "H": (0.9, (_STEM, ((1, 0), (1, 1)), ((0, 0.5), (1, 0.5)))),
    "I": (0.15, (((0.5, 0), (0.5, 1)),)),
    "J": (0.7, (_TOP, ((0.7, 0), *_arc((0.35, 0.72), (0.35, 0.28), 0, 1)))),
    "K": (0.85, (_STEM, ((1, 0), (0, 0.58)), ((0.3, 0.42), (1, 1)))),
    "L": (0.72, (((0.02, 0), (0, 1)), ((0, 1), (1, 0.97)))),
    "M": (1.2, (_STEM, ((0, 0), (0.5, 0.75)), ((0.5, 0.75), (1, 0)), ((1, 0), (1, 1)))),
    "N": (0.95, (_STEM, ((0, 0), (1, 1)), ((1, 1), (1, 0)))),
    "O": (1, (_RING,)),
    "P": (0.8, (_STEM, _UPPER_BOWL)),
    "Q": (1, (_RING, ((0.6, 0.68), (1, 1)))),
    "R": (0.85, (_STEM, _UPPER_BOWL, ((0.35, 0.5), (1, 1)))),
    "S": (
        0.75,
        (
            (
                *_arc((0.5, 0.25), (0.5, 0.25), -0.2, -1.5),
                *_arc((0.5, 0.75), (0.5, 0.25), -0.5, 0.8),
            ),
        ),
    ),
    "T": (0.9, (_TOP, ((0.5, 0), (0.5, 1)))),
    "U": (0.9, (((0, 0), *_arc((0.5, 0.6), (0.5, 0.4), 1, 0), (1, 0)),)),
    "V": (1, (((0, 0), (0.5, 1)), ((0.5, 1), (1, 0)))),
    "W": (
        1.3,
        (
            ((0, 0), (0.26, 1)),
            ((0.26, 1), (0.5, 0.2)),
            ((0.5, 0.2), (0.74, 1)),
            ((0.74, 1), (1, 0)),
        ),
    ),
    "X": (0.95, (((0, 0), (1, 1)), ((1, 0), (0, 1)))),
    "Y": (0.95, (((0, 0), (0.5, 0.48)), ((1, 0), (0.5, 0.48)), ((0.5, 0.48), (0.5, 1)))),
    "Z": (0.9, (_TOP, ((1, 0), (0, 1)), _FOOT)),
}
"""The width of each letter, and its strokes within it."""


def word_strokes(word: str) -> tuple[Stroke, ...]:
    """Return the strokes of a word in the order of writing; KeyError for other than A to Z."""
    widths = [LETTERS[letter][0] for letter in word]
    total = sum(widths) + _GAP * (len(word) - 1)
    left = 0.0
    strokes: list[Stroke] = []
    for letter, width in zip(word, widths, strict=True):
        strokes += [
            tuple(((left + x * width) / total, y) for x, y in stroke)
            for stroke in LETTERS[letter][1]
        ]
        left += width + _GAP
    return tuple(strokes)
