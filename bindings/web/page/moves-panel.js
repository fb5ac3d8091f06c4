import { load } from "./gardez/src/index.js";
import { late } from "./gardez/src/late.js";
import { $, button, text } from "./dom.js";

const isLoaded = () => late.native !== undefined;

/** The legal moves in SAN, with their policy indices. */
export class MovesPanel {
  constructor({ play }) {
    this.play = play;
  }

  show(chess) {
    const hasIndices = chess.policyIndex !== undefined;
    if (hasIndices && !isLoaded()) load().then(() => this.show(chess));
    const list = chess.moves({ verbose: true }).sort((a, b) => (a.san < b.san ? -1 : 1));
    $("move-list").replaceChildren(...list.map(({ san }) => {
      const item = document.createElement("li");
      const made = button(san, () => this.play(san));
      if (hasIndices && isLoaded()) made.append(" ", text("small", chess.policyIndex(san)));
      item.append(made);
      return item;
    }));
  }
}
