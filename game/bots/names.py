"""The names of the bots."""

BOT_NAMES = ("Maja", "Otto", "Ines", "Bosse", "Karin", "Emil", "Tove", "Lotte")
"""Names in the order in which bots sit down."""
