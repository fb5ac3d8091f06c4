import { $, button, row } from "./dom.js";

const RESULTS = { "win": "win", "cursed-win": "cursed win", "draw": "draw", "blessed-loss": "blessed loss", "loss": "loss" };

/** Values from Syzygy files that a person drops. The package's entry for tables is loaded with the first file. */
export class TablesPanel {
  #tables;
  #chess;

  constructor({ play }) {
    this.play = play;
    $("table-files").addEventListener("change", ({ target }) => this.add(target.files));
  }

  async add(files) {
    const { Tables } = await import("./gardez/src/tables.js");
    this.#tables ??= new Tables();
    const refused = [];
    for (const file of files) {
      try {
        this.#tables.add(file.name, new Uint8Array(await file.arrayBuffer()));
      } catch ({ message }) {
        refused.push(`${file.name}: ${message}`);
      }
    }
    this.refused = refused;
    this.show(this.#chess);
  }

  show(chess) {
    this.#chess = chess;
    const rows = $("table-moves");
    rows.replaceChildren();
    if (this.#tables === undefined) {
      $("table-state").textContent = "";
      return;
    }
    const names = this.#tables.names;
    const parts = [`${names.length} ${names.length === 1 ? "file" : "files"}, up to ${this.#tables.maxPieces} pieces.`, ...this.refused];
    try {
      const fen = chess.fen();
      const wdl = this.#tables.wdl(fen);
      parts.push(`This position: ${RESULTS[wdl]} for the side to move.`);
      for (const { lan, wdl: value, dtz } of this.#tables.moves(fen)) {
        const { san } = chess.copy().move(lan);
        const made = row("", RESULTS[value], dtz ?? "?");
        const [move, result] = made.children;
        move.append(button(san, () => this.play(san)));
        result.className = value.includes("win") ? "win" : value.includes("loss") ? "loss" : "";
        rows.append(made);
      }
    } catch ({ message }) {
      parts.push(`This position: ${message}.`);
    }
    $("table-state").textContent = parts.join(" ");
  }
}
