import { Chess, DEFAULT_POSITION, Tree, load, readNotes, writeNotes } from "./gardez/src/index.js";
import { readTree } from "./gardez/src/chess.js";
import { Cursor } from "./gardez/src/cursor.js";

/** The most characters of a link. Browsers take more, but programs that send links cut them. */
const LONGEST_LINK = 30_000;

/** Whether the castling field of a FEN names files, as in Chess960. */
export const isShredder = (fen) => /^\S+ \S+ \S*[A-Ha-h]/.test(fen);

/** A game that a person makes: a tree of moves, and the place in it that is shown. */
export class Game extends Cursor {
  #pgn;
  /** The nodes that were played here, which `undo` may delete. */
  #played = new Set();
  /** The moves that `undo` took back, which `redo` plays again from the same place. */
  #undone = [];
  /** Rises with each change of the tree. */
  version = 0;

  constructor(fen = DEFAULT_POSITION, { chess960, tree, variant } = {}) {
    if (variant !== undefined) {
      super(tree);
      [this.start, this.variant, this.chess960] = [tree.start, variant, false];
      return;
    }
    const chess = new Chess(fen, { chess960: chess960 || isShredder(fen) });
    const start = chess.fen({ forceEnpassantSquare: true });
    super(tree ?? new Tree({ start, headers: {}, result: "*", chess960: chess.isChess960 }));
    this.start = start;
    this.chess960 = chess.isChess960;
  }

  /** A game of a PGN. */
  static read(game) {
    if (game.variant !== undefined) return new Game(game.start, { tree: game.tree(), variant: game.variant });
    return new Game(game.start, { chess960: /960|fischer/i.test(game.headers.Variant ?? ""), tree: game.tree() });
  }

  /** The game of a short PGN, for which no module is needed. */
  static ofPgn(pgn) {
    const { tree } = readTree(pgn);
    return new Game(tree.start, { chess960: tree.about.chess960, tree });
  }

