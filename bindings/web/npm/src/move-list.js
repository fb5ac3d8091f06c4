import { text } from "./dom.js";
import { readNotes } from "./notes.js";

const GLYPHS = {
  1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+",
  22: "⨀", 32: "⟳", 36: "→", 40: "↑", 132: "⇆", 146: "N",
};
/** Deeper variations are not indented any more. */
const DEEPEST = 6;

/** The moves of a tree with variations, comments and glyphs, as buttons. They are built again only when the tree changes. */
export class MoveList {
  #host;
  #tree;
  #version;
  #buttons = new Map();
  #here;

  /** `go(node)` is called when a person chooses a move. */
  constructor(host, { go }) {
    this.#host = host;
    host.addEventListener("click", ({ target }) => {
      const node = this.#tree.nodes[target.closest("button")?.dataset.node];
      if (node !== undefined) go(node);
    });
  }

  /** Shows where a node is. A tree that changed has another version. Returns `true` if the moves were built again. */
  show(tree, current, version = 0) {
    const isNew = this.#tree !== tree || this.#version !== version;
    if (isNew) this.#build(tree, version);
    this.#here?.classList.remove("here");
    this.#here?.removeAttribute("aria-current");
    this.#here = this.#buttons.get(current);
    this.#here?.classList.add("here");
    this.#here?.setAttribute("aria-current", "true");
    return isNew;
  }

  /** The button of the node that is shown, if it has one. */
  get here() {
    return this.#here;
  }

  #build(tree, version) {
    [this.#tree, this.#version] = [tree, version];
    this.#buttons.clear();
    const host = document.createDocumentFragment();
    const [, color, , , , number] = tree.start.split(" ");
    this.#comments(host, [readNotes(tree.root.comments).text]);
    const [first] = tree.root.children;
    if (first !== undefined) this.#lines(host, first, Number(number ?? 1) * 2 + (color === "b" ? 1 : 0));
    this.#host.replaceChildren(host);
  }

  /** Writes the line of a node, with variations. `half` counts half moves, two for each number. A stack, not recursion. */
  #lines(host, first, half) {
    const open = [{ host, node: first, half, written: 0, depth: 0 }];
    this.#move(open[0], true);
    while (0 < open.length) {
      const line = open.at(-1);
      const { node } = line;
      const siblings = node.parent.children[0] === node ? node.parent.children : [node];
      if (line.written + 1 < siblings.length) {
        line.written += 1;
        const isDeep = DEEPEST <= line.depth;
        const place = isDeep ? line.host : text("span", "", "variation");
        if (isDeep) place.append("( ");
        else line.host.append(place);
        const variation = { host: place, node: siblings[line.written], half: line.half, written: 0, depth: line.depth + 1, isDeep };
        this.#move(variation, true);
        open.push(variation);
      } else if (0 < node.children.length) {
        const needsNumber = line.written !== 0 || node.comments.length !== 0;
        Object.assign(line, { node: node.children[0], half: line.half + 1, written: 0 });
        this.#move(line, needsNumber);
      } else {
        if (line.isDeep) line.host.append(") ");
        open.pop();
      }
    }
  }

  #move({ host, node, half }, needsNumber) {
    this.#comments(host, node.before);
    const isWhite = half % 2 === 0;
    const glyphs = node.nags.map((nag) => GLYPHS[nag] ?? ` $${nag}`).join("");
    const made = text("button", node.san + glyphs);
    made.type = "button";
    made.dataset.node = node.id;
    this.#buttons.set(node, made);
    const move = text("span", "", "move");
    if (isWhite || needsNumber) move.append(text("span", `${half >> 1}${isWhite ? "." : "…"}`, "number"));
    move.append(made);
    host.append(move, " ");
    if (node.comments.length === 0) return;
    const notes = readNotes(node.comments);
    this.#comments(host, [notes.text, clock(notes)]);
  }

  #comments(host, comments) {
    for (const comment of comments) if (comment !== "") host.append(text("span", comment, "comment"), " ");
  }
}

/** The evaluation and the clock of a move. */
const clock = ({ evaluation, clock: seconds }) => {
  const value = evaluation && (evaluation.mate === undefined ? evaluation.pawns.toFixed(2) : `#${evaluation.mate}`);
  const time = seconds !== undefined && `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  return [value, time].filter(Boolean).join(", ");
};
