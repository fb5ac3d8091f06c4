import { SEVEN_TAG_ROSTER, wrapped } from "./header.js";

const RESULT = /^(1-0|0-1|1\/2-1\/2|\*)$/;

/** Writes a tree as PGN in export format, with a line end after its result. A width of 0 is no limit. */
export const write = (tree, width) => {
  const result = RESULT.test(tree.result) ? tree.result : "*";
  const words = [];
  writeNotes(words, tree.root);
  let prefix = "";
  for (const move of walk(tree)) {
    if (move === ")") words[words.length - 1] += move;
    else if (move !== "(") writeMove(words, prefix, move);
    prefix = move === "(" ? move : "";
  }
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

/**
 * The moves of a tree in the order of a PGN, with a text `(` before each variation and `)` after it. A move has its node, `half`
 * (half moves from 2, which is White's first), and whether its number is needed.
 */
export function* walk({ start, root }) {
  const [, color, , , , number] = start.split(/\s+/);
  // A stack instead of recursion: variations may be nested as deep as a text is long.
  const open = root.children.slice(0, 1).map((node) => ({ node, half: 2 * (Number(number) || 1) + (color === "b"), needsNumber: true }));
  while (0 < open.length) {
    const step = open.pop();
    yield step;
    if (step === "(" || step === ")") continue;
    const { node, half } = step;
    const { children } = node.parent;
    const variations = children[0] === node ? children.slice(1).reverse() : [];
    for (const next of node.children.slice(0, 1)) open.push({ node: next, half: half + 1, needsNumber: 0 < variations.length + node.comments.length });
    for (const other of variations) open.push(")", { node: other, half, needsNumber: true }, "(");
  }
}

const writeMove = (words, prefix, { node, half, needsNumber }) => {
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
