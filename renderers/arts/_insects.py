"""Insects, seen from above."""

from __future__ import annotations

from renderers.arts._figures import Figure, Species, blob, both, dot, oval, stroke, whole
from renderers.palette import mix

BLACK, WHITE, GLASS = "#23211f", "#fdfbf3", "#cfe3ea"
LEG = 0.011


def butterfly(colour: str) -> Figure:
    """A butterfly with spread wings."""
    dark, pale = mix(colour, BLACK, 0.72), mix(colour, WHITE, 0.5)
    fore = "0.012 0, 0.012 0.07, 0.1 0.19, 0.205 0.235, 0.262 0.18, 0.255 0.09, 0.2 0"
    hind = "0.012 0, 0.2 0, 0.215 -0.09, 0.175 -0.19, 0.105 -0.235, 0.045 -0.16"
    wings = both(
        blob(fore, dark),
        blob(hind, dark),
        blob("0.03 0, 0.035 0.06, 0.105 0.16, 0.195 0.195, 0.225 0.16, 0.215 0.09, 0.17 0", colour),
        blob("0.03 0, 0.17 0, 0.185 -0.08, 0.15 -0.155, 0.105 -0.19, 0.06 -0.13", colour),
        blob("0.06 0.05, 0.11 0.125, 0.165 0.14, 0.15 0.06, 0.1 0.03", pale),
        dot((0.238, 0.185), 0.012, WHITE),
        dot((0.243, 0.135), 0.010, WHITE),
        dot((0.125, -0.105), 0.033, dark),
        dot((0.125, -0.105), 0.017, pale),
        dot((0.155, -0.178), 0.010, WHITE),
        dot((0.187, -0.13), 0.010, WHITE),
    )
    feelers = both(stroke("0.008 0.15, 0.04 0.21, 0.075 0.275", BLACK, 0.008), dot((0.077, 0.28), 0.012, BLACK))
    body = [oval((0, -0.03), 0.021, 0.17, BLACK), oval((0, 0.15), 0.024, 0.03, BLACK)]
    return [*wings, *feelers, *body]


def bee(colour: str) -> Figure:
    """A bee with a striped back."""
    fur = mix(colour, BLACK, 0.45)
    legs = both(
        stroke("0.06 0.09, 0.14 0.15, 0.155 0.21", BLACK, LEG), stroke("0.06 -0.02, 0.15 -0.04, 0.18 -0.1", BLACK, LEG)
    )
    stripes = [
        blob([(-w, y + 0.022), (0, y + 0.036), (w, y + 0.022), (w, y - 0.022), (0, y - 0.012), (-w, y - 0.022)], BLACK)
        for y, w in ((-0.06, 0.117), (-0.145, 0.113), (-0.225, 0.08))
    ]
    wings = both(
        blob("0.03 0.07, 0.13 0.17, 0.27 0.17, 0.3 0.1, 0.2 0.035, 0.07 0.03", GLASS),
        blob("0.03 0.05, 0.1 0.01, 0.23 -0.02, 0.255 -0.09, 0.17 -0.1, 0.06 -0.03", GLASS),
        stroke("0.05 0.07, 0.15 0.12, 0.26 0.13", mix(GLASS, BLACK, 0.3), 0.006),
        stroke("0.06 0.06, 0.15 0.075, 0.24 0.08", mix(GLASS, BLACK, 0.3), 0.006),
        stroke("0.07 -0.01, 0.15 -0.045, 0.21 -0.075", mix(GLASS, BLACK, 0.3), 0.006),
    )
    tail = [whole("0 0.06, 0.1 0.02, 0.122 -0.09, 0.09 -0.22, 0 -0.31", colour)]
    front = [
        oval((0, 0.085), 0.092, 0.078, fur),
        oval((0, 0.09), 0.068, 0.055, colour),
        oval((0, 0.185), 0.062, 0.05, BLACK),
        *both(
            dot((0.045, 0.20), 0.018, mix(BLACK, WHITE, 0.3)), stroke("0.02 0.22, 0.05 0.27, 0.1 0.29", BLACK, 0.009)
        ),
    ]
    return [*legs, *tail, *stripes, *wings, *front]


def ladybird(colour: str) -> Figure:
    """A ladybird with seven spots."""
    legs = both(
        stroke("0.13 0.1, 0.22 0.15, 0.235 0.2", BLACK, 0.014),
        stroke("0.18 0.02, 0.265 0.045, 0.3 0.02", BLACK, 0.014),
        stroke("0.15 -0.12, 0.225 -0.17, 0.23 -0.21", BLACK, 0.014),
    )
    head = [
        oval((0, 0.20), 0.085, 0.06, BLACK),
        *both(dot((0.055, 0.215), 0.018, WHITE), stroke("0.03 0.25, 0.06 0.285, 0.1 0.29", BLACK, 0.009)),
        oval((0, 0.135), 0.135, 0.075, BLACK),
        *both(oval((0.095, 0.155), 0.026, 0.018, WHITE, 40)),
    ]
    back = [
        oval((0, -0.055), 0.213, 0.215, mix(colour, BLACK, 0.55)),
        oval((0, -0.055), 0.203, 0.205, colour),
        *both(blob("0.07 0.1, 0.13 0.06, 0.16 -0.01, 0.13 0.02, 0.08 0.06", mix(colour, WHITE, 0.45))),
        oval((0, -0.06), 0.006, 0.2, BLACK),
        oval((0, 0.085), 0.045, 0.04, BLACK),
        *both(
            oval((0.105, -0.03), 0.038, 0.038, BLACK),
            oval((0.125, -0.145), 0.036, 0.036, BLACK),
            oval((0.055, -0.205), 0.026, 0.026, BLACK),
        ),
    ]
    return [*legs, *head, *back]


