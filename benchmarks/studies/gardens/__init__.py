"""The hanging gardens decided: questions about gardens, each answered and confirmed by one command."""
