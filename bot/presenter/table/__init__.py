"""A table in public: lobby, board, notices, and pictures."""
