"""Files that ship with the program: games, house-rule presets, translations."""
