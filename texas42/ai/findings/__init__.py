"""What computer players find out about a hand: advice, judgments, chances."""
