"""Pictures of files of meshes, for the gallery: their triangles from back to front, as one sees them from above."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

EYE, LIGHT = np.array([-0.45, -0.7, 0.55]), np.array([-0.3, -0.6, 0.75])
"""The directions to the eye and to the light, with the third axis upwards."""
GREY = (150, 160, 175)
SIDE, MARGIN = 1200, 20


def triangles(path: Path) -> tuple[Any, Any]:
    """The corners of all triangles of a file, and their colours; what has none is grey."""
    import trimesh

    scene: Any = trimesh.load(path, force="scene")
    corners, colours = [], []
    for node in scene.graph.nodes_geometry:
        turn, name = scene.graph[node]
        mesh = scene.geometry[name]
        corners.append(mesh.triangles @ turn[:3, :3].T + turn[:3, 3])
        linear = getattr(mesh.visual, "vertex_attributes", {}).get("color")
        colours.append(
            np.full((len(mesh.faces), 3), GREY) if linear is None
            else 255 * (linear[mesh.faces[:, 0], :3] / 255) ** (1 / 2.2)
        )  # fmt: skip
    found = np.concatenate(corners)
    if path.suffix == ".glb":  # Its second axis is upwards.
        found = found[..., [0, 2, 1]] * [1, -1, 1]
    return found, np.concatenate(colours)


def draw_mesh(path: Path, target: Path) -> None:
    """Write the picture of a .stl or .glb, without a ground."""
    corners, colours = triangles(path)
    eye, light = (way / np.linalg.norm(way) for way in (EYE, LIGHT))
    right = np.cross([0.0, 0.0, 1.0], eye)
    right /= np.linalg.norm(right)
    page = corners @ np.array([right, -np.cross(eye, right)]).T
    page -= page.min(axis=(0, 1))
    page *= SIDE / page.max()
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-30
    shades = colours * (0.55 + 0.45 * np.clip(normals @ light, 0, 1))[:, None]
    image = Image.new("RGBA", tuple(int(side) + 2 * MARGIN for side in page.max(axis=(0, 1))))
    pencil = ImageDraw.Draw(image)
    for at in np.argsort(corners.mean(axis=1) @ eye):
        if normals[at] @ eye > 0:
            pencil.polygon([(x + MARGIN, y + MARGIN) for x, y in page[at]], fill=tuple(map(int, shades[at])))
    image.resize((image.width // 2, image.height // 2)).save(target)
