"""How many games a match is: the last step of the house-rules screen."""

from __future__ import annotations

from ..table.scene import Scene
from ..words.ids import Verb
from ..words.parts import choices, lines, small
from ..words.render_context import RenderContext
from ..words.spec import Select

MATCH = "match"
MATCHES = (1, 3, 5)


def match_text(scene: Scene) -> str:
    """Describe the table's match."""
    now = match_sentence(scene.table.rules.game.best_of, scene)
    return lines(
        scene.say("How many games do you play before a side has won?"),
        scene.say("**Now:** {rule}.", rule=now),
        small(scene.say("Choosing a preset sets this, too.")),
    )


def match_select(scene: Scene) -> Select:
    """Build the select of a match's length."""
    now = scene.table.rules.game.best_of
    options = choices({str(games): match_sentence(games, scene) for games in MATCHES}, str(now))
    return Select(scene.id_of(Verb.SET_MATCH), scene.say("Choose a match"), options)


def match_sentence(games: int, context: RenderContext) -> str:
    """Describe a match of this many games, without a period."""
    if games == 1:
        return context.say("One game, and then a rematch if you like")
    return context.say("A match: best of {n} games", n=games)
