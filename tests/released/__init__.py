"""Files as released programs wrote them, and what writes those of the next release."""
