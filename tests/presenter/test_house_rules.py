"""House rules in words: the screen, its steps, and the command's text option."""

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.rules.house_page import house_page
from bot.presenter.rules.house_rules import (
    Group,
    changes,
    groups_of,
    offered_values,
)
from bot.presenter.rules.house_rules_screen import all_rules_screen, list_step, number_form
from bot.presenter.rules.option_words import (
    rule_about,
    rule_sentence,
    rule_title,
    short_changes,
    short_rule,
)
from bot.presenter.rules.screen import rules_screen
from bot.presenter.rules.short_words import differences
from bot.presenter.rules.typed_rules import read_rules, rule_choices
from bot.presenter.table.answers import table_status
from bot.presenter.table.lobby import lobby
from bot.presenter.table.menu import table_menu
from bot.presenter.words.ids import Verb, format_id
from bot.presenter.words.language import Words
from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.convert import check
from bot.tables.views import PanelView
from texas42.library import (
    UnknownRule,
    games,
    has_effect,
    load_rules,
    options_of,
    parse_options,
    presets,
    toggles_of,
)

from .pseudo import WORDS as PSEUDO_WORDS
from .pseudo import assert_translated
from .tabling import buttons_of, rules_of, selects_of, table_of, text_of, whole_text

CONTEXT = RenderContext()
WORDS = Words()
GAMES = [game.id for game in games()]
EACH_GAME = pytest.mark.parametrize("game", GAMES)


def table(game, **options):
    return table_of(load_rules(game, options))


def step(game, name, **options):
    return all_rules_screen(table(game, **options), name, CONTEXT)


def page(game, **options):
    return house_page(table(game, **options), CONTEXT)


def pressed(message):
    """Map the label of each toggle to what its press sets."""
    ids = [(b.label, b.component_id) for b in buttons_of(message)]
    return {label: each.arg for label, each in ids if each.verb is Verb.TOGGLE}


def rule_select(message):
    (found,) = [s for s in selects_of(message) if s.component_id.verb is Verb.SET_RULE]
    return found


@EACH_GAME
def test_every_value_of_an_option_has_its_own_sentence(game):
    said = []
    for option in options_of(game).values():
        assert rule_about(option.name, WORDS).endswith(".")
        said += [rule_sentence(option, value, WORDS) for value in offered_values(option, None)]
    assert len(set(said)) == len(said)
    assert not [sentence for sentence in said if sentence.endswith(".") or len(sentence) > 90]


@EACH_GAME
def test_words_of_every_option_are_translated(game):
    usual = load_rules(game)
    for option in options_of(game).values():
        assert_translated(rule_title(option.name, PSEUDO_WORDS))
        assert_translated(rule_about(option.name, PSEUDO_WORDS))
        for value in offered_values(option, None):
            assert_translated(rule_sentence(option, value, PSEUDO_WORDS))
            rules = load_rules(game, {option.name: value})
            for said in short_changes(option, rules, usual, PSEUDO_WORDS):
                assert_translated(said)
    for toggle in toggles_of(game).values():
        assert_translated(PSEUDO_WORDS.find(toggle.label(usual)))


@pytest.mark.parametrize(
    ("option", "value", "sentence", "short"),
    [
        ("open_max_marks", 1, "You can open with 1 mark", "openings up to 1 mark"),
        ("open_max_marks", 3, "You can open with up to 3 marks", "openings up to 3 marks"),
        ("max_marks", None, "Bids of marks have no limit", "bids without limit"),
        ("target", 5, "First to 5 wins", "to 5 marks"),
        (
            "nello_doubles",
            ("low", "own"),
            "Nel-o is played with doubles low or doubles a suit of their own",
            "nel-o with doubles low or doubles a suit of their own",
        ),
    ],
)
def test_numbers_and_lists_fill_the_words_of_their_option(option, value, sentence, short):
    found = options_of("42")[option]
    assert rule_sentence(found, value, WORDS) == sentence
    assert short_rule(found, value, load_rules("42"), WORDS) == short


def test_special_contracts_have_a_list_of_their_own():
    asked = [option.name for option in groups_of("42")[Group.SPECIALS]]
    assert asked[:3] == ["nello", "nello_doubles", "low_no"]
    assert asked[3:7] == ["plunge", "splash", "plunge_doubles", "show_doubles"]
    assert asked[7:] == ["sevens", "sevens_tie", "sevens_lead"]


