"""Write missing golden records: `python -m tests.golden.make`.

Existing records are never overwritten, because they pin past behavior. To change one on purpose,
delete its file first and say why in the commit.
"""

import json
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

from tests.golden.options import SHOWINGS, cases
from tests.support.random_games import choose, deal_of, random_record
from texas42.engine import Phase, PlayTile, apply, new_game
from texas42.library import games, load_rules, presets
from texas42.records.build import record_of
from texas42.records.errors import RecordError
from texas42.records.jsontext import format_json
from texas42.records.record import format_record, record_from_json, record_json
from texas42.records.referee import judge

FOLDER = Path(__file__).parent
PRESETS = FOLDER / "presets"
OPTIONS = FOLDER / "options"
SHOWN = FOLDER / "shown"
OUTCOME = (
    "bidder", "contract", "made", "ended", "points", "score", "total", "next_shaker",
)  # fmt: skip


def outcome(record):
    """Judge a record, leaving out the lists of legal actions."""
    try:
        found = judge(record)
    except RecordError as error:
        return {"error": [error.code.value, error.hand, error.index]}
    hands = [
        {
            **{key: hand[key] for key in OUTCOME},
            "takers": [trick["winner"] for trick in hand["tricks"]],
        }
        for hand in found["hands"]
    ]
    return {"hands": hands, "winner": found["winner"]}


def with_option(record, option, value):
    return replace(record, rules={**record.rules, option: value})


def is_better(one, other):
    """Prefer a record that both tables accept over one that a table refuses."""
    return "error" not in one and "error" not in other


def find_case(game, option, value, other, base):
    """Find a record whose outcome depends on the option."""
    if option == "tie_250":
        found = tied_record(game, base)
        if found is None:
            return None
        return (
            found,
            outcome(with_option(found, option, value)),
            outcome(with_option(found, option, other)),
        )
    refused = None
    for seed in range(400):
        for played in (value, other):
            rules = load_rules(game, {**base, option: played})
            make = reneging_record if option == "renege" and played == "forfeit" else random_record
            found = replace(make(rules, seed, 3), rules={**base})
            first = outcome(with_option(found, option, value))
            second = outcome(with_option(found, option, other))
            if first == second:
                continue
            if is_better(first, second):
                return found, first, second
            refused = refused or (found, first, second)
        if refused and seed >= 60:
            break
    return refused


def reneging_record(rules, seed, _hands):
    """Play one hand in which somebody reneges."""
    random = Random(seed)
    while True:
        shake = deal_of(rules, 0, random)
        game = apply(new_game(rules), shake).game
        actions = []
        while game.deal.to_act is not None:
            action = choose(game, random)
            if game.deal.phase is Phase.PLAY and game.deal.trick.plays:
                action = PlayTile(
                    game.deal.to_act, random.choice(game.deal.hands[game.deal.to_act])
                )
            actions.append(action)
            game = apply(game, action).game
        if game.deal.result.ended == "renege":
            return record_of(rules, [(shake, actions)])


def tied_record(game, base):
    """Find a game that a made bid ends while another side has more points; also its target."""
    rules = load_rules(game, {**base, "target": 100_000})
    for seed in range(20_000):
        random = Random(seed)
        state = new_game(rules)
        played = []
        for number in range(3):
            before = state.total
            shake = deal_of(rules, number, random)
            state = apply(state, shake).game
            actions = []
            while state.deal.to_act is not None:
                action = choose(state, random)
                if state.deal.phase is Phase.CALL:
                    # The first bidder bids the minimum: low bids give close results.
                    action = state.legal_actions()[0 if state.deal.calls else 1]
                actions.append(action)
                state = apply(state, action).game
            played.append((shake, actions))
            target = state.total[state.deal.declaring]
            if state.deal.result.made and max(before) < target < max(state.total):
                record = record_of(rules, played)
                return replace(record, rules={**base, "target": target})
    return None


def write(path, value):
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(value + "\n", encoding="utf-8")
        print(path.relative_to(FOLDER))


def make_presets():
    for spec in games():
        for preset in presets(spec.id):
            rules = load_rules(spec.id, {"preset": preset.name})
            name = f"{spec.id}-{preset.name}"
            if (PRESETS / f"{name}.record.json").exists():
                continue
            record = next(
                found
                for seed in range(1000)
                if is_varied(judge(found := random_record(rules, seed, 4)))
            )
            write(PRESETS / f"{name}.record.json", format_record(record))
            write(PRESETS / f"{name}.referee.json", format_json(judge(record)))


def showings_in(record):
    """List what a record shows under the rules, such as "splash" or "kitty-before"."""
    return {
        f"kitty-{shown['when']}" if shown["what"] == "kitty" else hand["contract"].split()[0]
        for hand in record_json(record)["hands"]
        for shown in hand.get("shown", ())
    }


def make_shown():
    for name, (game, rules) in SHOWINGS.items():
        rules = load_rules(game, rules)
        records = (random_record(rules, seed, 1) for seed in count())
        record = next(found for found in records if showings_in(found) == {name})
        write(SHOWN / f"{name}.record.json", format_record(record))
        write(SHOWN / f"{name}.referee.json", format_json(judge(record)))


def is_varied(found):
    """Require two played hands: one made, and one played to the last tile."""
    ended = [hand["ended"] for hand in found["hands"]]
    made = [hand["made"] for hand in found["hands"]]
    return len(ended) - ended.count("passed-out") >= 2 and "played-out" in ended and True in made


def make_options():
    for case in cases():
        path = OPTIONS / f"{case.name}.json"
        if path.exists():
            continue
        found = find_case(case.game, case.option, case.value, case.other, case.base)
        if found is None:
            print("NOT FOUND", case.name)
            continue
        record, first, second = found
        value = {
            "option": case.option,
            "value": case.value,
            "other": case.other,
            "record": record_json(record),
            "outcome": first,
            "other_outcome": second,
        }
        write(path, format_json(value))


def read_case(path):
    value = json.loads(path.read_text(encoding="utf-8"))
    return value | {"record": record_from_json(value["record"])}


if __name__ == "__main__":
    make_presets()
    make_options()
    make_shown()
