"""Samples of a table's screens: boards, lobbies, menus, answers, notices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.presenter.table.answers import (
    confirm_close,
    confirm_leave,
    draw_files,
    last_trick,
    proof_file,
    record_file,
    table_list,
    table_status,
)
from bot.presenter.table.board import board, closed, paused, table_screen
from bot.presenter.table.claims import claim_offer
from bot.presenter.table.front_door import FROM_MORE, FROM_RULES
from bot.presenter.table.lobby import lobby
from bot.presenter.table.menu import pace_changed, players_page, table_menu
from bot.presenter.table.more import more_of_hand, more_screen
from bot.presenter.table.shaking import fair_shake, shake_added, shake_form
from bot.presenter.words.ids import ComponentId, Verb
from bot.presenter.words.spec import Message
from bot.tables.deals.deals import LESSON
from bot.tables.model import Claim, Status
from bot.tables.past import DrawProof, ShakeProof
from bot.tables.views import DrawView, ExposedHand
from bot.values.pace import Pace
from bot.values.score_words import ALL
from tests.presenter.tabling import pages_of, sample
from tests.render.samples import GAMES, hand_of
from tests.screens.registry import Look, Named, samples_of
from tests.screens.states.claims import FACE_UP
from tests.screens.states.draws import HASH, ONCE
from tests.screens.states.presets import FULL, SAVED
from tests.screens.states.tables import (
    HOST,
    PLAYED,
    WORD,
    At,
    deal_of,
    ends,
    everything,
    holding,
    in_hand,
    kitty,
    lobbies,
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

LINK = "https://discord.com/channels/1/2"


def numbered(name: str, pages: list[Message]) -> Iterator[Named]:
    """Name the pages of a screen."""
    for number, page in enumerate(pages, 1):
        yield f"{name}-{number}", page


@samples_of(table_screen, GAMES)
def boards(look: Look, game: str) -> Iterator[Named]:
    for name, table, _ in (*in_hand(look, game), *kitty(look, game), over(look, game)):
        yield name, table_screen(table, look.context)
    for name, table, _ in next_games(look, game):
        yield name, table_screen(table, look.context)


@samples_of(table_screen)
def rare_boards(look: Look) -> Iterator[Named]:
    for name, table, _ in (*rare(look), *rare_endings(look), *standing_still(look), *ends(look)):
        yield name, table_screen(table, look.context)
    table = table_at(look, sample(12))
    yield "behind", table_screen(table, replace(look.context, is_behind=True))
    table = lobby_at(look, sample(0))
    yield "lobby", table_screen(table, look.context)


@samples_of(board)
def claimed_boards(look: Look) -> Iterator[Named]:
    for steps in (5, 9):
        game = sample(steps)
        for name, laid, claim in claims():
            table = table_at(look, game, laid_down=laid, claim=claim)
            yield f"{name}-{steps}", board(table, look.context)


def claims() -> Iterator[tuple[str, tuple[ExposedHand, ...], Claim | None]]:
    """Yield hands laid down, and what became of the claims."""
    asked = Claim(0, (1, 3))
    yield "face-up", FACE_UP, None
    yield "claimed", FACE_UP, asked
    yield "accepted-once", FACE_UP, replace(asked, accepted=(1,))
    yield "refused", FACE_UP, replace(asked, refused=True)


@samples_of(paused)
def paused_tables(look: Look) -> Iterator[Named]:
    yield "paused", paused(table_at(look, sample(12), status=Status.PAUSED), look.context)


@samples_of(closed)
def closed_tables(look: Look) -> Iterator[Named]:
    for name, table, _ in standing_still(look):
        if table.status is Status.CLOSED:
            yield name, closed(table, look.context)


@samples_of(claim_offer)
def claim_offers(look: Look) -> Iterator[Named]:
    for name, laid, claim in claims():
        if claim is not None:
            table = table_at(look, sample(5), laid_down=laid, claim=claim)
            yield name, claim_offer(table, look.context)


@samples_of(lobby, GAMES)
def lobbies_of_games(look: Look, game: str) -> Iterator[Named]:
    last = hand_of(game)[-1]
    table = lobby_at(look, last)
    yield "lobby", lobby(table, look.context)
    yield "house-lobby", lobby(replace(table, rules=everything(last)), look.context)


@samples_of(lobby)
def rare_lobbies(look: Look) -> Iterator[Named]:
    for name, table in lobbies(look):
        yield name, lobby(table, look.context)


@samples_of(table_menu, GAMES)
def menus(look: Look, game: str) -> Iterator[Named]:
    yield "menu", table_menu(lobby_at(look, hand_of(game)[-1]), HOST, look.context)
    held = holding(look, hand_of(game)[-1], 1)
    yield "menu-holds", table_menu(held, HOST, look.context)
    for name, table, _ in next_games(look, game):
        yield name, table_menu(table, HOST, look.context)


@samples_of(table_menu)
def rare_menus(look: Look) -> Iterator[Named]:
    words = (ALL, WORD)
    for name, table in lobbies(look):
        yield f"lobby-{name}", table_menu(table, HOST, look.context, score_words=words)
    table = lobby_at(look, sample(0))
    yield "guest", table_menu(table, HOST + 3, look.context)
    open_one = holding(look, sample(0))
    yield "calls-role", table_menu(open_one, HOST, look.context, calls_role=True)
    private = replace(open_one, private=True)
    yield "private-calls-none", table_menu(private, HOST, look.context, calls_role=True)
    yield "manager", table_menu(table, 1, look.context, manager=True)
    for name, saved in {"saved": SAVED, "full": FULL}.items():
        yield f"presets-{name}", table_menu(table, HOST, look.context, presets=saved)
    for name, at, _ in (*standing_still(look), over(look, "42")):
        yield name, table_menu(at, HOST, look.context)
        yield f"{name}-guest", table_menu(at, HOST + 1, look.context)
    for pace in Pace:
        yield f"pace-{pace}", table_menu(replace(table, pace=pace), HOST, look.context)


@samples_of(players_page, GAMES)
def players_of_next_game(look: Look, game: str) -> Iterator[Named]:
    for name, table, _ in next_games(look, game):
        yield name, players_page(table, HOST, look.context)


@samples_of(players_page)
def players_with_computers(look: Look) -> Iterator[Named]:
    _, table, _ = over(look, "42")
    for level in ("expert", "steady-careful"):
        at = replace(table, seats=with_computers(table, level))
        yield f"computers-{level}", players_page(at, HOST, look.context)


@samples_of(pace_changed)
def paces(look: Look) -> Iterator[Named]:
    for pace in Pace:
        yield str(pace), pace_changed(table_at(look, sample(5), pace=pace), look.context)


@samples_of(more_screen, GAMES)
def more_screens(look: Look, game: str) -> Iterator[Named]:
    for at in (*in_hand(look, game), *kitty(look, game)):
        yield from _more(look, at)
    name, table, now = at
    switch = replace(look.context, may_switch=False)
    yield f"{name}-watching", more_screen(panel_at_table(table, now, None), switch, LINK)


@samples_of(more_screen)
def rare_more_screens(look: Look) -> Iterator[Named]:
    for at in (*rare(look), *standing_still(look)):
        yield from _more(look, at)
    name, table, game = next(rare(look))
    waits = panel_at_table(table, game, 1)
    yield f"{name}-waiting", more_screen(waits, look.context, LINK)
    lonely = replace(table, seats=with_computers(table))
    yield "invites", more_screen(panel_at_table(lonely, game, 0), look.context, LINK)


def _more(look: Look, at: At) -> Iterator[Named]:
    """Yield all pages of the screen of the player in turn."""
    name, table, game = at
    panel = panel_at_table(table, game, deal_of(game).to_act or 0)
    pages = pages_of(lambda page: more_screen(panel, look.context, page=page))
    yield from numbered(f"{name}-turn", pages)


@samples_of(more_of_hand)
def more_of_hands(look: Look) -> Iterator[Named]:
    for name, table, _ in (*ends(look), *rare_endings(look)):
        yield from numbered(name, pages_of(more_of_hand, table, look.context))


@samples_of(last_trick)
def last_tricks(look: Look) -> Iterator[Named]:
    for steps in (0, 5, 9, 11, 17, 27):
        yield f"42-{steps}", last_trick(table_at(look, sample(steps)), look.context)
    stacked = sample(21, stacked_tricks=True)
    yield "stacked", last_trick(table_at(look, stacked), look.context)
    yield "undealt", last_trick(lobby_at(look, sample(0)), look.context)
    own = last_trick(table_at(look, sample(17)), look.context, origin=FROM_MORE, reader=0)
    yield "own-from-more", own


@samples_of(confirm_leave)
def leaving(look: Look) -> Iterator[Named]:
    table = table_at(look, sample(9))
    sit = ComponentId(Verb.SIT, "other", arg="1")
    yield "rated", confirm_leave(table, look.context)
    yield "to-sit", confirm_leave(table, look.context, again=sit)
    yield "to-start", confirm_leave(table, look.context, again=ComponentId(Verb.OPEN))
    alone = replace(table, seats=with_computers(table))
    yield "with-computers", confirm_leave(alone, look.context)


@samples_of(confirm_close)
def closing(look: Look) -> Iterator[Named]:
    yield "playing", confirm_close(table_at(look, sample(9)), look.context)


@samples_of(table_status, GAMES)
def states_of_games(look: Look, game: str) -> Iterator[Named]:
    for name, table, _ in in_hand(look, game):
        yield name, table_status(table, look.context)
        over_now = replace(table, status=Status.CLOSED)
        yield f"{name}-closed", table_status(over_now, look.context)


@samples_of(table_status)
def rare_states(look: Look) -> Iterator[Named]:
    for name, table, _ in (*standing_still(look), *rare_endings(look)):
        yield name, table_status(table, look.context)
    for name, table in lobbies(look):
        yield f"lobby-{name}", table_status(table, look.context)


@samples_of(table_list)
def lists(look: Look) -> Iterator[Named]:
    tables = [table for _, table, _ in standing_still(look)]
    yield "none", table_list([], look.context)
    yield "few", table_list([*tables, lobby_at(look, sample(0))], look.context)
    yield "one-more", table_list([tables[0]] * 21, look.context)
    yield "many", table_list([tables[0]] * 60, look.context)


@samples_of(record_file)
def records(look: Look) -> Iterator[Named]:
    yield "game", record_file(3, 2, "{}", look.context)
    yield "lesson", record_file(3, 0, "{}", look.context)


@samples_of(draw_files)
def draws(look: Look) -> Iterator[Named]:
    yield "tied", draw_files("k3f9q2", DrawProof(2, ("{}", "[]")), look.context)


@samples_of(proof_file)
def proofs(look: Look) -> Iterator[Named]:
    yield "plain", proof_file(ShakeProof("k3f9q2", 4, "{}"), "4", look.context)
    yield "words", proof_file(ShakeProof("k3f9q2", 4, "{}", (0, 2)), "4", look.context)
    drawn = ShakeProof("k3f9q2", 1, "{}", (1,), DrawProof(1, ("{}", "[]")))
    yield "draw", proof_file(drawn, "1", look.context, origin=FROM_RULES)


@samples_of(fair_shake)
def shakes(look: Look) -> Iterator[Named]:
    table = table_at(look, sample(9))
    between = table_at(look, sample(PLAYED), shake_words=(0, 2))
    draw = DrawView(HASH, 1)
    drawn = replace(draw, drawn=True, rounds=ONCE, shaker=2)
    none = replace(table, commitment=None)
    yield "playing", fair_shake(table, look.context)
    yield "from-more", fair_shake(table, look.context, origin=FROM_MORE)
    yield "between", fair_shake(between, look.context)
    taught = replace(none, game_no=0, deals=LESSON)
    yield "lesson", fair_shake(taught, look.context)
    yield "lesson-drawn", fair_shake(replace(taught, draw=draw), look.context)
    yield "none", fair_shake(none, look.context)
    yield "to-draw", fair_shake(replace(table, draw=draw), look.context)
    yield "drawn", fair_shake(replace(table, draw=drawn), look.context)


@samples_of(shake_form)
def shake_forms(look: Look) -> Iterator[Named]:
    yield "between", shake_form(table_at(look, sample(PLAYED)), look.context)


@samples_of(shake_added)
def shaken(look: Look) -> Iterator[Named]:
    yield "added", shake_added(look.context)
