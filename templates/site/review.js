// What the audit found, the most worthwhile first; and what changed since a revision.

const REVIEW_SORTS = { worth: "What is worth doing first", path: "File", code: "Rule" };
const AT_ONCE_FOUND = 100;

// Errors before warnings before remarks; among these, what a set shows to students, what mends itself, and what rules
// complain about most, as one cause may be behind it.
function worthOf(bank, one, counts) {
  const row = bank.byId.get(one.id);
  const severity = { error: 1_000_000, warning: 10_000, info: 100 }[one.severity];
  return severity * (row?.sets.length ? 3 : 1) + (one.fix === "safe" ? 50 : 0) + Math.min(40, counts.get(one.code));
}

async function reviewView(bank, route) {
  const { findings, rules, changes } = await load("review");
  const counts = new Map();
  for (const one of findings) counts.set(one.code, (counts.get(one.code) || 0) + 1);
  const state = { severity: route.query.get("severity") || "", code: route.query.get("rule") || "", file: route.query.get("file") || "", sort: route.query.get("sort") || "worth", changed: route.query.get("changed") === "1", shown: AT_ONCE_FOUND };
  const changedPaths = new Set((changes || []).map((one) => one.path));
  for (const one of findings) one.worth ??= worthOf(bank, one, counts);
  const holder = html("div", {});
  const status = html("p", { role: "status", class: "sum" });
  const severities = select([["", "any severity"], ...SEVERITIES.map((name) => [name, `${name} (${findings.filter((one) => one.severity === name).length})`])], state.severity);
  const codes = select([["", "any rule"], ...[...counts].sort((one, other) => other[1] - one[1]).map(([code, count]) => [code, `${code} ${rules[code]?.name || ""} (${count})`])], state.code);
  const file = html("input", { type: "search", id: "search", value: state.file, placeholder: "questions/cloud" });
  const sort = select(Object.entries(REVIEW_SORTS), state.sort);
  const changed = html("input", { type: "checkbox" });
  changed.checked = state.changed;

  function draw() {
    state.severity = severities.value;
    state.code = codes.value;
    state.file = file.value.trim();
    state.sort = sort.value;
    state.changed = changed.checked;
    const query = new URLSearchParams();
    for (const [name, value] of [["severity", state.severity], ["rule", state.code], ["file", state.file], ["sort", state.sort === "worth" ? "" : state.sort], ["changed", state.changed ? "1" : ""]]) if (value) query.set(name, value);
    readdress(["review"], query);
    const fitting = findings.filter((one) => (!state.severity || one.severity === state.severity) && (!state.code || one.code === state.code) && (!state.file || one.path.includes(state.file) || one.id === state.file) && (!state.changed || changedPaths.has(one.path)));
    const orders = { worth: (one, other) => other.worth - one.worth, path: () => 0, code: (one, other) => (one.code < other.code ? -1 : one.code > other.code ? 1 : 0) };
    fitting.sort((one, other) => orders[state.sort](one, other) || (one.path < other.path ? -1 : one.path > other.path ? 1 : one.line - other.line));
    status.textContent = fitting.length ? `${counted(fitting.length, "finding")} in ${counted(new Set(fitting.map((one) => one.path)).size, "file")}` : findings.length ? "Nothing fits." : `All ${counted(bank.rows.length, "question")} of this site were audited when it was built, and nothing was found.`;
    const lines = fitting.slice(0, state.shown).map((one) => {
      const line = findingLine(one, rules);
      const row = bank.byId.get(one.id);
      line.prepend(html("p", { class: "found-in" }, row ? html("a", { href: linkTo(row), dir: "auto" }, row.title) : html("strong", {}, one.path), " ", html("span", { class: "hint" }, fileLink(bank, one.path, one.line), row?.sets.length ? ` · in ${row.sets.map(setName).join(", ")}` : "")));
      return line;
    });
    const more = fitting.length > state.shown && html("button", { type: "button", class: "plain", onclick: () => { state.shown += AT_ONCE_FOUND; draw(); } }, `Show ${Math.min(AT_ONCE_FOUND, fitting.length - state.shown)} more of ${fitting.length - state.shown}`);
    holder.replaceChildren(html("ul", { class: "findings" }, lines), more || "");
  }
  for (const control of [severities, codes, sort, changed]) control.addEventListener("change", () => { state.shown = AT_ONCE_FOUND; draw(); });
  file.addEventListener("input", () => { state.shown = AT_ONCE_FOUND; draw(); });
  draw();
  return html("div", { class: "page" }, heading("Review"), changes && changesPart(bank, changes),
    html("section", { "aria-labelledby": "findings-title" }, html("h2", { id: "findings-title" }, "Findings"),
      findings.length > 0 && html("p", { class: "hint" }, "Errors come first, then warnings. Among these: questions that a set uses, then what `qbank audit --fix` mends, then the rules with most findings."),
      findings.length > 0 && html("div", { class: "row" }, field("Severity", severities), field("Rule", codes), field("File", file), field("Sort by", sort)), changes && findings.length > 0 && html("p", {}, html("label", {}, changed, " only files that changed")), status, holder));
}

function changesPart(bank, changes) {
  if (!changes.length) return html("section", {}, html("h2", {}, "What changed"), html("p", {}, "Nothing since that revision."));
  const kinds = { new: "new", changed: "changed", gone: "taken out" };
  const summary = Object.entries(kinds).map(([kind, said]) => [changes.filter((one) => one.what === kind).length, said]).filter(([count]) => count).map(([count, said]) => `${count} ${said}`).join(", ");
  const line = (one) => html("li", {}, html("details", { class: "small change" }, html("summary", {}, `${one.id}: ${kinds[one.what]}`, one.fields.length > 0 && ` (${[...new Set(one.fields.map((difference) => difference.kind))].join(", ")})`),
    html("div", { class: "folded" }, html("p", {}, bank.byId.has(one.id) ? html("a", { href: address(["q", one.id]) }, bank.byId.get(one.id).title) : one.path, one.moved && ` moved from ${one.moved}`), one.problem && html("p", { class: "problem" }, one.problem),
      one.fields.map((difference) => html("div", { class: "difference" }, html("p", {}, html("code", {}, difference.field || "the file"), html("span", { class: "hint" }, ` ${difference.kind}`)),
        difference.hunks.length ? difference.hunks.map(([lead, before, after, tail]) => html("p", { dir: "auto" }, lead && `… ${lead} `, before && html("del", {}, before), " ", after && html("ins", {}, after), tail && ` ${tail} …`))
          : [difference.before !== null && html("p", { dir: "auto" }, html("del", {}, difference.before)), difference.after !== null && html("p", { dir: "auto" }, html("ins", {}, difference.after))])))));
  return html("section", { "aria-labelledby": "changes-title" }, html("h2", { id: "changes-title" }, "What changed"), html("p", { class: "sum" }, summary), html("ul", { class: "plain-list changes" }, changes.slice(0, 300).map(line)));
}
