"""The peers as solvers of the benchmarks; each needs its own package."""
