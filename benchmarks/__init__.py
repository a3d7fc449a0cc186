"""Times of the library, measured in one run."""
