"""Every screen, choice and refusal can be translated."""

import random
import re
from dataclasses import replace
from itertools import cycle

import pytest

from bot.events.model import EventStatus, Partners
from bot.presenter.events.screen import (
    confirm_event_close,
    event_said,
    event_screen,
    event_status,
    event_thread_title,
)
from bot.presenter.hand.all_plays import all_plays_screen
from bot.presenter.hand.outcome import rated_line
from bot.presenter.hand.review import review_screen
from bot.presenter.panel.hints import hint_text
from bot.presenter.panel.screen import hand_panel
from bot.presenter.people.leaderboard import leaderboard
from bot.presenter.people.profile import only_own_profile, profile
from bot.presenter.rules.help import HELP_TOPICS, help_screen
from bot.presenter.rules.refusals import discord_failed, explain, our_error
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.answers import (
    confirm_close,
    confirm_leave,
    last_trick,
    proof_file,
    record_file,
    table_list,
    table_status,
)
from bot.presenter.table.board import closed, paused, table_screen
from bot.presenter.table.claims import claim_offer
from bot.presenter.table.lobby import lobby
from bot.presenter.table.more import more_screen
from bot.presenter.table.notices import (
    back_again,
    board_deleted,
    cannot_dm,
    dm_comes_later,
    hands_dealt,
    nudge,
    out_of_reach,
    pictures_missing,
    table_opened,
    takeover_offer,
    thread_title,
    welcome,
    words_for_pictures,
)
from bot.presenter.table.scene import Scene
from bot.presenter.table.shaking import shake_added
from bot.presenter.words.autocomplete import (
    LONGEST,
    call_choices,
    contract_choices,
    game_choices,
    give_choices,
    play_choices,
    preset_choices,
    take_choices,
)
from bot.presenter.words.spec import Picture
from bot.stats.views import (
    Badge,
    BadgeKind,
    BidSize,
    Details,
    LeaderboardQuery,
    LeaderboardView,
    Order,
    ProfileView,
    Span,
    Standing,
)
from bot.tables.errors import DiscordDown, DiscordRefused, NoThread, ThreadRefusal
from bot.tables.model import Claim, Occupant, Status
from bot.tables.past import ShakeProof
from bot.tables.rated import RatingChange, RatingOutcome, UnratedReason
from bot.tables.views import ExposedHand, Note, UnprovedClaim
from tests.support.matrix import slow_except
from texas42.ai.findings.judgments import (
    Advice,
    BestContract,
    Objection,
    Reason,
    ReasonKind,
    Review,
)
from texas42.engine import (
    Contract,
    ContractKind,
    IllegalAction,
    NotationError,
    NotInTurn,
    Phase,
    Rule,
    Suit,
    Tile,
    suit_contract,
)
from texas42.library import games, presets

from .pseudo import (
    CONTEXT,
    IN_WORDS,
    assert_pictures_translated,
    assert_screen_translated,
    assert_translated,
)
from .tabling import (
    panel_at,
    panel_of,
    parts_of,
    rules_of,
    sample,
    seat_lines,
    states,
    table_of,
    text_of,
)
from .test_events import REFUSALS, event, players, with_round
from .test_limits import TABLES, steps_of
from .test_refusals import DATA, TABLE_ERRORS
from .test_replay import sample_replay
from .test_review import cost, wrong_review

PEOPLE = tuple(f"名{number}" for number in range(8))
PLACE = "https://discord.com/channels/1/2"


def people_of(rules):
    """Fill the seats with people, and with a computer player of each kind of level."""
    seats = list(seat_lines(rules, PEOPLE))
    for seat, level in zip(seats[1:], ("easy", "steady-bold", "expert-careful"), strict=False):
        seats[seat.seat] = replace(
            seat, occupant=Occupant.COMPUTER, level=level, user_id=None, name=PEOPLE[seat.seat]
        )
    return tuple(seats)


def assert_panel_translated(panel, chosen=""):
    assert_screen_translated(hand_panel(panel, IN_WORDS, chosen=chosen, place=PLACE))
    assert_screen_translated(more_screen(panel, CONTEXT, PLACE))
    message = hand_panel(panel, CONTEXT, chosen=chosen, place=PLACE)
    assert_screen_translated(message)
    assert_pictures_translated(message)
    for step in steps_of(message):
        assert_panel_translated(panel, step)


def assert_table_translated(table):
    for screen in (table_screen, table_status, last_trick, rules_screen, confirm_leave):
        assert_screen_translated(screen(table, CONTEXT))
        assert_screen_translated(screen(table, IN_WORDS))
    assert_pictures_translated(table_screen(table, CONTEXT))


@pytest.mark.parametrize(
    ("game_id", "preset", "options"), slow_except(TABLES, "42", "moon4"), ids=str
)
def test_no_english_leaks_from_a_table(game_id, preset, options):
    rules = rules_of(game_id, preset, **options)
    seats = people_of(rules)
    rng = random.Random(5)
    for game in states(rules, 11, hands=1):
        if game.deal.phase is Phase.PLAY and rng.random() < 0.8:
            continue
        table = table_of(rules, game, seats=seats)
        assert_table_translated(table)
        for seat in (None, *range(rules.game.seats)):
            panel = panel_of(table, game, seat)
            assert_panel_translated(panel)
            for status in (Status.PAUSED, Status.CLOSED, Status.LOBBY):
                assert_panel_translated(replace(panel, table=replace(table, status=status)))
        assert_choices_translated(game)


