// The types of `gardez/openings`.

import type { Chess } from "./index.js";

export interface Opening {
  /** A code from A00 to E99. */
  eco: string;
  name: string;
}

/** The last opening that a game went through, and the number of its plies: of a `Chess`, or of a `line` of a tree. */
export function openingOf(game: Chess | ArrayLike<number>): (Opening & { ply: number }) | null;
/** The opening of a position. */
export function openingOfPosition(fen: string): Opening | null;
