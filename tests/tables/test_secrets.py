"""Views and texts never reveal hidden tiles or secrets."""

from __future__ import annotations

import pytest

from bot.tables.claims import rules as claim_rules
from bot.tables.clocks.deadlines import Timing
from bot.tables.describe import panel_view, table_view
from tests.support.house import ANA, EVE, FOUR, House
from tests.tables.hidden import redeal_hidden
from texas42.engine import Action, Phase, SeatView, view_for


@pytest.mark.parametrize("acts", [0, 3, 6, 11, 20])
async def test_no_view_changes_when_hidden_tiles_are_permuted(house: House, acts: int) -> None:
    table = await house.start_game()
    for _ in range(acts):
        await house.step(table)
    live = await house.live(table)
    timing = Timing()
    for seat, user in enumerate(FOUR):
        for seed in range(5):
            other = redeal_hidden(live, seat, seed)
            assert panel_view(other, timing, user) == panel_view(live, timing, user)
    # A watcher sees no tiles, so redeal every hand.
    nobody = redeal_hidden(redeal_hidden(live, 0, 1), 1, 2)
    assert nobody.game != live.game
    assert table_view(nobody, timing) == table_view(live, timing)
    assert panel_view(nobody, timing, EVE) == panel_view(live, timing, EVE)


async def test_laid_down_hand_is_public_and_reveals_no_other_hand(house: House) -> None:
    table = await house.start_game()
    for _ in range(5):
        await house.step(table)
    live = await house.live(table)
    timing = Timing()
    shown = claim_rules.face_up(live, 1)
    assert shown.game.deal is not None
    for user in (*FOUR, EVE):
        assert repr(shown.game.deal.hands[1]) in repr(panel_view(shown, timing, user))
    for seed in range(5):
        other = redeal_hidden(shown, 1, seed)  # all tiles that aren't face up
        assert other.game != shown.game
        assert table_view(other, timing) == table_view(shown, timing)
        assert panel_view(other, timing, EVE) == panel_view(shown, timing, EVE)
        assert panel_view(other, timing, FOUR[1]) == panel_view(shown, timing, FOUR[1])


async def test_panel_of_a_running_hand_shows_only_ones_own_hand(house: House) -> None:
    table = await house.start_game()
    live = await house.live(table)
    assert live.game.deal is not None
    for seat, user in enumerate(FOUR):
        shown = repr(await house.tables.panel(table, user))
        assert repr(live.game.deal.hands[seat]) in shown
        for other in range(4):
            if other != seat:
                assert repr(live.game.deal.hands[other]) not in shown


async def test_views_and_reprs_never_contain_a_shakes_secret(house: House) -> None:
    table = await house.start_game()
    for _ in range(2):
        live = await house.live(table)
        shake = live.coming or live.shake
        assert shake is not None
        for text in (
            repr(await house.tables.view(table)),
            repr(await house.tables.panel(table, ANA)),
            repr(live.table),
            repr(shake),
            repr(live),
        ):
            assert shake.secret.hex() not in text
            assert repr(shake.secret) not in text
        await house.play_hand(table)


async def test_all_hands_are_revealed_after_the_hand(house: House) -> None:
    table = await house.start_game()
    assert (await house.tables.view(table)).view.revealed is None  # type: ignore[union-attr]
    over = await house.play_hand(table)
    assert over.view is not None
    assert over.view.phase is Phase.OVER
    assert over.view.revealed is not None


async def test_computers_see_only_the_view_of_their_seat(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.start_game(ANA)
    compared = set()
    choose = house.computers.choose

    async def watched(view: SeatView, level: str, pause: float | None = None) -> Action:
        live = await house.live(table)
        compared.add((view.seat, view == view_for(live.game, view.seat), view.revealed))
        return await choose(view, level, pause)

    monkeypatch.setattr(house.computers, "choose", watched)
    await house.play_hand(table)
    assert compared == {(1, True, None), (2, True, None), (3, True, None)}
