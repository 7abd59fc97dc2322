"""Samples of a person's panel: waiting, in turn, with a hint or the guide, in the lesson."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.events.model import EventStatus
from bot.presenter.panel.screen import hand_panel
from bot.presenter.words.ids import Verb
from bot.presenter.words.spec import Message
from bot.tables.model import Claim, Status
from bot.tables.views import ExposedHand, Note, PanelView, UnprovedClaim
from bot.values.game_fact import BidMade, GameFact
from tests.presenter.tabling import buttons_of, panel_of, rules_of, sample, selects_of, states
from tests.render.samples import GAMES
from tests.screens.registry import Look, Named, samples_of
from tests.screens.samples.table import LINK, claims
from tests.screens.states import lesson
from tests.screens.states.claims import FACE_UP
from tests.screens.states.events import event, with_round
from tests.screens.states.tables import (
    At,
    deal_of,
    ends,
    in_hand,
    kitty,
    lobby_at,
    next_games,
    over,
    panel_at_table,
    rare,
    rare_endings,
    standing_still,
    table_at,
    with_computers,
)
from texas42.ai.findings.judgments import Advice, Objection, Reason, ReasonKind
from texas42.engine import Action, Game, Phase, PlayTile, Suit, Tile, format_tile, suit_contract

STEPS = {Verb.BIDS, Verb.SWAP, Verb.MISPLAY}
MOST_STEPS = 3
"""How many first steps of an act in several steps are samples; the others say the same."""


def steps_of(message: Message) -> Iterator[str]:
    """Yield the arguments of a panel's multi-step buttons and selects."""
    for button in buttons_of(message):
        component = button.component_id
        assert component is not None
        if component.verb in STEPS:
            yield component.arg
    for select in selects_of(message):
        component = select.component_id
        assert component is not None
        if component.verb in STEPS:
            yield from (option.value for option in select.options)


def _in_turn(look: Look, name: str, panel: PanelView) -> Iterator[Named]:
    """Yield the panel of the player in turn, and the next steps of acts in several steps."""
    message = hand_panel(panel, look.context)
    yield name, message
    found = list(dict.fromkeys(steps_of(message)))
    for step in dict.fromkeys((*found[: MOST_STEPS - 1], *found[-1:])):
        second = hand_panel(panel, look.context, chosen=step)
        yield f"{name}-{step}", second
        for last in list(dict.fromkeys(steps_of(second)))[:1]:
            if last != step:
                yield f"{name}-{step}-{last}", hand_panel(panel, look.context, chosen=last)


def _seats(look: Look, at: At) -> Iterator[Named]:
    """Yield the panels of the player in turn, of the next one and of a watcher."""
    name, table, game = at
    turn = deal_of(game).to_act or 0
    yield from _in_turn(look, f"{name}-turn", panel_at_table(table, game, turn))
    waits = panel_at_table(table, game, (turn + 1) % game.rules.game.seats)
    yield f"{name}-waiting", hand_panel(waits, look.context)


@samples_of(hand_panel, GAMES)
def panels(look: Look, game: str) -> Iterator[Named]:
    for at in in_hand(look, game):
        yield from _seats(look, at)
        name, table, now = at
        turn = deal_of(now).to_act or 0
        learner = panel_at_table(table, now, turn)
        if learner.view is not None and learner.view.legal:
            better = Advice(learner.view.legal[0], Reason(ReasonKind.SAMPLED))
            learner = replace(learner, guided=True, better=better)
            yield f"{name}-guided", hand_panel(learner, look.context)
    _, table, now = at
    yield "watching", hand_panel(panel_of(table, now, None), look.context)
    for at in (*kitty(look, game), *next_games(look, game), over(look, game)):
        yield from _seats(look, at)


@samples_of(hand_panel)
def rare_panels(look: Look) -> Iterator[Named]:
    for at in rare(look):
        yield from _every_seat(look, at)
    for at in (*rare_endings(look), *standing_still(look), *ends(look)):
        yield from _every_seat(look, at, (0, 1))


def _every_seat(look: Look, at: At, seats: tuple[int, ...] = (0, 1, 2, 3)) -> Iterator[Named]:
    name, table, game = at
    for seat in seats:
        panel = panel_at_table(table, game, seat)
        yield f"{name}-seat-{seat}", hand_panel(panel, look.context)


