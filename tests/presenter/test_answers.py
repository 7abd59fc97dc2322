"""Messages that answer one person's request."""

import re
from dataclasses import replace

import pytest

from bot.presenter.rules.help import AI, COMMANDS, GAMES, HELP_TOPICS, help_screen
from bot.presenter.rules.help import LEVELS as LEVELS_OFFERED
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.answers import (
    confirm_close,
    confirm_leave,
    proof_file,
    record_file,
    table_list,
    table_status,
)
from bot.presenter.table.notices import (
    board_deleted,
    cannot_dm,
    dm_comes_later,
    hands_dealt,
    table_opened,
    welcome,
)
from bot.presenter.words.games import game_about, preset_about
from bot.presenter.words.ids import ComponentId, Verb, format_id
from bot.presenter.words.render_context import RenderContext
from bot.tables.model import Occupant
from bot.tables.past import ShakeProof
from bot.upkeep.views import Host
from texas42.ai.players.levels import LEVELS, STRONG_LEVELS
from texas42.library import games, presets

from .tabling import (
    buttons_of,
    pages_of,
    rules_of,
    sample,
    selects_of,
    table_of,
    text_of,
    whole_text,
)

CONTEXT = RenderContext(pictures=False)


def table(steps=15):
    game = sample(steps)
    return table_of(game.rules, game)


def test_leaving_a_game_needs_confirmation():
    message = confirm_leave(table(), CONTEXT)
    assert text_of(message) == (
        "Leave Table 3? A computer player takes your seat. It's a rated game, and leaving it "
        "counts as a loss.\n[Leave] [Stay]"
    )
    assert format_id(buttons_of(message)[0].component_id) == "42:leave:k3f9q2:31:yes"


def test_leaving_a_game_with_computers_costs_no_rating():
    first, *others = table().seats
    seats = (replace(first, occupant=Occupant.COMPUTER), *others)
    assert "rated" not in text_of(confirm_leave(replace(table(), seats=seats), CONTEXT))


def test_leaving_for_another_table_goes_on_with_the_request():
    sit = ComponentId(Verb.SIT, "abcdef", 3, "2")
    leave, _ = buttons_of(confirm_leave(table(), CONTEXT, again=sit))
    assert (leave.label, format_id(leave.component_id)) == (
        "Leave it and sit down",
        "42:leave:k3f9q2:0:yes/sit:abcdef:3:2",
    )


def test_closing_a_game_needs_confirmation():
    (close, _) = buttons_of(confirm_close(table(), CONTEXT))
    assert format_id(close.component_id) == "42:close:k3f9q2:31:yes"


def test_table_rules_are_sentences():
    text = whole_text(rules_screen, table_of(rules_of("42", "simple")), CONTEXT)
    assert "**Bidding.** One turn each. The player with the 1-0 bids first." in text
    assert "**Trump.** Any number or doubles." in text
    house = whole_text(rules_screen, table_of(rules_of("42", "house")), CONTEXT)
    for word in ("**Specials.** Nel-o", "- Plunge", "- Splash", "- Sevens"):
        assert f"{word}: " in house


def test_table_status_names_hand_players_and_turn():
    text = text_of(table_status(table(), CONTEXT))
    assert "Playing hand 1." in text
    assert "Ana, Bo, Cy and Di" in text
    assert "**Cy to play**" in text


def test_table_list_names_channels():
    text = text_of(table_list([table(), table_of(rules_of("88"))], CONTEXT))
    assert text == (
        "### Tables\n"
        "**Table 3 · Texas 42** in <#42>: Playing hand 1.\n"
        "**Table 3 · 88** in <#42>: 0 seats are open.\n"
        "[Tell me of tables here]"
    )


def test_empty_table_list_offers_play_now():
    assert buttons_of(table_list([], CONTEXT))[0].component_id == ComponentId(Verb.NOW)


def test_record_and_proof_are_attached_files():
    record = record_file(3, 1, "{}", CONTEXT)
    assert (record.files[0].name, record.files[0].content) == ("table-3-game-1.json", "{}")
    proof = proof_file(ShakeProof("k3f9q2", 4, "{}"), "4", CONTEXT)
    assert proof.files[0].name == "fair-deal-4.json"
    assert proof.content.endswith("Nobody added words to this shake.")
    shaken = proof_file(ShakeProof("k3f9q2", 4, "{}", (2, 0)), "4", CONTEXT)
    assert "The words that these seats added are in it: Seat 3 and Seat 1." in shaken.content


def test_player_without_dms_is_pointed_to_my_hand():
    message = cannot_dm(table(), 1001, CONTEXT)
    assert message.content.startswith(
        "<@1001> I can't send you DMs. Press My hand here instead; nothing is lost."
    )
    assert message.mentions == (1001,)


def test_delayed_dm_message_pings_only_people_who_need_it():
    message = dm_comes_later(table(), (1001, 1002), CONTEXT, (1002,))
    start = "<@1001> <@1002> your dominoes come here for now: press My hand. Discord "
    assert message.content.startswith(start)
    assert (message.mentions, message.silent) == ((1002,), False)
    assert dm_comes_later(table(), (1001,), CONTEXT, ()).silent