  #changed() {
    this.version += 1;
    this.#pgn = undefined;
  }

  /** Plays a move, or goes to it if it was played before. Throws if it is not legal. */
  play(move) {
    this.#undone = [];
    const { length } = this.tree.nodes;
    super.play(move);
    if (this.tree.nodes.length === length) return;
    this.#played.add(this.current);
    this.#changed();
  }

  /**
   * Takes the shown move back. It is forgotten if it was played here and nothing follows it; everything else, such as the
   * moves of a PGN, stays where it is.
   */
  undo() {
    const { current } = this;
    if (current.parent === null) return;
    this.back();
    this.#undone.push({ line: this.line.join(), san: current.san });
    if (this.#played.has(current) && current.children.length === 0) this.#remove(current);
  }

  /** Plays the move again that `undo` took back last. */
  redo() {
    const undone = this.#undone;
    const last = undone.pop();
    if (last?.line === this.line.join()) this.play(last.san);
    this.#undone = undone;
  }

  #remove(node) {
    // The position before it is needed while its parent is known.
    void this.chess;
    this.tree.remove(node);
    this.#changed();
  }

  /** Deletes the shown move and what follows it. */
  remove() {
    const { current } = this;
    if (current.parent === null) return;
    this.back();
    this.#remove(current);
  }

  /** Whether the shown move belongs to the main line. */
  get isMainLine() {
    let node = this.current;
    while (node.parent?.children[0] === node) node = node.parent;
    return node.parent === null;
  }

  /** Makes the variation that is shown the main continuation. */
  promote() {
    if (this.tree.promote(this.current)) this.#changed();
  }

  /** Changes some of the notes of the shown move. */
  note(notes) {
    this.tree.comment(this.current, ...writeNotes({ ...readNotes(this.current.comments), ...notes }));
    this.#changed();
  }

  /** Draws an arrow or a circle at the shown move, or takes it away if it is there in this color. */
  mark(from, to, color) {
    const { squares, arrows } = readNotes(this.current.comments);
    const toggled = (list, mark) => {
      const place = list.findIndex((other) => (other.square ?? other.from) === from && (other.to ?? to) === to);
      const isSame = place !== -1 && list[place].color === color;
      return [...list.filter((_, index) => index !== place), ...(isSame ? [] : [mark])];
    };
    this.note(from === to ? { squares: toggled(squares, { color, square: from }) } : { arrows: toggled(arrows, { color, from, to }) });
  }

  /** The moves from the start to the one that is shown, as numbers. */
  get line() {
    return this.current.line;
  }

  /** Whether there is nothing but the moves to the one that is shown. */
  get #isPlain() {
    const isNoted = ({ nags, comments, children }) => 0 < nags.length + comments.length || 1 < children.length;
    const { headers, nodes, result } = this.tree;
    return this.current.children.length === 0 && Object.keys(headers).length === 0 && result === "*" && !nodes.some(isNoted);
  }

  /**
   * What makes the game again, as the parameters of a link: the moves to the one that is shown, and the packed PGN if there
   * is more than these moves. A PGN that is too long for a link is left out; `isWhole` says so.
   */
  async link() {
    const isPlain = this.#isPlain && this.variant === undefined;
    const moves = [];
    for (let node = this.current; node.parent !== null; node = node.parent) moves.unshift(node.san);
    const line = moves.length === 0 ? {} : { moves: moves.join(",") };
    const link = new URLSearchParams({ fen: this.start, ...line });
    if (isPlain) return { link, isWhole: true };
    const whole = new URLSearchParams({ z: await packed(this.pgn()), ...line });
    const isWhole = String(whole).length <= LONGEST_LINK;
    return { link: isWhole ? whole : link, isWhole };
  }

  /** The game of a link, or undefined if it names none. Throws if it is damaged. */
  static async linked(link) {
    const [z, fen] = [link.get("z"), link.get("fen")];
    const pgn = z === null ? link.get("pgn") : await unpacked(z);
    if (pgn === null && fen === null) return undefined;
    const linked = pgn === null ? new Game(fen) : hasVariants(pgn) ? Game.read(await firstOf(pgn)) : Game.ofPgn(pgn);
    for (const move of (link.get("moves") ?? "").split(",").filter(Boolean)) linked.play(move);
    linked.#played.clear();
    return linked;
  }

  pgn() {
    if (this.chess960) this.tree.headers.Variant ??= "Chess960";
    this.#pgn ??= this.tree.pgn();
    return this.#pgn;
  }
}

/** The games of a PGN, one after the other. Those of variants need another module, which is loaded with the first one. */
export async function* gamesOf(pgn) {
  if (!hasVariants(pgn)) {
    await load();
    yield* Chess.games(pgn);
    return;
  }
  const { Chess: VariantChess } = await import("./gardez/src/variants.js");
  for (const game of VariantChess.games(pgn)) yield game.variant === "Standard" ? Object.assign(game, { variant: undefined, tree: treeOf(game) }) : game;
}

/** What makes the tree of a game of chess that is among games of variants. */
const treeOf = (game) => {
  const pgn = game.tree().pgn();
  return () => readTree(pgn).tree;
};

const hasVariants = (pgn) => /^\s*\[Variant\s+"(?!(?:Standard|Chess|From Position|Chess ?960|Fischer[ -]?random)")/im.test(pgn);

const firstOf = async (pgn) => {
  for await (const game of gamesOf(pgn)) return game;
  throw new Error("it has no game");
};

/** The start of a variant. */
export const variantGame = async (variant, fen) => {
  const { Chess: VariantChess } = await import("./gardez/src/variants.js");
  return new Game(undefined, { variant, tree: new VariantChess(fen, { variant }).tree() });
};

/** The longest text that a link may be unpacked to. */
const LONGEST_TEXT = 1 << 22;

/** A text as base64 of its compressed bytes, in the letters of a link. */
const packed = async (text) => {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

const unpacked = async (letters) => {
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += decoder.decode(next.value, { stream: true });
    if (LONGEST_TEXT < text.length) throw new Error("it is too long");
  }
  return text;
};
