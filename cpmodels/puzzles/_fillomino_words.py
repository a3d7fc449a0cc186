"""Fillomino in players' words."""

from cpmodels.explaining import SizedRegionsAccount, account
from cpmodels.puzzles.fillomino import Fillomino

__all__: list[str] = []

account.register(Fillomino)(SizedRegionsAccount)
