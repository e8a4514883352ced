// A question: as students see it, and for authors all that is known of it.

async function questionView(bank, route) {
  const row = bank.byId.get(route.parts[1]);
  if (!row) return missingView(route.parts[1]);
  const page = await ofQuestion(row, "page");
  const seed = Number(route.query.get("variant")) || 0;
  const view = Math.max(0, page.seeds.indexOf(seed) + 1);
  const holder = html("div", { class: "sheet" });
  promote(showQuestion(holder, page, Math.min(view, page.views.length - 1), { row }).article);
  const parts = [questionNav(bank, row), holder, questionTools(bank, row, page, view), await placeOf(bank, row, page)];
  // Whoever came for the question gets it, also where what is said of it cannot be loaded.
  if (bank.meta.authors) parts.push(await authorPart(bank, row).catch((error) => failure("What authors see", error)));
  return html("div", { class: "one" }, parts);
}

function missingView(id) {
  return html("div", { class: "narrow-page" }, heading("No such question"),
    html("p", {}, `This site has no question “${id || ""}”. It may be a draft, or have been withdrawn.`),
    html("p", {}, html("a", { href: "#/questions" }, "All questions")));
}

// Puts a question into an element, ready to be answered. `done` is told what came out of each check.
function showQuestion(holder, page, at, { row, done } = {}) {
  const content = fragment(page.views[at]);
  const article = content.querySelector("article");
  holder.replaceChildren(content);
  reveal(holder);
  for (const wide of holder.querySelectorAll(WIDE)) letScroll(wide);
  for (const link of holder.querySelectorAll("a[href^='#']")) {
    if (link.hash.startsWith("#/q/") && !bankNow.byId.has(decodeURIComponent(link.hash.slice(4)))) link.replaceWith(...link.childNodes);
  }
  const forms = [...holder.querySelectorAll("form.check")];
  const checked = forms.filter((form) => form.querySelector("[type=submit]"));
  const checker = checks.formChecker({ units: page.units, changed: (form) => done?.({ article, form, checker, forms: checked }) });
  for (const form of forms) checker.watch(form, checked.includes(form));
  for (const details of holder.querySelectorAll("details.answer")) checker.watchAnswer(details, checked);
  return { article, checker, forms: checked, row };
}

// Makes the title of a question that of the page, and the headings in it follow.
function promote(article) {
  for (const level of [2, 3, 4]) {
    for (const old of article?.querySelectorAll(`h${level}`) || []) {
      const made = html(`h${level - 1}`, Object.fromEntries([...old.attributes].map(({ name, value }) => [name, value])));
      made.append(...old.childNodes);
      old.replaceWith(made);
    }
  }
}

function questionNav(bank, row) {
  const ids = lastList?.ids.includes(row.id) ? lastList.ids : null;
  const at = ids ? ids.indexOf(row.id) : row.at;
  const idAt = (place) => (ids ? ids[place] : bank.rows[place]?.id);
  const step = (place, said, key) => {
    const id = idAt(place);
    return id === undefined ? html("span", { class: "step none" }) : html("a", { class: `step ${key}`, rel: key, href: address(["q", id]), "aria-label": `${key === "prev" ? "Previous" : "Next"}: ${bank.byId.get(id).title}`, title: bank.byId.get(id).title }, said);
  };
  const back = `#/questions${lastList?.query ? `?${lastList.query}` : ""}`;
  return html("nav", { class: "steps", "aria-label": "Between questions" },
    html("a", { class: "up", href: back }, lastList?.query ? "All found" : "All questions"),
    html("span", { class: "place" }, `${grouped(at + 1)} of ${grouped(ids ? ids.length : bank.rows.length)}`),
    step(at - 1, ["← ", html("span", { class: "wide" }, "Previous")], "prev"), step(at + 1, [html("span", { class: "wide" }, "Next"), " →"], "next"));
}

