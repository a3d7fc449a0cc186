// The first page of `cpmodels play --serve`: what is asked for a new puzzle, a file to read, and the pages there are.

for (const { kind, title } of DATA.kinds) byId("kind").add(new Option(title, kind));
byId("kind").value = kept("kind");
byId("kind").value ||= "zip";

function showSize() {
  byId("size").value = DATA.kinds.find(({ kind }) => kind === byId("kind").value).size;
}

function make(seed) {
  const [kind, size, difficulty] = ["kind", "size", "difficulty"].map((id) => byId(id).value);
  keep("kind", kind);
  notify("Making a puzzle …");
  askServer("/new", JSON.stringify({ kind, size, difficulty, seed }));
}

byId("kind").addEventListener("change", showSize);
byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  make(byId("seed").value);
});
byId("today").addEventListener("click", () => make("today"));
byId("file").addEventListener("change", (event) => event.target.files.length && takeFile(event.target.files[0]));
byId("pages").hidden = !DATA.titles.length;
const links = DATA.titles.map((title, index) => newElement("a", { href: `/${index + 1}` }, title));
byId("list").append(...links.map((link) => newElement("li", {}, link)));
showSize();
