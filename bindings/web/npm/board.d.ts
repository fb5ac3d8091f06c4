// The types of `gardez/board`. The browser's own types are not needed; a program that has them can cast.

import type { Chess, MoveInput, Tree, TreeNode } from "./index.js";

/**
 * The element `<gardez-board>`, which the import defines. Attributes: `fen`, `moves` or `pgn` (or the text inside the
 * element), `ply` (the number of moves that are played at first, or `end`), `flip`, `size` (pixels), `readonly`.
 */
export interface GardezBoard {
  /** The FEN of the position that is shown; null before the element is in a page. */
  get fen(): string | null;
  set fen(fen: string);
  /** The game with the moves that were tried. */
  get pgn(): string | null;
  set pgn(pgn: string);
}
export const GardezBoard: { new (): GardezBoard };

/** What the event `gardez-move` says in `detail`. */
export interface Shown {
  fen: string;
  /** The move that led here; empty at the start. */
  san: string;
  ply: number;
}

/** A place in a tree of moves, and the game up to it. */
export class Cursor {
  constructor(tree: Tree);
  readonly tree: Tree;
  current: TreeNode;
  /** The game up to the place. Do not change it. */
  get chess(): Chess;
  /** Plays a move, or goes to it if it was played before. Throws if it is not legal. */
  play(move: MoveInput): void;
  back(): void;
  forward(): void;
  first(): void;
  last(): void;
}
