import "../wasm/start-openings.js";
import { openingOfFen, openingOfMoves } from "../wasm/openings.js";

const parse = (found) => {
  const space = found.indexOf(" ");
  return { eco: found.slice(0, space), name: found.slice(space + 1) };
};

/** The last opening that a game went through: `{eco, name, ply}`, or null. `moves` are numbers of moves from the start. */
export const openingOf = (moves) => {
  const found = openingOfMoves(Uint16Array.from(moves));
  if (found === "") return null;
  const [opening, ply] = found.split("\n");
  return { ...parse(opening), ply: Number(ply) };
};

/** The opening of a position: `{eco, name}`, or null. */
export const openingOfPosition = (fen) => {
  const found = typeof fen === "string" ? openingOfFen(fen) : "";
  return found === "" ? null : parse(found);
};
