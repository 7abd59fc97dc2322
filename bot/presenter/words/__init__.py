"""Words and parts that every screen is made of: languages, names, ids, messages."""
