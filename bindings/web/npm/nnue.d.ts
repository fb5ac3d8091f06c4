// The types of `gardez/nnue`.

import type { Chess } from "./index.js";

/** What a network says about a position, for the side to move. */
export interface Evaluation {
  /** In the internal units of Stockfish. */
  value: number;
  /** Its two parts, in sixteenths. */
  material: number;
  positional: number;
  /** The layers that were used, by the number of pieces. */
  bucket: number;
}

/** A neural network of Stockfish 12 to 18 or of July 2026. Its methods throw `network`, `fen`, `illegal` or `memory`. */
export class Evaluator {
  /** Reads the bytes of a file `.nnue`. They are kept, so do not change them. */
  constructor(bytes: Uint8Array);
  get description(): string;
  /** The kind and the width, such as `stockfish-16 128`. */
  get kind(): string;
  evaluate(position: string | { fen(): string }): Evaluation;
  /** The position and each one after moves: of a `Chess`, or a `line` of a tree. */
  evaluateLine(position: string | { fen(): string }, moves: Chess | ArrayLike<number>): Evaluation[];
  /** The contribution of the piece on each square, from a1 to h8; null for an empty square and for kings. */
  pieceValues(position: string | { fen(): string }): (number | null)[];
  /** Frees the memory of the network until it is used again. */
  free(): void;
}
