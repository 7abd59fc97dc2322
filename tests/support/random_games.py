"""Random legal games from a seed, as records."""

from random import Random

from texas42.engine import (
    CallKind,
    MakeCall,
    Phase,
    Shake,
    apply,
    kitty_to_show,
    new_game,
    seats_asking,
    show,
)
from texas42.engine.showing import shown_doubles
from texas42.records.build import record_of


def deal_of(rules, shaker, random):
    """Build a random shake."""
    spec = rules.game
    mixed = list(spec.tiles)
    random.shuffle(mixed)
    size = spec.hand_size
    hands = tuple(tuple(mixed[seat * size : (seat + 1) * size]) for seat in range(spec.seats))
    return Shake(shaker, hands, tuple(mixed[spec.seats * size :]))


def choose(game, random):
    """Choose a legal action; mostly passes and low bids keep games short."""
    actions = game.legal_actions()
    if game.deal.phase is Phase.CALL:
        bids = [action for action in actions if action.call.is_bid]
        quiet = [action for action in actions if not action.call.is_bid]
        if quiet and (not bids or random.random() < 0.55):
            return quiet[0]
        special = [action for action in bids if is_special(action)]
        if special and random.random() < 0.4:
            return random.choice(special)
        return random.choice(bids)
    return random.choice(actions)


def choose_showing(game, random):
    """Choose tiles to show now, if any can be shown; half of the time, show none."""
    showing = shown_doubles(game.deal) if seats_asking(game.deal) else kitty_to_show(game.deal)
    return showing if showing is not None and random.random() < 0.5 else None


def is_special(action):
    return isinstance(action, MakeCall) and action.call.kind in {
        CallKind.MULTIPLE,
        CallKind.PLUNGE,
        CallKind.GAME,
    }


def random_hands(rules, seed, hands):
    """Yield (shake, actions, game after it) of up to that many hands of one game."""
    random = Random(seed)
    game = new_game(rules)
    for number in range(hands):
        shaker = game.next_shaker if game.next_shaker is not None else number % rules.game.seats
        shake = deal_of(rules, shaker, random)
        game = apply(game, shake).game
        actions = []
        while game.deal.to_act is not None:
            action = choose(game, random)
            actions.append(action)
            game = apply(game, action).game
            showing = choose_showing(game, random)
            if showing is not None:
                actions.append(showing)
                game = show(game, showing).game
        yield shake, actions, game
        if game.winner is not None:
            return


def random_record(rules, seed, hands=3):
    """Build the record of a random game with a limited number of hands."""
    played = [(shake, actions) for shake, actions, _ in random_hands(rules, seed, hands)]
    return record_of(rules, played)
