"""The physics of snooker: tables, balls, strokes and the batched event engine."""