@samples_of(hand_panel)
def outside(look: Look) -> Iterator[Named]:
    """Yield the panels of people whose hand is not dealt, or who sit elsewhere."""
    game = sample(9)
    table = lobby_at(look, game)
    for name, at in (
        ("in-lobby", table),
        ("shaking", replace(table, status=Status.PLAYING)),
        ("unplayed", replace(table, status=Status.CLOSED)),
    ):
        for seat in (0, None):
            panel = PanelView(at, 1000 if seat == 0 else 1, seat, None)
            yield f"{name}-seat-{seat}", hand_panel(panel, look.context, link=LINK)
    playing = table_at(look, game)
    seats = list(with_computers(playing))
    seats[1] = replace(seats[1], reserved_by=1, reserved_name=look.names[4])
    newcomer = panel_of(replace(playing, seats=tuple(seats)), game, None)
    yield "next-hand", hand_panel(newcomer, look.context, link=LINK)
    for status in (EventStatus.PLAYING, EventStatus.CLOSED):
        found = with_round(event(8, name=look.names[0]), status)
        panel = panel_of(replace(playing, status=Status.CLOSED, event_id="ev3n7s"), game, 0)
        for user_id in (1, 99):
            at = replace(panel, user_id=user_id)
            yield f"event-{status}-{user_id}", hand_panel(at, look.context, event=found)


@samples_of(hand_panel)
def notes(look: Look) -> Iterator[Named]:
    for steps in (2, 12):
        game = sample(steps)
        table = table_at(look, game)
        for note in Note:
            panel = panel_of(table, game, deal_of(game).to_act)
            yield f"note-{note}-{steps}", hand_panel(replace(panel, note=note), look.context)
    asked = panel_of(table, game, deal_of(game).to_act)
    assert asked.view is not None
    for number, play in enumerate(asked.view.hand[:2]):
        unsure = replace(asked, note=Note.UNCONFIRMED)
        chosen = f"{play.high}{play.low}"
        yield f"confirm-{number}", hand_panel(unsure, look.context, chosen=chosen)


@samples_of(hand_panel)
def meetings(look: Look) -> Iterator[Named]:
    """Yield the panels of somebody who meets people whom they have blocked."""
    for steps in (0, 1, 12):
        game = sample(steps)
        table = table_at(look, game)
        for seat in (0, 1):
            panel = replace(panel_of(table, game, seat), meets=(2, 3))
            yield f"meets-{steps}-seat-{seat}", hand_panel(panel, look.context)
    lobby = PanelView(lobby_at(look, sample(0)), 1000, 0, None, meets=(3,))
    yield "meets-in-lobby", hand_panel(lobby, look.context, link=LINK)


@samples_of(hand_panel)
def claiming(look: Look) -> Iterator[Named]:
    game = sample(5)
    for name, laid, claim in claims():
        table = table_at(look, game, laid_down=laid, claim=claim)
        for seat in range(4):
            yield f"claim-{name}-{seat}", hand_panel(panel_of(table, game, seat), look.context)
    for shown in ((), (ExposedHand(1, (Tile(4, 4),)),), FACE_UP):
        table = table_at(look, game, laid_down=shown)
        panel = panel_of(table, game, 0)
        faces = "-".join(str(each.seat) for each in shown) or "none"
        yield f"unproved-{faces}", _unproved(look, panel, None)
        for ruffs in (True, False):
            for partner in (True, False):
                why = Objection(1, Tile(4, 4), Tile(4, 3), ruffs, partner)
                name = f"unproved-{faces}-{'ruffs' if ruffs else 'beats'}-{partner}".lower()
                yield name, _unproved(look, panel, why)
    three = replace(Claim(0, (1, 2, 3)))
    table = table_at(look, game, laid_down=FACE_UP, claim=three)
    yield "claim-of-all", hand_panel(panel_of(table, game, 1), look.context)


def _unproved(look: Look, panel: PanelView, why: Objection | None) -> Message:
    return hand_panel(replace(panel, unproved=UnprovedClaim(why, (1, 3))), look.context)


@samples_of(hand_panel)
def advice(look: Look) -> Iterator[Named]:
    """Yield hints and the guide, with each reason, and every way to say how sure it is."""
    for steps in (0, 4, 5, 12):
        game = sample(steps)
        panel = panel_of(table_at(look, game), game, deal_of(game).to_act)
        assert panel.view is not None
        legal = panel.view.legal
        for kind in ReasonKind:
            if not _fits(kind, steps):
                continue
            for name, reason in _reasons(kind, legal):
                found = Advice(legal[-1], reason)
                hinted = hand_panel(replace(panel, advice=found), look.context)
                yield f"hint-{steps}-{kind}-{name}", hinted
        for number, action in enumerate((legal[0], legal[-1])):
            found = Advice(action, Reason(ReasonKind.SAMPLED, chance=0.6, tried=True))
            guided = replace(panel, guided=True, better=found)
            yield f"guide-{steps}-{number}", hand_panel(guided, look.context)
        yield f"guide-{steps}-none", hand_panel(replace(panel, guided=True), look.context)
    skipping = replace(panel_of(table_at(look, sample(6)), sample(6), 0), can_skip=True)
    yield "skip", hand_panel(skipping, look.context, link=LINK)


def _fits(kind: ReasonKind, steps: int) -> bool:
    """Return True if a reason is one for an act of this moment."""
    order = list(ReasonKind)
    calls = order.index(ReasonKind.BEST_SUIT)
    contracts = order.index(ReasonKind.PULL_TRUMPS)
    at = order.index(kind)
    if steps < 4:
        return at < calls or kind is ReasonKind.SAMPLED
    if steps == 4:
        return calls <= at < contracts or kind is ReasonKind.SAMPLED
    return at >= contracts or at == 0


