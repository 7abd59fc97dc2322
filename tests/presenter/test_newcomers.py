"""What a newcomer sees while waiting for the next hand."""

from dataclasses import replace

from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.answers import table_status
from bot.presenter.words.render_context import RenderContext
from bot.tables.model import Occupant
from bot.tables.views import PanelView, TableView

from .tabling import buttons_of, sample, seat_lines, table_of, text_of

CONTEXT = RenderContext(pictures=False)
EVE = 77


def waiting(steps: int = 15, **line: object) -> PanelView:
    """Build the panel of Eve, who reserved a seat that a computer plays."""
    game = sample(steps)
    seats = list(seat_lines(game.rules))
    seats[2] = replace(
        seats[2],
        occupant=Occupant.COMPUTER,
        user_id=None,
        name="Pearl",
        reserved_by=EVE,
        reserved_name="Eve",
        **line,
    )
    table: TableView = table_of(game.rules, game, seats=tuple(seats))
    return PanelView(table, EVE, None, table.view)


def test_newcomer_mid_hand_reads_when_they_start() -> None:
    text = text_of(hand_panel(waiting(), CONTEXT))
    assert text.startswith("### You're in from the next hand\n")
    assert "Until then a computer plays your seat, and its dominoes stay hidden." in text
    assert "You are watching" not in text


def test_status_names_who_gets_the_seat() -> None:
    text = text_of(table_status(waiting().table, CONTEXT))
    assert "Pearl (computer; next hand: Eve)" in text


def test_newcomer_can_press_ready_after_the_hand() -> None:
    labels = [button.label for button in buttons_of(hand_panel(waiting(99), CONTEXT))]
    assert "Ready" in labels or "Rematch" in labels
    ready = text_of(hand_panel(waiting(99, ready=True), CONTEXT))
    assert "Waiting for the others." in ready
