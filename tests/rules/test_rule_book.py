"""docs/rules.md is complete: it covers every citation, option, value and game."""

import re
from pathlib import Path

import pytest

from texas42.library import games, load_rules, presets
from texas42.library.catalog import catalog

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
SOURCES = [
    path
    for room in ("engine", "library", "records")
    for path in (ROOT / "bot" / room).rglob("*.py")
]


def rows(heading: str) -> list[list[str]]:
    """Yield the cells of the table under this heading, row by row."""
    table = PAGE[PAGE.index(heading) :].split("\n\n")[0]
    return [[cell.strip() for cell in row.split("|")[1:-1]] for row in table.splitlines()[2:]]


def backticked(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_every_cited_source_is_described() -> None:
    known = {row[0] for row in rows("| code | source |")}
    cited = {code for path in SOURCES for code in re.findall(r"\b(\d{3}):\d+", path.read_text())}
    assert cited <= known
    assert set(re.findall(r"\b(\d{3}):\d+", PAGE)) <= known


def test_every_cited_section_and_ruling_exists() -> None:
    headings = set(re.findall(r"^#+ (\d[\w.]*?)\.? ", PAGE, re.MULTILINE))
    rulings = set(re.findall(r"^\*\*(8\.\d+)", PAGE, re.MULTILINE))
    assert rulings == {f"8.{number}" for number in range(1, 26)}
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        for found in re.findall(r"rules\.md (?:section )?(\d\w*(?:\.\d)?)", text):
            assert found in headings, f"{path.name}: {found}"
        assert set(re.findall(r"\b8\.\d+\b", text)) <= rulings, path.name


def test_option_table_lists_every_option_with_its_values() -> None:
    table = {backticked(row[0])[0]: row for row in rows("| option | values |")}
    options = {name: option for game in catalog().values() for name, option in game.options.items()}
    assert set(table) == set(options)
    for name, option in options.items():
        words = table[name][1]
        if option.kind == "choice":
            assert re.findall(r"[\w-]+", words) == [str(value) for value in option.values], name
        elif option.kind == "list":
            assert set(backticked(words)) <= {str(value) for value in option.values} | {"follow-me"}
        else:
            assert words.startswith("switch" if option.kind == "switch" else "a number"), name


def test_every_listed_preset_is_shipped() -> None:
    listed = {
        (game, preset)
        for row in rows("| game | preset |")
        for game in row[0].split(", ")
        for preset in backticked(row[1])
    }
    assert listed <= {(spec.id, preset.name) for spec in games() for preset in presets(spec.id)}


@pytest.mark.parametrize("name", [spec.id for spec in games()])
def test_documented_numbers_of_a_game_match_its_file(name: str) -> None:
    (row,) = [row for row in rows("| game | players |") if row[0] == name]
    spec = load_rules(name).game
    assert int(row[1].split()[0].strip(",")) == spec.seats
    assert int(row[2].split()[0].strip(",")) == len(spec.tiles)
    assert row[3] == f"{spec.hand_size} + {spec.kitty_size}"
    assert row[4] == f"{spec.hand_size} × {spec.trick_points}"
    assert [int(row[6]), int(row[7])] == [spec.total, spec.min_bid]
