import { SEVEN_TAG_ROSTER, wrapped } from "./header.js";

const RESULT = /^(1-0|0-1|1\/2-1\/2|\*)$/;

/** Writes a tree as PGN in export format, with a line end after its result. A width of 0 is no limit. */
export const write = (tree, width) => {
  const result = RESULT.test(tree.result) ? tree.result : "*";
  const words = [];
  writeNotes(words, tree.root);
  const [, color, , , , number] = tree.start.split(/\s+/);
  if (0 < tree.root.children.length) writeLine(words, tree.root.children[0], 2 * (Number(number) || 1) + (color === "b"));
  words.push(result);
  return `${wrapped(`${tags(tree, result)}\n`, words, width === 0 ? Infinity : width - 1, "\n")}\n`;
};

const tags = ({ headers, start, about: { usual } }, result) => {
  const all = { ...SEVEN_TAG_ROSTER, ...headers, Result: result };
  if (start !== usual) Object.assign(all, { SetUp: "1", FEN: all.FEN ?? start });
  return Object.entries(all).map(([name, value]) => {
    const plain = name.replace(/[\0-\x20\x7f"[\]]/g, "");
    const escaped = String(value).replace(/[\0-\x1f\x7f]+/g, " ").replace(/["\\]/g, "\\$&");
    return plain === "" ? "" : `[${plain} "${escaped}"]\n`;
  }).join("");
};

/** Writes the line that begins with a node, with its variations. `half` counts half moves from 2, which is White's first. */
const writeLine = (words, first, half) => {
  // A stack instead of recursion: variations may be nested as deep as a text is long.
  const open = [{ node: first, half, written: 0 }];
  writeMove(words, "", open[0], true);
  while (0 < open.length) {
    const line = open.at(-1);
    const { node, written } = line;
    const siblings = node.parent.children[0] === node ? node.parent.children : [node];
    if (written + 1 < siblings.length) {
      line.written += 1;
      const variation = { node: siblings[line.written], half: line.half, written: 0 };
      writeMove(words, "(", variation, true);
      open.push(variation);
    } else if (0 < node.children.length) {
      const needsNumber = written !== 0 || node.comments.length !== 0;
      Object.assign(line, { node: node.children[0], half: line.half + 1, written: 0 });
      writeMove(words, "", line, needsNumber);
    } else {
      open.pop();
      if (0 < open.length) words[words.length - 1] += ")";
    }
  }
};

const writeMove = (words, prefix, { node, half }, needsNumber) => {
  const first = words.length;
  for (const comment of node.before) writeComment(words, comment);
  const isBlack = half % 2 === 1;
  if (!isBlack || needsNumber || node.before.length !== 0) words.push(`${half >> 1}.${isBlack ? ".." : ""}`);
  words.push(node.san);
  words[first] = prefix + words[first];
  writeNotes(words, node);
};

const writeNotes = (words, { nags, comments }) => {
  for (const nag of nags) words.push(`$${nag}`);
  for (const comment of comments) writeComment(words, comment);
};

/** A comment in braces cannot contain a closing brace. */
const writeComment = (words, comment) => words.push("{", ...comment.replaceAll("}", "]").trim().split(/\s+/), "}");
