// The front page: what this is, where to begin, and what is here.

function frontView(bank) {
  const { meta } = bank;
  const tracks = bank.facets.track;
  const counts = new Map();
  for (const at of tracks.of) counts.set(at, (counts.get(at) || 0) + 1);
  // What people look for in this bank: the topics with most questions.
  const sizes = new Map();
  for (const at of bank.facets.topic.of) sizes.set(at, (sizes.get(at) || 0) + 1);
  const topics = [...sizes].sort((one, other) => other[1] - one[1]).slice(0, 6).map(([at]) => bank.facets.topic.values[at]).filter(([word]) => word);
  const form = html("form", { class: "search hero-search", role: "search" },
    html("label", { class: "unseen", for: "search" }, "Search questions"),
    html("input", { type: "search", id: "search", autocomplete: "off", placeholder: "kv cache, H100, roofline …", maxlength: 200 }),
    html("button", { type: "submit" }, "Search"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const q = form.querySelector("input").value.trim();
    goTo(address(["questions"], q && new URLSearchParams({ q })));
  });
  const known = progress.all();
  const due = bank.rows.filter((row) => known[row.id]?.due <= today()).length;
  const picked = basket.ids().length;
  const ways = [
    !meta.public && ["practice", "Practise", due ? `${counted(due, "question")} due today. What was wrong comes back until you know it.` : "Answer, and see at once what was right. What was wrong comes back until you know it."],
    ["questions", "Browse", "All questions, found by words, track, level, topic or device."],
    ["basket", "Make a quiz", picked ? `${counted(picked, "question")} in your basket. Order them, preview the paper, save it as a set file.` : "Collect questions, order them, preview the paper, save it as a set file."],
    ["hardware", "Hardware", "Devices and links side by side, with a source for every figure, and their rooflines."],
    ["formulas", "Formulas", "Cost and throughput laws to compute, to solve for any variable, and to plot."],
    meta.authors ? ["review", "Review", "What the audit finds, and what to mend first."] : ["coverage", "Coverage", "What the questions are about, topic by topic, and where there are gaps."],
  ].filter((way) => way && VIEWS[way[0]]);
  return html("div", { class: "front" },
    html("section", { class: "hero" },
      meta.course && html("p", { class: "kicker" }, meta.course),
      heading(meta.title),
      html("p", { class: "lead" }, meta.intro || (!bank.rows.length ? "No question of this bank is published yet." : `${counted(bank.rows.length, "question")} on machine learning systems, with the arithmetic worked out.`)),
      form,
      topics.length > 1 && html("p", { class: "topics" }, html("span", { class: "hint" }, "For instance "), topics.flatMap(([word, said]) => [html("a", { class: "tag", href: address(["questions"], new URLSearchParams({ topic: word })) }, said), " "]))),
    html("section", { "aria-labelledby": "ways" }, html("h2", { class: "unseen", id: "ways" }, "Where to begin"),
      html("ul", { class: "ways" }, ways.map(([path, title, said]) => html("li", {}, html("a", { href: `#/${path}` }, html("strong", {}, title), html("span", {}, said)))))),
    tracks.values.length > 0 && html("section", { "aria-labelledby": "tracks" }, html("h2", { id: "tracks" }, "By track"),
      html("ul", { class: "tracks" }, tracks.values.map(([word, said], at) => html("li", {}, html("a", { href: address(["questions"], new URLSearchParams({ track: word || "none" })) }, html("strong", {}, said), html("span", { class: "number" }, counted(counts.get(at) || 0, "question")), html("span", {}, bank.fields.meanings.track[word] || "")))))));
}
