"""The texts of hints."""

from dataclasses import replace

import pytest

from bot.presenter.panel.hints import hint_text
from bot.presenter.panel.holdings import holding_line
from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.board import table_screen
from bot.presenter.table.scene import PanelScene
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.ai.rules.player import RulesPlayer
from texas42.engine import (
    FOLLOW_ME,
    Contract,
    ContractKind,
    MakeCall,
    MakeExchange,
    NameContract,
    Phase,
    PlayTile,
    Shake,
    Suit,
    apply,
    new_game,
    parse_action,
    parse_contract,
    parse_tile,
    suit_contract,
)

from .tabling import act, buttons_of, panel_at, rules_of, sample, states, text_of, tiles

CONTEXT = RenderContext(pictures=False)
THREES = "You hold four threes with the double, one other double and two offs."


def hint(panel, action, kind, **about):
    return hint_text(Advice(action, Reason(ReasonKind(kind), **about)), panel.view, CONTEXT)


def hint_of_rules_player(game):
    panel = panel_at(game)
    action, reason = RulesPlayer().choose_with_reason(panel.view)
    return hint(
        panel,
        action,
        reason.kind.value,
        tile=reason.tile,
        suit=reason.suit,
        contract=reason.contract,
        points=reason.points,
        chance=reason.chance,
    )


@pytest.mark.parametrize("kind", list(ReasonKind))
def test_every_reason_has_its_own_sentence(kind):
    panel = panel_at(sample(12))
    play = panel.view.legal[0]
    said = {each: hint(panel, play, each.value, suit=Suit.FIVES) for each in ReasonKind}
    assert ".** " in said[kind]
    same = {ReasonKind.NO_TRICKS, ReasonKind.LOW_HAND}
    alike = {each for each in ReasonKind if said[each] == said[kind]}
    assert alike in ({kind}, same)


@pytest.mark.parametrize("kind", [ReasonKind.WALKER, ReasonKind.LIKELY_WINNER])
def test_only_newcomers_are_told_what_walks_means(kind):
    panel = panel_at(sample(12))
    advice = Advice(panel.view.legal[0], Reason(kind, suit=Suit.FIVES))
    first = replace(panel, table=replace(panel.table, first_game=True))
    for shown, told in ((panel, False), (replace(panel, guided=True), True), (first, True)):
        said = hint_text(advice, panel.view, PanelScene.of_panel(shown, CONTEXT, None).context)
        assert "walk" in said
        assert ("we say it" in said) is told


@pytest.mark.parametrize(
    ("game_id", "preset"), [("42", "house"), ("88", None), ("moon", None), ("84x6", None)]
)
def test_every_choice_of_the_rules_player_has_a_sentence(game_id, preset):
    for seed in range(3):
        for game in states(rules_of(game_id, preset), seed, hands=1):
            if game.deal.to_act is not None:
                assert hint_of_rules_player(game).startswith("**Hint: ")


def parse_trump(text, panel):
    return parse_action(text, Phase.CONTRACT, panel.view.seat, panel.view.rules)


def parse_bid(text, panel):
    return parse_action(text, Phase.CALL, panel.view.seat, panel.view.rules)


def test_bid_hint_compares_its_odds_with_passing():
    panel = panel_at(sample(2))
    threes = {"contract": suit_contract(Suit.THREES), "chance": 0.46, "tried": True}
    bid = parse_bid("31", panel)
    standing = panel.view.calls[1].call
    for left, said in (
        ({}, ""),
        (
            {"left_to": 2, "left_bid": standing, "left_chance": 0.61},
            ", and if you pass, their 30 makes about 61%",
        ),
        ({"left_bid": parse_bid("pass", panel).call}, ", and if you pass, probably nobody bids"),
    ):
        assert hint(panel, bid, "strong-hand", **threes, **left) == (
            f"**Hint: Bid 31.** {'' if left else THREES + ' '}"
            f"In threes it makes about 46% of the time{said}."
        )
    assert panel.view.seat == 3


