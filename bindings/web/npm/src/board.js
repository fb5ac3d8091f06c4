import { button, drawing as element, text } from "./dom.js";
import { PIECES } from "./move.js";
import { SHAPES } from "./pieces.js";
import { INDICES, NAMES } from "./square.js";

const SIZE = 48;

const figure = (letter) => element("use", { href: `#gardez-${PIECES[letter.toLowerCase()]}`, class: letter < "a" ? "white" : "black" });

/** A button with the picture of a piece, given by its letter. */
export const pieceButton = (letter, label, action) => {
  const made = button("", action);
  made.setAttribute("aria-label", label);
  const svg = element("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, "aria-hidden": "true" });
  svg.append(figure(letter));
  made.append(svg);
  return made;
};

/** A board that people move pieces on: by dragging, or by a click on the piece and one on its target. */
export class Board {
  #host;
  #layers = {};
  #cells = [];
  #flipped = false;
  #position = { squares: ".".repeat(64), dests: new Map() };
  #selected;
  #drag;
  /** The square on which a person has dropped a piece. */
  #dropped;

  /** The target of the selected piece that a pointer is pressed on. */
  #target;

  /** The square where an arrow begins. */
  #marked;

  /**
   * `onMove(from, to)` is called for every try, legal or not. `onMark(from, to, color)` is called for arrows that are drawn
   * with the second button of the mouse, or with the key M on both squares; a circle begins and ends on one square.
   */
  constructor(host, { onMove, onMark = () => {} }) {
    this.#host = host;
    this.onMove = onMove;
    this.onMark = onMark;
    /** Asked at each choice of a square; nothing else happens if it returns true. */
    this.onSquare = () => false;
    host.addEventListener("contextmenu", (event) => event.preventDefault());
    const svg = element("svg", { viewBox: `0 0 ${8 * SIZE} ${8 * SIZE}`, "aria-hidden": "true" });
    const defs = element("defs");
    defs.innerHTML = SHAPES;
    svg.append(defs);
    for (const name of ["squares", "marks", "coordinates", "pieces", "targets", "arrows", "drag"]) {
      this.#layers[name] = element("g");
      svg.append(this.#layers[name]);
    }
    host.replaceChildren(svg, this.#makeCells());
    host.addEventListener("pointerdown", (event) => this.#down(event));
    host.addEventListener("pointermove", (event) => this.#move(event));
    host.addEventListener("pointerup", (event) => this.#up(event));
    host.addEventListener("pointercancel", () => this.#cancel());
    host.addEventListener("click", (event) => this.#click(event));
    this.#drawSquares();
  }

  /** A grid over the board for the keyboard and for programs that read the screen: one cell for each square. */
  #makeCells() {
    const grid = text("div", "", "cells");
    grid.setAttribute("role", "grid");
    grid.setAttribute("aria-label", "Board. Arrow keys walk over the squares, Enter takes a piece and puts it down.");
    for (let row = 0; row < 8; row += 1) {
      const line = text("div", "");
      line.setAttribute("role", "row");
      for (let column = 0; column < 8; column += 1) {
        const cell = text("div", "");
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = -1;
        this.#cells.push(cell);
        line.append(cell);
      }
      grid.append(line);
    }
    this.#cells[52].tabIndex = 0;
    grid.addEventListener("keydown", (event) => this.#walk(event));
    return grid;
  }

  #walk(event) {
    const index = this.#cells.indexOf(event.target);
    if (index === -1 || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way === undefined && !["Enter", " ", "Escape", "m"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (way !== undefined) {
      const [x, y] = [(index & 7) + way[0], (index >> 3) + way[1]];
      if (x < 0 || 7 < x || y < 0 || 7 < y) return;
      event.target.tabIndex = -1;
      this.#cells[8 * y + x].tabIndex = 0;
      this.#cells[8 * y + x].focus();
      return;
    }
    const name = this.#nameOf(index);
    if (event.key === "m") return this.#mark(name);
    if (event.key !== "Escape" && this.onSquare(name)) return;
    if (event.key === "Escape" || this.#selected === name) this.#selected = undefined;
    else if (this.#position.dests.has(name) && !this.#position.dests.get(this.#selected)?.includes(name)) this.#selected = name;
    else if (this.#selected !== undefined) return this.#try(this.#selected, name);
    this.draw();
  }

  /** Begins or ends an arrow. */
  #mark(name, color = "G") {
    const from = this.#marked;
    this.#marked = from === undefined ? name : undefined;
    if (from !== undefined) this.onMark(from, name, color);
    else this.#nameCells();
  }

  /** The square of a cell, which are numbered from the left upper corner. */
  #nameOf(cell) {
    return NAMES[cell ^ (this.#flipped ? 7 : 56)];
  }

  #nameCells() {
    const targets = this.#position.dests.get(this.#selected) ?? this.#position.targets ?? [];
    for (const [index, cell] of this.#cells.entries()) {
      const name = this.#nameOf(index);
      const letter = this.#letter(name);
      const piece = letter === "." ? "empty" : `${letter < "a" ? "white" : "black"} ${PIECES[letter.toLowerCase()]}`;
      const state = name === this.#selected ? ", taken" : name === this.#marked ? ", an arrow begins here" : targets.includes(name) ? ", possible" : "";
      const label = `${name}, ${piece}${state}`;
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      if (cell.dataset.square !== name) cell.dataset.square = name;
    }
  }

  /** Marks squares as targets of something that is not on the board; none if they are undefined. */
  aim(squares) {
    this.#selected = undefined;
    this.#position = { ...this.#position, targets: squares };
    this.draw();
  }

  get svg() {
    return this.#host.firstElementChild;
  }

  /** Turns the board, or shows it from black's side if it says so. */
  flip(isFlipped = !this.#flipped) {
    this.#flipped = isFlipped;
    this.#drawSquares();
    this.draw();
  }

  /** Shows a position: its 64 letters from a1, legal targets by square, the last move, and the king in check. */
  show(position) {
    const before = this.#position.squares;
    const dropped = this.#dropped;
    this.#position = position;
    this.#dropped = undefined;
    this.#selected = undefined;
    this.#marked = undefined;
    this.#cancel();
    this.draw();
    this.#slide(before, dropped);
  }

  /** Lets the pieces of one move slide to their squares, unless a person has put them there, or wants no motion. */
  #slide(before, dropped) {
    const after = this.#position.squares;
    const changed = [...after].flatMap((letter, index) => (letter === before[index] ? [] : [index]));
    if (changed.length === 0 || 4 < changed.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const index of changed) {
      const letter = after[index];
      const isFrom = (from) => after[from] === "." && (before[from] === letter || (/p/i.test(before[from] + letter) && before[from] < "a" === letter < "a"));
      const from = letter === "." ? undefined : changed.find(isFrom);
      const to = NAMES[index];
      if (from === undefined || to === dropped) continue;
      const [[x1, y1], [x2, y2]] = [this.#place(NAMES[from]), this.#place(to)];
      this.#layers.pieces.querySelector(`[data-square=${to}]`)?.animate(
        [{ transform: `translate(${x1 - x2}px, ${y1 - y2}px)` }, { transform: "none" }], { duration: 130, easing: "ease-out" },
      );
    }
  }

  /** The left upper corner of a square. */
  #place(name) {
    const cell = INDICES[name] ^ (this.#flipped ? 7 : 56);
    return [(cell & 7) * SIZE, (cell >> 3) * SIZE];
  }

  /** The square under a pointer, or undefined. */
  #squareAt({ clientX, clientY }) {
    const { left, top, width } = this.svg.getBoundingClientRect();
    const [x, y] = [Math.floor(((clientX - left) / width) * 8), Math.floor(((clientY - top) / width) * 8)];
    return x < 0 || 7 < x || y < 0 || 7 < y ? undefined : this.#nameOf(8 * y + x);
  }

  #letter(name) {
    return this.#position.squares[INDICES[name]];
  }

  #drawSquares() {
    const { squares, coordinates } = this.#layers;
    squares.replaceChildren();
    coordinates.replaceChildren();
    for (let index = 0; index < 64; index += 1) {
      const [x, y] = [index % 8, index >> 3];
      const isLight = (x + y) % 2 === 0;
      const fill = isLight ? "var(--light)" : "var(--dark)";
      squares.append(element("rect", { x: x * SIZE, y: y * SIZE, width: SIZE, height: SIZE, fill }));
      const other = isLight ? "var(--dark)" : "var(--light)";
      const write = (letter, dx, dy) => {
        const label = element("text", { x: x * SIZE + dx, y: y * SIZE + dy, class: "coordinate", fill: other });
        label.textContent = letter;
        coordinates.append(label);
      };
      const [file, rank] = this.#nameOf(index);
      if (x === 0) write(rank, 2, 9);
      if (y === 7) write(file, 41, 45);
    }
  }

  draw() {
    const { marks, pieces, targets } = this.#layers;
    const { dests, last = [], check } = this.#position;
    marks.replaceChildren();
    const mark = (name, fill, opacity) => {
      const [x, y] = this.#place(name);
      marks.append(element("rect", { x, y, width: SIZE, height: SIZE, fill, opacity }));
    };
    for (const name of last) mark(name, "var(--last)", 0.6);
    if (check) mark(check, "var(--glow)", 0.65);
    if (this.#selected) mark(this.#selected, "var(--select)", 0.8);
    pieces.replaceChildren();
    for (let index = 0; index < 64; index += 1) {
      const letter = this.#position.squares[index];
      if (letter === ".") continue;
      const name = NAMES[index];
      if (this.#drag?.isMoving && this.#drag.from === name) continue;
      const piece = figure(letter);
      const [x, y] = this.#place(name);
      piece.setAttribute("x", x);
      piece.setAttribute("y", y);
      piece.dataset.square = name;
      if (dests.has(name)) piece.classList.add("own");
      pieces.append(piece);
    }
    this.#drawNotes();
    this.#nameCells();
    targets.replaceChildren();
    for (const name of dests.get(this.#selected) ?? this.#position.targets ?? []) {
      const [x, y] = this.#place(name);
      const isTaken = this.#letter(name) !== ".";
      const shape = { cx: x + SIZE / 2, cy: y + SIZE / 2, "pointer-events": "none" };
      const color = "var(--accent)";
      targets.append(isTaken
        ? element("circle", { ...shape, r: 21, fill: "none", stroke: color, "stroke-width": 3.5, opacity: 0.7 })
        : element("circle", { ...shape, r: 7, fill: color, opacity: 0.55 }));
    }
  }

  /** Circles and arrows of a comment. */
  #drawNotes() {
    const { circles = [], arrows = [] } = this.#position;
    const colors = { G: "#3d9a50", R: "#d23f31", Y: "#e0a800", B: "#3367d6" };
    const middle = (name) => this.#place(name).map((place) => place + SIZE / 2);
    const shape = { fill: "none", "stroke-width": 5, opacity: 0.75, "pointer-events": "none", "stroke-linecap": "round" };
    const made = circles.map(({ color, square }) => {
      const [cx, cy] = middle(square);
      return element("circle", { ...shape, cx, cy, r: 20, "stroke-width": 4, stroke: colors[color] ?? colors.G });
    });
    for (const { color, from, to } of arrows) {
      const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
      const wing = (side) => `${x2 - 14 * dx + side * 9 * dy} ${y2 - 14 * dy - side * 9 * dx}`;
      made.push(element("path", { ...shape, stroke: colors[color] ?? colors.G, d: `M${x1} ${y1}L${x2} ${y2}M${wing(1)}L${x2} ${y2}L${wing(-1)}` }));
    }
    this.#layers.arrows.replaceChildren(...made);
  }

  #down(event) {
    if (event.target.closest(".choice")) return;
    const name = this.#squareAt(event);
    if (name === undefined) return;
    if (event.button === 2) this.#marked = name;
    if (event.button !== 0) return;
    event.preventDefault();
    if (this.onSquare(name)) return;
    const { dests } = this.#position;
    const wasSelected = this.#selected;
    if (wasSelected && (dests.get(wasSelected)?.includes(name) || (wasSelected !== name && !dests.has(name)))) {
      this.#target = name;
      return;
    }
    if (this.#letter(name) === ".") return;
    this.#host.setPointerCapture(event.pointerId);
    this.#selected = name;
    this.#drag = { from: name, wasSelected: wasSelected === name, isMoving: false, x: event.clientX, y: event.clientY };
    this.draw();
  }

  /**
   * Plays a move at the end of the click or tap on its target. At its beginning, the choice of a promotion would open
   * below the finger, and the same tap would choose a piece.
   */
  #click(event) {
    const target = this.#target;
    this.#target = undefined;
    if (target !== undefined && target === this.#squareAt(event)) this.#try(this.#selected, target);
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag) return;
    if (!drag.isMoving) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 4) return;
      drag.isMoving = true;
      drag.piece = figure(this.#letter(drag.from));
      drag.piece.classList.add("dragged");
      this.#layers.drag.replaceChildren(drag.piece);
      this.draw();
    }
    const { left, top, width } = this.svg.getBoundingClientRect();
    const unit = (8 * SIZE) / width;
    drag.piece.setAttribute("x", (event.clientX - left) * unit - SIZE / 2);
    drag.piece.setAttribute("y", (event.clientY - top) * unit - SIZE / 2);
  }

  #up(event) {
    if (event.button === 2) {
      const [to, isRed, isBlue] = [this.#squareAt(event), event.shiftKey || event.ctrlKey, event.altKey];
      if (to === undefined || this.#marked === undefined) this.#marked = undefined;
      else this.#mark(to, isRed ? (isBlue ? "Y" : "R") : isBlue ? "B" : "G");
      return;
    }
    const drag = this.#drag;
    if (!drag) return;
    const to = this.#squareAt(event);
    this.#cancel();
    if (!drag.isMoving) {
      if (drag.wasSelected) this.#selected = undefined;
      this.draw();
      return;
    }
    if (to !== undefined && to !== drag.from) {
      this.#dropped = to;
      this.#try(drag.from, to);
    } else this.draw();
  }

  #cancel() {
    this.#target = undefined;
    this.#drag = undefined;
    this.#layers.drag.replaceChildren();
  }

  #try(from, to) {
    this.#selected = undefined;
    this.draw();
    this.onMove(from, to);
  }

  /** Lets a person choose the piece of a promotion at its square; gives its letter, or undefined if there is no choice. */
  choose(color, square, letters = [..."qrbn"]) {
    const [dialog, column] = [text("dialog", "", "choice"), text("div", "")];
    dialog.setAttribute("aria-label", "Promote to");
    dialog.append(column);
    return new Promise((resolve) => {
      for (const letter of [..."qrbnk"].filter((letter) => letters.includes(letter))) {
        const made = pieceButton(color === "w" ? letter.toUpperCase() : letter, PIECES[letter], () => dialog.close(letter));
        made.dataset.piece = letter;
        column.append(made);
      }
      dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
      dialog.addEventListener("keydown", (event) => event.stopPropagation());
      dialog.addEventListener("close", () => {
        dialog.remove();
        this.#cells.find((cell) => cell.dataset.square === square)?.focus({ preventScroll: true });
        resolve(dialog.returnValue || undefined);
      });
      this.#host.append(dialog);
      dialog.showModal();
      const { left, top, width } = this.svg.getBoundingClientRect();
      const [x, y] = this.#place(square).map((place) => (place * width) / (8 * SIZE));
      const box = dialog.getBoundingClientRect();
      const within = (value, most) => `${Math.max(4, Math.min(value, most))}px`;
      dialog.style.left = within(left + x, innerWidth - box.width - 4);
      dialog.style.top = within(top + (y < width / 2 ? y : y + width / 8 - box.height), innerHeight - box.height - 4);
    });
  }
}
