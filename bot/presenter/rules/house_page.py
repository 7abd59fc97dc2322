"""The page of house rules: the rules that people change most, each switched by one press."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.tables.model import Status
from bot.tables.views import TableView
from texas42.engine import Rules
from texas42.library import (
    Preset,
    has_effect,
    lengths_of,
    load_rules,
    presets,
    toggles_of,
)

from ..table.scene import Scene
from ..words.games import game_title, title_of
from ..words.ids import Verb
from ..words.parts import capital, lines, note, plain, rows_of, small
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Message, Row, SelectOption
from .saved_presets import list_with_own
from .screen import save_button
from .short_words import fitting_differences, match_words, named_differences, preset_rules

PAGE = "page"
ALL = "all"
MATCH = "match"
TARGET = "target"
ON = "on"
OFF = "off"
USUAL_MATCH = 3
IN_ROW = 2
LONGEST = 100


def house_page(
    table: TableView,
    context: RenderContext,
    offered: Sequence[Preset] | None = None,
    *,
    manager: bool = False,
    saved: str = "",
) -> Message:
    """Build the page.

    `offered`: the presets of the game, by default the shipped ones. `manager`: this person can
    save the rules for the server. `saved`: what was just said of a saved preset.
    """
    scene = Scene.of(table, context)
    if offered is None:
        offered = presets(table.rules_ahead.game.id)
    ways = [scene.press(Verb.HOUSE, scene.say("All rules…"), arg=ALL)]
    if manager:
        ways.append(save_button(scene))
    ways.append(scene.press(Verb.MENU, scene.say("Back")))
    rows = rows_of([*_switches(scene), _length(scene), _match(scene)], IN_ROW)
    return note(_text(scene, offered, saved), *_presets(scene, offered), *rows, Row(tuple(ways)))


def _text(scene: Scene, offered: Sequence[Preset], saved: str) -> str:
    """Say what is played: the preset with its story, or with what differs from it."""
    rules = scene.table.rules_ahead
    changed = named_differences(rules, preset_rules(rules), scene.words)
    now = _preset_now(scene, offered)
    named = [] if now is None or now.base is None else [f"**{title_of(now, scene.words)}**"]
    stories = (
        f"**{title_of(each, scene.words)}** · "
        + " ".join(scene.words.find(text) for text in (each.summary, each.story) if text)
        if not changed
        else f"**{title_of(each, scene.words)}** · {scene.words.find(each.summary)}"
        for each in offered
        if each.name == rules.preset
    )
    title = scene.say("House rules · {game}", game=game_title(rules.game, scene.words))
    if scene.table.status is Status.FINISHED:
        title = scene.say("House rules · the next game")
    return lines(
        f"### {title}",
        *named,
        *stories,
        scene.say("**House rules:** {rules}.", rules=changed) if changed else "",
        saved or small(scene.say("Press a rule to switch it. A preset sets all rules at once.")),
    )


def _presets(scene: Scene, offered: Sequence[Preset]) -> Iterator[Row]:
    """Yield the list of presets, the server's own first, each with what differs from the usual."""
    now = _preset_now(scene, offered)
    options = [
        SelectOption(
            plain(title_of(each, scene.words))[:LONGEST],
            each.name,
            _about(scene, each),
            each is now,
        )
        for each in offered
    ]
    own = sum(each.base is not None for each in offered)
    yield from list_with_own(
        scene.id_of(Verb.SET_PRESET), options, own, scene.say("Choose a preset"), scene.context
    )


def _preset_now(scene: Scene, offered: Sequence[Preset]) -> Preset | None:
    """Return the server's preset that the table plays, or the shipped one of its rules."""
    rules = scene.table.rules_ahead
    own = (each for each in offered if each.base is not None and _rules_of(scene, each) == rules)
    shipped = (each for each in offered if each.name == rules.preset)
    return next(own, None) or next(shipped, None)


def _rules_of(scene: Scene, preset: Preset) -> Rules:
    game_id = scene.table.rules_ahead.game.id
    return load_rules(game_id, {"preset": preset.name}, {game_id: {preset.name: preset}})


def _about(scene: Scene, preset: Preset) -> str:
    """Name what differs in a preset from the usual one; its summary if nothing does."""
    game_id = scene.table.rules_ahead.game.id
    rules = _rules_of(scene, preset)
    if text := fitting_differences(rules, load_rules(game_id), scene.words, LONGEST):
        return capital(text)
    return plain(scene.words.find(preset.summary))[:LONGEST] if preset.summary else ""


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