@EACH_GAME
def test_lists_of_all_rules_lead_to_every_rule_that_matters_and_back(game):
    for preset in presets(game):
        listed = []
        for group in Group:
            message = step(game, list_step(group), preset=preset.name)
            (select,) = selects_of(message)
            listed += [choice.value for choice in select.options]
            assert buttons_of(message)[-1].component_id.arg == "page"
        rules = load_rules(game, {"preset": preset.name})
        wanted = {name for name in options_of(game) if has_effect(rules, name)}
        assert {*listed} >= {*wanted, "match"}
        assert not {*listed} - {*wanted, "match"}
        for name in wanted:
            back = buttons_of(step(game, name, preset=preset.name))[0]
            group = Group(options_of(game)[name].group)
            assert (back.label, back.component_id.arg) == ("Back", list_step(group))


@EACH_GAME
def test_every_page_keeps_the_limits(game):
    for preset in presets(game):
        steps = [list_step(group) for group in Group] + [*options_of(game), "match"]
        messages = [step(game, name, preset=preset.name) for name in steps]
        for message in (*messages, page(game, preset=preset.name)):
            check(message)
            ids = [format_id(b.component_id) for b in buttons_of(message)]
            assert len(set(ids)) == len(ids)


def test_page_of_42_has_the_eight_rules_that_people_change_most():
    assert pressed(page("42")) == {
        "Forced bid": "all_pass=on",
        "Nel-o": "nello=on",
        "Plunge": "plunge=on",
        "Splash": "splash=on",
        "Sevens": "sevens=on",
        "✓ Follow me": "follow-me=off",
        "To 7": "target=5",
        "Best of 3": "match=3",
    }
    everything = pressed(page("42", preset="house", all_pass="forced30", target=3))
    assert list(everything) == [
        *("✓ Forced bid", "✓ Nel-o", "✓ Plunge", "✓ Splash", "✓ Sevens", "✓ Follow me"),
        *("To 3", "Best of 3"),
    ]
    assert everything["To 3"] == "target=7"
    assert everything["✓ Nel-o"] == "nello=off"


@EACH_GAME
def test_page_has_at_most_eight_rules_each_with_a_label_on_and_off(game):
    shown = page(game)
    assert 4 <= len(pressed(shown)) <= 8
    for toggle in toggles_of(game).values():
        for on in (True, False):
            value = toggle.value(load_rules(game), on=on)
            rules = load_rules(game, {toggle.option.name: value})
            assert (toggle.is_on(rules), toggle.is_off(rules)) == (on, not on)
            page(game, **{toggle.option.name: value})


def test_value_that_a_toggle_does_not_know_is_named_and_switched_off():
    shown = pressed(page("42", nello="forced_only", all_pass="forced31", target=4))
    assert shown["Nel-o: forced only"] == "nello=off"
    assert shown["Forced bid: 31 or more"] == "all_pass=off"
    assert shown["To 4"] == "target=7"
    assert "To 250" in pressed(page("42", scoring="points"))
    assert pressed(page("42", scoring="points"))["To 250"] == "target=150"


def test_last_trump_stays_when_it_is_switched_off():
    follow_me = toggles_of("42")["follow-me"]
    rules = load_rules("42", {"trumps": ["follow-me"]})
    kept = follow_me.value(rules, on=False)
    assert kept
    assert "follow-me" not in kept
    assert set(follow_me.value(rules, on=True)) == {"follow-me"}


def test_toggle_without_effect_cannot_be_pressed():
    widow = [b for b in buttons_of(page("moon", moon_set=21)) if b.label == "Widow unseen"]
    assert [button.disabled for button in widow] == [True]


def test_presets_are_described_by_their_differences_from_straight_marks():
    (select,) = selects_of(page("42"))
    told = {choice.label: choice.description for choice in select.options}
    assert told["Straight marks"] == "Tournament 42: first to seven marks, plain bids only."
    assert told["Austin league"] == "Forced bid, best of 3"
    assert told["Harper"] == "Forced bid, nel-o, best of 3"
    assert told["House"] == "Nel-o, plunge, splash, sevens, and 3 more"
    assert told["Puremco box rules"].startswith("By points, 84 after 42,")


