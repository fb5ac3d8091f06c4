import { picture, __wbg_reset_state as reopen } from "../wasm/svg.js";
import "../wasm/start-svg.js";
import { ChessError, text, whole } from "./error.js";
import { Guard } from "./guard.js";
import { squareIndex } from "./square.js";

const guard = new Guard(reopen);
const THEMES = ["brown", "green", "blue", "gray"];
const PLACES = ["none", "inside", "outside"];
/** The colors of arrows and circles in PGN. */
const COLORS = { G: "#15781b", R: "#882020", Y: "#b58a00", B: "#003088" };

const numberOf = (list, name, what) => {
  if (!list.includes(name)) throw new ChessError("range", `${what} must be one of ${list.join(", ")}`);
  return list.indexOf(name);
};
const colorOf = (color = "") => COLORS[color] ?? text(color, "range", "a color");

/** The letters of the pieces from a1 to h8. Pockets and marks of promoted pieces in FENs of variants are left out. */
const lettersOf = (fen) => {
  const [ranks] = fen.trim().split(/[\s[]/);
  const rows = ranks.replaceAll("~", "").split("/").slice(0, 8).map((rank) => rank.replace(/\d/g, (count) => ".".repeat(Number(count))));
  if (rows.length !== 8 || rows.some((row) => !/^[pnbrqk.]{8}$/i.test(row))) throw new ChessError("fen", "a FEN has eight ranks of eight squares");
  return rows.reverse().join("");
};

/** A picture of a position as SVG. `position` is a FEN, or anything with a method `fen`, such as a `Chess`. */
export const svg = (position, options = {}) => {
  const { flip = false, coordinates = "outside", theme = "brown", size, title, lastMove, check, arrows = [], squares = [] } = options;
  const fen = text(typeof position?.fen === "function" ? position.fen() : position, "fen", "a FEN");
  const letters = lettersOf(fen);
  const square = check === true ? letters.indexOf(fen.split(/\s+/)[1] === "b" ? "k" : "K") : check ? squareIndex(check) : -1;
  const settings = [
    flip ? 1 : 0, numberOf(PLACES, coordinates, "coordinates"), numberOf(THEMES, theme, "a theme"),
    size === undefined ? -1 : whole(size, 100_000, "a size"), lastMove ? (squareIndex(lastMove.from) << 6) | squareIndex(lastMove.to) : -1, square,
  ];
  const marks = [...arrows, ...squares.map(({ square: place, color }) => ({ from: place, to: place, color }))];
  const places = marks.flatMap(({ from, to }) => [squareIndex(from), squareIndex(to)]);
  const colors = marks.map(({ color }) => colorOf(color)).join("\n");
  const known = title === undefined ? undefined : text(title, "range", "a title");
  return guard.ask(() => picture(letters, Int32Array.from(settings), known, Uint8Array.from(places), colors));
};