def test_deal_message_pings_people_without_a_dm():
    message = hands_dealt(table(), (1002, 1003), CONTEXT)
    assert message.content == "<@1002> <@1003> your dominoes are ready at Table 3."
    assert message.mentions == (1002, 1003)


def test_help_mentions_commands_as_clickable_links():
    ids = {"table": 7, "play": 8}
    text = whole_text(help_screen, replace(CONTEXT, command_ids=ids), COMMANDS)
    assert "</play:8>" in text
    assert "</table open:7>" in text
    assert "`/hand`" in text  # without an id, so not clickable
    assert text.index("`/hand`") < text.index("</table open:7>")  # common commands come first


def test_only_the_commands_topic_of_help_has_the_version():
    text = whole_text(help_screen, CONTEXT, COMMANDS, Host(version="1.2.3"))
    assert "Version 1.2.3" in text
    assert "1.2.3" not in whole_text(help_screen, CONTEXT, "hand", Host(version="1.2.3"))


def test_help_explains_the_discards_of_computers():
    text = whole_text(help_screen, CONTEXT, "discards")
    assert (
        "they like to throw from a suit that they hold the double of: a 6-2 hints at the 6-6"
        in text
    )
    assert "A double they throw hints at the next highest of its suit" in text
    assert "Count and trumps hint at nothing" in text


def test_help_explains_an_off_and_what_walks():
    """000:25, 000:27."""
    text = whole_text(help_screen, CONTEXT, "bidding")
    assert "**An off** is neither a trump nor a double." in text
    assert "**It walks** once nothing left can beat it" in text


def test_help_calls_signals_a_habit_that_may_mislead():
    """002:69, ruling 8.25."""
    text = whole_text(help_screen, CONTEXT, "discards")
    assert "**Their discards are a habit, not a promise.**" in text
    assert "It can mislead you" in text
    assert "in nel-o and sevens, or where doubles are trump, low or a suit of their own" in text


@pytest.mark.parametrize("topic", ["hand", "bidding", "trump", "marks", "commands"])
def test_help_links_its_five_main_topics(topic):
    buttons = [button.component_id for button in buttons_of(help_screen(CONTEXT, topic))]
    topics = [each.arg for each in buttons if each.verb is Verb.HELP and "/" not in each.arg]
    assert topics == ["hand", "bidding", "trump", "marks", "commands"]
    shown = [button for button in buttons_of(help_screen(CONTEXT, topic)) if button.disabled]
    assert shown[-1].component_id.arg == topic


def test_commands_topic_lists_every_other_topic_and_those_lead_back():
    (others,) = selects_of(help_screen(CONTEXT, COMMANDS))
    assert [option.value for option in others.options] == list(HELP_TOPICS)[5:]
    for option in others.options:
        back, *ways = buttons_of(help_screen(CONTEXT, option.value))[-4:]
        assert (back.label, back.component_id.arg) == ("Back", COMMANDS)
        assert [way.label for way in ways] == ["Play now", "Open a table", "Today's hand"]


def test_help_starts_with_a_hand_and_topics_have_unique_headings():
    assert help_screen(CONTEXT, "hand") == help_screen(CONTEXT)
    headings = {whole_text(help_screen, CONTEXT, topic).splitlines()[0] for topic in HELP_TOPICS}
    assert len(headings) == len(HELP_TOPICS)


def test_help_names_every_game_and_preset():
    text = whole_text(help_screen, CONTEXT, GAMES)
    for game in games():
        assert f"\n- {game_about(game, CONTEXT.words)}" in text
    text = whole_text(help_screen, CONTEXT, "house")
    for preset in presets("42"):
        assert f"\n- {preset_about(preset, CONTEXT.words)}\n" in text


@pytest.mark.parametrize("topic", ["", "trump", "marks", AI])
def test_blank_lines_separate_the_paragraphs_of_help(topic):
    found = 0
    for page in pages_of(help_screen, CONTEXT, topic):
        paragraphs = re.findall(r"^\*\*[A-Z][a-z ]+\.?\*\*", text_of(page), re.MULTILINE)
        assert all(f"\n\n{start}" in text_of(page) for start in paragraphs[1:])
        found += len(paragraphs)
    assert found >= 2


def test_help_topic_name_contains_its_keyword():
    """Discord's autocomplete searches only the names of choices."""
    for topic, name in HELP_TOPICS.items():
        assert topic in re.findall("[a-z]+", name.lower())


def test_help_describes_levels_like_the_command():
    text = whole_text(help_screen, CONTEXT, AI)
    assert set(LEVELS_OFFERED) == set(LEVELS)
    assert next(iter(LEVELS_OFFERED)) == STRONG_LEVELS[0]  # the default level
    for level, about in LEVELS_OFFERED.items():
        assert (f"\n- {about}\n" in text) == ("-" not in level)
    assert "can be careful (bid less, get set less) or bold" in text


def test_level_description_starts_with_its_name():
    for level, about in LEVELS_OFFERED.items():
        assert about.lower().startswith(f"{level.replace('-', ', ')}: ")


def test_short_public_messages():
    assert "Somebody deleted" in board_deleted(table(), CONTEXT).content
    assert table_opened(table(), CONTEXT).content == "Table 3 · Texas 42 is open in <#42>."
    assert [button.label for button in buttons_of(welcome(CONTEXT))] == [
        "Play now",
        "Open a table",
        "Today's hand",
        "Help",
    ]
