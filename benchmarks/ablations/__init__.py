"""Other models and parameters for the puzzles of the library, to see that the ones in use are the best."""
