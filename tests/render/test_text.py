import pytest

from bot.render import has_glyphs
from bot.render.text import fitting, initial, short_name, text_width, with_glyphs, write_text


@pytest.mark.parametrize(
    ("name", "painted"),
    [
        ("Ana", "Ana"),
        ("José Núñez", "José Núñez"),
        ("Jose\u0301", "José"),
        ("Łukasz Żółć", "Łukasz Żółć"),
        ("Nguyễn Thị", "Nguyễn Thị"),
        ("Αλέξανδρος", "Αλέξανδρος"),
        ("Екатерина", "Екатерина"),
        ("𝓐𝓷𝓪", "Ana"),
        ("Ana 🤠", "Ana"),
        ("👩\u200d👩\u200d👧 Bo", "Bo"),
        ("a\nb\tc\x00d\u202e", "a b cd"),
        ("{name}%s", "{name}%s"),
    ],
)
def test_name_is_painted_if_every_letter_has_a_glyph(name, painted):
    assert has_glyphs(name)
    assert with_glyphs(name) == painted


@pytest.mark.parametrize(
    "name",
    [
        *("", "   ", "🎲", "雪の女王", "مرحبا", "שלום", "한국어", "Ana 雪", "\u0301"),
        *("Z" + "\u0337\u0349" * 20, "\ud800", "ﷺ"),
    ],
)
def test_name_with_a_missing_glyph_is_not_painted_at_all(name):
    assert not has_glyphs(name)
    assert with_glyphs(name) == ""
    assert initial(name) == ""


@pytest.mark.parametrize(
    ("name", "letter"), [("ana", "A"), ("_élan", "É"), ("42", "4"), ("ß", "ß")]
)
def test_initial_is_the_first_letter_capitalized(name, letter):
    assert initial(name) == letter


@pytest.mark.parametrize("width", range(10, 400, 30))
def test_text_is_truncated_to_its_width(width):
    text = "Wilhelmina & Bartholomew"
    fill_shape = fitting(text, 32, width, heavy=True)
    assert text_width(fill_shape, 32, heavy=True) <= width or fill_shape == ""
    assert fill_shape == text or fill_shape == "" or fill_shape.endswith("…")


def test_long_name_is_shortened_to_its_first_words():
    room = text_width("Wilhelmina Anna", 30, heavy=True)
    assert short_name("Wilhelmina Anna Featherstonehaugh", 30, room) == "Wilhelmina Anna"
    assert short_name("Al Featherstonehaugh", 30, room).endswith("…")
    assert short_name("Bo", 30, room) == "Bo"


def test_no_text_is_smaller_than_thirty_pixels():
    """Every picture writes text through `written`, including those of the other tests."""
    assert write_text("42", 30).height > 0
    with pytest.raises(ValueError, match="smaller than 30"):
        write_text("42", 29)
