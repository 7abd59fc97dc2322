"""Every screen of every game keeps to Discord's limits, with the longest names there are."""

import random

import pytest

from bot.engine import Phase, Tile
from bot.library import games, presets
from bot.presenter import (
    HELP_TOPICS,
    RenderContext,
    Verb,
    hand_panel,
    help_screen,
    last_trick,
    lobby,
    more_of_hand,
    more_screen,
    parse_id,
    rules_screen,
    table_list,
    table_screen,
    table_status,
    welcome,
)
from bot.publisher.convert import check

from .tabling import (
    buttons_of,
    panel_of,
    rules_of,
    seat_lines,
    selects_of,
    states,
    table_of,
)

TILES = [Tile(high, low) for high in range(9) for low in range(high + 1)]
COUNTED = {(t, c): f"<:d{t.high}{t.low}n:{10**18}>" for t in TILES for c in (0, t.count)}
CONTEXT = RenderContext(tile_emoji=COUNTED)
IN_WORDS = RenderContext(tile_emoji=COUNTED, pictures=False)
LONG = tuple("*_`~|<>[]()#" * 2 + str(seat) for seat in range(8))
PLACE = "https://discord.com/channels/1234567890123456789/1234567890123456789"
STEPS = {Verb.BIDS, Verb.SWAP, Verb.MISPLAY}
TABLES = [(game.id, preset.name, {}) for game in games() for preset in presets(game.id)]
TABLES += [
    ("42", "house", {"nt_doubles": ["high", "low", "own", "own-reversed"], "renege": "forfeit"}),
    ("42", "house", {"small_end_first_lead": True, "open_max_marks": 60, "raise_marks": "plus2"}),
    ("42", "puremco", {"nello": "any", "plunge": True, "game_bid": True, "low_no": True}),
    ("88", "marks", {"renege": "forfeit"}),
    ("80", "standard", {"trump_in_bid": True}),
    ("84x8", "standard", {"trump_in_bid": True}),
    ("moon", "standard", {"moon_widow": "blind_swap", "moon_made": "tricks"}),
    ("moon4", "standard", {"bid_21": True}),
]


def steps_of(message):
    """The arguments of the step buttons and selects of a panel."""
    for button in buttons_of(message):
        component = parse_id(button.custom_id)
        assert component is not None
        if component.verb in STEPS:
            yield component.arg
    for select in selects_of(message):
        component = parse_id(select.custom_id)
        assert component is not None
        if component.verb in STEPS:
            yield from (option.value for option in select.options)


def check_panel(panel, chosen=""):
    check(hand_panel(panel, IN_WORDS, chosen=chosen, place=PLACE))
    check(more_screen(panel, CONTEXT, PLACE))
    message = hand_panel(panel, CONTEXT, chosen=chosen, place=PLACE)
    check(message)
    for step in steps_of(message):
        assert step != chosen
        check_panel(panel, step)


@pytest.mark.parametrize(("game_id", "preset", "options"), TABLES, ids=str)
def test_no_screen_passes_a_limit(game_id, preset, options):
    rules = rules_of(game_id, preset, **options)
    seats = seat_lines(rules, LONG)
    rng = random.Random(7)
    for seed in range(3):
        for game in states(rules, seed, hands=2):
            if game.deal.phase is Phase.PLAY and rng.random() < 0.7:
                continue
            table = table_of(rules, game, seats=seats)
            for message in (
                table_screen(table, CONTEXT),
                last_trick(table, CONTEXT),
                table_status(table, CONTEXT),
                table_screen(table, IN_WORDS),
            ):
                check(message)
            if game.deal.phase is Phase.OVER:
                check(more_of_hand(table, CONTEXT))
            for seat in (None, *range(rules.game.seats)):
                check_panel(panel_of(table, game, seat))


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_no_lobby_and_no_rules_pass_a_limit(game):
    rules = rules_of(game)
    table = table_of(rules, seats=seat_lines(rules, LONG))
    for message in (
        lobby(table, CONTEXT),
        rules_screen(table, CONTEXT),
        table_list([table] * 60, CONTEXT),
    ):
        check(message)


def test_help_and_welcome_keep_the_limits():
    for topic in HELP_TOPICS:
        check(help_screen(CONTEXT, topic))
    check(welcome(CONTEXT))


def test_tile_buttons_are_short_and_at_most_four_in_a_row():
    from bot.presenter import Row

    from .tabling import parts_of

    rules = rules_of("big-game")
    for game in states(rules, 2, hands=1):
        if game.deal.phase is not Phase.PLAY:
            continue
        message = hand_panel(panel_of(table_of(rules, game), game, game.deal.to_act), CONTEXT)
        for part in parts_of(message):
            if isinstance(part, Row) and any(
                ":play:" in getattr(i, "custom_id", "") for i in part.items
            ):
                assert len(part.items) <= 4
                assert all(len(getattr(i, "label", "")) <= 12 for i in part.items)
