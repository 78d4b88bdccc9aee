"""Players: skill, candidate strokes, evaluation and search."""
