"""The screen on which players set a table's house rules, one option after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from bot.engine import Rules
from bot.library import NO_PRESETS, HostPresets, Option, Preset, load_rules, options_of, presets
from bot.tables.views import TableView

from ..table.scene import Scene
from ..words.games import preset_title
from ..words.ids import Verb, format_id
from ..words.language import Words
from ..words.names import shown_name
from ..words.parts import choices, lines, note, plain, small
from ..words.render_context import RenderContext
from ..words.spec import ButtonStyle, Message, Row, Select, SelectOption, TextForm
from .house_rules import (
    PRESET,
    Group,
    groups_of,
    member_name,
    offered_values,
    rule_sentence,
    rule_words,
)
from .screen import changes_line

DONE, MATCH = "done", "match"
MATCHES = (1, 3, 5)
MOST_CHOICES = 25
LONGEST = 100
DIGITS = 5


def steps_of(game_id: str) -> tuple[str, ...]:
    """Return the steps of the screen: the presets, every option of the game, the match."""
    options = chain.from_iterable(groups_of(game_id).values())
    return (PRESET, *(option.name for option in options), MATCH)


def house_rules_screen(
    table: TableView, step: str, context: RenderContext, own: HostPresets = NO_PRESETS
) -> Message:
    """Build one step of the screen; an unknown step is the first. `own`: a host's presets."""
    scene = Scene.of(table, context)
    known = options_of(table.rules.game.id)
    if step in known:
        return _option_step(scene, known[step])
    if step == MATCH:
        return _match_step(scene)
    return _preset_step(scene, presets(table.rules.game.id, own))


def number_form(table: TableView, option: Option, context: RenderContext) -> TextForm:
    """Build the form for a number that the list does not offer."""
    scene = Scene.of(table, context)
    title = rule_words(option.name, scene.words).title
    return TextForm(
        scene.id_of(Verb.NUMBER, option.name),
        scene.say("House rules"),
        title,
        str(getattr(scene.table.rules, option.name)),
        DIGITS,
    )


def _preset_step(scene: Scene, offered: Sequence[Preset]) -> Message:
    """Build the preset step: the story of the current one, and the others to choose from."""
    stories = (
        f"**{shown_name(scene.words.find(each.title))}**\n"
        + " ".join(scene.words.find(text) for text in (each.summary, each.story) if text)
        for each in offered
        if each.name == scene.table.rules.preset
    )
    options = tuple(
        SelectOption(
            plain(shown_name(scene.words.find(each.title)))[:LONGEST],
            each.name,
            plain(scene.words.find(each.summary))[:LONGEST],
            each.name == scene.table.rules.preset,
        )
        for each in offered[:MOST_CHOICES]
    )
    select = Select(scene.id_of(Verb.SET_PRESET), scene.say("Choose a preset"), options)
    text = lines(
        _heading(scene.say("Presets"), scene.words),
        small(scene.say("A preset sets all rules at once. Change single rules after it.")),
        *stories,
        changes_line(scene.table.rules, scene.words),
    )
    return note(text, Row((select,)), *_ways(scene, PRESET))


def _match_step(scene: Scene) -> Message:
    """Build the last step: how many games a match is."""
    now = scene.table.rules.game.best_of
    text = lines(
        _heading(scene.say("Match"), scene.words),
        scene.say("How many games do you play before a side has won?"),
        scene.say("**Now:** {rule}.", rule=_match_sentence(now, scene)),
        small(scene.say("Choosing a preset sets this, too.")),
    )
    options = choices({str(games): _match_sentence(games, scene) for games in MATCHES}, str(now))
    select = Select(scene.id_of(Verb.SET_MATCH), scene.say("Choose a match"), options)
    return note(text, Row((select,)), *_ways(scene, MATCH))


def _match_sentence(games: int, context: RenderContext) -> str:
    """Describe a match of this many games, without a period."""
    if games == 1:
        return context.say("One game, and then a rematch if you like")
    return context.say("A match: best of {n} games", n=games)


