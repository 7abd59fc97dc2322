"""Help: short topics of 42, the commands, the other games, and what computer players do."""

from __future__ import annotations

from collections.abc import Callable

from bot.upkeep.views import Host
from texas42.engine import GameSpec
from texas42.library import games, load_rules, presets

from ..people.privacy import host_links
from ..table.front_door import back_to, front_door
from ..table.pages import paged
from ..words.contracts import SPECIAL
from ..words.games import game_about, inventor_line, preset_about
from ..words.ids import ComponentId, Verb
from ..words.losses import loss_sentences
from ..words.parts import choices, framed, lines, small
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Message, Row, Select

AI = "ai"
COMMANDS = "commands"
CONTRACTS = "contracts"
GAMES = "games"
HAND = "hand"
LOSSES = "lose"
PRESETS = "house"
SIGNALS = "discards"
FIRST = (HAND, "bidding", "trump", "marks", COMMANDS)
"""The topics that every page of them leads to; the others are behind the commands."""
HELP_TOPICS = {
    HAND: "How a hand goes",
    "bidding": "Bidding",
    "trump": "Trump and following suit",
    "marks": "Marks and points",
    COMMANDS: "The commands",
    GAMES: "Other games",
    PRESETS: "Presets and house rules of 42",
    LOSSES: "What a bid can lose",
    CONTRACTS: "Special contracts",
    AI: "Computer players (AI)",
    SIGNALS: "What bids and discards of computer players say",
}
"""What `/help topic` offers, translated with the commands."""
LEVELS = {
    "expert": "Expert: a champion",
    "expert-careful": "Expert, careful: a champion who bids fewer hands",
    "expert-bold": "Expert, bold: a champion who bids more hands",
    "steady": "Steady: a friend at the kitchen table",
    "steady-careful": "Steady, careful: a friend who bids fewer hands",
    "steady-bold": "Steady, bold: a friend who bids more hands",
    "easy": "Easy: slips now and then",
    "rules": "Rules: plays by rules of thumb",
}
"""The levels of computer players as they are offered, the strongest first."""
_STRENGTHS = ("expert", "steady", "easy", "rules")


def help_screen(
    context: RenderContext, topic: str = "", host: Host | None = None, page: int = 1
) -> Message:
    """Build a page of a help topic; by default, how a hand goes.

    The topic of commands links the pages of `host` and names the running version.
    """
    topics = _topics(context)
    topic = topic if topic in topics else HAND
    text = topics[topic][1](context)
    back = () if topic in FIRST else (back_to(_topic_id(COMMANDS), context),)
    rows = [*_rows(topic, context), front_door(context, *back)]
    if host is not None and topic == COMMANDS:
        version = small(context.words.say("Version {version}", version=host.version))
        text = lines(text, version)
        if links := host_links(host, context):
            rows.insert(0, Row(links))
    return framed(*paged(text, page, lambda number: _topic_id(topic, number), context, *rows))


def parse_topic(arg: str) -> tuple[str, str]:
    """Split the argument of a button into the topic and the page, which may be empty."""
    topic, _, page = arg.partition("/")
    return topic, page


def _topic_id(topic: str, page: int | None = None) -> ComponentId:
    return ComponentId(Verb.HELP, arg=topic if page is None else f"{topic}/{page}")


def _topics(context: RenderContext) -> dict[str, tuple[str, Callable[[RenderContext], str]]]:
    """Map each topic to the label of its button and the function that writes it."""
    return {
        HAND: (context.say("A hand"), _hand),
        "bidding": (context.say("Bidding"), _bidding),
        "trump": (context.say("Trump"), _trump),
        "marks": (context.say("Marks"), _marks),
        COMMANDS: (context.say("Commands"), _commands),
        GAMES: (context.say("Games"), _games),
        PRESETS: (context.say("House rules"), _presets),
        LOSSES: (context.say("Losses"), _losses),
        CONTRACTS: (context.say("Contracts"), _contracts),
        AI: (context.say("Computers"), _computers),
        SIGNALS: (context.say("Discards"), _signals),
    }


