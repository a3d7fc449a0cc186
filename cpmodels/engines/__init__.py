"""Other solvers than CP-SAT: puzzles exported for them, and answers and counts confirmed by them."""
