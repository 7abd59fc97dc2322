import pytest

from bot.render.lettering import fitting, readable, readable_name, word_mask, word_width
from bot.render.palette import Colour, palette_bytes, ramp


def test_plain_and_accented_letters_are_kept() -> None:
    assert readable("José Núñez ¿qué?") == "José Núñez ¿qué?"


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ana 🎲", "Ana"),
        ("𝓐𝓷𝓪", "Ana"),
        ("Łukasz", "Lukasz"),
        ("  a\n b ", "a b"),
        ("雪の女王", "South"),
        ("Ana雪の女王", "South"),
        ("", "South"),
        ("***", "South"),
    ],
)
def test_name_is_drawn_as_far_as_it_can_be_written(name: str, drawn: str) -> None:
    assert readable_name(name, "South") == drawn


@pytest.mark.parametrize("width", [0, 10, 40, 100, 300])
def test_fitted_text_is_never_wider_than_its_room(width: int) -> None:
    for text in ("Wolfgang Amadeus", "iiiiiiiiiiiiiiiiiiii", "Ñandú ¿ ¡ é", "W"):
        shown = fitting(text, 36, width, bold=True)
        assert not shown or word_width(shown, 36, bold=True) <= width


def test_shortened_text_ends_in_an_ellipsis() -> None:
    assert fitting("Wolfgang Amadeus", 36, 150).endswith("…")
    assert fitting("Bo", 36, 150) == "Bo"


@pytest.mark.parametrize("accented", ["é", "è", "ê", "ë", "ẽ", "ě", "å", "ç"])
def test_every_accent_changes_its_letter(accented: str) -> None:
    plain = {"å": "a", "ç": "c"}.get(accented, "e")
    assert word_mask(accented, 36).tobytes() != word_mask(plain, 36).tobytes()


def _luminance(colour: Colour) -> float:
    parts = [part / 255 for part in colour.value]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    ("ground", "ink"),
    [
        (Colour.FELT, Colour.CREAM),
        (Colour.SLOT, Colour.CREAM),
        (Colour.WOOD, Colour.CREAM),
        (Colour.WOOD, Colour.SAND),
        (Colour.PLATE, Colour.CREAM),
        (Colour.PLATE, Colour.SAND),
        (Colour.AMBER, Colour.INK),
        (Colour.IVORY, Colour.INK),
        (Colour.PAPER, Colour.INK),
    ],
)
def test_words_stand_out_from_their_ground(ground: Colour, ink: Colour) -> None:
    light, dark = sorted((_luminance(ground), _luminance(ink)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 7


def test_ramp_runs_from_the_ground_to_the_ink() -> None:
    shades = ramp(Colour.FELT, Colour.CREAM)
    palette = palette_bytes()
    first, last = (tuple(palette[3 * shade : 3 * shade + 3]) for shade in (shades[0], shades[255]))
    assert (first, last) == (Colour.FELT.value, Colour.CREAM.value)
    assert len(palette) == 768