function questionTools(bank, row, page, view) {
  const tools = [basketButton(row)];
  if (page.views.length > 1) {
    const next = (view + 1) % page.views.length;
    tools.push(html("a", { class: "button plain small", href: address(["q", row.id], next ? `variant=${page.seeds[next - 1]}` : "") }, next ? "Other numbers" : "Numbers of the default"));
    tools.push(html("span", { class: "hint" }, view ? `These are the numbers of ${row.id}@${page.seeds[view - 1]}.` : `${page.views.length - 1} other sets of numbers are here; a quiz may draw any.`));
  }
  const copy = html("button", { type: "button", class: "plain small", onclick: async () => {
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    copy.textContent = copied ? "Copied" : "Copy it from the address bar";
    tell(copy.textContent);
  } }, "Copy the link");
  tools.push(copy, html("button", { type: "button", class: "plain small", onclick: () => window.print() }, "Print"));
  if (location.protocol === "file:") tools.push(html("span", { class: "hint" }, "The link leads to this folder: others need the site on the web, or the folder at the same place."));
  return html("div", { class: "tools" }, tools);
}

// Where a question belongs: chains, sets, what it is related to.
async function placeOf(bank, row, page) {
  const parts = [];
  for (const [chain, ids] of Object.entries(page.chains)) {
    parts.push(html("section", {}, html("h2", {}, `Chain ${chain}`), html("ol", { class: "plain-list" }, ids.map((id) => html("li", {}, id === row.id ? html("strong", { "aria-current": "true" }, row.title) : titleLink(bank, id))))));
  }
  if (page.related.length) parts.push(html("section", {}, html("h2", {}, "Related"), html("ul", { class: "plain-list" }, page.related.map((id) => html("li", {}, titleLink(bank, id))))));
  if (row.sets.length) parts.push(html("section", {}, html("h2", {}, "Used in"), html("ul", { class: "plain-list" }, row.sets.map((path) => html("li", {}, html("a", { href: address(["basket"], `open=${encodeURIComponent(path)}`) }, setName(path)))))));
  const about = [...row.devices.map((id) => html("a", { class: "tag", href: address(["hardware", id]) }, id)), ...row.formulas.map((id) => html("a", { class: "tag", href: address(["formulas", id]) }, id)), ...row.tags.map((tag) => html("a", { class: "tag", href: address(["questions"], new URLSearchParams({ tags: tag })) }, tag))];
  if (about.length) parts.push(html("section", {}, html("h2", {}, "About"), html("p", { class: "tags" }, about.flatMap((one) => [one, " "]))));
  return parts.length ? html("div", { class: "around" }, parts) : "";
}

const titleLink = (bank, id) => (bank.byId.has(id) ? html("a", { href: address(["q", id]), dir: "auto" }, bank.byId.get(id).title) : html("span", {}, id));

/* For authors */

const VERDICTS = { ok: ["✓", "right"], imprecise: ["≈", "rounded too far"], wrong: ["✗", "wrong"], unchecked: ["?", "not checked"] };

async function authorPart(bank, row) {
  const author = await ofQuestion(row, "author");
  const { rules } = author.findings?.length ? await load("review") : { rules: {} };
  const alike = (await load("alike"))[row.id];
  const bits = [
    claimsPart(author.claims || []),
    findingsPart(author.findings, rules),
    factsPart(author.facts || []),
    alikePart(bank, alike),
    historyPart(author.history),
    measuredPart(author.measured),
  ].filter(Boolean);
  const file = fileLink(bank, author.path);
  // Closed until it is asked for, as claims tell the answer; then it stays open from question to question.
  const part = html("details", { class: "author", open: kept("authors", false) === true },
    html("summary", {}, html("h2", {}, "For authors"), html("span", { class: "hint" }, " claims, findings, history; they tell the answer")),
    html("p", { class: "file" }, file, author.problem && html("strong", {}, ` ${author.problem}`)),
    bits);
  part.addEventListener("toggle", () => keep("authors", part.open));
  return part;
}

