import { MoveList } from "./gardez/src/move-list.js";
import { $, button, text } from "./dom.js";

/** The moves of a game with what is known about it. */
export class TreePanel {
  #moves;

  constructor({ go }) {
    this.#moves = new MoveList($("tree"), { go });
  }

  show(game) {
    if (this.#moves.show(game.tree, game.current, game.version)) {
      const { headers: { White, Black, Event, Date: date }, result } = game.tree;
      const known = [White && Black && `${White} – ${Black}`, Event, date?.replaceAll(".??", ""), result === "*" ? undefined : result];
      $("tags").textContent = known.filter((part) => part && !part.startsWith("?")).join(" · ");
      if (game.tree.nodes.length === 1) $("tree").append(text("p", "No moves yet. Move a piece, type a move, or paste a PGN.", "hint"));
    }
    this.#reveal(this.#moves.here);
  }

  /** Scrolls the moves, and never the page, to the shown one. */
  #reveal(here) {
    const panel = $("tree");
    const [box, place] = [panel.getBoundingClientRect(), here?.getBoundingClientRect() ?? panel.getBoundingClientRect()];
    if (place.top < box.top) panel.scrollTop += place.top - box.top - 8;
    else if (box.bottom < place.bottom) panel.scrollTop += place.bottom - box.bottom + 8;
  }

  /** Lists the problems of a PGN; a click selects the place. */
  problems(list, select) {
    $("pgn-problems").replaceChildren(...list.map(({ line, column, message, severity, start, end }) => {
      const item = text("li", "", severity);
      item.append(button(`Line ${line}${column === undefined ? "" : `, column ${column}`}: ${message}`, () => select(start, end)));
      return item;
    }));
  }
}