def assert_choices_translated(game):
    panel = panel_at(game)
    if panel.view.to_act is None:
        return
    for choices in (call_choices, contract_choices, play_choices, take_choices, give_choices):
        for choice in choices(panel.view, "", CONTEXT):
            assert_translated(choice.name)


def test_no_english_leaks_from_screens_without_a_game():
    for game in games():
        table = table_of(rules_of(game.id), seats=people_of(rules_of(game.id)))
        for screen in (lobby, rules_screen, closed, paused, confirm_close, table_status):
            assert_screen_translated(screen(table, CONTEXT))
        assert_screen_translated(table_list([table] * 30, CONTEXT))
        for choice in preset_choices(presets(game.id), "", CONTEXT):
            assert_translated(choice.name if len(choice.name) < LONGEST else f"{choice.name}⟧")
        for choice in game_choices([game], "", CONTEXT):
            assert_translated(
                choice.name.replace(game.name, "") if game.name.isdecimal() else choice.name
            )
    for topic in HELP_TOPICS:
        assert_screen_translated(help_screen(CONTEXT, topic))
    game = sample(20)
    table = table_of(game.rules, game, seats=seat_lines(game.rules, PEOPLE))
    for message in (
        welcome(CONTEXT),
        nudge(table, CONTEXT),
        takeover_offer(table, CONTEXT),
        hands_dealt(table, [1, 2], CONTEXT),
        cannot_dm(table, 1, CONTEXT),
        dm_comes_later(table, [1, 2], CONTEXT, (1,)),
        out_of_reach(table, 1, CONTEXT),
        board_deleted(table, CONTEXT),
        back_again(CONTEXT),
        *(
            table_opened(
                table,
                CONTEXT,
                no_thread=NoThread("", why),
                no_pictures=pictures_missing(CONTEXT, limited=False),
            )
            for why in ThreadRefusal
        ),
        words_for_pictures(CONTEXT),
        discord_failed(DiscordDown(), CONTEXT, done=False),
        discord_failed(DiscordRefused(None, 40333), CONTEXT, done=True),
        our_error("0000", CONTEXT),
        our_error("0000", CONTEXT, done=True),
        record_file(1, 2, "", CONTEXT),
        proof_file(ShakeProof("k", 1, ""), "4", CONTEXT),
        proof_file(ShakeProof("k", 1, "", (0, 2)), "4", CONTEXT),
        shake_added(CONTEXT),
        claim_offer(replace(table, claim=Claim(0, (1, 3))), CONTEXT),
    ):
        assert_screen_translated(message)
    assert_translated(thread_title("名", CONTEXT))


@pytest.mark.parametrize("ruffs", [False, True])
@pytest.mark.parametrize("partner", [False, True])
def test_no_english_leaks_from_a_claim(ruffs, partner):
    game = sample(5)
    asked, seats = Claim(0, (1, 3)), seat_lines(game.rules, PEOPLE)
    shown = (ExposedHand(0, (Tile(1, 1),)),)
    objection = Objection(1, Tile(4, 4), Tile(4, 3), ruffs, partner)
    panel = panel_at(game, 0, seats=seats, laid_down=shown)
    assert_panel_translated(panel)
    for each in (objection, replace(objection, seat=0), None):
        assert_panel_translated(replace(panel, unproved=UnprovedClaim(each, (1, 3))))
    for seat in range(4):
        for claim in (asked, replace(asked, accepted=(1,)), replace(asked, refused=True)):
            assert_panel_translated(panel_at(game, seat, seats=seats, claim=claim, laid_down=shown))


@pytest.mark.parametrize("note", list(Note))
def test_no_english_leaks_from_a_note(note):
    game = sample(20)
    panel = panel_at(game, seats=seat_lines(game.rules, PEOPLE))
    assert_panel_translated(replace(panel, note=note))


def test_no_english_leaks_from_a_refusal():
    game = sample(20)
    table = table_of(game.rules, game, seats=seat_lines(game.rules, PEOPLE))
    views = [None, *(panel_of(table, game, seat).view for seat in range(4))]
    data = {**DATA, "what": "plunge 4m"}
    for view in views:
        for rule in Rule:
            assert_screen_translated(explain(IllegalAction(rule, "", data), CONTEXT, table, view))
            assert_screen_translated(explain(IllegalAction(rule, "", data), CONTEXT, None, view))
        assert_screen_translated(
            explain(NotInTurn(Rule.NOT_IN_TURN, "", data), CONTEXT, table, view)
        )
        assert_screen_translated(explain(NotationError(""), CONTEXT, table, view))
    for error in TABLE_ERRORS:
        text = text_of(explain(error, CONTEXT, table))
        for name in ("Ana", "Bo", "Cy", "Di", "max_marks", "max\\_marks"):
            text = text.replace(name, "")
        assert_translated(text)
    for error in REFUSALS:
        assert_translated(re.sub(r"\bP\d|Ana|Bo\b", "", text_of(explain(error, CONTEXT))))


