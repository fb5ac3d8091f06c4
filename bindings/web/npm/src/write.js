/** The tags that every game in export format has, with what stands for an unknown value. */
export const ROSTER = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", Result: "*" };

const RESULTS = new Set(["1-0", "0-1", "1/2-1/2", "*"]);

/** Writes a tree as PGN in export format, with a line end after its result. A width of 0 is no limit. */
export const write = (tree, width) => {
  const result = RESULTS.has(tree.result) ? tree.result : "*";
  const lines = new Lines(width);
  notes(lines, tree.root);
  const [, color, , , , number] = tree.start.split(/\s+/);
  const first = { number: Number(number ?? 1) || 1, isBlack: color === "b" };
  if (0 < tree.root.children.length) moves(lines, tree.root.children[0], first);
  lines.word(result);
  return `${tags(tree, result)}\n${lines.end()}`;
};

const tags = ({ headers, start, about: { usual } }, result) => {
  const all = { ...ROSTER, ...headers, Result: result };
  if (start !== usual) Object.assign(all, { SetUp: "1", FEN: all.FEN ?? start });
  const line = ([name, value]) => {
    const plain = name.replace(/[\0-\x20\x7f"[\]]/g, "");
    const escaped = String(value).replace(/[\0-\x1f\x7f]+/g, " ").replace(/["\\]/g, "\\$&");
    return plain === "" ? "" : `[${plain} "${escaped}"]\n`;
  };
  return Object.entries(all).map(line).join("");
};

/** Writes the line that begins with a node. Its siblings are variations to it if it is the main continuation. */
const moves = (lines, first, start) => {
  // A stack instead of recursion: variations may be nested as deep as a text is long.
  const open = [{ node: first, ...start, isVariation: false, written: 0, needsNumber: true }];
  move(lines, open[0]);
  while (0 < open.length) {
    const line = open.at(-1);
    const { node, number, isBlack } = line;
    const siblings = node.parent.children[0] === node ? node.parent.children.slice(1) : [];
    if (line.written < siblings.length) {
      const variation = { node: siblings[line.written], number, isBlack, isVariation: true, written: 0, needsNumber: true };
      line.written += 1;
      lines.open();
      move(lines, variation);
      open.push(variation);
    } else if (0 < node.children.length) {
      const needsNumber = line.written !== 0 || node.comments.length !== 0;
      Object.assign(line, { node: node.children[0], number: number + isBlack, isBlack: !isBlack, written: 0, needsNumber });
      move(lines, line);
    } else {
      if (line.isVariation) lines.close();
      open.pop();
    }
  }
};

const move = (lines, { node, number, isBlack, needsNumber }) => {
  for (const comment of node.before) lines.comment(comment);
  if (!isBlack) lines.word(`${number}.`);
  else if (needsNumber || node.before.length !== 0) lines.word(`${number}...`);
  lines.word(node.san);
  notes(lines, node);
};

const notes = (lines, { nags, comments }) => {
  for (const nag of nags) lines.word(`$${nag}`);
  for (const comment of comments) lines.comment(comment);
};

/** Words in lines of limited width. The last word is held back, because a parenthesis may follow it. */
class Lines {
  #text = "";
  #column = 0;
  #held = "";
  #prefix = "";
  #width;

  constructor(width) {
    this.#width = width === 0 ? Infinity : width;
  }

  word(word) {
    this.#flush();
    this.#held = this.#prefix + word;
    this.#prefix = "";
  }

  open() {
    this.#prefix += "(";
  }

  close() {
    this.#held += ")";
  }

  comment(comment) {
    // A comment in braces cannot contain a closing brace; one to the end of the line can.
    if (comment.includes("}")) {
      this.#flush();
      for (const line of comment.split(/[\r\n]+/)) {
        if (this.#column !== 0) this.#text += "\n";
        this.#text += `; ${line}\n`;
        this.#column = 0;
      }
      return;
    }
    this.word("{");
    for (const [index, paragraph] of comment.split("\n\n").entries()) {
      if (index !== 0) this.#breakTwice();
      for (const word of paragraph.split(/\s+/)) if (word !== "") this.word(word);
    }
    this.word("}");
  }

  #breakTwice() {
    this.#flush();
    this.#text += "\n\n";
    this.#column = 0;
  }

  #flush() {
    if (this.#held === "") return;
    const length = [...this.#held].length;
    const fits = this.#column === 0 || this.#column + 1 + length <= this.#width;
    this.#text += this.#column === 0 ? "" : fits ? " " : "\n";
    this.#column = (fits && this.#column !== 0 ? this.#column + 1 : 0) + length;
    this.#text += this.#held;
    this.#held = "";
  }

  end() {
    this.#flush();
    return this.#column === 0 ? this.#text : `${this.#text}\n`;
  }
}
