// Hints, and the solution: from those that are known, or from a search for how the player's own path can be finished.

/** How long a hint, and how long the solution, is searched for. */
const [HINT_SECONDS, SOLUTION_SECONDS] = [4, 30];
const hints = new Solver(() => {
  if (hints.isRunning && !byId("told").textContent) tell("Searching …");
});

/** Whether a path can be finished, as `Solver.decide` tells it; what was found is known from then on. */
async function canBeFinished(path, seconds) {
  const { zip } = game;
  const answer = await hints.decide(zip, path, 1000 * seconds);
  if (answer !== undefined && game.zip === zip) game.learn(hints.solutions);
  return answer;
}

/** The next step or, where the path cannot be finished, the step to go back to. */
async function giveHint() {
  const { path } = game;
  if (game.advice?.path === path) {
    act(() => game.advise(game.advice.steps));
    return;
  }
  tell("");
  let answer = game.knownSteps === path.length && game.nearest !== null;
  if (!answer) answer = await canBeFinished(path, HINT_SECONDS);
  if (answer === undefined || game.path !== path || editing) return;
  if (answer) act(() => game.explain() ?? game.advance());
  else if (answer === false) await goBack(path);
  else tell("It is not known yet whether this can be finished: the search takes too long for a hint.");
}

/** Say to which step a path has to go back: the last from which it can be finished, found by halving. */
async function goBack(path) {
  if (game.nearest === null && (await canBeFinished(game.zip.beginning, HINT_SECONDS)) === false) {
    if (game.path === path) tell("The puzzle has no solution.", "bad");
    return;
  }
  let [good, bad] = [game.knownSteps, path.length];
  while (good + 1 < bad && game.path === path) {
    const middle = Math.floor((good + bad) / 2);
    const answer = await canBeFinished(path.slice(0, middle), HINT_SECONDS);
    if (answer === undefined || game.path !== path) return;
    if (answer === null) {
      tell("This cannot be finished; how far to go back is not known yet.");
      return;
    }
    if (answer) good = Math.max(middle, game.knownSteps);
    else bad = middle;
  }
  if (game.path === path && !editing) act(() => game.advise(good));
}

async function showSolution() {
  const { zip, path } = game;
  tell("");
  const answer = game.nearest !== null || (await canBeFinished(zip.beginning, SOLUTION_SECONDS));
  if (answer === undefined || game.zip !== zip || game.path !== path || editing) return;
  if (answer) act(() => game.show());
  else if (answer === false) tell("The puzzle has no solution.", "bad");
  else tell("No solution has been found yet: Solve continues the search.");
}
