"""Sample screens from after a game: leaderboards, replay, coach, personal data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from bot.presenter.asked.answer import answer_screen
from bot.presenter.asked.buttons import ask_table_button
from bot.presenter.asked.picking import picking_screen
from bot.presenter.asked.vote import closed_vote, open_vote
from bot.presenter.hand.all_plays import all_plays_screen
from bot.presenter.hand.coach import game_lessons, habits_screen
from bot.presenter.hand.replay import replay_screen, shared_moment
from bot.presenter.hand.replay_place import ReplayPlace
from bot.presenter.hand.review import review_screen
from bot.presenter.people.history import game_hands, history_screen
from bot.presenter.people.leaderboard import leaderboard
from bot.presenter.people.privacy import confirm_deletion, deleted, privacy_screen
from bot.presenter.people.profile import profile
from bot.presenter.people.reports import report_kept
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message, Row
from bot.stats.views import (
    Badge,
    BadgeKind,
    BidSize,
    Details,
    LeaderboardQuery,
    LeaderboardView,
    Order,
    ProfileView,
    Standing,
)
from bot.tables.past import Habits
from bot.upkeep.views import DataSummary, Host
from tests.presenter.tabling import sample as tabled
from tests.presenter.test_asked import RULES, VOTE, answer, typed
from tests.presenter.test_coach import (
    game,
    habit,
    lesson,
    overbid_mistake,
    pass_mistake,
    play_mistake,
)
from tests.presenter.test_history import GAME, HAND
from tests.presenter.test_replay import sample_replay
from tests.presenter.test_replay_review import make_review
from tests.presenter.test_review import wrong_review
from tests.render.samples import NAMES
from texas42.ai.findings.bid_chances import BIDS, BidChances
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.ai.findings.play_chances import PlayChances
from texas42.engine import PlayTile, Suit, format_action, suit_contract, view_for

Named = tuple[str, Message]
PLAYED = 12  # the acts of the sample hand before the question about a play
MISTAKE = 11  # the step of the sample hand that its review criticizes


def results(context: RenderContext, first: int) -> Iterator[Named]:
    """Yield leaderboards and profiles, with a few people and many, with the longest names.

    `first`: the id of the user viewing their own screens.
    """
    orders = (Order.RATING, Order.PARTNERS, Order.FASTEST)
    for order, (length, names) in product(orders, NAMES.items()):
        rows = tuple((n + 1, _standing(first, n, names, order)) for n in range(len(names)))
        pages = LeaderboardView(LeaderboardQuery(order), 1, 9, rows, rows[1], 1)
        if order is Order.FASTEST:
            pages = replace(pages, pages=1, rows=rows[:3])
        elif order is Order.PARTNERS:
            elsewhere = replace(rows[1][1], partner=first + len(names))
            pages = replace(pages, me=(23, elsewhere), my_page=3)
        yield f"leaderboard-{order}-{length}", leaderboard(pages, context)
    for length, names in NAMES.items():
        me, bids = (
            _standing(first, 0, names, Order.WINS),
            ((30, 0), (31, 0), (34, 0), (42, 1), (42, 2)),
        )
        found = Details(
            rating=1204,
            rated=34,
            ratings=(1000, 1034, 1021, 1066, 1102, 1090, 1131, 1155, 1140, 1204),
            form=(True, True, False),
            partner=replace(me, name=names[2], games=41, wins=29),
            rivals=(
                replace(me, name=names[1], games=33, wins=20),
                replace(me, name=names[3], games=27, wins=15),
            ),
            bids=tuple(BidSize(*size, 21 - n * 4, 13 - n * 3) for n, size in enumerate(bids)),
            alone=replace(me, games=18, wins=11),
            badges=(Badge(BadgeKind.PERFECT, 1.79e9, "k3f9q2", 4),),
        )
        listed = replace(me, games=76, wins=51)
        own = ProfileView(first, names[0], me, None, listed, found, on_boards=True)
        yield f"profile-{length}", profile(own, names[0], context)


def _standing(first: int, number: int, names: Sequence[str], order: Order) -> Standing:
    """Build a player's totals, better for smaller numbers."""
    other = (number + 3) % len(names)
    return Standing(
        user_id=first + number,
        name=names[number],
        games=94 - number * 7,
        wins=62 - number * 6,
        marks=480,
        hands=712,
        bids=180,
        bids_made=121,
        sets=96,
        partner=first + other if order is Order.PARTNERS else None,
        partner_name=names[other] if order is Order.PARTNERS else "",
        fastest=number + 8,
        best_run=3,
        rating=1412 - number * 43,
        rated=44 - number * 5,
    )


