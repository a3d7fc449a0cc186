"""The ablations as solvers of the benchmarks."""
