"""The presets of a server: saved at a table, listed, renamed and deleted by its managers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.tables.views import TableView
from bot.values.server_presets import LONGEST_PRESET_NAME, MOST_PRESETS, ServerPreset
from texas42.engine import Rules
from texas42.library import load_rules

from ..table.scene import Scene
from ..words.games import game_title, saved_title
from ..words.ids import ComponentId, Verb
from ..words.parts import lines, note, plain, rows_of, small
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Message, Row, Select, SelectOption, TextForm
from .screen import changes_line, headline
from .short_words import fitting_differences

DELETE = "delete"
RENAME = "rename"
CONFIRMED = "yes"
"""Steps of `Verb.SERVER_PRESETS`, after a preset's id."""
LONGEST = 100
IN_ROW = 2
MOST_OPTIONS = 25
BESIDE = 100
"""Added to the seq of a second list, as two equal ids would be refused."""


def presets_screen(
    saved: Sequence[ServerPreset], context: RenderContext, *, said: str = ""
) -> Message:
    """Build the list of a server's presets, for its managers; `said`: what was just done."""
    how = context.say(
        "To save one, open a table, set its house rules under **Table…**, and press "
        "**Save as preset…**."
    )
    head = context.say("## House rules of this server")
    open_table = Button(context.say("Open a table"), ComponentId(Verb.OPEN))
    if not saved:
        nothing = context.say("No presets yet.")
        return note(lines(head, said, nothing, how), Row((open_table,)))
    about = context.say("They stand first where people choose a game or house rules.")
    count = context.say("{n} of {most}", n=len(saved), most=MOST_PRESETS)
    if len(saved) >= MOST_PRESETS:
        how = context.say("Delete one to save another.")
    select = Select(
        ComponentId(Verb.SERVER_PRESETS),
        context.say("Choose a preset to change it"),
        tuple(saved_option(each, context, value=each.preset_id) for each in saved),
    )
    text = lines(head, said, about, small(how), small(count))
    return note(text, Row((select,)), Row((open_table,)))


def preset_screen(preset: ServerPreset, context: RenderContext, *, said: str = "") -> Message:
    """Build the page of one preset, for the server's managers; `said`: what was just done."""
    rules = _rules_of(preset)
    text = lines(
        f"### {saved_title(preset.name)}",
        said,
        game_title(rules.game, context.words),
        headline(rules, context.words),
        changes_line(rules, context.words),
        small(
            context.say(
                "To change it, use /admin rules with options, or save other rules under this "
                "name. Tables keep the rules that they have."
            )
        ),
    )
    opened = ComponentId(Verb.OPEN, arg=f"{preset.key}//")
    buttons = (
        Button(context.say("Open a table"), opened),
        _step(preset, RENAME, context.say("Rename…")),
        _step(preset, DELETE, context.say("Delete…")),
        Button(context.say("Back"), ComponentId(Verb.SERVER_PRESETS)),
    )
    return note(text, *rows_of(buttons, IN_ROW))


def confirm_preset_deletion(preset: ServerPreset, context: RenderContext) -> Message:
    """Ask a manager to confirm the deletion of a preset."""
    text = lines(
        "### " + context.say("Delete {name}?", name=saved_title(preset.name)),
        context.say(
            "Tables keep its rules. If it's what new tables get here, they get the usual rules "
            "of the game instead."
        ),
    )
    yes = _step(preset, CONFIRMED, context.say("Yes, delete it"), ButtonStyle.DANGER)
    back = Button(context.say("Back"), ComponentId(Verb.SERVER_PRESETS, arg=preset.preset_id))
    return note(text, Row((yes, back)))


def save_form(table: TableView, context: RenderContext) -> TextForm:
    """Build the form for the name under which a table's rules are saved."""
    scene = Scene.of(table, context)
    return _form(scene.id_of(Verb.PRESET_NAME), "", context)


def rename_form(preset: ServerPreset, context: RenderContext) -> TextForm:
    """Build the form for another name of a preset."""
    pressed = ComponentId(Verb.RENAME_PRESET, arg=preset.preset_id)
    return _form(pressed, preset.name, context)


def said_saved(preset: ServerPreset, context: RenderContext, *, is_new: bool) -> str:
    """Say that rules were saved."""
    name = saved_title(preset.name)
    if is_new:
        return context.say("Saved as **{name}**, first in this server's lists.", name=name)
    return context.say("**{name}** now has these rules.", name=name)


def said_deleted(preset: ServerPreset, context: RenderContext) -> str:
    """Say that a preset was deleted."""
    return context.say("Deleted {name}.", name=saved_title(preset.name))


def said_changed(context: RenderContext) -> str:
    """Say that a preset was changed."""
    return context.say("Saved.")


def saved_option(
    preset: ServerPreset, context: RenderContext, *, value: str = "", default: bool = False
) -> SelectOption:
    """Build a line of a list: a preset's name, its game, and what differs from the usual rules."""
    rules = _rules_of(preset)
    game = plain(game_title(rules.game, context.words))
    room = LONGEST - len(game) - len(": ")
    changed = fitting_differences(rules, load_rules(preset.game), context.words, room)
    about = context.say("{game}: {rules}", game=game, rules=changed) if changed else game
    label = plain(saved_title(preset.name))
    return SelectOption(label, value or preset.key, about[:LONGEST], default)


def list_with_own(
    component_id: ComponentId,
    options: Sequence[SelectOption],
    own: int,
    placeholder: str,
    context: RenderContext,
) -> Iterator[Row]:
    """Yield a list as one select, or as two where Discord allows no list that long.

    `own`: how many of the options, the first ones, are presets of the server.
    """
    if len(options) <= MOST_OPTIONS:
        yield Row((Select(component_id, placeholder, tuple(options)),))
        return
    ours = context.say("House rules of this server")
    if own:
        yield Row((Select(component_id, ours, tuple(options[:own])),))
    other = replace(component_id, seq=component_id.seq + BESIDE)
    yield Row((Select(other, placeholder, tuple(options[own : own + MOST_OPTIONS])),))


def _form(component_id: ComponentId, name: str, context: RenderContext) -> TextForm:
    return TextForm(
        component_id,
        context.say("House rules of this server"),
        context.say("Their name in this server's lists"),
        name,
        LONGEST_PRESET_NAME,
    )


def _step(
    preset: ServerPreset, step: str, label: str, style: ButtonStyle = ButtonStyle.SECONDARY
) -> Button:
    pressed = ComponentId(Verb.SERVER_PRESETS, arg=f"{preset.preset_id}/{step}")
    return Button(label, pressed, style)


def _rules_of(preset: ServerPreset) -> Rules:
    rules = load_rules(preset.game, preset.rules)
    if preset.best_of is None:
        return rules
    return replace(rules, game=replace(rules.game, best_of=preset.best_of))
