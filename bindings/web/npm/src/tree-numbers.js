import { NONE, Tree, TreeNode } from "./tree.js";

/** What the module says about a node: a glyph, a comment after the move, or one before it. */
const [NAG, AFTER] = [0, 1];
const withNote = (list, note) => {
  if (list === NONE) return [note];
  list.push(note);
  return list;
};

/** A tree as the module writes it: the numbers of its nodes, and the texts of moves and comments. */
export const decode = (numbers, texts, about) => {
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
};
