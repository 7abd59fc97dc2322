"""Who sits down with whom."""
