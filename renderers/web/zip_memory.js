// What is kept of each puzzle from one visit to the next: the path, the time, and whether it was solved.

/** Keep something about a puzzle: {path, milliseconds, hints, wasShown, wasSolved}. */
const remember = (zip, state) => keep(zipCode(zip.with({ name: null })), state);

/** What was kept about a puzzle, or null. */
function remembered(zip) {
  const state = kept(zipCode(zip.with({ name: null })));
  return Array.isArray(state?.path) ? state : null;
}