def _option_step(scene: Scene, option: Option) -> Message:
    rules = scene.table.rules
    about = rule_words(option.name, scene.words)
    group, number, count = _place(rules.game.id, option.name)
    where = scene.say(
        "{group} · {number} of {count}", group=group.title(scene.words), number=number, count=count
    )
    now, usual = getattr(rules, option.name), _usual(rules, option)
    text = lines(
        _heading(about.title, scene.words),
        small(where),
        about.about,
        scene.say("**Now:** {rule}.", rule=rule_sentence(option, now, scene.words)),
        scene.say("**Most tables:** {rule}.", rule=rule_sentence(option, usual, scene.words))
        if now != usual
        else small(scene.say("That's what most tables play.")),
    )
    choose = _member_select if option.kind == "list" else _value_select
    rows = [Row((choose(scene, option),))]
    if option.name == "target":
        ask = scene.press(Verb.ASK_NUMBER, scene.say("Another number"), arg=option.name)
        rows.append(Row((ask,)))
    return note(text, *rows, *_ways(scene, option.name))


def _place(game_id: str, name: str) -> tuple[Group, int, int]:
    """Return an option's group, its number in it, and the group's size."""
    for group, options in groups_of(game_id).items():
        names = [option.name for option in options]
        if name in names:
            return group, names.index(name) + 1, len(names)
    raise KeyError(name)


def _usual(rules: Rules, option: Option) -> object:
    """Return the most common value of an option: that of the game's first preset.

    The target depends on the table's scoring.
    """
    scored = {"scoring": rules.scoring} if "scoring" in options_of(rules.game.id) else {}
    given = {} if option.name == "scoring" else scored
    return getattr(load_rules(rules.game.id, given), option.name)


def _value_select(scene: Scene, option: Option) -> Select:
    """Build the select of an option with a single value."""
    now = getattr(scene.table.rules, option.name)
    usual = _usual(scene.table.rules, option)
    preset = load_rules(scene.table.rules.game.id, {PRESET: scene.table.rules.preset})
    kept = scene.say(
        "As in {preset}", preset=plain(preset_title(preset.game.id, preset.preset, scene.words))
    )
    options = []
    for value in offered_values(option, now):
        marks = [scene.say("Most tables play this")] if value == usual else []
        same_target = option.name != "target" or preset.scoring == scene.table.rules.scoring
        if value == getattr(preset, option.name) and same_target:
            marks.append(kept)
        options.append(
            SelectOption(
                rule_sentence(option, value, scene.words)[:LONGEST],
                option.line(value),
                " · ".join(marks)[:LONGEST],
                value == now,
            )
        )
    return _select(scene.table, tuple(options), scene.say("Choose a rule"))


def _member_select(scene: Scene, option: Option) -> Select:
    """Build the select that adds or removes a member of a list, never the last one."""
    now = getattr(scene.table.rules, option.name)
    held = [each for each in option.values if each in now]
    options = []
    for member in option.values:
        name = member_name(option, member, scene.words)
        if member not in held:
            kept = tuple(each for each in option.values if each in held or each == member)
            options.append(SelectOption(scene.say("Add {name}", name=name), option.line(kept)))
        elif len(held) > 1:
            kept = tuple(each for each in held if each != member)
            options.append(SelectOption(scene.say("Take out {name}", name=name), option.line(kept)))
    return _select(scene.table, tuple(options), scene.say("Add one, or take one out"))


def _select(table: TableView, options: tuple[SelectOption, ...], placeholder: str) -> Select:
    return Select(format_id(Verb.SET_RULE, table.table_id, table.seq), placeholder, options)


def _ways(scene: Scene, step: str) -> Iterator[Row]:
    """Yield the controls to other steps: a select of groups, and Back, Next, and Done."""
    game_id = scene.table.rules.game.id
    groups = groups_of(game_id)
    here = next((g for g, options in groups.items() if step in [o.name for o in options]), None)
    goals = [SelectOption(scene.say("Presets"), PRESET, default=step == PRESET)]
    goals += [
        SelectOption(group.title(scene.words), options[0].name, default=group is here)
        for group, options in groups.items()
    ]
    goals.append(SelectOption(scene.say("Match"), MATCH, default=step == MATCH))
    go = scene.id_of(Verb.HOUSE)
    yield Row((Select(go, scene.say("Go to"), tuple(goals)),))
    steps = steps_of(game_id)
    at = steps.index(step)
    done = scene.press(Verb.HOUSE, scene.say("Done"), arg=DONE, style=ButtonStyle.SUCCESS)
    before, after = steps[at - 1] if at else "first", (*steps, "last")[at + 1]
    back = scene.press(Verb.HOUSE, scene.say("Back"), arg=before, disabled=before not in steps)
    ahead = scene.press(Verb.HOUSE, scene.say("Next"), arg=after, disabled=after not in steps)
    yield Row((back, ahead, done))


def _heading(title: str, words: Words) -> str:
    return words.say("### House rules: {title}", title=title)
