/**
 * A worker that runs the script of the page's element `worker`.  Where the browser does not let it, `tell` is called with a
 * sentence and its tone: at once, when there is no worker, or later; and also where the script breaks off.
 */
function newWorker(tell) {
  const refuse = () => tell("This browser does not let the page search.", "bad");
  const url = (newWorker.url ??= URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" })));
  try {
    const worker = new Worker(url);
    worker.onerror = (event) => (event?.message ? tell(`The search broke off: ${event.message}.`, "bad") : refuse());
    return worker;
  } catch {
    refuse();
    return null;
  }
}