@EACH_GAME
def test_every_changed_value_has_a_short_name(game):
    usual = load_rules(game)
    for option in options_of(game).values():
        for value in offered_values(option, None):
            rules = load_rules(game, {option.name: value})
            if value != getattr(usual, option.name) and has_effect(rules, option.name):
                said = differences(rules, usual, WORDS)
                assert said
                assert not [text for text in said if text.endswith(".") or len(text) > 60]


@EACH_GAME
def test_every_value_can_be_chosen_and_becomes_the_default(game):
    for option in options_of(game).values():
        if option.kind == "list":
            continue
        values = {choice.value for choice in rule_select(step(game, option.name)).options}
        assert values == {option.line(v) for v in offered_values(option, None)}
        for code in values:
            message = step(game, option.name, **parse_options(game, code))
            (default,) = [c for c in rule_select(message).options if c.default]
            assert default.value == code


@EACH_GAME
def test_list_members_are_added_and_removed_one_by_one(game):
    for option in options_of(game).values():
        if option.kind != "list":
            continue
        for member, other in pairwise(option.values):
            alone = rule_select(step(game, option.name, **{option.name: [member]}))
            assert len(alone.options) == len(option.values) - 1
            assert all(choice.label.startswith("Add ") for choice in alone.options)
            both = {option.name: [member, other]}
            codes = [c.value for c in rule_select(step(game, option.name, **both)).options]
            assert option.line((member,)) in codes
            assert option.line((other,)) in codes


def test_step_shows_the_rule_its_value_and_the_usual_one():
    text = text_of(step("42", "renege", renege="forfeit"))
    assert text.startswith(
        "### House rules: Renege\n"
        "What happens to a player who could follow suit and doesn't.\n"
        "**Now:** A renege loses the hand.\n"
        "**Most tables:** Nobody can renege by mistake.\n"
    )
    marks = {c.label: c.description for c in rule_select(step("42", "renege")).options}
    assert marks == {
        "Nobody can renege by mistake": "Most tables play this · As in Straight marks",
        "A renege loses the hand": "",
    }


def test_usual_target_follows_the_scoring():
    points = step("42", "target", scoring="points", target=300)
    assert "**Most tables:** First to 250 wins." in text_of(points)
    assert "**Most tables:** First to 7 wins." in text_of(step("42", "target", target=9))
    assert "That's what most tables play." in text_of(step("42", "target"))


def test_other_numbers_are_entered_in_a_form():
    message = step("42", "target", target=17)
    assert "First to 17 wins" in [c.label for c in rule_select(message).options]
    (ask,) = [b for b in buttons_of(message) if b.component_id.verb is Verb.ASK_NUMBER]
    assert ask.component_id.arg == "target"
    form = number_form(table("42", target=17), options_of("42")["target"], CONTEXT)
    assert (form.label, form.value) == ("Length of the game", "17")
    assert form.component_id.verb is Verb.NUMBER


@EACH_GAME
def test_page_tells_the_story_of_its_preset(game):
    for preset in presets(game):
        message = page(game, preset=preset.name)
        select = selects_of(message)[0]
        assert [choice.value for choice in select.options] == [p.name for p in presets(game)]
        assert [c.value for c in select.options if c.default] == [preset.name]
        assert preset.summary.endswith(".")
        assert preset.story.endswith(".")
        assert f"**{preset.title}** · {preset.summary} {preset.story}" in text_of(message)
        match = 1 if load_rules(game, {"preset": preset.name}).game.best_of > 1 else 3
        rules = load_rules(game, {"preset": preset.name})
        changed = replace(rules, game=replace(rules.game, best_of=match))
        told = text_of(house_page(table_of(changed), CONTEXT))
        assert preset.summary in told
        assert preset.story not in told


def test_the_menu_and_the_rules_name_every_change():
    changed = table("42", preset="house", renege="forfeit", target=5)
    line = "**House rules:** A renege loses the hand. First to 5 wins."
    assert line in text_of(table_menu(changed, 1000, CONTEXT))
    assert line in whole_text(rules_screen, changed, CONTEXT)
    assert line in text_of(table_status(changed, CONTEXT))
    assert line in text_of(hand_panel(PanelView(changed, 1000, 0, None), CONTEXT))
    usual = table("42", preset="house")
    assert "**House rules:**" not in text_of(table_menu(usual, 1000, CONTEXT))


