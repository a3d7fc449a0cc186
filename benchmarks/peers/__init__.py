"""Other libraries on the same puzzles: models that are short and fair, one file each."""
