import { $, text } from "./dom.js";

/** Measures Gardez beside chess.js on the reader's own machine. */
export class SpeedPanel {
  #worker;

  constructor() {
    $("speed").addEventListener("click", () => this.#start());
  }

  #start() {
    $("speed").disabled = true;
    $("speed-rows").replaceChildren();
    this.#say("Measuring …");
    this.#worker = new Worker(new URL("speed-worker.js", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", ({ data }) => this.#receive(data));
    this.#worker.addEventListener("error", ({ message }) => this.#end(message || "The worker failed."));
    this.#worker.postMessage("start");
  }

  #receive({ rows, hasPeer, error }) {
    if (error) return this.#end(error);
    const number = (value) => (value === undefined ? "–" : Math.round(value).toLocaleString("en"));
    $("speed-rows").replaceChildren(...rows.map(({ name, ours, theirs }) => {
      const row = document.createElement("tr");
      const ratio = theirs === undefined ? "–" : (ours / theirs).toFixed(1);
      row.append(text("td", name), text("td", number(ours)), text("td", number(theirs)), text("td", ratio));
      return row;
    }));
    this.#end(hasPeer ? "Done. The median of five rounds." : "Done. chess.js is not beside this page, so only Gardez was measured.");
  }

  #say(state) {
    $("speed-state").textContent = state;
  }

  #end(state) {
    this.#worker.terminate();
    $("speed").disabled = false;
    this.#say(state);
  }
}
