import { Chess, START, Tree, readGame, readPgn } from "gardez";

/** The most characters of a link. Browsers take more, but programs that send links cut them. */
const LONGEST_LINK = 30_000;

/** A game that a person makes: a tree of moves, and the place in it that is shown. */
export class Game {
  /** The PGN, until a move comes or goes. */
  #pgn;

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
    const { nags, comments } = tree.root;
    Object.assign(made.root, { nags, comments });
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
    const known = this.current.children.find((child) => child.raw === raw);
    this.current = known ?? Object.assign(this.#append(this.current, raw, san), { isNew: true });
  }

  #append(parent, raw, san) {
    const added = node(this.nodes.length, parent, raw, san);
    this.nodes.push(added);
    parent.children.push(added);
    this.#pgn = undefined;
    return added;
  }

  /**
   * Takes the shown move back. It is forgotten if it was played here and nothing follows it; everything else, such as the
   * moves of a PGN, stays where it is.
   */
  undo() {
    const { current } = this;
    if (current.isNew && current.children.length === 0) {
      current.parent.children.splice(current.parent.children.indexOf(current), 1);
      this.#pgn = undefined;
    }
    this.back();
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

  /**
   * What makes the game again, as the parameters of a link: the moves to the one that is shown, and the PGN if there is
   * more than these moves. A PGN that is too long for a link is left out; `isWhole` says so.
   */
  get link() {
    const chess = new Chess(this.given, this.chess960 ? { chess960: true } : {});
    const moves = this.line.map((raw) => {
      const uci = raw === 0 ? "--" : chess.uci(raw);
      chess.move(raw === 0 ? null : raw);
      return uci;
    });
    const line = moves.length === 0 ? {} : { moves: moves.join(",") };
    const link = new URLSearchParams({ fen: this.start, ...line });
    const isNoted = ({ nags, comments, children }) => 0 < nags.length + comments.length || 1 < children.length;
    const isPlain = this.current.children.length === 0 && Object.keys(this.headers).length === 0 && this.result === "*";
    if (isPlain && !this.nodes.some(isNoted)) return { link, isWhole: true };
    const whole = new URLSearchParams({ pgn: this.pgn(), ...line });
    const isWhole = String(whole).length <= LONGEST_LINK;
    return { link: isWhole ? whole : link, isWhole };
  }

  /** The game of a link, or undefined if it names none. Throws if it is damaged. */
  static linked(link) {
    const [pgn, fen] = [link.get("pgn"), link.get("fen")];
    if (pgn === null && fen === null) return undefined;
    const linked = pgn === null ? new Game(fen) : Game.read(readGame(pgn));
    for (const uci of (link.get("moves") ?? "").split(",").filter(Boolean)) linked.play(uci);
    for (const node of linked.nodes) node.isNew = false;
    return linked;
  }

  pgn() {
    this.#pgn ??= this.#write();
    return this.#pgn;
  }

  #write() {
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
