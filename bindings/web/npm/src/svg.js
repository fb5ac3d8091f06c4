import { Picture, __wbg_reset_state as reopen } from "../wasm/svg.js";
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
  return guard.ask(() => {
    const picture = new Picture(letters);
    try {
      if (flip) picture.flip();
      picture.coordinates(numberOf(PLACES, coordinates, "coordinates"));
      picture.theme(numberOf(THEMES, theme, "a theme"));
      if (size !== undefined) picture.size(whole(size, 100_000, "a size"));
      if (title !== undefined) picture.title(text(title, "range", "a title"));
      if (lastMove) picture.lastMove((squareIndex(lastMove.from) << 6) | squareIndex(lastMove.to));
      if (check === true) {
        const king = letters.indexOf(fen.split(/\s+/)[1] === "b" ? "k" : "K");
        if (king !== -1) picture.check(king);
      } else if (check) picture.check(squareIndex(check));
      for (const { from, to, color } of arrows) picture.arrow(squareIndex(from), squareIndex(to), colorOf(color));
      for (const { square, color } of squares) picture.circle(squareIndex(square), colorOf(color));
      return picture.svg();
    } finally {
      picture.free();
    }
  });
};
