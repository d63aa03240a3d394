"""Tests of the players without a person."""
