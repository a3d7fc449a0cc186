"""What the sides of pieces that do not turn say about a rim before it is filled.

Where places touch, they show the same colour, one on its lower side and the other on its upper one.  So over a whole
board each colour is shown below as often as above, but for sides on the rim; and how often the pieces have it below and
above is known.  If they have it three times more often above, at least three pieces of the upper rim show it upwards.
Of ten TetraVex boards of 8 x 8 with ten colours that leaves a search row by row one node in 18 in the median, in 6 at
least.

How many a rim still has to show of each colour is handed on from place to place, as one more side where these touch: a
search needs to know no more about it than that touching sides are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

MOST_STATES = 128
"""How many states of what is left to show are told apart; colours with the least to show are left out until that will
do.  TetraVex boards of 8 x 8 and ten colours have 16 to 64."""

FEW = 36
"""Fewer places are searched before a balance is made: TetraVex boards of 5 x 5 in 0.1 ms, for which it takes 1.5; of
6 x 6 in 3 ms, or 0.4 after 2."""


class Balance(NamedTuple):
    """What the places of a rim show at least, on one side.

    depths: the places, by their turn.
    shown: what each piece has on that side; below zero if that is never seen.
    least: how often each colour is shown there, at least.
    """

    depths: Sequence[int]
    shown: Any
    least: Any

    def leads(self) -> Iterator[Any]:
        """For each place, from each state before it and for each piece, the state after it, or -1 where there is none.

        States are numbers; at the beginning and at the end there is one, 0.
        """
        colours = [colour for colour in np.argsort(-self.least, kind="stable") if self.least[colour]]
        while prod((self.least[colours] + 1).tolist()) > MOST_STATES:  # Beyond 64 bits, where there are many.
            colours.pop()
        sort = np.full(len(self.least) + 1, len(colours))  # Its last is for pieces that never show that side.
        sort[colours] = range(len(colours))
        most = self.least[colours]
        weights = np.cumprod([1, *most + 1])[:-1]
        states = most[None]
        for left in reversed(range(len(self.depths))):
            after = np.maximum(states[:, None] - np.eye(len(colours) + 1, len(colours), dtype=int), 0)
            possible = after.sum(axis=2) <= left
            leads = np.full(possible.shape, -1)
            codes, leads[possible] = np.unique((after @ weights)[possible], return_inverse=True)
            yield leads[:, sort[self.shown]]
            states = codes[:, None] // weights % (most + 1)


def balance(slots: Sequence[Sequence[int]], used: Sequence[Any], colours: Sequence[Any], often: Any) -> Balance:
    """Of what rims show at least that are filled in the first half of an order, that of most sides; it may be none.

    slots: of each place its sides, by numbers that it shares with the places that it touches there.
    used, colours: of each way to fill it the piece, and what that shows on each of the sides.
    often: how often each piece is used, where that is known for all.
    """
    none = Balance((), often[:0], often[:0])
    width = max(map(len, slots))
    whole = [depth for depth, at in enumerate(slots) if len(at) == width]
    if len(slots) < FEW or often.sum() != len(slots) or len(np.unique(used[whole[0]])) < len(used[whole[0]]):
        return none
    looks, slot_at = np.full((len(often), width), -1), np.full((len(slots), width), -1)
    slot_at[whole] = [slots[depth] for depth in whole]
    pieces, shown = (np.concatenate([of[depth] for depth in whole]) for of in (used, colours))
    looks[pieces] = shown
    if (looks[pieces] != shown).any():
        return none  # The pieces turn.
    ranked = np.sort(np.repeat(looks, often, axis=0), axis=0)
    if (ranked == ranked[:, :1]).all():
        return none  # They have each colour as often on each side, as gardens have.
    for depth in set(range(len(slots))).difference(whole):
        pieces, shown = used[depth], colours[depth]
        alike = ((looks[pieces][:, :, None] == shown[:, None]) | (looks[pieces][:, :, None] < 0)).all(axis=0)
        at = alike.argmax(axis=0)
        if (alike.sum(axis=0) != 1).any() or len(np.unique(at)) < len(at):
            return none  # Which sides of pieces such a place has is not certain.
        looks[pieces[:, None], at] = shown
        if (looks[pieces[:, None], at] != shown).any():
            return none
        slot_at[depth, at] = slots[depth]
    sides = np.arange(width)
    counts = np.array([np.bincount(look[look >= 0], often[look >= 0], looks.max() + 1) for look in looks.T], int)
    least = np.maximum(counts[:, None] - counts, 0)
    if not (total := least.sum(axis=2)).any():
        return none
    # By places, and by pairs of sides, whether the one is on the rim, as nothing meets it with the other.
    times = np.zeros((slot_at.max() + 2, width), int)
    np.add.at(times, (slot_at, sides), 1)
    times[-1] = 0
    meets = (times == 1)[slot_at]
    rims = ~(meets & meets[:, sides, sides][:, :, None])
    fits = (total <= rims.sum(axis=0)) & ~rims[len(slots) // 2 :].any(axis=0)
    side, other = np.unravel_index(np.argmax(fits * total), total.shape)
    if not fits[side, other] * total[side, other]:
        return none
    return Balance(np.flatnonzero(rims[:, side, other]).tolist(), looks[:, side], least[side, other])
