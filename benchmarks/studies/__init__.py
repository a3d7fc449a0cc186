"""Studies of gardens, lattices, records and screenshots: each a folder with its page, and a command."""
