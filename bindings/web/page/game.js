import { Chess, START, Tree, readPgn } from "gardez";

/** A game that a person makes: a tree of moves, and the place in it that is shown. */
export class Game {
  constructor(fen = START, { chess960, headers = {}, result = "*" } = {}) {
    const chess = new Chess(fen, { chess960 });
    this.chess960 = chess.isChess960;
    this.start = chess.fen({ enPassant: "xfen" });
    this.given = fen;
    this.problems = chess.problems;
    this.headers = headers;
    this.result = result;
    this.nodes = [node(0, null, 0, "")];
    this.root = this.nodes[0];
    this.current = this.root;
  }

  /** A game of a PGN. */
  static read(game) {
    const tree = game.tree();
    const is960 = /960|fischer/i.test(tree.headers.Variant ?? "") || undefined;
    const made = new Game(game.start, { chess960: is960, headers: tree.headers, result: tree.result });
    for (const { parent, raw, san, nags, comments, before } of tree.nodes.slice(1)) {
      const added = made.#append(made.nodes[parent.id], raw, san);
      Object.assign(added, { nags, comments, before });
    }
    made.root.comments = tree.root.comments;
    return made;
  }

  static *readAll(text) {
    for (const game of readPgn(text)) yield { game: Game.read(game), problems: game.problems };
  }

  /** The position that is shown, with the moves before it. */
  get chess() {
    const chess = new Chess(this.given, this.chess960 ? { chess960: true } : {});
    for (const raw of lineOf(this.current)) {
      if (raw === 0) chess.move(null);
      else chess.play(raw);
    }
    return chess;
  }

  /** Plays a move, or goes to it if it was played before. Throws if it is not legal. */
  play(move) {
    const { raw, san } = this.chess.move(move);
    this.current = this.current.children.find((child) => child.raw === raw) ?? this.#append(this.current, raw, san);
  }

  #append(parent, raw, san) {
    const added = node(this.nodes.length, parent, raw, san);
    this.nodes.push(added);
    parent.children.push(added);
    return added;
  }

  /** Takes the shown move back and forgets it, with all that follows. */
  undo() {
    const { current } = this;
    if (current.parent === null) return false;
    current.parent.children.splice(current.parent.children.indexOf(current), 1);
    this.current = current.parent;
    return true;
  }

  back() {
    this.current = this.current.parent ?? this.current;
  }

  forward() {
    this.current = this.current.children[0] ?? this.current;
  }

  first() {
    this.current = this.root;
  }

  last() {
    while (0 < this.current.children.length) this.forward();
  }

  /** The moves from the start to the one that is shown, as numbers. */
  get line() {
    return lineOf(this.current);
  }

  pgn() {
    const nodes = [];
    const places = new Map();
    const walk = [this.root];
    while (0 < walk.length) {
      const next = walk.pop();
      places.set(next, nodes.length);
      nodes.push([places.get(next.parent) ?? 0, next.raw, next.san, next.nags, next.comments, next.before]);
      walk.push(...next.children.toReversed());
    }
    const headers = this.chess960 ? { Variant: "Chess960", ...this.headers } : this.headers;
    return new Tree(nodes, { start: this.start, headers, result: this.result }).pgn();
  }
}

const node = (id, parent, raw, san) => ({ id, parent, raw, san, children: [], nags: [], comments: [], before: [] });

const lineOf = (last) => {
  const raws = [];
  for (let at = last; at.parent !== null; at = at.parent) raws.push(at.raw);
  return raws.reverse();
};
