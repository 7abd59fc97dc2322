"""The host's data: reports, blocks, processes."""
