"""Reference backtrackers: the searches that people write, in plain Python, which tell every step they take."""
