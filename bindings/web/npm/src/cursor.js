/** A place in a tree of moves, and the game up to it. */
export class Cursor {
  #chess;
  /** The node at which `#chess` is. */
  #at;

  constructor(tree) {
    this.tree = tree;
    this.current = tree.root;
  }

  /** The position that is shown, with the moves before it. Do not change it. */
  get chess() {
    const { current } = this;
    if (this.#at !== current) {
      if (this.#at !== undefined && this.#at === current.parent) this.#chess._play(current.raw, current.san);
      else if (this.#at?.parent === current) this.#chess.undo();
      else this.#chess = this.tree.chess(current);
      this.#at = current;
    }
    return this.#chess;
  }

  /** Plays a move, or goes to it if it was played before. Throws if it is not legal. */
  play(move) {
    this.current = this.tree.add(this.current, move);
  }

  back() {
    this.current = this.current.parent ?? this.current;
  }

  forward() {
    this.current = this.current.children[0] ?? this.current;
  }

  first() {
    this.current = this.tree.root;
  }

  last() {
    while (0 < this.current.children.length) this.forward();
  }
}
