// A file that is dropped onto a page, or a picture that is pasted, is read by `cpmodels play --serve` where that serves the page.

/** How many bytes a file has at most that is read by the server of the page; NaN where there is none. */
const MOST_BYTES = Number(document.documentElement.dataset.served);
const isServed = MOST_BYTES > 0;

/** Say something above all else on the page, whatever page it is. */
function notify(text) {
  let notice = document.querySelector(".notice");
  if (!notice) {
    notice = newElement("p", { class: "notice card", role: "status" });
    document.querySelector("main").before(notice);
  }
  say(notice, text);
}

/** Ask the server for a page, and go there; or say why there is none. */
async function askServer(path, body, headers = {}) {
  try {
    const response = await fetch(path, { method: "POST", body, headers });
    const text = await response.text();
    if (response.ok) location.assign(text);
    else notify(sentence(text));
  } catch {
    notify("cpmodels play --serve does not answer any more: start it again.");
  }
}

async function takeFile(file) {
  if (!isServed) {
    notify("A page by itself reads no pictures or files: run cpmodels play --serve and drop this onto its page, or make a page "
      + "by cpmodels solve FILE -o page.html.");
    return;
  }
  if (file.size > MOST_BYTES) return void notify(`${file.name} has more than ${MOST_BYTES / 1e6} MB: it is too large to be read.`);
  notify(`Reading ${file.name} …`);
  // As JSON in ASCII, since a header holds no other letters.
  const name = JSON.stringify(file.name).replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const content = await file.arrayBuffer().catch(() => null);
  if (content) askServer("/read", content, { "File-Name": name });
  else notify(`${file.name} cannot be read: it may be a folder.`);
}

addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
addEventListener("drop", (event) => {
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  takeFile(event.dataTransfer.files[0]);
});
addEventListener("paste", (event) => event.clipboardData.files.length && takeFile(event.clipboardData.files[0]));
if (isServed && location.pathname !== "/") {
  byId("theme").before(newElement("a", { href: "/", class: "btn home" }, "New puzzle"));
}
