"""The rules of a table: one line for the lobby, and the pages behind "Rules"."""

from __future__ import annotations

from bot.tables.views import TableView
from texas42.engine import Rules

from ..company.alerts import alert_button
from ..hand.ending import back_button
from ..table.front_door import FROM_RULES
from ..table.pages import in_chapters
from ..table.scene import Scene
from ..table.seats import title
from ..words.contracts import played_specials
from ..words.games import inventor_line, preset_title
from ..words.ids import ComponentId, Verb
from ..words.language import Words
from ..words.parts import framed, lines, small
from ..words.render_context import RenderContext
from ..words.spec import Button, Message, Row
from .checklist import detailed_lines, short_lines
from .house_rules import changes
from .keeping import keeping_line


def rules_screen(
    table: TableView,
    context: RenderContext,
    page: int = 1,
    *,
    manager: bool = False,
    tells: bool = False,
) -> Message:
    """Build a page of the rules of a table: the game in short, then all of its rules.

    `manager`: this person can save the rules for the server. `tells`: they can ask to be told when
    a table here needs one more.
    """
    scene = Scene.of(table, context)
    rules = scene.table.rules
    words = scene.words
    first = lines(f"### {title(scene)}", small(headline(rules, words)), *short_lines(rules, words))
    rest = lines(
        changes_line(rules, words),
        keeping_line(scene),
        *detailed_lines(rules, words),
        small(inventor_line(rules.game, words)),
        small(of_wood(words)),
    )
    fair = scene.press(Verb.PROOF, scene.say("Fair shake"), arg=f"/{FROM_RULES}")
    save = (save_button(scene),) if manager and table.guild_id is not None else ()
    row = Row((back_button(table.table_id, scene.context), fair, *save))
    ask = (Row((alert_button(scene.context),)),) if tells else ()

    def id_of(number: int) -> ComponentId:
        return scene.id_of(Verb.RULES, str(number))

    return framed(*in_chapters((first, rest), page, id_of, scene.context, row, *ask))


def save_button(scene: Scene) -> Button:
    """Build the button with which a manager saves the rules of a table for the server."""
    return scene.press(Verb.SAVE_PRESET, scene.say("Save as preset…"))


def headline(rules: Rules, words: Words) -> str:
    """Write the preset, the match, and the special contracts in one line."""
    parts = [preset_title(rules.game.id, rules.preset, words), *_match(rules, words)]
    return " · ".join([*parts, *(each.name(words) for each in played_specials(rules))])


def of_wood(words: Words) -> str:
    """List the rules for mishaps that can only happen with real dominoes (002:73)."""
    return words.say(
        "With real dominoes, a play out of turn loses the hand. A bid out of turn can't be "
        "changed: if it's too low when its turn comes, it's a pass. A domino knocked over stays "
        "face up and is played at the first chance. Here the buttons rule all of that out."
    )


def rules_line(rules: Rules, words: Words) -> str:
    """Write the preset, the target, and the special contracts in one line."""
    say = words.say
    target = say("to {score}", score=words.score(rules.target, rules))
    parts = [preset_title(rules.game.id, rules.preset, words), target, *_match(rules, words)]
    reshake = rules.all_pass == "reshake"  # noqa: S105 - passing, not a password
    parts.append(
        say("everyone passes: shake again") if reshake else say("the last player must bid")
    )
    parts.extend(each.name(words) for each in played_specials(rules))
    return " · ".join(parts)


def _match(rules: Rules, words: Words) -> list[str]:
    games = rules.game.best_of
    return [words.say("best of {n} games", n=games)] if games > 1 else []


def changes_line(rules: Rules, words: Words) -> str:
    """Write a sentence for each rule changed from the preset; may be empty."""
    sentences = " ".join(f"{each}." for each in changes(rules, words))
    return words.say("**House rules:** {rules}", rules=sentences) if sentences else ""
