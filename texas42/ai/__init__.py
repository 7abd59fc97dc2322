"""Computer players: they see a `SeatView` and nothing else."""
