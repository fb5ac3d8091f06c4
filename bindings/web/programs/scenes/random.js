/** Numbers that only look random, the same in each run. */
export const dice = (seed) => {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** What a call returns, or how it is refused. */
export const found = (call) => {
  try {
    return call();
  } catch (error) {
    return `${error.constructor.name}: ${error.message}`;
  }
};