def dragonfly(colour: str) -> Figure:
    """A dragonfly with four long wings."""
    dark = mix(colour, BLACK, 0.4)
    wings = both(
        blob("0.03 0.055, 0.14 0.125, 0.29 0.13, 0.33 0.09, 0.28 0.055, 0.12 0.035", GLASS),
        blob("0.03 0.02, 0.12 0.015, 0.28 -0.035, 0.325 -0.085, 0.27 -0.125, 0.12 -0.075", GLASS),
        stroke("0.04 0.06, 0.16 0.1, 0.3 0.105", mix(GLASS, BLACK, 0.35), 0.006),
        stroke("0.05 0.05, 0.18 0.07, 0.3 0.08", mix(GLASS, BLACK, 0.25), 0.005),
        stroke("0.06 -0.02, 0.18 -0.055, 0.29 -0.09", mix(GLASS, BLACK, 0.35), 0.006),
        dot((0.297, 0.117), 0.014, dark),
        dot((0.292, -0.055), 0.014, dark),
    )
    tail = [
        whole("0.03 0.05, 0.028 -0.1, 0.02 -0.28, 0.028 -0.36, 0 -0.385", colour),
        *(oval((0, y), 0.024, 0.008, dark) for y in (-0.08, -0.145, -0.21, -0.275)),
    ]
    front = [
        oval((0, 0.075), 0.052, 0.085, dark),
        oval((0, 0.08), 0.034, 0.065, colour),
        oval((0, 0.175), 0.04, 0.035, dark),
        *both(oval((0.037, 0.195), 0.034, 0.042, mix(colour, BLACK, 0.7), -25), dot((0.04, 0.207), 0.010, WHITE)),
    ]
    return [*wings, *tail, *front]


def beetle(colour: str) -> Figure:
    """A stag beetle."""
    dark, shine = mix(colour, BLACK, 0.5), mix(colour, WHITE, 0.4)
    legs = both(
        stroke("0.1 0.1, 0.19 0.13, 0.22 0.2", BLACK, 0.016),
        stroke("0.13 0.03, 0.22 0.03, 0.27 0.07", BLACK, 0.016),
        stroke("0.12 -0.12, 0.2 -0.15, 0.225 -0.21", BLACK, 0.016),
    )
    horns = both(
        stroke("0.035 0.215, 0.085 0.265, 0.075 0.325, 0.03 0.345", BLACK, 0.02),
        stroke("0.083 0.28, 0.055 0.295", BLACK, 0.014),
    )
    back = [
        whole("0 0.05, 0.13 0.035, 0.157 -0.08, 0.12 -0.23, 0 -0.31", dark),
        *both(blob("0.006 0.035, 0.115 0.022, 0.14 -0.08, 0.105 -0.215, 0.006 -0.29", colour)),
        *both(blob("0.06 0.005, 0.085 -0, 0.105 -0.09, 0.085 -0.18, 0.075 -0.09", shine)),
    ]
    front = [
        blob("-0.125 0.055, -0.115 0.135, 0 0.155, 0.115 0.135, 0.125 0.055, 0 0.03", dark),
        blob("-0.1 0.07, -0.09 0.12, 0 0.135, 0.09 0.12, 0.1 0.07, 0 0.05", colour),
        oval((0, 0.185), 0.072, 0.05, dark),
        *both(dot((0.055, 0.20), 0.013, WHITE)),
    ]
    return [*legs, *horns, *back, *front]


def ant(colour: str) -> Figure:
    """An ant."""
    dark = mix(colour, BLACK, 0.55)
    legs = both(
        stroke("0.04 0.085, 0.14 0.145, 0.2 0.225", dark, 0.015),
        stroke("0.045 0.05, 0.17 0.055, 0.255 0.015", dark, 0.015),
        stroke("0.04 -0.005, 0.13 -0.07, 0.19 -0.2", dark, 0.015),
    )
    feelers = both(stroke("0.03 0.26, 0.085 0.275, 0.1 0.335", dark, 0.011))
    body = [
        whole("0 -0.05, 0.085 -0.09, 0.105 -0.18, 0.06 -0.275, 0 -0.305", dark),
        whole("0 -0.065, 0.07 -0.1, 0.088 -0.18, 0.05 -0.26, 0 -0.285", colour),
        *(blob([(-0.08, y), (0, y - 0.012), (0.08, y), (0, y + 0.008)], dark) for y in (-0.14, -0.20)),
        oval((0, -0.035), 0.026, 0.026, dark),
        oval((0, 0.055), 0.057, 0.085, dark),
        oval((0, 0.055), 0.043, 0.07, colour),
        blob("-0.05 0.16, -0.075 0.215, -0.045 0.265, 0 0.275, 0.045 0.265, 0.075 0.215, 0.05 0.16", dark),
        blob("-0.038 0.17, -0.06 0.215, -0.035 0.252, 0.035 0.252, 0.06 0.215, 0.038 0.17", colour),
        *both(dot((0.045, 0.225), 0.014, BLACK)),
    ]
    return [*legs, *feelers, *body]


SPECIES = {
    "butterfly": Species(butterfly, "#e2761b"),
    "bee": Species(bee, "#f2b51d"),
    "ladybird": Species(ladybird, "#d2332b"),
    "dragonfly": Species(dragonfly, "#2a9d9a"),
    "beetle": Species(beetle, "#3c6fb0"),
    "ant": Species(ant, "#9a4f2c"),
}
