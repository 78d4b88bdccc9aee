"""Learning: training runs, self-play, value fitting and benchmark suites."""
