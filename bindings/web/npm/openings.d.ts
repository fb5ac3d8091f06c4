// The types of `gardez/openings`.

export interface Opening {
  /** A code from A00 to E99. */
  eco: string;
  name: string;
}

/** The last opening that a game went through, and the number of its plies. `moves` are moves from the start position. */
export function openingOf(moves: ArrayLike<number>): (Opening & { ply: number }) | null;
/** The opening of a position. */
export function openingOfPosition(fen: string): Opening | null;