def _reasons(kind: ReasonKind, legal: tuple[Action, ...]) -> Iterator[tuple[str, Reason]]:
    """Yield a reason alone, with its subject, and with the figures of sampled deals."""
    plain = Reason(kind)
    subject = replace(
        plain,
        tile=Tile(5, 4),
        suit=Suit.FIVES,
        seat=2,
        contract=suit_contract(Suit.FIVES),
        points=10,
        chance=0.62,
    )
    yield "plain", subject
    yield "tried", replace(subject, tried=True, next_best=legal[0], next_chance=0.41)


@samples_of(hand_panel)
def lessons(look: Look) -> Iterator[Named]:
    """Yield the lesson hand, its questions, and wrong answers."""
    for number, game in enumerate(lesson.moments()):
        panel = lesson.lesson_panel(game)
        panel = replace(panel, table=replace(panel.table, seats=_beside_newcomer(look, panel)))
        yield f"lesson-{number}", hand_panel(panel, look.context)
        if panel.question is None:
            continue
        for step in dict.fromkeys(_answers(hand_panel(panel, look.context))):
            wrong = replace(panel, note=Note.WRONG)
            shown = hand_panel(wrong, look.context, chosen=step)
            yield f"lesson-{number}-{step}", shown


def _beside_newcomer(look: Look, panel: PanelView):
    seats = zip(panel.table.seats, look.names, strict=False)
    return tuple(replace(line, name=name) for line, name in seats)


def _answers(message: Message) -> Iterator[str]:
    """Yield the answers that a question offers."""
    for button in buttons_of(message):
        component = button.component_id
        if component is not None and component.verb in (Verb.PLAY, Verb.CONTRACT):
            yield component.arg


@samples_of(hand_panel)
def first_games(look: Look) -> Iterator[Named]:
    """Yield what the end of a game means to a player, and the question after a first game."""
    _, table, game = over(look, "42")
    facts = {
        "first": GameFact(1, 1, run=1, is_longest=True),
        "lost": GameFact(4, 2),
        "run": GameFact(9, 6, run=3, is_longest=True),
        "usual-run": GameFact(9, 6, run=3),
        "tenth-win": GameFact(14, 10, run=1),
        "hundred": GameFact(100, 51, run=1),
        "best-bid": GameFact(9, 6, best_bid=BidMade(0, 40)),
        "best-marks": GameFact(9, 6, run=1, best_bid=BidMade(3, 42)),
    }
    for name, fact in facts.items():
        panel = replace(panel_at_table(table, game, 0), fact=fact)
        yield f"fact-{name}", hand_panel(panel, look.context)
    for level in ("easy", "steady", "expert", "rules"):
        newcomer = replace(table, first_game=True, seats=with_computers(table, level))
        panel = panel_at_table(newcomer, game, 0)
        yield f"first-game-{level}", hand_panel(panel, look.context)
        asked = replace(panel, asks_level=True)
        yield f"first-game-{level}-asked", hand_panel(asked, look.context)


@samples_of(hand_panel)
def reneges(look: Look) -> Iterator[Named]:
    """Yield the panel of a player who may renege, and the question whether to."""
    for game in states(rules_of("42", renege="forfeit"), 5, hands=1):
        deal = deal_of(game)
        if deal.phase is not Phase.PLAY or deal.to_act is None or len(deal.tricks) > 3:
            continue
        panel = panel_at_table(table_at(look, game), game, deal.to_act)
        hand = deal.hands[deal.to_act]
        wrong = [tile for tile in hand if PlayTile(deal.to_act, tile) not in game.legal_actions()]
        for tile in wrong[:1]:
            name = f"renege-{len(deal.tricks)}-{deal.to_act}"
            yield name, hand_panel(panel, look.context)
            yield f"{name}-sure", hand_panel(panel, look.context, chosen=format_tile(tile))


WAYS = (("42", "house", 5), ("88", None, 3))
"""Games, presets and seeds of hands that are shown act by act."""


@samples_of(hand_panel)
def act_by_act(look: Look) -> Iterator[Named]:
    """Yield whole hands as the player in turn sees them, with the guide of a first hand."""
    for game_id, preset, seed in WAYS:
        for number, game in enumerate(states(rules_of(game_id, preset), seed, hands=1)):
            yield from _act(look, f"{game_id}-{preset or 'usual'}-{number}", game)


def _act(look: Look, name: str, game: Game) -> Iterator[Named]:
    table = table_at(look, game)
    turn = deal_of(game).to_act
    if turn is None:
        return
    for guided in (True, False):
        panel = replace(panel_at_table(table, game, turn), guided=guided)
        turn = (turn + 2) % game.rules.game.seats
        yield f"act-{name}-{'guided' if guided else 'waiting'}", hand_panel(panel, look.context)
