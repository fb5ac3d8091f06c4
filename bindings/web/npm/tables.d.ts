// The types of `gardez/tables`.

export type Wdl = "loss" | "blessed-loss" | "draw" | "cursed-win" | "win";

/** Syzygy endgame tables in memory. Every method throws a `ChessError` of the code `table`, `probe`, `fen` or `memory`. */
export class Tables {
  constructor();
  /** Adds a file such as `KQvK.rtbw`; false if it was there already. The bytes are kept, so do not change them. */
  add(name: string, bytes: Uint8Array): boolean;
  get names(): string[];
  /** The most pieces of a position that the tables describe. */
  get maxPieces(): number;
  /** The value for the side to move. */
  wdl(fen: string): Wdl;
  /** Plies to the next capture or pawn move, negative for the side that loses; 0 for a draw. */
  dtz(fen: string): number;
  /** The legal moves, best first, as `move` of a `Chess` takes them; `dtz` is null where the tables do not give it. */
  moves(fen: string): { lan: string; wdl: Wdl; dtz: number | null }[];
}
