"""Rules for property tests: every preset of every game, and random mixtures of options."""

import random

from texas42.engine import Rules
from texas42.library import games, load_rules, presets
from texas42.library.catalog import entry_of

MIXTURES = 3
"""Tables for each preset: the preset itself first, then mixtures that change from deal to deal."""
PRESETS = [(spec.id, preset.name) for spec in games() for preset in presets(spec.id)]
TABLES = [(game, preset, mixture) for game, preset in PRESETS for mixture in range(MIXTURES)]


def mixed(game: str, preset: str, mixture: int, rng: random.Random) -> Rules:
    """Yield the preset, then random mixtures of the game's options on top of it."""
    options: dict[str, object] = {"preset": preset}
    if mixture:
        for name, option in entry_of(game).options.items():
            match option.kind:
                case "switch":
                    options[name] = rng.random() < 0.5
                case "choice":
                    options[name] = rng.choice(option.values)
                case "number":
                    options[name] = rng.randint(1, 9)
                case "list":
                    size = rng.randint(1, len(option.values))
                    options[name] = rng.sample(option.values, size)
        if options.get("trumps") == ["0"]:
            options["trumps"] = ["1"]
    return load_rules(game, options)