def _rows(topic: str, context: RenderContext) -> tuple[Row, ...]:
    """Build the buttons of the first topics, in rows that fit a phone, and the list of the others.

    The others are behind the commands, and have only the way back.
    """
    if topic not in FIRST:
        return ()
    topics = _topics(context)
    rows = [
        Row(tuple(_topic(each, topics[each][0], shown=each == topic) for each in group))
        for group in (FIRST[:3], FIRST[3:])
    ]
    if topic == COMMANDS:
        others = {each: label for each, (label, _) in topics.items() if each not in FIRST}
        more = Select(ComponentId(Verb.HELP), context.say("More to read"), choices(others))
        rows.append(Row((more,)))
    return tuple(rows)


def _topic(topic: str, label: str, *, shown: bool) -> Button:
    style = ButtonStyle.PRIMARY if shown else ButtonStyle.SECONDARY
    return Button(label, _topic_id(topic), style, disabled=shown)


def _hand(context: RenderContext) -> str:
    return _section(
        context.say("## How a hand of 42 goes"),
        context.say(
            "Partners sit across, with seven dominoes each. Seven tricks at 1 point "
            "and five count dominoes, 5-5 and 6-4 (10 each), 5-0, 4-1 and 3-2 (5 each), make 42."
        ),
        context.say("**Bid.** How many points your side will take, 30 or more, or pass."),
        context.say("**Trump.** The high bidder names it and leads."),
        context.say("**Play.** Follow suit if you can. Whoever takes the trick leads the next."),
        context.say("**Score.** Make your bid and your side gets a mark. Get set and they get it."),
        context.say("Only you see your dominoes."),
    )


def _bidding(context: RenderContext) -> str:
    return _section(
        context.say("## Bidding"),
        context.say(
            "One turn each, and every bid must beat the last: 30 to 41, then 1 mark (all 42), "
            "then 2 marks."
        ),
        context.say("**Bid on** a long trump suit with its double, and doubles beside it."),
        context.say(
            "**An off** is neither a trump nor a double. Lead it and you can lose the trick, and "
            "the count that falls on it."
        ),
        context.say(
            "**It walks** once nothing left can beat it: with the 6-6 and the trumps gone, your "
            "6-5 takes the trick."
        ),
        context.say(
            "**Everyone passes?** Shake again, or the last player must bid. "
            "Press Rules to see which."
        ),
        context.say("Not sure? Press Hint when it's your turn."),
    )


def _losses(context: RenderContext) -> str:
    game = load_rules("42").game
    bids = range(game.min_bid, game.total)
    return lines(context.say("## What a bid can lose"), *loss_sentences(game, bids, context.words))


def _trump(context: RenderContext) -> str:
    return _section(
        context.say("## Trump and following suit"),
        context.say(
            "**Trump** is a number, doubles, or follow me (no trump). The high bidder names it."
        ),
        context.say(
            "**The high end** of the domino led is its suit: lead the 6-4 and sixes are led. "
            "A trump is only ever a trump."
        ),
        context.say("**Follow suit if you can.** If you can't, play anything, a trump too."),
        context.say(
            "**The double is the highest** of its suit, then the other ends: "
            "5-5, 6-5, 5-4, 5-3, 5-2, 5-1, 5-0."
        ),
        context.say(
            "**The trick** goes to the highest trump, or else to the highest of the suit led."
        ),
    )


def _marks(context: RenderContext) -> str:
    return _section(
        context.say("## Marks and points"),
        context.say(
            "**Points** are for one hand: 1 a trick and the count in your tricks. 42 in all."
        ),
        context.say(
            "**Marks** are for the game, and seven win it. A bid up to 1 mark is worth 1, "
            "a bid of 2 marks is worth 2: yours if you make it, theirs if you get set."
        ),
        context.say(
            "**By points** instead: both sides score what they take. A side that gets set scores "
            "nothing, and the others get its bid on top. First to 250 wins."
        ),
    )


