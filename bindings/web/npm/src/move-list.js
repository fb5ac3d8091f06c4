import { text } from "./dom.js";
import { nagToGlyph } from "./header.js";
import { readNotes } from "./notes.js";
import { SUFFIXES } from "./tree.js";
import { walk } from "./write.js";

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
    const all = document.createDocumentFragment();
    /** The element of each line that is open. Deep variations are in that of the line around them. */
    const hosts = [all];
    this.#comments(all, [readNotes(tree.root.comments).text]);
    for (const move of walk(tree)) {
      const host = hosts.at(-1);
      if (move === "(") {
        const place = DEEPEST < hosts.length ? host : text("span", "", "variation");
        host.append(place === host ? "( " : place);
        hosts.push(place);
      } else if (move === ")") {
        hosts.pop();
        if (host === hosts.at(-1)) host.append(") ");
      } else this.#move(host, move);
    }
    this.#host.replaceChildren(all);
  }

  #move(host, { node, half, needsNumber }) {
    this.#comments(host, node.before);
    const isWhite = half % 2 === 0;
    const glyphs = node.nags.map((nag) => SUFFIXES[nag - 1] ?? nagToGlyph(nag) ?? ` $${nag}`).join("");
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
