"""How what a screen says is shown: in words, beside a picture, and in its alt text."""
