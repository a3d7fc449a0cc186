"""What a picture shows, by the roles of its shapes, and pictures of characters."""


def of_role(drawn, *roles):
    """The shapes, of a picture or of a list, that are of one of these roles, whatever else they are."""
    given = [set(role.split()) for role in roles]
    shapes = getattr(drawn, "shapes", drawn)
    return [shape for shape in shapes if any(words <= set(shape.role.split()) for words in given)]


def drawn(picture):
    """The picture without the line breaks around it."""
    return picture.strip("\n")
