/** The tags that every game in export format has, with what stands for an unknown value. */
export const ROSTER = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", Result: "*" };

const RESULT = /^(1-0|0-1|1\/2-1\/2|\*)$/;

/** Writes a tree as PGN in export format, with a line end after its result. A width of 0 is no limit. */
export const write = (tree, width) => {
  const result = RESULT.test(tree.result) ? tree.result : "*";
  const words = new Words();
  words.notes(tree.root);
  const [, color, , , , number] = tree.start.split(/\s+/);
  if (0 < tree.root.children.length) writeLine(words, tree.root.children[0], 2 * (Number(number) || 1) + (color === "b"));
  words.list.push(result);
  return `${tags(tree, result)}\n${wrap(words.list, width || Infinity)}`;
};

const tags = ({ headers, start, about: { usual } }, result) => {
  const all = { ...ROSTER, ...headers, Result: result };
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
  words.move(first, half, true);
  while (0 < open.length) {
    const line = open.at(-1);
    const { node, written } = line;
    const siblings = node.parent.children[0] === node ? node.parent.children : [node];
    if (written + 1 < siblings.length) {
      line.written += 1;
      words.prefix += "(";
      words.move(siblings[line.written], line.half, true);
      open.push({ node: siblings[line.written], half: line.half, written: 0 });
    } else if (0 < node.children.length) {
      const needsNumber = written !== 0 || node.comments.length !== 0;
      Object.assign(line, { node: node.children[0], half: line.half + 1, written: 0 });
      words.move(line.node, line.half, needsNumber);
    } else {
      open.pop();
      if (0 < open.length) words.close();
    }
  }
};

/** The words of a text. One that begins with a line end is a line, or lines, of its own. */
class Words {
  list = [];
  /** What is written right before the next word. */
  prefix = "";

  word(word) {
    this.list.push(this.prefix + word);
    this.prefix = "";
  }

  close() {
    if (this.list.at(-1)[0] === "\n") this.list.push("");
    this.list[this.list.length - 1] += ")";
  }

  move(node, half, needsNumber) {
    for (const comment of node.before) this.comment(comment);
    if (half % 2 === 0) this.word(`${half >> 1}.`);
    else if (needsNumber || node.before.length !== 0) this.word(`${half >> 1}...`);
    this.word(node.san);
    this.notes(node);
  }

  notes({ nags, comments }) {
    for (const nag of nags) this.word(`$${nag}`);
    for (const comment of comments) this.comment(comment);
  }

  comment(comment) {
    // A comment in braces cannot contain a closing brace; one to the end of the line can.
    if (comment.includes("}")) return void this.list.push(...comment.split(/[\r\n]+/).map((line) => `\n; ${line}\n`));
    this.word("{");
    for (const word of comment.split(/(\n\n)|\s+/)) if (word) this.word(word);
    this.word("}");
  }
}

/** Joins words in lines of at most `width` characters. */
const wrap = (words, width) => {
  let [text, column] = ["", 0];
  for (const word of words) {
    if (word[0] === "\n") {
      text += column === 0 ? word.slice(1) : word;
      column = 0;
      continue;
    }
    const length = [...word].length;
    const fits = column + 1 + length <= width;
    if (column !== 0) text += fits ? " " : "\n";
    column = (column !== 0 && fits ? column + 1 : 0) + length;
    text += word;
  }
  return column === 0 ? text : `${text}\n`;
};
