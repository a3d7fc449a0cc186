"""The Zigzaw: a page to lay out the frogs, and pictures that read back; all else is made of its diagram."""

from __future__ import annotations

from cpmodels.base import sharing
from cpmodels.puzzles.zigzaw import Zigzaw
from renderers._tiles_page import check_pieces
from renderers.functions import check_page, page
from renderers.zigzaw._page import zigzaw_page
from renderers.zigzaw._pictures import zigzaw_pictures

__all__: list[str] = []

check_page.register(Zigzaw)(check_pieces)
page.register(Zigzaw)(zigzaw_page)
sharing.pictures.register(Zigzaw)(zigzaw_pictures)
