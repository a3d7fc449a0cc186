"""Records of puzzles with one solution: the fewest numbers, walls, colours and fixed tiles, each by one command."""
