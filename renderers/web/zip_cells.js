// The board as a table that is not seen: screen readers go through its cells, and a press on one is one on the board.

class CellTable {
  constructor(table, onCell) {
    Object.assign(this, { table, onCell, zip: null, buttons: [], texts: [] });
  }

  /** Show a puzzle, without a path. */
  show(zip) {
    this.zip = zip;
    this.texts = [];
    this.buttons = [];
    this.table.replaceChildren();
    const body = this.table.createTBody();
    for (let row = 0; row < zip.rows; row += 1) {
      const line = body.insertRow();
      for (let col = 0; col < zip.cols; col += 1) {
        const button = document.createElement("button");
        button.tabIndex = -1;
        button.type = "button";
        button.addEventListener("click", () => this.onCell(zip.cell(row, col)));
        line.insertCell().append(button);
        this.buttons.push(button);
      }
    }
    this.showPath([]);
  }

  showPath(path) {
    const step = new Map(path.map((cell, index) => [cell, index + 1]));
    this.buttons.forEach((button, cell) => {
      const text = this.textOf(cell, step.get(cell), path.length);
      if (this.texts[cell] !== text) button.textContent = text;
      this.texts[cell] = text;
    });
  }

  /** A cell in words. */
  textOf(cell, step, length) {
    const [row, col] = this.zip.place(cell);
    const number = this.zip.numberAt.get(cell);
    const hasWall = (direction) => {
      const other = this.zip.neighbour(cell, direction);
      return other !== null && this.zip.walls.has(wallKey(cell, other));
    };
    const names = { ArrowUp: "above", ArrowRight: "right", ArrowDown: "below", ArrowLeft: "left" };
    const walls = Object.keys(names).filter((key) => hasWall(DIRECTIONS[key])).map((key) => names[key]);
    const parts = [`row ${row + 1}, column ${col + 1}`];
    parts.push(number ? `number ${number}` : "empty");
    if (walls.length) parts.push(`wall ${walls.join(" and ")}`);
    if (step) parts.push(step === length ? `step ${step}, the end of the path` : `step ${step}`);
    return parts.join(", ");
  }
}
