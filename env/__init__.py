"""The game of snooker: rules, frames, referee and environments."""
