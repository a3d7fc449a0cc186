"""What a picture shows, by the roles of its shapes, and pictures of characters."""

from itertools import combinations


def of_role(drawn, *roles):
    """The shapes, of a picture or of a list, that are of one of these roles, whatever else they are."""
    given = [set(role.split()) for role in roles]
    shapes = getattr(drawn, "shapes", drawn)
    return [shape for shape in shapes if any(words <= set(shape.role.split()) for words in given)]


def texts(drawn, *roles):
    """What the texts of these roles say."""
    return [shape.content for shape in of_role(drawn, *roles)]


def overlapping(boxes):
    """The pairs of boxes, as left, top, right and bottom, of which one covers some of the other."""
    pairs = combinations(boxes, 2)
    return [(a, b) for a, b in pairs if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]]


def drawn(picture):
    """The picture without the line breaks around it."""
    return picture.strip("\n")