@pytest.mark.parametrize(
    ("seat", "spoken", "said"),
    [
        (2, True, "their 31 makes about 74%"),
        (2, False, "their likely 31 makes about 74%"),
        (1, True, "your partner's 31 makes about 74%"),
        (1, False, "your partner's likely 31 makes about 74%"),
    ],
)
def test_bid_that_nobody_has_made_is_only_probable(seat, spoken, said):
    panel = panel_at(sample(1), 3)
    call = parse_bid("31", panel).call
    calls = (MakeCall(seat, call),) if spoken else ()
    panel = replace(panel, view=replace(panel.view, calls=calls))
    about = {"contract": suit_contract(Suit.FIVES), "chance": 0.2, "tried": True}
    about |= {"left_to": seat, "left_bid": call, "left_chance": 0.74}
    text = hint(panel, parse_bid("32", panel), "strong-hand", **about)
    assert text.endswith(f", and if you pass, {said}.")


def test_pass_hint_names_the_best_bid_and_its_odds():
    panel = panel_at(sample(2))
    about = {"contract": suit_contract(Suit.FIVES), "chance": 0.2, "tried": True}
    about |= {"left_to": 0, "left_bid": parse_bid("32", panel).call, "left_chance": 0.55}
    said = hint(
        panel, parse_bid("pass", panel), "weak-hand", next_best=parse_bid("31", panel), **about
    )
    assert said == (
        "**Hint: Pass.** Your best bid, 31 in fives, makes about 20% of the time, "
        "and if you pass, their likely 32 makes about 55%."
    )


def test_play_hint_compares_with_the_next_best_play():
    panel = panel_at(sample(6))
    (play, *_) = panel.view.legal
    other = PlayTile(play.seat, parse_tile("43"))

    def said(chance, next_chance):
        told = hint(
            panel,
            play,
            "trash",
            chance=chance,
            tried=True,
            next_best=other,
            next_chance=next_chance,
        )
        return told.split("You'll miss it least. ")[1]

    assert said(0.31, 0.22) == "It sets them about 31% of the time; the 4-3, your next best, 22%."
    assert said(0.31, 0.29) == "This and the 4-3 both set them about 31% of the time."
    assert said(0.31, 0.5) == "It sets them about 31% of the time."


def test_bidders_hint_gives_the_odds_of_making_the_bid():
    lead = PlayTile(0, parse_tile("55"))
    said = hint(
        after_drawing_trumps(1),
        lead,
        "sure-winner",
        chance=0.71,
        tried=True,
        next_best=PlayTile(0, parse_tile("21")),
        next_chance=0.58,
    )
    assert said == (
        "**Hint: Lead the 5-5.** Nobody can beat it. "
        "It makes the bid about 71% of the time; the 2-1, your next best, 58%."
    )


def test_contract_hint_compares_but_exchange_hint_does_not():
    panel = panel_at(sample(4))
    threes = parse_trump("3", panel)
    fives = parse_trump("5", panel)
    said = hint(
        panel, threes, "best-suit", chance=0.7, tried=True, next_best=fives, next_chance=0.6
    )
    assert said.endswith("It makes the bid about 70% of the time; fives, your next best, 60%.")
    change = MakeExchange(panel.view.seat, tiles("55 50"), tiles("31 21"))
    keep = MakeExchange(panel.view.seat, (), ())
    told = {"chance": 0.7, "tried": True, "next_chance": 0.4}
    said = hint(panel, change, "better-hand", next_best=keep, **told)
    assert said.endswith("It makes the bid about 70% of the time.")


def test_rule_based_hint_has_no_odds():
    panel = panel_at(sample(2))
    said = hint(panel, parse_bid("31", panel), "strong-hand", chance=0.62)
    assert said == "**Hint: Bid 31.** " + THREES


