"""The JSON Schemas of the built-in kinds, as files: `python docs/schemas.py` makes them anew."""

import json
from pathlib import Path

import readers
from cpmodels import kind_named

FOLDER = Path(__file__).parent / "reference" / "schemas"
KINDS = ("zip", "edge_matching", "zigzaw", "garden")
SCHEMAS = {
    "": readers.puzzle_schema,
    "-solution": readers.solution_schema,
    "-solutions": readers.solutions_schema,
}


def files() -> dict[str, str]:
    """The content of each file, by its name."""
    return {
        f"{kind}{of}.json": json.dumps(schema(kind_named(kind)), indent=2) + "\n"
        for kind in KINDS
        for of, schema in SCHEMAS.items()
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, content in files().items():
        (FOLDER / name).write_text(content, encoding="utf-8")