function fileLink(bank, path, line) {
  const base = bank.meta.repository;
  if (!base) return html("code", {}, line ? `${path}:${line}` : path);
  return html("a", { href: `${base.replace(/\/$/, "")}/${path.split("/").map(encodeURIComponent).join("/")}${line ? `#L${line}` : ""}`, rel: "noopener noreferrer" }, line ? `${path}:${line}` : path);
}

function claimsPart(claims) {
  if (!claims.length) return html("details", { class: "fold" }, html("summary", {}, "Claims: none found"), html("div", { class: "folded" }, html("p", {}, "No line of the napkin math states a value that could be recomputed.")));
  const counts = Object.entries(VERDICTS).map(([verdict, [sign]]) => [claims.filter((one) => one.verdict === verdict).length, sign]).filter(([count]) => count);
  return html("details", { class: "fold", open: true },
    html("summary", {}, `Claims: ${counts.map(([count, sign]) => `${count} ${sign}`).join(", ")}`),
    html("div", { class: "folded" }, html("ol", { class: "claims" }, claims.map((claim) =>
      html("li", { class: "claim", "data-verdict": claim.verdict },
        html("span", { class: "sign", role: "img", "aria-label": VERDICTS[claim.verdict][1] }, VERDICTS[claim.verdict][0]),
        html("div", {}, html("p", { class: "stated", dir: "auto" }, claim.text),
          claim.computed && html("p", { class: "computed" }, "recomputed: ", html("span", { dir: "auto" }, claim.computed)),
          claim.why.map((said) => html("p", { class: "why", dir: "auto" }, said)),
          html("p", { class: "where" }, `${claim.field || ""}, line ${claim.line}`, claim.formula && [" · ", html("a", { href: address(["formulas", claim.formula]) }, claim.formula)])))))));
}

const SEVERITIES = ["error", "warning", "info"];

function findingsPart(findings, rules) {
  if (!findings.length) return html("p", { class: "clean" }, html("span", { class: "sign", "aria-hidden": "true" }, "✓ "), "The audit has nothing to say of it.");
  return html("details", { class: "fold", open: true }, html("summary", {}, `Findings: ${findings.length}`),
    html("div", { class: "folded" }, html("ul", { class: "findings" }, findings.map((one) => findingLine(one, rules)))));
}

function findingLine(one, rules) {
  const rule = rules[one.code];
  return html("li", { class: "finding", "data-severity": one.severity },
    html("p", {}, html("span", { class: "severity" }, one.severity), " ", ruleLink(one.code, rules), " ", html("span", { dir: "auto" }, one.message)),
    html("p", { class: "where" }, [`line ${one.line}, column ${one.column}`, one.field, one.fix && (one.fix === "safe" ? "`qbank audit --fix` mends it" : "has a fix to look at")].filter(Boolean).join(" · ")),
    rule && html("details", { class: "small" }, html("summary", {}, "Why?"), html("div", { class: "folded" }, prose(rule.explanation))));
}

function ruleLink(code, rules) {
  const rule = rules[code];
  if (rule?.url) return html("a", { href: rule.url, rel: "noopener noreferrer" }, `${code} ${rule.name}`);
  return html("strong", {}, rule ? `${code} ${rule.name}` : code);
}

function factsPart(facts) {
  if (!facts.length) return null;
  const rows = facts.map(([text, role, subject, said, where, line]) => [text, role === "unknown" ? "–" : role.replace(/_/g, " "), subject || "–", said, `${where}, line ${line}`]);
  return html("details", { class: "fold" }, html("summary", {}, `Facts: what each of ${facts.length} numbers was taken to be of`),
    html("div", { class: "folded" }, table("Facts", ["Number", "Role", "Of", "Said as", "Where"], rows)));
}

function alikePart(bank, alike) {
  if (!alike?.length) return null;
  return html("details", { class: "fold" }, html("summary", {}, `Nearly the same: ${alike.length}`),
    html("div", { class: "folded" }, html("ul", { class: "plain-list" }, alike.map(([id, share]) => html("li", {}, titleLink(bank, id), ` ${Math.round(share * 100)} %`)))));
}

function historyPart(history) {
  if (!history?.length) return null;
  return html("details", { class: "fold" }, html("summary", {}, `History: last changed ${history[0][1]}`),
    html("div", { class: "folded" }, html("ul", { class: "plain-list history" }, history.map(([hash, date, author, subject]) => html("li", {}, html("code", {}, hash), ` ${date}, ${author}: `, html("span", { dir: "auto" }, subject))))));
}

function measuredPart(measured) {
  if (!measured) return null;
  const share = (value) => (value === null || value === undefined ? "unknown" : value.toFixed(2));
  return html("p", { class: "measured" }, `In exams: ${counted(measured.students, "student")}, difficulty ${share(measured.difficulty)}, discrimination ${share(measured.discrimination)}.`);
}
