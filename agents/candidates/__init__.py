"""Kinds of stroke that the planner considers; each module proposes one family."""
