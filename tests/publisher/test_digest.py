"""What stays of a message when its time is over."""

from bot.presenter import Button, Container, Message, Row, Section, Text
from bot.publisher.digest import without_controls


def test_a_retired_board_has_nothing_to_press_and_counts_nothing_down() -> None:
    button = Button("Ready", "42:ready:k3f9q2:31")
    parts = (
        Text("N/S made 32\n-# The next hand begins <t:2000:R>."),
        Section("North", button),
        Text("-# <t:2000:R>"),
        Row((button,)),
    )
    kept = without_controls(Message(body=(Container(parts),), rows=(Row((button,)),)))
    assert kept == Message(body=(Container((Text("N/S made 32"), Text("North"))),))
