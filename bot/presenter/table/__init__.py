"""A table in public: its lobby, its board, what it says to people, and its pictures."""
