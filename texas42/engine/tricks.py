"""Trick play: the leader, legal leads and follows, the winner."""

from texas42.engine.contracts import Contract
from texas42.engine.deal import Deal
from texas42.engine.errors import IllegalAction, Rule
from texas42.engine.overlays import suit_to_follow
from texas42.engine.rules import Rules
from texas42.engine.tiles import (
    NUMBER_SUITS,
    PlayTile,
    Suit,
    Tile,
    Trick,
    all_of,
    list_tiles,
    one_of,
)


def in_play(deal: Deal) -> tuple[Contract, Trick]:
    """Return the contract and the current trick of a deal in play."""
    if deal.contract is None or deal.trick is None:
        raise ValueError("no trick is being played")
    return deal.contract, deal.trick


def first_leader(rules: Rules, bidder: int, contract: Contract) -> int:
    """Return the first leader: the bidder, or in plunge and splash the partner (000:176)."""
    return rules.game.partner(bidder) if contract.overlay.partner_leads else bidder


def trick_size(rules: Rules, contract: Contract) -> int:
    """Count the tiles of a full trick: one per seat, without nel-o's partner."""
    return rules.game.seats - contract.overlay.partner_sits_out


def next_to_play(deal: Deal, seat: int) -> int:
    """Return the next seat clockwise that is not sitting out."""
    seat = deal.rules.game.left_of(seat)
    return deal.rules.game.left_of(seat) if seat == deal.sitting_out else seat


def legal_tiles(deal: Deal) -> tuple[Tile, ...]:
    """List the tiles that the seat in turn may play, ascending; equal tiles are listed twice."""
    contract, trick = in_play(deal)
    row = contract.overlay
    hand = deal.hands[_turn(deal)]
    if not trick.plays:
        return row.may_lead(hand, contract, deal.rules, not deal.tricks)
    return row.may_follow(hand, trick.plays[0], trick.led, contract, deal.rules)


def _turn(deal: Deal) -> int:
    if deal.to_act is None:
        raise ValueError("nobody is in turn")
    return deal.to_act


def declarable(deal: Deal, tile: Tile) -> Suit | None:
    """Return the lower end of a tile if this lead may call it as the suit, else None.

    With `small_end_first_lead` that is the first lead of a hand (000:173, ruling 8.8); in the Big
    Game any lead of 7-3 or 8-2 (001:124). Never a double or a trump.
    """
    contract, trick = in_play(deal)
    rules = deal.rules
    allowed = (rules.small_end_first_lead and not deal.tricks) or tile in rules.game.low_end_leads
    if not allowed or trick.plays or tile.is_double or not contract.overlay.may_declare:
        return None
    trump = contract.trump_suit
    if trump is not None and tile in contract.ordering.members[trump]:
        return None
    return NUMBER_SUITS[tile.low]


def legal_plays(deal: Deal) -> tuple[PlayTile, ...]:
    """List the plays of the seat in turn, ascending, without duplicates (ruling 8.8)."""
    seat = _turn(deal)
    trick = deal.trick
    rules = deal.rules
    tiles = legal_tiles(deal)
    if rules.game.copies > 1:
        tiles = tuple(dict.fromkeys(tiles))
    leads_low_end = rules.small_end_first_lead or rules.game.low_end_leads
    if not leads_low_end or (trick is not None and trick.plays):
        return tuple([PlayTile(seat, tile) for tile in tiles])
    plays = []
    for tile in tiles:
        plays.append(PlayTile(seat, tile))
        suit = declarable(deal, tile)
        if suit is not None:
            plays.append(PlayTile(seat, tile, suit))
    return tuple(plays)


def verify_held(deal: Deal, action: PlayTile) -> None:
    """Raise if a tile is not held, or its lower end may not be called."""
    if action.tile not in deal.hands[action.seat]:
        raise IllegalAction(Rule.NOT_HELD, f"You do not hold {action.tile}.", {"tile": action.tile})
    if action.declared is not None and action.declared != declarable(deal, action.tile):
        raise IllegalAction(
            Rule.CANNOT_DECLARE,
            f"{action.tile} cannot be led as {one_of(action.declared)} here.",
            {"tile": action.tile, "declared": action.declared},
        )


def is_renege(deal: Deal, action: PlayTile) -> bool:
    """Return True if playing this held tile breaks the rules of play."""
    return action.tile not in legal_tiles(deal)


def refusal(deal: Deal, action: PlayTile) -> IllegalAction:
    """Build the error for a held tile that breaks the rules of play, with the legal tiles."""
    contract, trick = in_play(deal)
    tiles = tuple(dict.fromkeys(legal_tiles(deal)))
    data: dict[str, object] = {"tile": action.tile, "tiles": tiles}
    forced = contract.overlay.must_play
    if forced is not None:
        return IllegalAction(forced.rule, forced.sentence.format(tiles=list_tiles(tiles)), data)
    if not trick.plays or trick.led is None:
        sentence = f"The first lead must be a trump and you hold {list_tiles(tiles)}."
        return IllegalAction(Rule.MUST_LEAD_TRUMP, sentence, data)
    hand = deal.hands[action.seat]
    suit = suit_to_follow(hand, trick.plays[0], trick.led, deal.rules)
    called = f"{all_of(trick.led).capitalize()} were led"
    if suit is not trick.led:
        called += " and you have no double"
    sentence = f"{called} and you hold {list_tiles(tiles)}. Play {one_of(suit)}."
    return IllegalAction(Rule.MUST_FOLLOW, sentence, {"led": trick.led, "suit": suit, **data})


def led_by(contract: Contract, play: PlayTile) -> Suit | None:
    """Return the suit that a lead calls, None in a contract without suits."""
    if play.declared is not None:
        return play.declared
    return contract.ordering.suit.get(play.tile)


def winning_seat(trick: Trick, contract: Contract, rules: Rules, bidder: int) -> int:
    """Return the seat that is winning the trick so far; raises ValueError before the lead."""
    if not trick.plays:
        raise ValueError("nothing has been led")
    side = rules.game.side_of(bidder)
    return contract.overlay.winner(trick.plays, trick.led, contract, rules, side)


def finish(trick: Trick, contract: Contract, rules: Rules, bidder: int) -> Trick:
    """Complete a full trick with its winner and its points: its value plus its count."""
    winner = winning_seat(trick, contract, rules, bidder)
    count = sum([play.tile.count for play in trick.plays]) if rules.game.counts else 0
    return Trick(trick.leader, trick.plays, trick.led, winner, rules.game.trick_points + count)