@pytest.mark.parametrize(
    ("hand", "trump", "said"),
    [
        ("55 54 53 52 51 50 66", "5", "six fives with the double, one other double and no offs"),
        ("54 53 52 51 66 44 10", "5", "four fives without the double, two doubles and one off"),
        ("55 44 33 22 65 64 10", "doubles", "four doubles and three offs"),
        ("65 64 63 62 61 60 55", "6", "six sixes without the double, one double and no offs"),
        ("55 65 64 63 62 61 60", "5", "two fives with the double and five offs"),
        ("66 64 63 62 61 60 54", "5", "the 5-4, one double and five offs"),
    ],
)
def test_strong_hand_is_counted_in_trumps_doubles_and_offs(hand, trump, said):
    panel = panel_at(sample(2))
    view = replace(panel.view, hand=tuple(tiles(hand)))
    contract = parse_contract(trump, view.rules)
    assert holding_line(view, contract, CONTEXT) == f"You hold {said}."


def test_both_doubles_of_a_suit_are_counted_in_a_double_set():
    view = replace(panel_at(sample(2)).view, hand=tuple(tiles("55 55 54 66 66 10")))
    said = holding_line(view, suit_contract(Suit.FIVES), CONTEXT)
    assert said == "You hold three fives with both doubles, two other doubles and one off."


def test_follow_me_is_strong_by_high_dominoes():
    view = panel_at(sample(2)).view
    assert holding_line(view, suit_contract(FOLLOW_ME), CONTEXT) == "You're high in most suits."


def test_exchange_hint_names_the_tiles():
    panel = panel_at(sample(12))
    change = MakeExchange(0, tiles("55 50"), tiles("31 21"))
    assert "and put back the 2-1 and 3-1" in hint(panel, change, "better-hand")
    assert "Keep your hand" in hint(panel, MakeExchange(0, (), ()), "keep-hand")


HANDS = (
    "11 61 51 41 31 21 55",
    "10 65 54 53 00 40 60",
    "52 66 64 63 62 44 20",
    "50 43 42 33 32 22 30",
)


MOON_HANDS = (
    tuple(tiles("11 61 51 41 31 21 55")),
    tuple(tiles("65 54 53 00 64 63 62")),
    tuple(tiles("52 44 43 42 33 32 22")),
)


def after_drawing_trumps(tricks):
    """Let Ana draw the last trump with the 1-1 and keep leading trumps."""
    game = apply(new_game(rules_of("42")), Shake(3, tuple(map(tiles, HANDS)))).game
    for text in ("30", "pass", "pass", "pass", "1"):
        game = act(game, text)
    thrown = [HANDS[1].split(), HANDS[2].split(), ["43", "42", "33", "32", "22", "30"]]
    for number, tile in enumerate(HANDS[0].split()[:tricks]):
        for text in (tile, *(hand[number] for hand in thrown)):
            game = act(game, text)
    return panel_at(game)


def test_sure_lead_hint_names_what_must_fall():
    lead = PlayTile(0, parse_tile("55"))
    assert hint(after_drawing_trumps(6), lead, "sure-winner", suit=Suit.FIVES) == (
        "**Hint: Lead the 5-5.** Nobody can beat it. No trump is out, and the 5-0 must fall on it."
    )
    tried = hint(
        after_drawing_trumps(6), lead, "sure-winner", suit=Suit.FIVES, chance=0.83, tried=True
    )
    assert tried.endswith(" Nobody can beat it. It makes the bid about 83% of the time.")
    assert hint(after_drawing_trumps(1), lead, "sure-winner").endswith(" No trump is out.")
    assert hint(after_drawing_trumps(0), lead, "sure-winner").endswith(" Nobody can beat it.")
    assert hint(after_drawing_trumps(6), lead, "sampled").endswith(" could hold their dominoes.")


def test_hint_has_no_odds_once_the_bid_is_decided():
    panel = panel_at(sample(6))
    (play, *_) = panel.view.legal
    bidders = panel.view.rules.game.side_of(panel.view.bidder)
    needed = panel.view.needed
    for theirs, ours in ((needed - 1, 42 - needed), (needed, 0), (0, 43 - needed)):
        points = (theirs, ours) if bidders == 0 else (ours, theirs)
        told = hint(
            replace(panel, view=replace(panel.view, points=points)),
            play,
            "trash",
            chance=1.0,
            tried=True,
        )
        assert ("of the time" in told) is (theirs == needed - 1)


