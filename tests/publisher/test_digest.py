"""What a retired message keeps."""

from bot.presenter.words.ids import ComponentId, Verb
from bot.presenter.words.spec import Button, Container, Message, Row, Text
from bot.publisher.keeper.results import in_the_past


def test_retired_board_has_no_actions_and_no_countdown() -> None:
    button = Button("Ready", ComponentId(Verb.READY, "k3f9q2", 31))
    parts = (
        Text("N/S made 32\n-# The next hand begins <t:2000:R>."),
        Text("North"),
        Text("-# <t:2000:R>"),
        Row((button,)),
    )
    kept = in_the_past(Message(body=(Container(parts),), rows=(Row((button,)),)))
    assert kept == Message(body=(Container((Text("N/S made 32"), Text("North"))),))


def test_retired_result_can_still_be_reviewed_and_verified() -> None:
    told = (
        Button("Review", ComponentId(Verb.REVIEW, "k3f9q2", 31, "4")),
        Button("Fair deal", ComponentId(Verb.PROOF, "k3f9q2", 31, "4")),
    )
    record = Button("Game record", ComponentId(Verb.RECORD, "k3f9q2", 31, "1"))
    kept = in_the_past(Message(body=(Container((Row((record, *told)),)),)))
    assert kept == Message(body=(Container((Row(told),)),))
