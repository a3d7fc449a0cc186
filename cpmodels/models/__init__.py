"""The models of the four kinds, and their strategies: one entry module a kind, which registers how it is built."""
