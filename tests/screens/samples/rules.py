"""Samples of rules, house rules, help, and messages that Discord refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.presenter.discord.undelivered import undelivered_screen
from bot.presenter.rules.help import HELP_TOPICS, help_screen
from bot.presenter.rules.house_page import house_page
from bot.presenter.rules.house_rules import groups_in_effect
from bot.presenter.rules.house_rules_screen import (
    MATCH,
    all_rules_screen,
    list_step,
    number_form,
)
from bot.presenter.rules.saved_presets import (
    confirm_preset_deletion,
    preset_screen,
    presets_screen,
    rename_form,
    said_changed,
    said_deleted,
    said_saved,
    save_form,
)
from bot.presenter.rules.screen import rules_screen
from bot.tables.model import Status
from bot.tables.views import Note
from bot.upkeep.views import Host
from bot.values.undelivered import Undelivered, UndeliveredKind
from tests.presenter.tabling import pages_of, sample
from tests.render.samples import GAMES, hand_of
from tests.screens.registry import Look, Named, samples_of
from tests.screens.samples.table import numbered
from tests.screens.states.presets import FRIDAY, FULL, MOONLIGHT, SAVED, offered
from tests.screens.states.tables import everything, lobby_at, over
from texas42.engine import Rules
from texas42.library import load_rules, options_of, presets

HOSTED = Host("ana@example.org", "https://a.example", "https://b.example", 30, "1.0")


def rules_by_name(game: str) -> Iterator[tuple[str, Rules]]:
    """Yield the rules of a game's sample, of each preset, and with every toggle on."""
    last = hand_of(game)[-1]
    yield "usual", last.rules
    yield "everything", everything(last)
    if game == last.rules.game.id:
        for preset in presets(game):
            yield preset.name, load_rules(game, {"preset": preset.name})


@samples_of(rules_screen, GAMES)
def rules_of_games(look: Look, game: str) -> Iterator[Named]:
    table = lobby_at(look, hand_of(game)[-1])
    for name, rules in rules_by_name(game):
        at = replace(table, rules=rules)
        yield from numbered(f"rules-{name}", pages_of(rules_screen, at, look.context))


@samples_of(house_page, GAMES)
def house_pages(look: Look, game: str) -> Iterator[Named]:
    table = lobby_at(look, hand_of(game)[-1])
    for name, rules in rules_by_name(game):
        yield f"house-{name}", house_page(replace(table, rules=rules), look.context)
    _, finished, _ = over(look, game)
    yield "house-next", house_page(finished, look.context)


@samples_of(house_page)
def changed_house_pages(look: Look) -> Iterator[Named]:
    table = lobby_at(look, sample(0))
    for name, changes in {
        "forced": {"all_pass": "forced31", "nello": "forced_only"},
        "odd-target": {"target": 6},
        "five-games": {},
    }.items():
        rules = load_rules("42", changes)
        if not changes:
            rules = replace(rules, game=replace(rules.game, best_of=5))
        yield name, house_page(replace(table, rules=rules), look.context)


@samples_of(house_page)
def house_pages_with_presets(look: Look) -> Iterator[Named]:
    table = lobby_at(look, sample(0))
    for name, saved in {"saved": SAVED, "full": FULL}.items():
        at = offered(saved, "42")
        yield f"presets-{name}", house_page(table, look.context, at, manager=True)
    match = replace(load_rules("42", FRIDAY.rules), preset="straight-marks")
    played = replace(table, rules=replace(match, game=replace(match.game, best_of=3)))
    at = offered(SAVED, "42")
    for is_new in (True, False):
        said = said_saved(FRIDAY, look.context, is_new=is_new)
        page = house_page(played, look.context, at, manager=True, saved=said)
        yield f"presets-played-{is_new}".lower(), page


@samples_of(rules_screen)
def rules_for_managers(look: Look) -> Iterator[Named]:
    table = lobby_at(look, sample(0))
    yield "manager", rules_screen(table, look.context, manager=True)
    yield "watcher", rules_screen(table, look.context, tells=True)


