import { late } from "./gardez/src/late.js";
import { $ } from "./dom.js";

const PIECES = ["pawns", "knights", "bishops", "rooks", "queens", "king"];

/** What a plane shows. */
const planeName = (index, format) => {
  if (index < 104) {
    const slot = Math.floor(index / 13);
    const when = slot === 0 ? "now" : slot === 1 ? "one ply ago" : `${slot} plies ago`;
    const place = index % 13;
    if (place === 12) return `the position has occurred before, ${when}`;
    return `${place < 6 ? "our" : "their"} ${PIECES[place % 6]}, ${when}`;
  }
  if (index < 108) {
    if (format === 1) return ["we may castle on the queen side", "we may castle on the king side", "they may castle on the queen side", "they may castle on the king side"][index - 104];
    return index === 104 ? "rooks that may castle on the queen side" : index === 105 ? "rooks that may castle on the king side" : "always empty";
  }
  if (index === 108) return format < 3 ? "black to move" : "the en passant square's file";
  if (index === 109) return "plies since a capture or pawn move";
  if (index === 110) return 128 <= format ? "black to move (armageddon)" : "always empty";
  return "always full: the edge of the board";
};

const TRANSFORMS = ["files mirrored", "ranks mirrored", "files and ranks exchanged"];

/** The 112 input planes as small boards, and the legal outputs as a strip. */
export class PlanesPanel {
  #cells;

  constructor() {
    $("format").addEventListener("change", () => this.show(this.chess));
    this.#cells = Array.from({ length: 112 }, (_, index) => {
      const cell = document.createElement("canvas");
      [cell.width, cell.height] = [8, 8];
      cell.setAttribute("role", "img");
      const name = () => { $("plane-name").textContent = `Plane ${index}: ${cell.getAttribute("aria-label")}`; };
      cell.addEventListener("pointerenter", name);
      cell.addEventListener("focus", name);
      cell.tabIndex = index === 0 ? 0 : -1;
      cell.addEventListener("keydown", (event) => this.#walk(event, index));
      return cell;
    });
    $("plane-grid").append(...this.#cells);
  }

  #walk(event, index) {
    const way = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 13, ArrowUp: -13 }[event.key];
    const next = this.#cells[index + way];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  }

  show(chess) {
    this.chess = chess;
    if (late.native === undefined) return;
    const format = Number($("format").value);
    const masks = chess.planes(format);
    const values = chess.planeValues(format);
    for (const [index, cell] of this.#cells.entries()) {
      const sheet = cell.getContext("2d");
      sheet.clearRect(0, 0, 8, 8);
      sheet.fillStyle = index < 104 && index % 13 < 6 ? "#2f6f62" : index < 104 && index % 13 < 12 ? "#b0552d" : "#7a6fb0";
      for (let square = 0; square < 64; square += 1) {
        const word = masks[2 * index + (square >> 5)];
        if ((word >>> (square & 31)) & 1) sheet.fillRect(square & 7, 7 - (square >> 3), 1, 1);
      }
      const value = values[index];
      const name = planeName(index, format);
      cell.setAttribute("aria-label", value === 1 ? name : `${name} (value ${Number(value.toFixed(4))})`);
      cell.title = `${index}: ${cell.getAttribute("aria-label")}`;
    }
    const transform = chess.planeTransform(format);
    const steps = TRANSFORMS.filter((_, bit) => (transform >> bit) & 1);
    $("transform").textContent = steps.length === 0 ? "board as it is" : `board with ${steps.join(", ")}`;
    this.#showMask(chess.legalMask(format));
  }

  #showMask(mask) {
    const sheet = $("mask").getContext("2d");
    sheet.clearRect(0, 0, 310, 150);
    let count = 0;
    for (const [index, bit] of mask.entries()) {
      sheet.fillStyle = bit ? "#2f6f62" : "rgb(128 128 128 / .18)";
      sheet.fillRect((index % 62) * 5, Math.floor(index / 62) * 5, 4, 4);
      count += bit;
    }
    $("mask").setAttribute("aria-label", `${count} of 1858 outputs belong to legal moves`);
  }
}
