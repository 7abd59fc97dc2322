"""The page of house rules: the rules that people change most, each switched by one press."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.model import Status
from bot.tables.views import TableView
from texas42.library import (
    NO_PRESETS,
    HostPresets,
    Preset,
    has_effect,
    lengths_of,
    load_rules,
    presets,
    toggles_of,
)

from ..table.scene import Scene
from ..words.games import game_title
from ..words.ids import Verb
from ..words.names import shown_name
from ..words.parts import capital, lines, note, plain, rows_of, small
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Message, Row, Select, SelectOption
from .short_words import MOST_NAMED, match_words, named_differences, preset_rules

PAGE = "page"
ALL = "all"
MATCH = "match"
TARGET = "target"
ON = "on"
OFF = "off"
USUAL_MATCH = 3
IN_ROW = 2
MOST_CHOICES = 25
LONGEST = 100


def house_page(table: TableView, context: RenderContext, own: HostPresets = NO_PRESETS) -> Message:
    """Build the page; `own`: a host's presets."""
    scene = Scene.of(table, context)
    offered = presets(table.rules_ahead.game.id, own)
    ways = Row(
        (
            scene.press(Verb.HOUSE, scene.say("All rules…"), arg=ALL),
            scene.press(Verb.MENU, scene.say("Back")),
        )
    )
    rows = rows_of([*_switches(scene), _length(scene), _match(scene)], IN_ROW)
    return note(_text(scene, offered), Row((_presets(scene, offered),)), *rows, ways)


def _text(scene: Scene, offered: Sequence[Preset]) -> str:
    """Say what is played: the preset with its story, or with what differs from it."""
    rules = scene.table.rules_ahead
    changed = named_differences(rules, preset_rules(rules), scene.words)
    stories = (
        f"**{shown_name(scene.words.find(each.title))}** · "
        + " ".join(scene.words.find(text) for text in (each.summary, each.story) if text)
        if not changed
        else f"**{shown_name(scene.words.find(each.title))}** · {scene.words.find(each.summary)}"
        for each in offered
        if each.name == rules.preset
    )
    title = scene.say("House rules · {game}", game=game_title(rules.game, scene.words))
    if scene.table.status is Status.FINISHED:
        title = scene.say("House rules · the next game")
    return lines(
        f"### {title}",
        *stories,
        scene.say("**House rules:** {rules}.", rules=changed) if changed else "",
        small(scene.say("Press a rule to switch it. A preset sets all rules at once.")),
    )


def _presets(scene: Scene, offered: Sequence[Preset]) -> Select:
    """Build the list of presets, each with what differs from the first one."""
    options = tuple(
        SelectOption(
            plain(shown_name(scene.words.find(each.title)))[:LONGEST],
            each.name,
            _about(scene, each),
            each.name == scene.table.rules_ahead.preset,
        )
        for each in offered[:MOST_CHOICES]
    )
    return Select(scene.id_of(Verb.SET_PRESET), scene.say("Choose a preset"), options)


def _about(scene: Scene, preset: Preset) -> str:
    """Name what differs in a preset from the usual one; its summary if nothing does."""
    game_id = scene.table.rules_ahead.game.id
    rules = load_rules(game_id, {"preset": preset.name}, {game_id: {preset.name: preset}})
    for most in range(MOST_NAMED, 0, -1):
        text = named_differences(rules, load_rules(game_id), scene.words, most=most)
        if text and len(text) <= LONGEST:
            return capital(text)
    return plain(scene.words.find(preset.summary))[:LONGEST]


def _switches(scene: Scene) -> list[Button]:
    """Build the buttons of the rules that are on or off."""
    rules = scene.table.rules_ahead
    buttons = []
    for key, toggle in toggles_of(rules.game.id).items():
        off = toggle.is_off(rules)
        label = scene.words.find(toggle.label(rules))
        if toggle.is_on(rules):
            label = scene.say("✓ {rule}", rule=label)
        style = ButtonStyle.SECONDARY if off else ButtonStyle.SUCCESS
        idle = not has_effect(rules, toggle.option.name)
        arg = f"{key}={ON if off else OFF}"
        buttons.append(scene.press(Verb.TOGGLE, label, arg=arg, style=style, disabled=idle))
    return buttons


def _length(scene: Scene) -> Button:
    """Build the button of the target, which goes on to the next one."""
    rules = scene.table.rules_ahead
    lengths = lengths_of(rules) or (rules.target,)
    at = lengths.index(rules.target) + 1 if rules.target in lengths else 0
    following = lengths[at % len(lengths)]
    label = scene.say("To {n}", n=rules.target)
    return scene.press(Verb.TOGGLE, label, arg=f"{TARGET}={following}")


def _match(scene: Scene) -> Button:
    """Build the button that makes a match of three games, or ends one."""
    games = scene.table.rules_ahead.game.best_of
    if games == 1:
        label = capital(match_words(USUAL_MATCH, scene.words))
        return scene.press(Verb.TOGGLE, label, arg=f"{MATCH}={USUAL_MATCH}")
    label = scene.say("✓ {rule}", rule=capital(match_words(games, scene.words)))
    return scene.press(Verb.TOGGLE, label, arg=f"{MATCH}=1", style=ButtonStyle.SUCCESS)
