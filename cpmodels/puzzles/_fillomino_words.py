"""Fillomino in players' words."""

from cpmodels.explaining._default import account
from cpmodels.explaining._sized import SizedRegionsAccount
from cpmodels.puzzles.fillomino import Fillomino

__all__: list[str] = []

account.register(Fillomino)(SizedRegionsAccount)
