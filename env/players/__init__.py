"""What it takes to be a player of frames, and the simplest one."""
