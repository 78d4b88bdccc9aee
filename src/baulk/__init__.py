"""Baulk, a snooker planner: a position in, the best stroke out."""