@EACH_GAME
def test_each_changed_option_is_listed_as_its_sentence(game):
    usual = load_rules(game)
    for option in options_of(game).values():
        for value in offered_values(option, None):
            if value != getattr(usual, option.name):
                rules = load_rules(game, parse_options(game, option.line(value)))
                assert rule_sentence(option, value, WORDS) in changes(rules, WORDS)


def test_the_menu_of_the_lobby_opens_the_house_rules():
    menu = table_menu(table_of(rules_of("42")), 1000, CONTEXT)
    (button,) = [b for b in buttons_of(menu) if b.label == "House rules"]
    assert button.component_id.verb is Verb.HOUSE


# The command's text option


def names(typed, game="42"):
    return [choice.name for choice in rule_choices(game, typed, CONTEXT)]


def test_autocomplete_shows_rules_in_words_and_sends_codes():
    choices = rule_choices("42", "reneg", CONTEXT)
    assert [(c.name, c.value) for c in choices] == [
        ("Nobody can renege by mistake", "renege=reject"),
        ("A renege loses the hand", "renege=forfeit"),
    ]
    assert names("first to 13") == ["First to 13 wins"]


def test_several_rules_can_be_typed_without_repeating_one():
    (first,) = rule_choices("42", "a renege", CONTEXT)
    (second,) = rule_choices("42", f"{first.name}; with four", CONTEXT)
    assert second.name == (
        "A renege loses the hand; With four doubles you can plunge for four marks or more"
    )
    assert second.value == "renege=forfeit; plunge=on"
    assert not names(f"{first.name}; Nobody can reneg")
    (third,) = rule_choices("42", f"{second.name}; Draw domin", CONTEXT)
    assert third.name == "A renege…; With four…; Draw dominoes to see who shakes the next game"
    wanted = {"renege": "forfeit", "plunge": True, "next_game_shaker": "draw"}
    assert read_rules("42", third.name, WORDS) == read_rules("42", third.value, WORDS) == wanted


@EACH_GAME
def test_every_offered_rule_is_parsed_in_words_and_in_codes(game):
    for option in options_of(game).values():
        for value in offered_values(option, None):
            sentence = rule_sentence(option, value, WORDS)
            expected = parse_options(game, option.line(value))
            assert read_rules(game, sentence, WORDS) == expected
            assert sentence in names(sentence, game)
    for choice in rule_choices(game, "", CONTEXT):
        assert load_rules(game, read_rules(game, choice.value, WORDS))
        assert "=" not in choice.name


def test_rule_codes_still_work():
    assert names("ren", "42") == ["Nobody can renege by mistake", "A renege loses the hand"]
    assert names("plunge renege=f") == ["plunge renege=forfeit"]
    assert read_rules("42", "plunge renege=forfeit; First to 5 wins", WORDS) == {
        "plunge": True,
        "renege": "forfeit",
        "target": 5,
    }


@pytest.mark.parametrize("typed", ["A renege wins the hand", "In sevens", "renege=perhaps"])
def test_unknown_or_ambiguous_rule_is_refused(typed):
    with pytest.raises(UnknownRule):
        read_rules("42", typed, WORDS)
    assert rule_choices("42", f"{typed}; plunge", CONTEXT) == ()


def test_page_of_the_match_sets_how_many_games_it_is():
    message = step("42", "match")
    (found,) = [s for s in selects_of(message) if s.component_id.verb is Verb.SET_MATCH]
    assert [(option.value, option.default) for option in found.options] == [
        ("1", True),
        ("3", False),
        ("5", False),
    ]
    assert "**Now:** One game, and then a rematch if you like." in text_of(message)
    club = step("42", "match", preset="timpson")
    assert "**Now:** A match: best of 3 games." in text_of(club)
    assert "best of 3 games" in text_of(lobby(table("42", preset="timpson"), CONTEXT))
    assert "best of 3 games" in whole_text(rules_screen, table("42", preset="timpson"), CONTEXT)
