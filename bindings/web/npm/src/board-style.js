/** How a board and a list of moves look. The colors are variables, which a page sets. */
export const STYLE = `
.board { position: relative; width: 100%; aspect-ratio: 1; touch-action: none; user-select: none; border-radius: 6px; overflow: hidden; box-shadow: 0 1px 6px rgb(0 0 0 / .25); }
.board svg { display: block; width: 100%; height: 100%; }
.board .own { cursor: grab; }
.board .dragged { cursor: grabbing; filter: drop-shadow(0 3px 3px rgb(0 0 0 / .4)); pointer-events: none; }
.board .coordinate { font: 600 8px system-ui, sans-serif; }
.white { fill: var(--white-fill); stroke: var(--white-line); color: var(--white-line); }
.black { fill: var(--black-fill); stroke: var(--black-line); color: var(--black-detail); }
.white, .black { stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.choice { position: fixed; margin: 0; padding: .4rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.choice::backdrop { background: rgb(0 0 0 / .45); }
.choice div { display: flex; flex-direction: column; gap: .3rem; }
.choice button { width: 3.4rem; height: 3.4rem; padding: .2rem; background: var(--light); }
.cells { position: absolute; inset: 0; display: grid; grid-template: repeat(8, 1fr) / 1fr; pointer-events: none; }
.cells > div { display: grid; grid-template-columns: repeat(8, 1fr); }
.cells [role="gridcell"]:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
.tree { line-height: 1.9; margin-bottom: 1rem; }
.tree button { border: 0; background: none; padding: .05rem .3rem; border-radius: 4px; font-weight: 600; }
.tree button.here { background: var(--accent); color: var(--on-accent); }
.tree .move { white-space: nowrap; }
.tree .variation { display: block; margin: .1rem 0 .1rem .7rem; padding-left: .6rem; border-left: 2px solid var(--line); }
.tree .variation button { font-weight: 400; }
.tree .comment { color: var(--soft); font-family: Georgia, serif; }
.tree .number { color: var(--soft); padding-right: .15rem; }
`;

/** The colors of an element on a page of any colors. */
export const COLORS = `
  --card: Canvas; --soft: color-mix(in srgb, currentColor 72%, transparent); --line: color-mix(in srgb, currentColor 25%, transparent);
  --accent: #2f6f62; --on-accent: #fff; --wrong: color-mix(in srgb, currentColor 50%, #e5484d); --light: #f0e6d2; --dark: #a98763; --last: #d3cf6a; --select: #7fb3a6; --glow: #d9483b;
  --white-fill: #fff; --white-line: #2b2926; --black-fill: #3a3733; --black-line: #171614; --black-detail: #e6e0d5;
`;