def worth_of_fives() -> BidChances:
    """Build the answer of `python -m bot bid 55 54 53 50 66 62 11 --calls pass,31`."""
    fives = suit_contract(Suit.FIVES)
    chances = (0.94, 0.91, *[0.81] * 4, 0.77, *[0.69] * 4, 0.67, 0.55, 0.55)
    plain = {bid: {fives: chance} for bid, chance in zip(BIDS, chances, strict=True)}
    view = typed("55 54 53 50 66 62 11", "pass, 31").question(RULES).view()
    return replace(answer(), view=view, plain=plain, best=fives, chance=0.81)


def _asked_plays(context: RenderContext) -> Iterator[Named]:
    """Yield the answer to "What would you play?" and the vote on it."""
    game = tabled(PLAYED)
    deal = game.deal
    assert deal is not None
    view = view_for(game, deal.to_act)
    plays = [play for play in view.legal if isinstance(play, PlayTile)]
    chances = {play: 0.62 - 0.07 * number for number, play in enumerate(plays)}
    reason = Reason(ReasonKind.TRASH, chance=0.62, tried=True)
    found = PlayChances(view, chances, Advice(plays[0], reason))
    yield "play-this", answer_screen(found, context)
    counts = {format_action(plays[0], view.rules): 3, format_action(plays[-1], view.rules): 1}
    vote = replace(VOTE, counts=counts)
    yield "play-vote", open_vote(vote, view, context)
    yield "play-vote-closed", closed_vote(replace(vote, closed=True), view, found, context)


def looking_back(context: RenderContext) -> Iterator[Named]:
    """Yield a replay at its key steps, the user's games, the coach and the privacy screens."""
    hand, review = sample_replay(), make_review()
    places = {
        "deal": ReplayPlace(0),
        "mistake": ReplayPlace(MISTAKE, by_trick=False),
        "seat": ReplayPlace(MISTAKE, by_trick=False, seat=1),
        "end": ReplayPlace(99),
    }
    for name, place in places.items():
        yield f"replay-{name}", replay_screen(hand, place, context, review, may_share=True)
    yield "replay-judging", replay_screen(hand, places["mistake"], context, judging=True)
    yield "replay-shared", shared_moment(hand, places["mistake"], "Ana", review, context)
    lost = replace(GAME, total=(7, 3), winner=0, game_no=GAME.game_no + 1)
    yield "history", history_screen([lost, GAME], 1, None, context)
    yield "history-empty", history_screen([], 1, "88", context)
    hands = [replace(HAND, hand_no=number, made=number % 3 > 0) for number in range(1, 9)]
    yield "history-hands", game_hands(hands, context)
    overbid = overbid_mistake()
    why = replace(overbid.advice.reason, contract=suit_contract(Suit.SIXES), chance=0.64)
    overbid = replace(overbid, advice=replace(overbid.advice, reason=why))
    moments = (play_mistake("21", "11", "pull-trumps"), pass_mistake(), overbid)
    lessons = [
        lesson(replace(each, view=replace(each.view, deal_number=number)), number)
        for number, each in zip((2, 3, 6), moments, strict=True)
    ]
    yield "coach", game_lessons(game(*lessons), context)
    yield "coach-nothing", game_lessons(game(), context)
    passes = tuple(lesson(pass_mistake(), hand_no) for hand_no in (2, 3, 8))
    habits = (habit(), habit("passes-good-hands", lessons=passes))
    yield "habits", habits_screen(Habits(50, 50, habits), context)
    kept = DataSummary(known=True, hands=712, games=94, acts=410, messages=12)
    yield "privacy", privacy_screen(kept, Host(), context)
    yield "privacy-sure", confirm_deletion(context)
    yield "privacy-deleted", deleted(Host(), context)
    found = worth_of_fives()
    yield (
        "bid-this",
        answer_screen(found, context, Row((ask_table_button("42:ask-table:-:0", context),))),
    )
    yield "bid-this-picking", picking_screen(typed("66 65 10"), RULES, context)
    vote = replace(VOTE, counts={"pass": 2, "34": 4, "2m": 1})
    yield "vote", open_vote(vote, found.view, context)
    yield "vote-closed", closed_vote(replace(vote, closed=True), found.view, found, context)
    yield from _asked_plays(context)
    yield "report", report_kept(Host(), context)
    yield "review-of-others", review_screen(hand, review, context)
    yield "review-fine", review_screen(hand, review, context, own_seat=2, from_ending=True)
    yield "review", review_screen(hand, wrong_review(), context, own_seat=1, from_ending=True)
    for page in (1, 2, 3):
        screen = all_plays_screen(hand, wrong_review(), page, context, own_seat=1)
        yield f"all-plays-{page}", screen