def _commands(context: RenderContext) -> str:
    """List the commands, the most used first."""
    command = context.command
    at_table = ("join", "leave", "start", "show", "record", "close")
    return lines(
        context.say("## Commands"),
        " ".join(command(name) for name in ("hand", "bid", "trump", "play", "exchange")),
        small(context.say("your dominoes and your turn")),
        " ".join(command(name) for name in ("hint", "last", "claim", "bid-this")),
        small(context.say("a good play, the last trick, lay down, what to bid")),
        " ".join(map(command, ("table open", "join", "table again", "table plan", "daily"))),
        small(
            context.say("play with friends, with the same people again, or at a time; a hand a day")
        ),
        " ".join(command(f"table {name}") for name in at_table),
        small(context.say("at your table; type /table for the rest")),
        " ".join(command(name) for name in ("leaderboard", "profile", "event open")),
        small(context.say("results, and several tables at once")),
        " ".join(command(name) for name in ("settings", "block", "privacy", "report")),
        small(context.say("your choices, what I keep about you, and who runs this bot")),
        " ".join(command(f"admin {name}") for name in ("setup", "settings", "rules", "diagnose")),
        small(context.say("for managers of a server")),
    )


def _games(context: RenderContext) -> str:
    """List the other games, and how to open them."""
    return lines(
        context.say("## Other games"),
        *(_game(game, context) for game in games()),
        context.say("Pick one under {open}.", open=context.command("table open")),
    )


def _game(game: GameSpec, context: RenderContext) -> str:
    about = game_about(game, context.words)
    inventor = inventor_line(game, context.words)
    return f"- {about}. {inventor}" if inventor else f"- {about}"


def _presets(context: RenderContext) -> str:
    return lines(
        context.say("## House rules of 42"),
        *(f"- {preset_about(preset, context.words)}" for preset in presets("42")),
        context.say(
            "Pick one or change any rule in the lobby. Under Table… you can have partners drawn."
        ),
    )


def _contracts(context: RenderContext) -> str:
    return lines(
        context.say("## Special contracts"),
        context.say("For the player who wins the bid, where the house rules have them:"),
        *(f"- {each.help(context.words)}" for each in SPECIAL.values()),
    )


def _computers(context: RenderContext) -> str:
    """Explain how computer players bid and play."""
    return _section(
        context.say("## Computer players"),
        context.say(
            "**They see** what you'd see in their seat: never your hand, and never what's left "
            "over."
        ),
        lines(
            context.say(
                "**Levels.** Choose in the lobby, or with {start}.",
                start=context.command("table start"),
            ),
            *(f"- {context.words.find(LEVELS[level])}" for level in _STRENGTHS),
        ),
        context.say("Expert and steady can be careful (bid less, get set less) or bold."),
        context.say(
            "All but rules try their plays in many deals that fit what was bid and played. Easy "
            "tries few and slips."
        ),
        context.say(
            "**Laying down.** They give you the rest only if no deal they can think of stops you."
        ),
        context.say("**Time.** About a second a turn; a late one plays by simple rules."),
    )


def _signals(context: RenderContext) -> str:
    """Explain the signals in computer players' bids and discards."""
    return _section(
        context.say("## What their bids and discards hint at"),
        context.say(
            "**What their bids say.** A bid means the hand should make it with an ordinary "
            "partner. They may bid a few more than they have to, so it's harder to raise."
        ),
        context.say(
            "**Their discards are a habit, not a promise.** When they can't follow suit and "
            "nothing hangs on it, they like to throw from a suit that they hold the double of: a "
            "6-2 hints at the 6-6. A double they throw hints at the next highest of its suit. "
            "They read their partner's discards the same way, yours too."
        ),
        context.say(
            "It can mislead you: often they just have nothing better to throw. Count and trumps "
            "hint at nothing, and nobody signals in nel-o and sevens, or where doubles are trump, "
            "low or a suit of their own. A table can turn it off in its house rules."
        ),
    )


def _section(head: str, *paragraphs: str) -> str:
    """Format a heading and paragraphs with space between them, for narrow screens."""
    return lines(head, "\n\n".join(paragraphs))
