import { ChessError, text, whole } from "./error.js";
import { late } from "./late.js";
import { START } from "./square.js";
import { write } from "./write.js";

const NONE = Object.freeze([]);

/** A comment without its line ends, as in export format; an empty line stays. */
const tidy = (comment) => comment.trim().split(/[ \t]*(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)\s*/).map((part) => part.replace(/\s*(?:\r\n?|\n)\s*|\t/g, " ")).join("\n\n");

/** A move of a game with its comments and glyphs, and the moves that follow it. The first node has no move. */
class TreeNode {
  constructor(id, parent, raw, san, nags = NONE, comments = NONE, before = NONE) {
    this.id = id;
    this.parent = parent;
    this.raw = raw;
    this.san = san;
    this.nags = nags;
    this.comments = comments;
    this.before = before;
    // Most nodes have one child: an array of its size takes a sixth of the memory of one that has grown.
    this.children = NONE;
    this.ply = 0;
    if (parent === null) return;
    this.ply = parent.ply + 1;
    if (parent.children === NONE) parent.children = [this];
    else parent.children.push(this);
  }

  /** The moves from the start to this one, as numbers. */
  get line() {
    const raws = [];
    for (let node = this; node.parent !== null; node = node.parent) raws.push(node.raw);
    return raws.reverse();
  }
}

const FIRST = new TreeNode(0, null, 0, "");

/** The moves of a game with their variations. The first child of a node is its main continuation. */
export class Tree {
  /** `game` makes the game before the first move. The nodes are those of a tree that is copied, each after its parent. */
  constructor({ start, headers, result, chess960 = false, usual = START, game = () => new late.Chess(start, { chess960, skipValidation: true }) }, nodes = [FIRST]) {
    this.start = start;
    this.headers = headers;
    this.result = result;
    this._about = { chess960, usual, game };
    /** All nodes; each comes after its parent. */
    this.nodes = [];
    for (const { parent, raw, san, nags, comments, before } of nodes) {
      this._push(this.nodes[parent?.id] ?? null, raw, san, nags, comments.map(tidy), before.map(tidy));
    }
    this.root = this.nodes[0];
  }

  /** What makes an empty tree of the same game. */
  get about() {
    return { start: this.start, headers: { ...this.headers }, result: this.result, ...this._about };
  }

  _push(parent, ...parts) {
    const node = new TreeNode(this.nodes.length, parent, ...parts);
    this.nodes.push(node);
    return node;
  }

  _own(node) {
    if (this.nodes[node?.id] !== node) throw new ChessError("range", "this is not a node of the tree");
    return node;
  }

  /** The nodes of the main line. */
  *mainLine() {
    for (let node = this.root.children[0]; node !== undefined; node = node.children[0]) yield node;
  }

  /** The game as PGN in lines of at most `maxWidth` characters; 0 for all moves on one line. */
  pgn({ maxWidth = 79, newline = "\n" } = {}) {
    return write(this, whole(maxWidth, 1_000_000, "maxWidth")).replaceAll("\n", newline);
  }

  /** A tree of its own with the same moves. The place of a node in `nodes` is the same. */
  copy() {
    return new Tree(this.about, this.nodes);
  }

  /** The game at a node, with the moves before it. */
  chess(node = this.root) {
    const line = [];
    for (let own = this._own(node); own.parent !== null; own = own.parent) line.push(own);
    const chess = this._about.game();
    while (0 < line.length) {
      const { raw, san } = line.pop();
      chess._play(raw, san);
    }
    return chess;
  }

  /**
   * Adds a move after a node, as its main continuation if it is the first one, else as a variation. A move that is there is
   * not added again. `move` is anything that `Chess.move` takes. Returns its node; throws if it is not legal.
   */
  add(parent, move) {
    const chess = this.chess(parent);
    const { san } = chess.move(move);
    return this._child(parent, chess._lastRaw, san);
  }

  _child(parent, raw, san) {
    return parent.children.find((child) => child.raw === raw) ?? this._push(parent, raw, san);
  }

  /** Removes a move with everything that follows it; the ids of later nodes change. */
  remove(node) {
    const { parent } = this._own(node);
    if (parent === null) throw new ChessError("range", "the first node cannot be removed");
    const children = parent.children.filter((child) => child !== node);
    const gone = new Set([node]);
    for (const other of this.nodes) if (gone.has(other.parent)) gone.add(other);
    const kept = this.nodes.filter((other) => !gone.has(other));
    // No call from here on, for which the stack could be too small.
    for (let id = 0; id < kept.length; id += 1) kept[id].id = id;
    parent.children = children;
    this.nodes = kept;
  }

  /** Makes the innermost variation that a move belongs to the main continuation. False if the move is in the main line. */
  promote(node) {
    let first = this._own(node);
    while (first.parent !== null && first.parent.children[0] === first) first = first.parent;
    if (first.parent === null) return false;
    first.parent.children = [first, ...first.parent.children.filter((child) => child !== first)];
    return true;
  }

  /** Sets the comments after a move. */
  comment(node, ...comments) {
    this._own(node).comments = comments.map((comment) => tidy(text(comment, "range", "a comment")));
  }

  /** Sets the glyphs of a move: their numbers, from 0 to 255. */
  glyphs(node, ...nags) {
    this._own(node).nags = nags.map((nag) => whole(nag, 255, "a glyph"));
  }
}

late.Tree = Tree;

/** The suffixes of the glyphs from number 1 on. */
export const SUFFIXES = ["!", "?", "!!", "??", "!?", "?!"];

/** The glyphs, as numbers, of a suffix such as `!?`. */
export const glyphsOf = (suffix) => (SUFFIXES.includes(suffix) ? [SUFFIXES.indexOf(suffix) + 1] : []);
