"""The screens of events: their texts, buttons and Discord's limits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.events import errors
from bot.events.model import EventStatus, Partners
from bot.events.views import EventView, PlayerLine
from bot.presenter.events.ending import event_table_closed
from bot.presenter.events.screen import (
    confirm_event_close,
    event_said,
    event_screen,
    event_status,
    event_thread_title,
    manage_event,
)
from bot.presenter.events.standings import player_name
from bot.presenter.panel.screen import hand_panel
from bot.presenter.panel.tools import fits_phone
from bot.presenter.refusals import explain
from bot.presenter.words.ids import Verb, format_id
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Button, Container, Message, Row
from bot.publisher.calls.convert import check
from bot.tables.model import Status
from tests.presenter.heights import MOST, height_in_words
from tests.screens.states.events import event, players, with_round

from .tabling import buttons_of, panel_at, sample, table_of, text_of

CONTEXT = RenderContext()
LONG = "*_`~|<>[]()#" * 3


def verbs(message: Message) -> dict[Verb, bool]:
    """Map the verb of each button to whether it is enabled."""
    found = {}
    for button in buttons_of(message):
        assert isinstance(button, Button)
        component = button.component_id
        assert component is not None
        assert component.table_id == "ev3n7s"
        found[component.verb] = not button.disabled
    return found


def test_open_event_lists_pairs_wishes_and_singles() -> None:
    who = players(4)
    shown = text_of(
        event_screen(event(4, pairs=((who[1], who[3]),), wishes=((who[2], 99),)), CONTEXT)
    )
    assert "**4 players**\n- P2 and P4\n- P1\n- P3, hoping for <@99>" in shown
    assert "2 tables. Computers fill the 4 open seats." in shown


def test_open_event_says_how_many_people_it_lacks() -> None:
    def shown(count: int, tables: int) -> str:
        return text_of(event_screen(event(count, table_count=tables), CONTEXT))

    assert "2 tables. 3 more people need to join." in shown(1, 2)
    assert "8 tables. 1 more person needs to join." in shown(15, 8)
    assert "8 tables. Computers fill the 16 open seats." in shown(16, 8)
    assert "2 tables.\n" in shown(8, 2)


@pytest.mark.parametrize(
    ("tables", "people", "label", "custom_id"),
    [
        (8, 15, "Start with 7 tables", "42:event-start:ev3n7s:0:7"),
        (3, 4, "Start with 2 tables", "42:event-start:ev3n7s:0:2"),
        (8, 3, "Play now", "42:now:-:0"),
    ],
)
def test_host_of_an_event_with_too_few_people_is_offered_what_they_can_play(
    tables: int, people: int, label: str, custom_id: str
) -> None:
    message = explain(errors.TooFewPeople("ev3n7s", tables, people), CONTEXT)
    assert [(b.label, format_id(b.component_id)) for b in buttons_of(message)] == [
        (label, custom_id)
    ]


def test_open_event_can_be_joined_left_started_and_closed() -> None:
    assert verbs(event_screen(event(), CONTEXT)) == {
        Verb.EVENT_JOIN: True,
        Verb.EVENT_LEAVE: True,
        Verb.EVENT_MANAGE: True,
    }
    assert verbs(manage_event(event(), CONTEXT)) == {
        Verb.EVENT_START: True,
        Verb.EVENT_CLOSE: True,
    }


def test_public_event_screen_has_no_button_that_only_the_host_can_press() -> None:
    for status in (EventStatus.PLAYING, EventStatus.BETWEEN):
        shown = event_screen(with_round(event(), status), CONTEXT)
        hosts = {Verb.EVENT_START, Verb.EVENT_NEXT, Verb.EVENT_CLOSE}
        assert not hosts & set(verbs(shown))
        for part in shown.body:
            assert isinstance(part, Container)
            rows = [row for row in part.children if isinstance(row, Row)]
            assert all(fits_phone(row.items) for row in rows)


def test_round_lists_each_table_with_channel_and_score() -> None:
    shown = text_of(event_screen(with_round(event(), EventStatus.PLAYING, None), CONTEXT))
    assert f"**Table 1** <#{10**18 + 1}>\nP1 and P2 **7** : **3** P3 and P4" in shown
    assert "2 tables are still playing." in shown


def test_next_round_is_enabled_only_after_the_round() -> None:
    going_on = with_round(event(), EventStatus.PLAYING, None)
    over = event_screen(with_round(event(), EventStatus.BETWEEN), CONTEXT)
    assert not verbs(manage_event(going_on, CONTEXT))[Verb.EVENT_NEXT]
    ended = manage_event(with_round(event(), EventStatus.BETWEEN), CONTEXT)
    assert verbs(ended)[Verb.EVENT_NEXT]
    assert "**P1 and P2** beat P3 and P4, 7 to 3" in text_of(over)
    assert "1\\. **1** of 1 · 7–3 · P1 and P2" in text_of(over)


def test_winners_of_a_second_side_are_named_first() -> None:
    shown = text_of(event_screen(with_round(event(), EventStatus.BETWEEN, 1), CONTEXT))
    assert "**P3 and P4** beat P1 and P2, 3 to 7" in shown


def test_unfinished_game_is_reported() -> None:
    found = with_round(event(), EventStatus.BETWEEN)
    tables = (replace(found.tables[0], counted=False), found.tables[1])
    shown = text_of(event_screen(replace(found, tables=tables), CONTEXT))
    assert "The game didn't finish. P1 and P2 move up by a draw." in shown


def test_joining_late_needs_a_computers_place() -> None:
    full = event_screen(with_round(event(), EventStatus.PLAYING, None), CONTEXT)
    free = event_screen(with_round(event(people=7), EventStatus.PLAYING, None), CONTEXT)
    assert not verbs(full)[Verb.EVENT_JOIN]
    assert verbs(free)[Verb.EVENT_JOIN]
    assert "P8 (computer)" in text_of(free)
    assert "A computer player holds 1 place" in text_of(free)


def test_closed_event_names_the_winners_and_leads_to_another_game() -> None:
    message = event_screen(with_round(event(), EventStatus.CLOSED), CONTEXT)
    assert "### P1 and P2 win the event" in text_of(message)
    labels = [button.label for button in buttons_of(message)]
    assert labels == ["Standings", "Play now", "Open a table", "Today's hand"]


def test_computers_are_never_among_the_winners() -> None:
    found = with_round(event(), EventStatus.CLOSED)
    computer = PlayerLine(1, None, "Pearl")
    first = replace(found.standings[0], players=(found.standings[0].players[0], computer))
    message = event_screen(replace(found, standings=(first, *found.standings[1:])), CONTEXT)
    assert "### P1 wins the event" in text_of(message)
    lost = tuple(replace(line, won=0, place=1) for line in found.standings)
    message = event_screen(replace(found, standings=lost), CONTEXT)
    assert "The event is closed." in text_of(message)


def test_event_with_rotating_partners_has_one_winner() -> None:
    message = event_screen(
        with_round(event(partners=Partners.ROTATING), EventStatus.CLOSED), CONTEXT
    )
    assert "### P1 wins the event" in text_of(message)


def test_event_closed_before_a_game_has_no_winner() -> None:
    message = event_screen(event(status=EventStatus.CLOSED, next_at=None), CONTEXT)
    assert "The event is closed." in text_of(message)


def test_event_answer_names_the_persons_table() -> None:
    found = with_round(event(), EventStatus.PLAYING, None)
    assert f"You're in! Table 2: <#{10**18 + 2}>." in text_of(event_said(found, 6, CONTEXT))
    assert "You don't have a place in the event" in text_of(event_said(found, 99, CONTEXT))
    waiting = event(4, wishes=((players(4)[2], 99),))
    assert "<@99>" in text_of(event_said(waiting, 3, CONTEXT))
    assert "<@99>" not in text_of(event_said(waiting, 2, CONTEXT))


def ended(count: int = 16) -> EventView:
    return with_round(event(count), EventStatus.CLOSED)


def event_panel(found: EventView, user_id: int) -> Message:
    """Build the panel of a person at a table that their event has closed."""
    panel = panel_at(sample(8), seat=1, status=Status.CLOSED, event_id=found.event_id)
    return hand_panel(replace(panel, user_id=user_id), CONTEXT, event=found)


def test_own_panel_at_the_end_of_an_event_tells_place_and_standings() -> None:
    assert text_of(event_panel(ended(), 9)) == (
        "### The event is over\nYou finished #5 of 8.\n### Standings\n"
        "1\\. **1** of 1 · 7–3 · P1 and P2\n"
        "2\\. **0** of 1 · 7–3 · P3 and P4\n"
        "3\\. **1** of 1 · 7–3 · P5 and P6\n"
        "5\\. **1** of 1 · 7–3 · P9 and P10\n"
        f"-# All standings are in <#{10**18}>.\n[Rules]\n"
        "[Play now] [Open a table] [Today's hand]"
    )
    assert "You won the event!" in text_of(event_panel(ended(), 2))
    tied = replace(ended(), standings=tuple(replace(s, place=1) for s in ended().standings))
    assert "You tied for #1 of 8." in text_of(event_panel(tied, 2))


def test_own_panel_of_an_event_without_a_finished_game_says_so() -> None:
    unplayed = tuple(replace(line, played=0, won=0) for line in ended().standings)
    shown = text_of(event_panel(replace(ended(), standings=unplayed), 2))
    assert "You didn't finish a game, so you have no place." in shown
    assert "No game was finished, so there are no standings." in shown


def test_own_panel_at_a_closed_table_says_that_its_event_goes_on() -> None:
    shown = text_of(event_panel(with_round(event(), EventStatus.BETWEEN), 2))
    assert "This table is closed.\nThe event goes on in" in shown


def test_own_panel_at_the_end_of_an_event_fits_a_phone() -> None:
    found = ended(32)
    named = tuple(
        replace(
            line,
            players=tuple(replace(p, name=f"{p.name} Throckmorton-Weaver") for p in line.players),
        )
        for line in found.standings
    )
    assert height_in_words(event_panel(replace(found, standings=named), 32)) <= MOST


def test_user_who_left_an_event_is_told_so_and_not_that_they_were_never_in_it() -> None:
    going = with_round(event(people=7), EventStatus.PLAYING, None)
    left = text_of(event_said(going, 99, CONTEXT, left=True))
    assert left == f"You left the event in <#{10**18}>. Press Join there to come back."
    full = with_round(event(), EventStatus.PLAYING, None)
    assert "Join" not in text_of(event_said(full, 99, CONTEXT, left=True))
    over = f"You left the event in <#{10**18}> before it ended. The final standings are there."
    assert text_of(event_said(ended(), 99, CONTEXT, left=True)) == over
    game = sample(8)
    table = table_of(game.rules, game)
    pressed = event_table_closed(ended(), table, 99, CONTEXT, left=True)
    assert text_of(pressed) == f"{over}\n[See result]"
    never = text_of(event_table_closed(ended(), table, 99, CONTEXT, left=False))
    assert "You left" not in never


def test_press_at_a_closed_table_tells_players_their_place_in_the_event() -> None:
    game = sample(8)
    table = table_of(game.rules, game)
    shown = text_of(event_table_closed(ended(), table, 9, CONTEXT, left=False))
    assert "is over. The final standings are there.\nYou finished #5 of 8." in shown
    going = with_round(event(people=7), EventStatus.PLAYING, None)
    shown = text_of(event_table_closed(going, table, 99, CONTEXT, left=True))
    assert "has ended. The event goes on in" in shown
    assert "You left the event in" in shown


@pytest.mark.parametrize("partners", Partners)
@pytest.mark.parametrize("count", [1, 8, 32])
def test_event_screens_keep_the_limits_with_the_longest_names(
    count: int, partners: Partners
) -> None:
    found = event(count, name=LONG, partners=partners)
    messages = [event_screen(found, CONTEXT), event_status(found, CONTEXT)]
    if count > 1:
        for status in (EventStatus.PLAYING, EventStatus.BETWEEN, EventStatus.CLOSED):
            for winner in (None, 0):
                running = with_round(event(count, 0, LONG, partners=partners), status, winner)
                messages += [event_screen(running, CONTEXT), event_status(running, CONTEXT)]
                messages.append(event_said(running, 1, CONTEXT))
    messages.append(confirm_event_close(found, CONTEXT))
    for message in messages:
        check(message)
    assert len(event_thread_title(8, found, CONTEXT)) <= 100


def test_names_are_escaped() -> None:
    shown = text_of(event_screen(event(4, name="*@everyone*"), CONTEXT))
    assert "@everyone" not in shown


def test_former_player_is_not_shown_as_a_computer() -> None:
    assert player_name(PlayerLine(0, None, ""), CONTEXT) == "Former player"
    assert player_name(PlayerLine(0, None, "Pearl"), CONTEXT) == "Pearl (computer)"
