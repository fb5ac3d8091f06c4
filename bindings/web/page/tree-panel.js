import { $, button, text } from "./dom.js";

const GLYPHS = {
  1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+",
  22: "⨀", 32: "⟳", 36: "→", 40: "↑", 132: "⇆", 146: "N",
};
/** Deeper variations are not indented any more. */
const DEEPEST = 6;

/** The moves of a game with variations, comments and glyphs. It is built again only when they change. */
export class TreePanel {
  #game;
  #version;
  #buttons = new Map();
  #here;

  constructor({ go }) {
    $("tree").addEventListener("click", ({ target }) => {
      const node = this.#game.tree.nodes[target.closest("button")?.dataset.node];
      if (node !== undefined) go(node);
    });
  }

  show(game) {
    if (this.#game !== game || this.#version !== game.version) this.#build(game);
    this.#here?.classList.remove("here");
    this.#here?.removeAttribute("aria-current");
    this.#here = this.#buttons.get(game.current);
    this.#here?.classList.add("here");
    this.#here?.setAttribute("aria-current", "true");
    this.#here?.scrollIntoView({ block: "nearest" });
  }

  #build(game) {
    [this.#game, this.#version] = [game, game.version];
    this.#buttons.clear();
    const { White, Black, Event, Date: date } = game.headers;
    const known = [White && Black && `${White} – ${Black}`, Event, date, game.result === "*" ? undefined : game.result];
    $("tags").textContent = known.filter((part) => part && !part.startsWith("?")).join(" · ");
    const { root } = game.tree;
    const host = document.createDocumentFragment();
    if (root.children.length === 0) {
      host.append(text("p", "No moves yet. Move a piece, type a move, or paste a PGN.", "hint"));
    } else {
      const [, color, , , , number] = game.start.split(" ");
      this.#comments(host, root.comments);
      this.#lines(host, root.children[0], Number(number) * 2 + (color === "b" ? 1 : 0));
    }
    $("tree").replaceChildren(host);
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
    if (0 < node.comments.length) this.#comments(host, [node.notes.text, clock(node.notes)]);
  }

  #comments(host, comments) {
    for (const comment of comments) if (comment !== "") host.append(text("span", comment, "comment"), " ");
  }

  /** Lists the problems of a PGN; a click selects the place. */
  problems(list, select) {
    $("pgn-problems").replaceChildren(...list.map(({ line, column, message, severity, start, end }) => {
      const item = text("li", "", severity);
      item.append(button(`Line ${line}, column ${column}: ${message}`, () => select(start, end)));
      return item;
    }));
  }
}

/** The evaluation and the clock of a move. */
const clock = ({ evaluation, clock: seconds }) => {
  const value = evaluation && (evaluation.mate === undefined ? evaluation.pawns.toFixed(2) : `#${evaluation.mate}`);
  const time = seconds !== undefined && `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  return [value, time].filter(Boolean).join(", ");
};
