import { ChessError, text, whole } from "./error.js";
import { late } from "./late.js";
import { readNotes, writeNotes } from "./notes.js";
import { START } from "./start.js";
import { write } from "./write.js";

const NONE = Object.freeze([]);
/** What the module says about a node: a glyph, a comment after the move, or one before it. */
const [NAG, AFTER] = [0, 1];
const withNote = (list, note) => {
  if (list === NONE) return [note];
  list.push(note);
  return list;
};

/** A comment without its line ends, as in export format; an empty line stays. */
const tidy = (comment) => {
  if (!/[\r\n\t]|^\s|\s$/.test(comment)) return comment;
  const paragraphs = comment.trim().split(/[ \t]*(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)\s*/);
  return paragraphs.map((paragraph) => paragraph.replace(/\s*(?:\r\n?|\n)\s*/g, " ").replaceAll("\t", " ")).join("\n\n");
};

/** A move of a game with its comments and glyphs, and the moves that follow it. The first node has no move. */
class TreeNode {
  constructor(id, parent, raw, san, nags, comments, before) {
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

  /** Whether the move belongs to the main line. */
  get isMainLine() {
    for (let node = this; node.parent !== null; node = node.parent) if (node.parent.children[0] !== node) return false;
    return true;
  }

  /** What the comments say, with their commands (`%clk`, `%eval`, `%csl`, `%cal`) as values. */
  get notes() {
    return readNotes(this.comments);
  }
}

/** The moves of a game with their variations. The first child of a node is its main continuation. */
export class Tree {
  /** What the tree is about besides its nodes: `game` makes the game before the first move. */
  #about;
  #headers;

  constructor(nodes, about) {
    this.#begin(about);
    for (const [parent, raw, san, nags, comments, before] of nodes) {
      this.#push(this.nodes[parent] ?? null, raw, san, nags, comments.map(tidy), before.map(tidy));
    }
    this.root = this.nodes[0];
  }

  #begin({ start, headers, result, chess960 = false, usual = START, game = () => new late.Chess(start, { chess960 }) }) {
    this.start = start;
    this.#headers = headers;
    this.result = result;
    this.#about = { chess960, usual, game };
    /** All nodes; each comes after its parent. */
    this.nodes = [];
  }

  /** The tags by name. They may be given as a function, which makes them when they are asked for. */
  get headers() {
    if (typeof this.#headers === "function") this.#headers = this.#headers();
    return this.#headers;
  }

  /** What makes an empty tree of the same game. */
  get about() {
    return { start: this.start, headers: { ...this.headers }, result: this.result, ...this.#about };
  }

  #push(parent, raw, san, nags, comments, before) {
    const node = new TreeNode(this.nodes.length, parent, raw, san, nags, comments, before);
    this.nodes.push(node);
    return node;
  }

  /** A tree as the module writes it: the numbers of its nodes, and the texts of moves and comments. */
  static decode(numbers, texts, about) {
    const tree = new Tree([], about);
    const comments = texts.split("\x1f");
    const sans = comments[0].split(" ");
    const { nodes } = tree;
    tree.root = new TreeNode(0, null, 0, "", NONE, NONE, NONE);
    nodes.push(tree.root);
    const end = 1 + 2 * numbers[0];
    for (let place = 3, id = 1; place < end; place += 2, id += 1) {
      nodes.push(new TreeNode(id, nodes[numbers[place]], numbers[place + 1], sans[id - 1], NONE, NONE, NONE));
    }
    for (let place = end, next = 1; place < numbers.length; place += 2) {
      const node = nodes[numbers[place] >> 2];
      const kind = numbers[place] & 3;
      if (kind === NAG) node.nags = withNote(node.nags, numbers[place + 1]);
      else if (kind === AFTER) node.comments = withNote(node.comments, comments[next++]);
      else node.before = withNote(node.before, comments[next++]);
    }
    return tree;
  }

  /** The nodes of the main line. */
  *mainLine() {
    for (let node = this.root.children[0]; node !== undefined; node = node.children[0]) yield node;
  }

  /** A tree of one line of moves in SAN, without their numbers. */
  static ofLine(start, sans, headers, result) {
    const nodes = sans.map((san, index) => [index, 0, san, [], [], []]);
    return new Tree([[0, 0, "", [], [], []], ...nodes], { start, headers, result });
  }

  /** The game as PGN in lines of at most `maxWidth` characters; 0 for all moves on one line. */
  pgn({ maxWidth = 79, newline = "\n" } = {}) {
    return write(this, whole(maxWidth, 1_000_000, "maxWidth")).replaceAll("\n", newline);
  }

  /** A tree of its own with the same moves. The place of a node in `nodes` is the same. */
  copy() {
    const nodes = this.nodes.map((node) => entryOf(node.parent?.id ?? 0, node));
    return new Tree(nodes, this.about);
  }

  #own(node) {
    if (this.nodes[node?.id] !== node) throw new ChessError("range", "this is not a node of the tree");
    return node;
  }

