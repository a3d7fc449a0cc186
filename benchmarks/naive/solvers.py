"""The backtrackers as solvers of the benchmarks."""
