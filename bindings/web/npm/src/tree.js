import { whole } from "./error.js";
import { write } from "./write.js";

/** A comment without its line ends, as in export format; an empty line stays. */
const tidy = (comment) => {
  const paragraphs = comment.trim().split(/[ \t]*(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)\s*/);
  return paragraphs.map((paragraph) => paragraph.replace(/\s*(?:\r\n?|\n)\s*/g, " ").replaceAll("\t", " ")).join("\n\n");
};

/** A move of a game with its comments and glyphs, and the moves that follow it. The first node has no move. */
class TreeNode {
  constructor(id, parent, [, raw, san, nags, comments, before]) {
    this.id = id;
    this.parent = parent;
    this.raw = raw;
    this.san = san;
    this.nags = nags;
    this.comments = comments.map(tidy);
    this.before = before.map(tidy);
    this.children = [];
    this.ply = parent === null ? 0 : parent.ply + 1;
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
}

/** The moves of a game with their variations. The first child of a node is its main continuation. */
export class Tree {
  constructor(nodes, { start, headers, result }) {
    this.start = start;
    this.headers = headers;
    this.result = result;
    /** All nodes; each comes after its parent. */
    this.nodes = [];
    for (const entry of nodes) {
      const id = this.nodes.length;
      const parent = id === 0 ? null : this.nodes[entry[0]];
      const node = new TreeNode(id, parent, entry);
      this.nodes.push(node);
      parent?.children.push(node);
    }
    this.root = this.nodes[0];
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
  return new Tree(nodes, line);
};

const entryOf = (parent, { raw, san, nags, comments, before }) => [parent, raw, san, nags, comments, before];
