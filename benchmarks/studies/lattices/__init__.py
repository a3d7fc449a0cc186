"""Gardens on other lattices: hexagons, squares with corners, tesseracts; each question answered by one command."""