@pytest.mark.parametrize("kind", list(ReasonKind))
def test_no_english_leaks_from_a_hint(kind):
    for steps in (0, 4, 12):
        view = panel_at(sample(steps)).view
        for action in view.legal[:3]:
            for contract in (None, suit_contract(Suit.FIVES)):
                reason = Reason(kind, suit=Suit.FIVES, chance=0.5, contract=contract)
                for each in (reason, replace(reason, tried=True)):
                    assert_translated(hint_text(Advice(action, each), view, CONTEXT))


def test_no_english_leaks_from_a_review():
    game = sample(33)
    table = table_of(game.rules, game, seats=seat_lines(game.rules, PEOPLE))
    costs = (cost(1, 0, "11", "10", 2, decisive=True),)
    possible = (
        BestContract(0, 2, suit_contract(Suit.FIVES), 42),
        BestContract(1, 3, Contract(ContractKind.NELLO), None),
    )
    hand = replace(sample_replay(), table=replace(table, hand_no=4))
    assert_screen_translated(review_screen(hand, None, CONTEXT))
    for seat in (None, 0, 1):
        for found in (Review(None, None, made=None, costs=()), wrong_review()):
            assert_screen_translated(review_screen(hand, found, CONTEXT, own_seat=seat))
            for page in (1, 2, 3, 4):
                screen = all_plays_screen(hand, found, page, CONTEXT, own_seat=seat)
                assert_screen_translated(screen)
    for made in (True, False, None):
        for points in ((32, 10), (None, None)):
            for found in (costs, ()):
                review = Review(*points, made=made, costs=found, unknown=2, possible=possible)
                for page in (1, 2):
                    assert_screen_translated(all_plays_screen(hand, review, page, CONTEXT))


@pytest.mark.parametrize("partners", list(Partners))
def test_no_english_leaks_from_an_event(partners):
    base = event(8, 6, "名", partners=partners)
    shown = [base, replace(base, wishes=((players(8, 6, "名")[2], 99),))]
    shown += [with_round(base, status, winner) for status in EventStatus for winner in (0, 1, None)]
    for found in shown:
        for message in (
            event_screen(found, CONTEXT),
            event_status(found, CONTEXT),
            event_said(found, 1, CONTEXT),
            event_said(found, 99, CONTEXT),
            confirm_event_close(found, CONTEXT),
        ):
            assert_screen_translated(message)
        assert_translated(event_thread_title(1, found, CONTEXT))


@pytest.mark.parametrize(
    ("order", "span", "game"),
    list(zip(Order, cycle(Span), cycle(["", "42", "moon"]), strict=False)),
)
def test_no_english_leaks_from_results(order, span, game):
    ana = Standing(1, "名", games=10, wins=7, marks=52, hands=80, bids=30, bids_made=21, sets=12)
    nobody = Standing(None, "")
    asked = LeaderboardQuery(order, span, game, everywhere=span is Span.WEEK)
    view = LeaderboardView(asked, 1, 2, ((1, ana), (2, nobody)), (1, ana))
    assert_screen_translated(leaderboard(view, IN_WORDS))
    drawn = leaderboard(view, CONTEXT)
    assert_screen_translated(drawn)
    (picture,) = (part for part in parts_of(drawn) if isinstance(part, Picture))
    assert_translated(picture.alt)
    assert_translated(f"{picture.drawing.title} {picture.drawing.detail}")
    for row in picture.drawing.rows:
        assert_translated(f"{row.name} {row.figure} {row.detail}")
    player = RatingChange(1, "名", 1000, 1043, provisional=True, left=True)
    for unrated in (None, *UnratedReason):
        table = replace(table_of(rules_of("42")), rated=RatingOutcome(unrated, (player,)))
        assert_translated(rated_line(Scene.of(table, CONTEXT)))
    assert_screen_translated(leaderboard(replace(view, rows=(), me=None), CONTEXT))
    assert_screen_translated(
        profile(ProfileView(1, "名", here=ana, overall=ana, listed=ana), "名", CONTEXT)
    )
    details = Details(
        rating=1204,
        rated=9 if span is Span.ALL else 10,
        form=(True, False),
        partner=replace(ana, name="名"),
        rivals=(ana,),
        bids=(BidSize(31, 0, 5, 4), BidSize(42, 1, 2, 1)),
        badges=tuple(Badge(kind, 1e9, "k3f9q2", 4) for kind in BadgeKind),
        alone=replace(ana, best_run=3, fastest=7, shutouts=1),
    )
    for shown in (True, False):
        found = ProfileView(1, "名", ana, None, ana, details, on_boards=shown)
        assert_screen_translated(profile(found, "名", CONTEXT))
    assert_screen_translated(only_own_profile(CONTEXT))
    assert_screen_translated(
        profile(ProfileView(1, "名", here=nobody, overall=ana, listed=nobody), "名", CONTEXT)
    )
