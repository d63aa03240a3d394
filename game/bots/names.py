"""What bots are called."""

BOT_NAMES = ("Maja", "Otto", "Ines", "Bosse", "Karin", "Emil", "Tove", "Lotte")
"""In the order in which they sit down."""
