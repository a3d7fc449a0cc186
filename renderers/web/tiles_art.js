// Cards with halves of pictures on their edges, in the place of coloured faces.

if (DATA.art) {
  byId("letters").hidden = true;
  SquarePen.prototype.draw = function (group, piece, turns) {
    const { ground, shades, values } = DATA.art;
    const turned = svgElement(group, "g", { class: "turned", transform: `rotate(${-90 * turns})` });
    svgElement(turned, "path", { class: "face", d: this.outline(piece), fill: ground });
    for (const [r, fill] of shades) svgElement(turned, "circle", { r, fill });
    DATA.pieces[piece].forEach((value, side) => {
      svgElement(turned, "g", { transform: `rotate(${90 * side})` }).innerHTML = values[value];
    });
    svgElement(turned, "path", { class: "seam", d: this.outline(piece) });
    svgElement(group, "circle", { class: "hub", r: 12 });
    svgElement(group, "text", { class: "index" }).textContent = piece + 1;
  };
}
