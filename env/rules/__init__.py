"""The rules of snooker: rule sets as data, and one engine that enforces them."""
