// What is kept of each puzzle from one visit to the next: the path, the time, and whether it was solved.
// A browser may refuse to keep anything for a file; then it is kept as long as the page is open.

const kept = new Map();

const memoryKey = (zip) => `cpmodels ${location.pathname} ${zipCode(zip.with({ name: null }))}`;

/** Keep something about a puzzle: {path, milliseconds, hints, wasShown, wasSolved}. */
function remember(zip, state) {
  const text = JSON.stringify(state);
  kept.set(memoryKey(zip), text);
  try {
    localStorage.setItem(memoryKey(zip), text);
  } catch {
    // It is kept here alone.
  }
}

/** What was kept about a puzzle, or null. */
function remembered(zip) {
  let text = kept.get(memoryKey(zip)) ?? null;
  try {
    text ??= localStorage.getItem(memoryKey(zip));
  } catch {
    // Nothing was kept.
  }
  try {
    const state = JSON.parse(text);
    return state !== null && Array.isArray(state.path) ? state : null;
  } catch {
    return null;
  }
}
