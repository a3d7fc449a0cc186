"""What frontiers count: sequences of numbers of paths, loops and tilings, by one command."""
