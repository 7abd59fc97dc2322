"""The buttons in refusals: what a refusal asks for is a press."""

from dataclasses import replace

from bot.asked import errors as asked
from bot.events.errors import (
    BadPartner,
    EventFull,
    NoSuchEvent,
    PartnersRotate,
    TooLateForPartners,
    WrongEventStatus,
)
from bot.events.model import EventStatus
from bot.presenter.refusals import explain
from bot.presenter.words.ids import ComponentId, Verb, format_id, parse_id
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Link, Row
from bot.tables import errors
from bot.tables.model import Place, Status

from .tabling import buttons_of, parts_of, rules_of, sample, seat_lines, table_of

CONTEXT = RenderContext()


def offered(error, *args, **options):
    """List the ids of the buttons in a refusal."""
    return [
        format_id(button.component_id)
        for button in buttons_of(explain(error, CONTEXT, *args, **options))
    ]


def test_missing_table_offers_the_ways_into_a_game():
    assert offered(errors.NoSuchTable()) == ["42:now:-:0", "42:open:-:0", "42:daily:-:0"]


def test_refusal_that_passes_by_itself_offers_the_same_press_again():
    for error in (errors.TryAgain(), errors.StillBusy(), errors.TooFast(7, everyone=False)):
        assert offered(error, again=ComponentId(Verb.READY, "k3f9q2", 31)) == ["42:ready:k3f9q2:31"]
        assert offered(error) == []


def test_full_event_offers_the_same_press_and_a_missing_one_the_ways_into_a_game():
    assert offered(EventFull(), again=ComponentId(Verb.EVENT_JOIN, "ev3n7s")) == [
        "42:event-join:ev3n7s:0"
    ]
    assert offered(NoSuchEvent()) == ["42:now:-:0", "42:open:-:0", "42:daily:-:0"]


def test_refusal_at_a_table_offers_what_the_table_waits_for():
    game = sample(8)
    ways = {
        Status.LOBBY: Verb.START,
        Status.PLAYING: Verb.HAND,
        Status.BETWEEN: Verb.READY,
        Status.FINISHED: Verb.REMATCH,
        Status.PAUSED: Verb.HAND,
        Status.CLOSED: Verb.NOW,
    }
    for status, verb in ways.items():
        table = replace(table_of(game.rules, game), status=status)
        assert parse_id(offered(errors.WrongStatus(3, status), table)[0]).verb is verb


def test_refused_seat_offers_the_free_ones():
    table = table_of(rules_of("42"))
    error = errors.SeatTaken("Di", seat_lines(rules_of("42"))[1:3])
    assert [parse_id(each).arg for each in offered(error, table)] == ["1", "2"]
    assert [parse_id(each).verb for each in offered(errors.NotSeated(3), table)] == [
        Verb.SIT,
        Verb.OPEN,
    ]


def test_refusal_of_a_chosen_partner_offers_to_join_without_one():
    for error in (
        PartnersRotate("ev3n7s"),
        TooLateForPartners("ev3n7s"),
        BadPartner("ev3n7s"),
    ):
        assert offered(error) == ["42:event-join:ev3n7s:0"]


def test_event_that_waits_for_its_host_offers_what_only_the_host_presses():
    for status in (EventStatus.OPEN, EventStatus.BETWEEN):
        assert offered(WrongEventStatus("ev3n7s", status)) == ["42:event-manage:ev3n7s:0"]
    assert offered(WrongEventStatus("ev3n7s", EventStatus.PLAYING)) == []
    over = WrongEventStatus("ev3n7s", EventStatus.CLOSED)
    assert parse_id(offered(over)[0]).verb is Verb.NOW


def test_too_many_votes_link_to_each_open_one():
    shown = explain(asked.TooManyVotes(2, ((1, 2, 3), (1, 2, 4))), CONTEXT)
    rows = [part for part in parts_of(shown) if isinstance(part, Row)]
    links = [item for row in rows for item in row.items if isinstance(item, Link)]
    assert [(link.label, link.url.rsplit("/", 3)[1:]) for link in links] == [
        ("Vote 1", ["1", "2", "3"]),
        ("Vote 2", ["1", "2", "4"]),
    ]


def test_hints_that_the_host_may_turn_on_offer_the_tables_menu():
    table = table_of(rules_of("42"), sample(8))
    assert parse_id(offered(errors.HintsOff(fixed=False), table)[0]).verb is Verb.MENU
    assert offered(errors.HintsOff(fixed=True), table) == []


def test_already_seated_person_can_leave_the_other_table():
    error = errors.AlreadySeated("aaaaaa", Place(None, 42, 42, 2))
    assert offered(error) == ["42:leave:aaaaaa:0"]
    assert offered(error, again=ComponentId(Verb.NOW)) == ["42:leave:aaaaaa:0:for/now:-:0"]
    assert offered(error, again=ComponentId(Verb.NOW), abroad=True) == []
