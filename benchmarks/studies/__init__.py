"""Studies of gardens, lattices, frontiers, records and screenshots: each a folder with its page, and a command."""