@samples_of(presets_screen)
def lists_of_presets(look: Look) -> Iterator[Named]:
    for name, saved in {"none": (), "saved": SAVED, "full": FULL}.items():
        yield name, presets_screen(saved, look.context)
    said = said_deleted(FRIDAY, look.context)
    yield "deleted", presets_screen(SAVED[1:], look.context, said=said)
    yield "deleted-last", presets_screen((), look.context, said=said)


@samples_of(preset_screen)
def pages_of_presets(look: Look) -> Iterator[Named]:
    for number, each in enumerate((*SAVED, FULL[0])):
        yield f"{number}", preset_screen(each, look.context)
    yield "changed", preset_screen(FRIDAY, look.context, said=said_changed(look.context))


@samples_of(confirm_preset_deletion)
def preset_deletions(look: Look) -> Iterator[Named]:
    yield "asked", confirm_preset_deletion(MOONLIGHT, look.context)


@samples_of(save_form)
def preset_forms(look: Look) -> Iterator[Named]:
    yield "empty", save_form(lobby_at(look, sample(0)), look.context)


@samples_of(rename_form)
def preset_renames(look: Look) -> Iterator[Named]:
    yield "named", rename_form(MOONLIGHT, look.context)


@samples_of(all_rules_screen, GAMES)
def all_rules(look: Look, game: str) -> Iterator[Named]:
    last = hand_of(game)[-1]
    table = lobby_at(look, last)
    full = replace(table, rules=everything(last))
    for group in groups_in_effect(full.rules):
        step = list_step(group)
        yield step, all_rules_screen(full, step, look.context)
    if game == last.rules.game.id:
        for option in options_of(game):
            yield option, all_rules_screen(table, option, look.context)
    yield MATCH, all_rules_screen(full, MATCH, look.context)


@samples_of(all_rules_screen)
def changed_rules(look: Look) -> Iterator[Named]:
    table = lobby_at(look, sample(0))
    full = replace(table, rules=everything(sample(0)))
    for option in options_of("42"):
        yield f"changed-{option}", all_rules_screen(full, option, look.context)
    yield "unknown", all_rules_screen(table, "nothing", look.context)
    yield "first", all_rules_screen(table, "all", look.context)
    yield "one-game", all_rules_screen(table, MATCH, look.context)
    one_trump = replace(table, rules=load_rules("42", {"trumps": ["5"]}))
    yield "one-trump", all_rules_screen(one_trump, "trumps", look.context)
    finished = replace(table, status=Status.FINISHED)
    yield "next-game", all_rules_screen(finished, "target", look.context)


@samples_of(number_form)
def forms(look: Look) -> Iterator[Named]:
    table = lobby_at(look, sample(0))
    yield "target", number_form(table, options_of("42")["target"], look.context)


@samples_of(help_screen)
def helps(look: Look) -> Iterator[Named]:
    for topic in HELP_TOPICS:
        yield topic, help_screen(look.context, topic)
        for number, page in enumerate(pages_of(help_screen, look.context, topic)[1:], 2):
            yield f"{topic}-{number}", page
    yield "start", help_screen(look.context)
    yield "hosted", help_screen(look.context, "", HOSTED)
    yield "hosted-commands", help_screen(look.context, "commands", HOSTED)
    yield "unknown", help_screen(look.context, "nothing")


def undelivered() -> Iterator[Undelivered]:
    """Yield a refused message of each kind, and one for each reason."""
    for kind in UndeliveredKind:
        yield Undelivered(kind, "k", 7, 70, 1, str(Note.NOT_ALLOWED))
    for note in Note:
        yield Undelivered(UndeliveredKind.VOTE, "k", 7, 70, 1, str(note), 50001)


@samples_of(undelivered_screen)
def refused(look: Look) -> Iterator[Named]:
    found = list(undelivered())
    kinds = len(UndeliveredKind)
    yield "kinds", undelivered_screen(found[:kinds], look.context)
    for each in found[kinds:]:
        yield each.reason, undelivered_screen([each], look.context)
