"""All tests compute as the command does: on all cores, with the compile cache."""

from baulk.runtime import configure

configure()