  /** The game at a node, with the moves before it. */
  chess(node = this.root) {
    const chess = this.#about.game();
    for (const raw of this.#own(node).line) {
      if (raw === 0) chess.move(null);
      else chess.play(raw);
    }
    return chess;
  }

  /**
   * Adds a move after a node, as its main continuation if it is the first one, else as a variation. A move that is there is
   * not added again. `move` is anything that `Chess.move` takes, or a `Move`. Returns its node; throws if it is not legal.
   */
  add(parent, move) {
    const { raw, san } = this.chess(parent).move(typeof move?.raw === "number" ? move.raw || null : move);
    return parent.children.find((child) => child.raw === raw) ?? this.#push(parent, raw, san, NONE, NONE, NONE);
  }

  /** Removes a move with everything that follows it; the ids of later nodes change. */
  remove(node) {
    const { parent } = this.#own(node);
    if (parent === null) throw new ChessError("range", "the first node cannot be removed");
    const children = parent.children.filter((child) => child !== node);
    const gone = new Set([node]);
    const kept = [];
    for (const other of this.nodes) {
      if (gone.has(other) || gone.has(other.parent)) gone.add(other);
      else kept.push(other);
    }
    // No call from here on, for which the stack could be too small.
    for (let id = 0; id < kept.length; id += 1) kept[id].id = id;
    parent.children = children;
    this.nodes = kept;
  }

  /** Makes the innermost variation that a move belongs to the main continuation. False if the move is in the main line. */
  promote(node) {
    let first = this.#own(node);
    while (first.parent !== null && first.parent.children[0] === first) first = first.parent;
    if (first.parent === null) return false;
    first.parent.children = [first, ...first.parent.children.filter((child) => child !== first)];
    return true;
  }

  /** Sets the comments after a move. */
  comment(node, ...comments) {
    this.#own(node).comments = comments.map((comment) => tidy(text(comment, "range", "a comment")));
  }

  /** Sets the glyphs of a move: their numbers, from 0 to 255. */
  glyphs(node, ...nags) {
    this.#own(node).nags = nags.map((nag) => whole(nag, 255, "a glyph"));
  }

  /** Changes some of the notes of a move, which are written into one comment; `undefined` removes one. */
  note(node, notes) {
    this.#own(node).comments = writeNotes({ ...node.notes, ...notes });
  }
}

/**
 * A line of moves, with what a tree says about them: comments, glyphs, and variations. What follows a move that is not in
 * the line is left out if it is the tree's main line: it was taken back.
 */
export const annotate = (line, raws, tree) => {
  const nodes = [entryOf(0, tree.root)];
  let [known, last] = [tree.root, 0];
  for (const { san, ply } of line.mainLine()) {
    const raw = raws[ply - 1];
    const children = known?.children ?? [];
    const found = children.find((child) => child.raw === raw);
    const open = children.slice(1).filter((child) => child !== found).toReversed().map((child) => [last, child]);
    nodes.push(found ? entryOf(last, found) : [last, raw, san, [], [], []]);
    [known, last] = [found, nodes.length - 1];
    while (0 < open.length) {
      const [parent, node] = open.pop();
      nodes.push(entryOf(parent, node));
      const place = nodes.length - 1;
      open.push(...node.children.toReversed().map((child) => [place, child]));
    }
  }
  return new Tree(nodes, line.about);
};

const entryOf = (parent, { raw, san, nags, comments, before }) => [parent, raw, san, nags, comments, before];
