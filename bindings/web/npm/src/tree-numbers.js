import { late } from "./late.js";

/** What a module says about a node: a glyph, a comment after the move, or one before it. */
const KINDS = ["nags", "comments", "before"];

/** A tree as a module writes it: the numbers of its nodes, and the texts of moves and comments. */
export const decode = (numbers, texts, about) => {
  const tree = new late.Tree([[0, 0, "", [], [], []]], about);
  const comments = texts.split("\x1f");
  const sans = comments[0].split(" ");
  const end = 1 + 2 * numbers[0];
  for (let place = 3, id = 0; place < end; place += 2, id += 1) tree._push(tree.nodes[numbers[place]], numbers[place + 1], sans[id]);
  for (let place = end, next = 1; place < numbers.length; place += 2) {
    const node = tree.nodes[numbers[place] >> 2];
    const kind = KINDS[numbers[place] & 3];
    const note = kind === "nags" ? numbers[place + 1] : comments[next++];
    // Nodes without notes share an empty array.
    if (node[kind].length === 0) node[kind] = [note];
    else node[kind].push(note);
  }
  return tree;
};
