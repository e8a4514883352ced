// The map of the field: how many questions there are for every pair of words, each cell a filtered list; and gaps.

const DIMENSION_NAMES = ["track", "level", "zone", "topic", "area", "bloom", "phase", "kind"];

function coverageView(bank, route) {
  let rows = DIMENSION_NAMES.includes(route.query.get("rows")) ? route.query.get("rows") : "topic";
  let columns = DIMENSION_NAMES.includes(route.query.get("columns")) ? route.query.get("columns") : "track";
  let sort = ""; // a column by whose counts rows are sorted, those with fewest first; "*" is all
  let only = route.query.get("track") || "";
  const holder = html("div", {});
  const pick = (value, put) => {
    const list = select(DIMENSION_NAMES.map((name) => [name, NAMES[name]]), value);
    list.addEventListener("change", () => { put(list.value); draw(); });
    return list;
  };
  const track = select([["", "all"], ...bank.facets.track.values.map(([word, said]) => [word, said])], only);
  track.addEventListener("change", () => { only = track.value; draw(); });

  function draw() {
    const counted_ = bank.rows.filter((row) => !only || row.track === only);
    const counts = new Map();
    for (const row of counted_) counts.set(`${row[rows]}\n${row[columns]}`, (counts.get(`${row[rows]}\n${row[columns]}`) || 0) + 1);
    const words = (name) => {
      const known = bank.fields.words[name];
      return [...known, ...new Set(counted_.map((row) => row[name]).filter((word) => !known.includes(word)))];
    };
    const across = words(columns);
    const most = Math.max(1, ...counts.values());
    const query = new URLSearchParams();
    for (const [name, value, usual] of [["rows", rows, "topic"], ["columns", columns, "track"], ["track", only, ""]]) if (value !== usual) query.set(name, value);
    readdress(["coverage"], query);
    const link = (row, column) => {
      const count = counts.get(`${row}\n${column}`) || 0;
      if (!count) return html("td", { class: "cell none" }, html("span", { class: "unseen" }, "none"), html("span", { "aria-hidden": "true" }, "·"));
      const where = new URLSearchParams({ ...(only ? { track: only } : {}), [rows]: row || "none", [columns]: column || "none" });
      return html("td", { class: `cell heat-${Math.ceil((Math.log(count + 1) / Math.log(most + 1)) * 5)}` }, html("a", { href: address(["questions"], where), "aria-label": `${counted(count, "question")}: ${bank.said(rows, row)}, ${bank.said(columns, column)}` }, String(count)));
    };
    const countOf = (row) => (sort === "*" ? across : [sort]).reduce((sum, column) => sum + (counts.get(`${row}\n${column}`) || 0), 0);
    const inOrder = sort && (sort === "*" || across.includes(sort)) ? words(rows).sort((one, other) => countOf(one) - countOf(other)) : words(rows);
    const sorter = (column, said) => html("th", { scope: "col", "aria-sort": sort === column ? "ascending" : "none" }, html("button", { type: "button", class: "sorter", "data-sort": column, title: "Fewest first", onclick: () => {
      sort = sort === column ? "" : column;
      draw();
      [...holder.querySelectorAll(".sorter")].find((one) => one.dataset.sort === column)?.focus();
    } }, said, sort === column && html("span", { "aria-hidden": "true" }, " ↑")));
    const body = inOrder.map((row) => {
      const all = across.reduce((sum, column) => sum + (counts.get(`${row}\n${column}`) || 0), 0);
      return html("tr", { class: all ? undefined : "none" }, html("th", { scope: "row" }, capital(bank.said(rows, row))), across.map((column) => link(row, column)), html("td", { class: "total" }, String(all)));
    });
    holder.replaceChildren(rows === columns ? notice("Choose two different dimensions.") : html("div", { class: "table", role: "region", "aria-label": "Coverage", tabindex: 0 }, html("table", { class: "coverage" },
      html("thead", {}, html("tr", {}, html("th", { scope: "col" }, NAMES[rows]), across.map((column) => sorter(column, capital(bank.said(columns, column)))), sorter("*", "All"))), html("tbody", {}, body))), gapsPart(bank, counted_, only));
  }
  draw();
  return html("div", { class: "page" }, heading("Coverage"), html("p", { class: "hint" }, "Each number leads to its questions; a heading sorts by its column, fewest first."),
    html("div", { class: "row" }, field("Rows", pick(rows, (value) => { rows = value; })), field("Columns", pick(columns, (value) => { columns = value; })), field("Track", track)), holder);
}

function gapsPart(bank, rows, only) {
  const { words, zoneLevels } = bank.fields;
  const covered = new Set(rows.map((row) => row.topic));
  const topics = words.topic.filter((topic) => !covered.has(topic));
  const tracks = only ? [only] : words.track.filter((track) => rows.some((row) => row.track === track));
  const zones = tracks.map((track) => {
    const there = new Set(rows.filter((row) => row.track === track).map((row) => `${row.zone} ${row.level}`));
    return [track, Object.entries(zoneLevels).map(([zone, levels]) => [zone, levels.filter((level) => !there.has(`${zone} ${level}`))]).filter(([, levels]) => levels.length)];
  }).filter(([, gaps]) => gaps.length);
  return html("section", {}, html("h2", {}, "Gaps"),
    html("p", {}, topics.length ? `${counted(topics.length, "topic")} without a question${only ? ` in ${bank.said("track", only)}` : ""}: ${topics.map((topic) => bank.said("topic", topic)).join(", ")}.` : "Every topic has a question."),
    zones.length > 0 && html("details", { class: "fold" }, html("summary", {}, "Zones and levels that go together, and have no question"), html("div", { class: "folded" }, zones.map(([track, gaps]) => html("div", {}, html("h3", {}, bank.said("track", track)), html("ul", { class: "plain-list" }, gaps.map(([zone, levels]) => html("li", {}, `${capital(bank.said("zone", zone))}: ${levels.join(", ")}`))))))));
}