def test_keep_hint_names_the_domino_kept():
    panel = panel_at(sample(6))
    (play, *_) = panel.view.legal
    other = PlayTile(play.seat, parse_tile("43"))
    two = replace(panel, view=replace(panel.view, legal=(play, other)))
    assert hint(two, play, "keep-winners").endswith(" Keep the 4-3: it can still win.")
    three = replace(
        panel, view=replace(panel.view, legal=(play, other, replace(other, tile=parse_tile("42"))))
    )
    assert hint(three, play, "keep-winners").endswith(" Keep the others: they can still win.")


def test_lay_down_is_offered_only_to_the_leader():
    def offered(panel):
        verbs = [b.component_id.verb for b in buttons_of(hand_panel(panel, CONTEXT))]
        return Verb.CLAIM in verbs

    assert offered(panel_at(sample(5)))
    assert not offered(panel_at(sample(6)))
    assert not offered(panel_at(sample(4)))
    assert not offered(panel_at(sample(5), 1))


def test_last_domino_has_no_lay_down_and_no_hint():
    panel = panel_at(sample(29, early_stop="none"))
    assert len(panel.view.hand) == 1
    assert panel.view.trick is None or not panel.view.trick.plays
    verbs = [b.component_id.verb for b in buttons_of(hand_panel(panel, CONTEXT))]
    assert Verb.CLAIM not in verbs
    assert Verb.HINT not in verbs


def test_result_names_who_laid_down():
    game = sample(33)
    table = panel_at(game, 0).table
    assert "lays down" not in text_of(table_screen(table, CONTEXT))
    said = text_of(table_screen(replace(table, claimed=2), CONTEXT))
    assert "\nCy laid down and took the rest.\n" in said


def test_only_the_player_to_act_has_the_hint_button():
    game = sample(12)
    mine = panel_at(game)
    other = panel_at(game, (game.deal.to_act + 1) % 4)

    def offered(panel):
        verbs = [b.component_id.verb for b in buttons_of(hand_panel(panel, CONTEXT))]
        return Verb.HINT in verbs

    assert offered(mine)
    assert not offered(other)


def test_open_hint_is_above_the_buttons_and_disables_its_button():
    panel = panel_at(sample(12))
    advice = Advice(panel.view.legal[0], Reason(ReasonKind.TRASH))
    message = hand_panel(replace(panel, advice=advice), CONTEXT)
    (container,) = message.body
    kinds = [type(part).__name__ for part in container.children]
    told = container.children[kinds.index("Row") - 1].markdown.splitlines()
    assert hint_text(advice, panel.view, CONTEXT) in told
    (button,) = [b for b in buttons_of(message) if b.component_id.verb is Verb.HINT]
    assert button.disabled


@pytest.mark.parametrize(("chance", "weak"), [(0.2, True), (0.52, False)])
def test_hand_that_makes_a_bid_half_the_time_is_not_called_weak(chance, weak):
    panel = panel_at(sample(0))
    passing = next(each for each in panel.view.legal if not each.call.is_bid)
    contract = suit_contract(Suit.FIVES)
    said = hint(panel, passing, "weak-hand", contract=contract, chance=chance)
    assert ("too weak" in said) is weak
    assert ("risks more than it wins" in said) is not weak


def test_after_a_splash_the_partner_is_told_a_trump_and_the_bidder_of_their_doubles():
    said = []
    for seat in (0, 2):
        panel = panel_at(sample(4), seat)
        view = replace(panel.view, bidder=0)
        contract = Contract(ContractKind.SPLASH, Suit.FIVES if seat else None)
        action = NameContract(seat, contract)
        said.append(hint(replace(panel, view=view), action, "partners-doubles"))
    assert said == [
        "**Hint: Name splash.** You hold enough doubles, and your partner names the trump.",
        "**Hint: Name fives.** They're your strongest suit.",
    ]
