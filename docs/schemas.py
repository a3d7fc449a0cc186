"""The JSON Schemas of kinds and of what commands print, as files: `python docs/schemas.py` makes them anew."""

import json
from pathlib import Path

import readers
from cpmodels.cli._forms import PRINTED, schema
from cpmodels.kinds import kind_named

FOLDER = Path(__file__).parent / "reference" / "schemas"
KINDS = ("zip", "edge_matching", "zigzaw", "garden")
SCHEMAS = {
    "": readers.puzzle_schema,
    "-solution": readers.solution_schema,
    "-solutions": readers.solutions_schema,
}


def files() -> dict[str, str]:
    """The content of each file, by its name."""
    schemas = {f"{kind}{of}": made(kind_named(kind)) for kind in KINDS for of, made in SCHEMAS.items()}
    for command in PRINTED:
        schemas[f"command-{command.replace(' --', '-')}"] = schema(command)
    return {f"{name}.json": json.dumps(schema, indent=2) + "\n" for name, schema in schemas.items()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, content in files().items():
        (FOLDER / name).write_text(content, encoding="utf-8")
