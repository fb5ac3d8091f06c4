import "../wasm/start-openings.js";
import { __wbg_reset_state as reopen, openingOfFen, openingOfMoves } from "../wasm/openings.js";
import { Guard } from "./guard.js";

const guard = new Guard(reopen);

const parse = (found) => {
  const space = found.indexOf(" ");
  return { eco: found.slice(0, space), name: found.slice(space + 1) };
};

/** The last opening that a game went through: `{eco, name, ply}`, or null. A game is a `Chess`, or a `line` of a tree. */
export const openingOf = (game) => {
  const raws = Uint16Array.from(game._raws?.() ?? game);
  const found = guard.ask(() => openingOfMoves(raws));
  if (found === "") return null;
  const [opening, ply] = found.split("\n");
  return { ...parse(opening), ply: Number(ply) };
};

/** The opening of a position: `{eco, name}`, or null. */
export const openingOfPosition = (fen) => {
  const found = typeof fen === "string" ? guard.ask(() => openingOfFen(fen)) : "";
  return found === "" ? null : parse(found);
};
