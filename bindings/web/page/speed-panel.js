import { $, row } from "./dom.js";

/** Measures Gardez beside chess.js on the reader's own machine. */
export class SpeedPanel {
  #worker;

  constructor() {
    $("speed").addEventListener("click", () => {
      $("speed").disabled = true;
      $("speed-rows").replaceChildren();
      $("speed-state").textContent = "Measuring …";
      this.measure((answer) => this.#show(answer));
    });
  }

  /** Measures in a worker, and passes `{rows, hasPeer}` or `{error}`; in a short time with `isShort`. */
  measure(done, isShort = false) {
    this.#worker?.terminate();
    const worker = new Worker(new URL("speed-worker.js", import.meta.url), { type: "module" });
    this.#worker = worker;
    const end = (answer) => {
      worker.terminate();
      done(answer);
    };
    worker.addEventListener("message", ({ data }) => end(data));
    worker.addEventListener("error", ({ message }) => end({ error: message || "The worker failed." }));
    worker.postMessage({ isShort });
  }

  #show({ rows = [], hasPeer, error }) {
    const number = (value) => (value === undefined ? "–" : Math.round(value).toLocaleString("en"));
    $("speed-rows").replaceChildren(...rows.map(({ name, ours, theirs }) => {
      const ratio = theirs === undefined ? "–" : (ours / theirs).toFixed(1);
      return row(name, number(ours), number(theirs), ratio);
    }));
    $("speed").disabled = false;
    const alone = "Done. chess.js is not beside this page, so only Gardez was measured.";
    $("speed-state").textContent = error ?? (hasPeer ? "Done. The median of the rounds." : alone);
  }
}
