"""The plain player: rules of thumb, and the reason for each choice."""
