// The page as a whole: choosing a track, opening parts one after another, and starting over.

const shownParts = new Map();

// The parts of a track are made when it is first chosen.
function partsOf(track) {
  if (!shownParts.has(track)) {
    const articles = all(`section[data-track="${track.id}"] article`);
    shownParts.set(track, articles.map((article, at) => labPart(article, track, at, (next) => worked(track, next))));
  }
  return shownParts.get(track);
}

const chosenTrack = () => lab.tracks.find((track) => track.id === work.track);

// Something was done: keep it, and open the next part if that is what it leads to.
function worked(track, next) {
  keep();
  overview(track);
  showLedger(track);
  if (next === undefined) return;
  showAll();
  const target = next < track.parts.length ? byId(`${track.id}-${next + 1}`) : byId("ledger");
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}

function overview(track) {
  byId("overview").replaceChildren(...track.parts.map((one, at) => {
    const state = workOn(track, at).done ? "done" : isReached(track, at) ? "here" : "ahead";
    const unseen = html("span", { class: "unseen" }, `Part `);
    const [name, said] = [`${at + 1}`, html("span", { class: "unseen" }, `: ${one.title}${state === "done" ? ", done" : state === "ahead" ? ", not yet open" : ""}`)];
    if (state === "ahead") return html("li", {}, html("span", { class: "ahead" }, unseen, name, said));
    return html("li", {}, html("a", { href: `#${track.id}-${at + 1}`, "data-state": state === "done" ? "right" : undefined, "aria-current": state === "here" ? "step" : undefined }, unseen, name, said));
  }));
  const done = track.parts.filter((_, at) => workOn(track, at).done).length;
  byId("progress").hidden = false;
  byId("progress").textContent = `${done} of ${track.parts.length} parts done`;
}

function showAll() {
  const track = chosenTrack();
  for (const input of all("input[name=track]")) input.checked = input.value === track.id;
  for (const section of all("section[data-track]")) section.hidden = section.dataset.track !== track.id;
  for (const one of partsOf(track)) one.show();
  overview(track);
  showLedger(track);
}

for (const input of all("input[name=track]")) {
  input.addEventListener("change", () => {
    work.track = input.value;
    keep();
    showAll();
  });
}

const yourName = byId("name");
yourName.value = work.name;
yourName.addEventListener("input", () => {
  work.name = yourName.value.trim();
  keep();
});
byId("as-markdown").addEventListener("click", () => download(asMarkdown(chosenTrack()), "text/markdown", ".md", chosenTrack()));
byId("as-json").addEventListener("click", () => download(asJson(chosenTrack()), "application/json", ".json", chosenTrack()));
byId("print").addEventListener("click", () => window.print());

const sure = byId("sure");
byId("again").addEventListener("click", () => sure.showModal());
sure.addEventListener("close", () => {
  if (sure.returnValue !== "yes") return;
  try {
    localStorage.removeItem(kept);
  } catch { /* there is no store */ }
  const { track } = work;
  work = { ...fresh(), track };
  for (const form of all("form.prediction")) form.reset();
  for (const box of all("textarea.reflection")) box.value = "";
  for (const remark of all(".remark, .announced")) remark.textContent = "";
  yourName.value = "";
  showAll();
  window.scrollTo(0, 0);
  document.querySelector(".skip").focus({ preventScroll: true });
});

showAll();
