"""All rules of a table: a list for each group of them, and a page for each rule to change."""

from __future__ import annotations

from bot.tables.views import TableView
from texas42.engine import Rules
from texas42.library import Option, load_rules, options_of

from ..table.scene import Scene
from ..words.games import preset_title
from ..words.ids import Verb
from ..words.language import Words
from ..words.parts import choices, lines, note, plain, rows_of, small
from ..words.render_context import RenderContext
from ..words.spec import Button, Message, Row, Select, SelectOption, TextForm
from .house_page import ALL, LONGEST, MATCH, PAGE
from .house_rules import (
    PRESET,
    Group,
    groups_in_effect,
    offered_values,
)
from .option_words import member_name, rule_about, rule_sentence, rule_title

MATCHES = (1, 3, 5)
DIGITS = 5
IN_ROW = 3
_GROUPS = {f"{ALL}-{group.name.lower()}": group for group in Group}
"""The lists of all rules, by the step that shows each."""


def list_step(group: Group) -> str:
    """Return the step that lists a group of rules."""
    return f"{ALL}-{group.name.lower()}"


def all_rules_screen(table: TableView, step: str, context: RenderContext) -> Message:
    """Build a list of rules, or the page of one; an unknown step is the first list."""
    scene = Scene.of(table, context)
    known = options_of(table.rules_ahead.game.id)
    if step in known:
        return _option_page(scene, known[step])
    if step == MATCH:
        return _match_page(scene)
    groups = groups_in_effect(table.rules_ahead)
    return _list_page(scene, _GROUPS[step] if _GROUPS.get(step) in groups else next(iter(groups)))


def number_form(table: TableView, option: Option, context: RenderContext) -> TextForm:
    """Build the form for a number that the list does not offer."""
    scene = Scene.of(table, context)
    title = rule_title(option.name, scene.words)
    return TextForm(
        scene.id_of(Verb.NUMBER, option.name),
        scene.say("House rules"),
        title,
        str(getattr(scene.table.rules_ahead, option.name)),
        DIGITS,
    )


def _list_page(scene: Scene, group: Group) -> Message:
    """Build the list of a group's rules that matter at this table, and of the groups."""
    rules = scene.table.rules_ahead
    words = scene.words
    shown = {option.name: _now(option, rules, words) for option in groups_in_effect(rules)[group]}
    titles = {name: rule_title(name, words) for name in shown}
    if group is Group.SCORING:
        shown[MATCH] = _match_sentence(rules.game.best_of, scene)
        titles[MATCH] = scene.say("Match")
    said = [small(f"• {value}.") for value in shown.values()]  # a phone shows the longest list
    title = scene.say("All rules: {group}", group=group.title(words))
    options = tuple(
        SelectOption(titles[name], name, value[:LONGEST]) for name, value in shown.items()
    )
    go = scene.id_of(Verb.HOUSE)
    change = Select(go, scene.say("Choose a rule to change"), options)
    # buttons: two selects with the same id would be refused
    ways = [
        scene.press(Verb.HOUSE, each.title(words), arg=list_step(each), disabled=each is group)
        for each in groups_in_effect(rules)
    ]
    ways.append(scene.press(Verb.HOUSE, scene.say("Back"), arg=PAGE))
    return note(lines(f"### {title}", *said), Row((change,)), *rows_of(ways, IN_ROW))


def _now(option: Option, rules: Rules, words: Words) -> str:
    return rule_sentence(option, getattr(rules, option.name), words)


def _match_page(scene: Scene) -> Message:
    """Build the page of how many games a match is."""
    now = scene.table.rules_ahead.game.best_of
    text = lines(
        _heading(scene.say("Match"), scene.words),
        scene.say("How many games do you play before a side has won?"),
        scene.say("**Now:** {rule}.", rule=_match_sentence(now, scene)),
        small(scene.say("Choosing a preset sets this, too.")),
    )
    options = choices({str(games): _match_sentence(games, scene) for games in MATCHES}, str(now))
    select = Select(scene.id_of(Verb.SET_MATCH), scene.say("Choose a match"), options)
    return note(text, Row((select,)), Row((_back_to(scene, Group.SCORING),)))


def _match_sentence(games: int, context: RenderContext) -> str:
    """Describe a match of this many games, without a period."""
    if games == 1:
        return context.say("One game, and then a rematch if you like")
    return context.say("A match: best of {n} games", n=games)


def _back_to(scene: Scene, group: Group) -> Button:
    return scene.press(Verb.HOUSE, scene.say("Back"), arg=list_step(group))


def _option_page(scene: Scene, option: Option) -> Message:
    rules = scene.table.rules_ahead
    now = getattr(rules, option.name)
    usual = _usual(rules, option)
    text = lines(
        _heading(rule_title(option.name, scene.words), scene.words),
        rule_about(option.name, scene.words),
        scene.say("**Now:** {rule}.", rule=rule_sentence(option, now, scene.words)),
        scene.say("**Most tables:** {rule}.", rule=rule_sentence(option, usual, scene.words))
        if now != usual
        else small(scene.say("That's what most tables play.")),
    )
    choose = _member_select if option.kind == "list" else _value_select
    buttons = [_back_to(scene, Group(option.group))]
    if option.name == "target":
        ask = scene.press(Verb.ASK_NUMBER, scene.say("Another number"), arg=option.name)
        buttons.append(ask)
    return note(text, Row((choose(scene, option),)), Row(tuple(buttons)))


def _usual(rules: Rules, option: Option) -> object:
    """Return the most common value of an option: that of the game's first preset.

    The target depends on the table's scoring.
    """
    scored = {"scoring": rules.scoring} if "scoring" in options_of(rules.game.id) else {}
    given = {} if option.name == "scoring" else scored
    return getattr(load_rules(rules.game.id, given), option.name)


def _value_select(scene: Scene, option: Option) -> Select:
    """Build the select of an option with a single value."""
    now = getattr(scene.table.rules_ahead, option.name)
    usual = _usual(scene.table.rules_ahead, option)
    preset = load_rules(scene.table.rules_ahead.game.id, {PRESET: scene.table.rules_ahead.preset})
    kept = scene.say(
        "As in {preset}", preset=plain(preset_title(preset.game.id, preset.preset, scene.words))
    )
    options = []
    for value in offered_values(option, now):
        marks = [scene.say("Most tables play this")] if value == usual else []
        same_target = option.name != "target" or preset.scoring == scene.table.rules_ahead.scoring
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
    return _select(scene, tuple(options), scene.say("Choose a rule"))


def _member_select(scene: Scene, option: Option) -> Select:
    """Build the select that adds or removes a member of a list, never the last one."""
    now = getattr(scene.table.rules_ahead, option.name)
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
    return _select(scene, tuple(options), scene.say("Add one, or take one out"))


def _select(scene: Scene, options: tuple[SelectOption, ...], placeholder: str) -> Select:
    return Select(scene.id_of(Verb.SET_RULE), placeholder, options)


def _heading(title: str, words: Words) -> str:
    return words.say("### House rules: {title}", title=title)
