// All questions: search, filters with counts, sorting, and a list by fifties.

const AT_ONCE = 50;
const AT_FIRST = 12; // of these, how many are drawn before the page is painted
const FIRST_VALUES = 8;
let lastList = null; // what was found last, for going from question to question

function listView(bank, route) {
  const wanted = wantedOf(route.query, bank);
  // Who comes back to a list finds as much of it as there was.
  let shown = lastList?.query === String(queryOf(wanted, bank)) ? lastList.shown : AT_ONCE;
  let result = null;

  const input = html("input", { type: "search", id: "search", autocomplete: "off", spellcheck: "false", placeholder: "Search titles, texts, tags, devices, formulas", value: wanted.q, maxlength: 200, "aria-describedby": "found" });
  const found = html("p", { id: "found", role: "status" });
  const sort = select(Object.entries(SORTS).map(([name, [said]]) => [name, said]), wanted.sort || "best", { id: "sort" });
  const chips = html("ul", { class: "chips", "aria-label": "Filters chosen" });
  const list = html("ol", { class: "lines", id: "results" });
  const more = html("button", { type: "button", class: "plain", hidden: true }, "Show more");
  const all = html("button", { type: "button", class: "quiet" }, "Put all into the basket");
  const practise = html("a", { class: "button plain" }, "Practise these");
  const facets = Object.keys(bank.facets).filter((name) => bank.facets[name].values.length).map((name) => facetBox(bank, name, wanted, () => update()));
  const filters = html("details", { class: "filters" }, html("summary", {}, "Filters"), html("div", { class: "folded" }, facets.map((facet) => facet.element)));
  const wide = window.matchMedia("(min-width: 60rem)");
  filters.open = wide.matches;

  function update({ keepShown = false, whole = false } = {}) {
    if (!keepShown) shown = AT_ONCE;
    result = find(bank, wanted);
    lastList = { ids: result.found.map((row) => row.id), query: String(queryOf(wanted, bank)), shown };
    const waits = !wanted.q.trim() || bank.texts === bank.rows.length ? "" : bank.textsFailed ? `; titles alone, for full texts could not be loaded: ${bank.textsFailed.message}` : ", full texts are being loaded";
    found.textContent = `${result.found.length === bank.rows.length ? "All " : ""}${counted(result.found.length, "question")}${result.found.length === bank.rows.length ? "" : ` of ${grouped(bank.rows.length)}`}${waits}`;
    for (const facet of facets) facet.update(result.counts[facet.name]);
    showChips();
    showRows(0, whole ? Infinity : AT_FIRST);
    readdress(["questions"], queryOf(wanted, bank));
    practise.href = address(["practice"], queryOf(wanted, bank));
    all.hidden = !result.found.length || result.found.length > 200;
    practise.hidden = !result.found.length;
  }

  let rest = 0;
  function showRows(from, most = AT_FIRST) {
    clearTimeout(rest);
    const until = Math.min(shown, from + most);
    const rows = result.found.slice(from, until).map((row) => questionLine(row, { terms: result.terms, text: excerpt(bank, row, result.terms) }));
    if (from) list.append(...rows);
    else list.replaceChildren(...rows);
    if (until < Math.min(shown, result.found.length)) rest = setTimeout(() => requestAnimationFrame(() => list.children.length === until && showRows(until, Infinity)), 0);
    const left = result.found.length - Math.min(shown, result.found.length);
    more.hidden = !left;
    more.textContent = `Show ${Math.min(AT_ONCE, left)} more of ${grouped(left)}`;
    if (!result.found.length) list.replaceChildren(emptyLine());
  }

  function emptyLine() {
    const reset = html("button", { type: "button", class: "plain", onclick: () => clear() }, "Clear all filters");
    const terms = result.terms.length > 1 ? result.terms : [];
    const without = terms.map((term, at) => {
      const q = queryWords(terms.filter((_, place) => place !== at));
      return [`Without “${term}”`, q, countOf(q)];
    }).filter(([, , count]) => count);
    // Where no word less is enough, what each finds by itself.
    const alone = without.length ? [] : terms.map((term) => [`“${term}” alone`, queryWords([term]), countOf(queryWords([term]))]).filter(([, , count]) => count);
    if (!bank.rows.length) return html("li", { class: "hit empty" }, html("p", {}, "This site has no questions: none of the bank is published yet."));
    return html("li", { class: "hit empty" }, html("p", {}, "No question fits. Fewer words or filters find more."),
      html("p", { class: "tools" }, [...without, ...alone].map(([said, q, count]) => html("button", { type: "button", class: "plain small", onclick: () => {
        input.value = wanted.q = q;
        update();
        input.focus();
      } }, `${said}: ${grouped(count)}`))), Object.values(wanted.chosen).some((places) => places.size) && reset);
  }

  const queryWords = (terms) => terms.map((one) => (one.includes(" ") ? `"${one}"` : one)).join(" ");
  const countOf = (q) => find(bank, { ...wanted, q }).found.length;

  function clear() {
    for (const places of Object.values(wanted.chosen)) places.clear();
    update();
    input.focus();
  }

  function showChips() {
    const made = [];
    for (const [name, places] of Object.entries(wanted.chosen)) {
      for (const at of places) {
        const said = bank.facets[name].values[at][1];
        made.push(html("li", {}, html("button", { type: "button", class: "chip", "aria-label": `Take off the filter ${NAMES[name]}: ${said}`, onclick: () => {
          places.delete(at);
          update();
          (chips.querySelector("button") || input).focus();
        } }, `${said} `, html("span", { "aria-hidden": "true" }, "×"))));
      }
    }
    if (made.length > 1) made.push(html("li", {}, html("button", { type: "button", class: "quiet", onclick: clear }, "Clear all")));
    chips.replaceChildren(...made);
    chips.hidden = !made.length;
  }

  input.addEventListener("input", () => {
    wanted.q = input.value;
    update();
  });
  input.addEventListener("focus", () => { bank.loadTexts(textsArrived); }, { once: true });
  sort.addEventListener("change", () => {
    wanted.sort = sort.value === "best" ? "" : sort.value;
    update();
  });
  more.addEventListener("click", () => {
    const from = shown;
    shown += AT_ONCE;
    lastList.shown = shown;
    showRows(from, Infinity);
    list.children[from]?.querySelector("a").focus();
  });
  all.addEventListener("click", () => {
    const added = result.found.filter((row) => !basket.has(row.id));
    basket.addAll(added.map((row) => row.id));
    tell(`${counted(added.length, "question")} put into the basket`);
  });

  let waiting = 0;
  function textsArrived() {
    if (!wanted.q.trim() || !input.isConnected) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => update({ keepShown: true }), 60);
  }
  setTimeout(() => bank.prepare(), 100);
  setTimeout(() => bank.loadTexts(textsArrived), wanted.q ? 0 : 1500);

  update({ keepShown: true, whole: lastList?.query === String(queryOf(wanted, bank)) });
  const unknown = wanted.unknown.length > 0 && notice(`This site has no ${wanted.unknown.join(", no ")}; the rest of the filter is applied.`);
  return html("div", { class: "browse" },
    html("div", { class: "browse-head" },
      heading("Questions"),
      html("form", { class: "search", role: "search", onsubmit: (event) => event.preventDefault() },
        html("label", { class: "unseen", for: "search" }, "Search questions"), input),
      unknown, chips,
      html("div", { class: "browse-bar" }, found, html("span", { class: "spread" }), practise, all, html("label", { for: "sort" }, "Sort by"), sort)),
    html("aside", { "aria-label": "Filters" }, filters),
    html("div", { class: "browse-list" }, list, more));
}

// One facet: check boxes with how many questions each would leave.
function facetBox(bank, name, wanted, changed) {
  const facet = bank.facets[name];
  const chosen = (wanted.chosen[name] ||= new Set());
  const many = facet.values.length > FIRST_VALUES + 2;
  const places = facet.values.map((_, at) => at);
  const narrow = many && facet.values.length > 20 ? html("input", { type: "search", class: "narrow", placeholder: `Find a ${NAMES[name].toLowerCase()}`, "aria-label": `Find a ${NAMES[name].toLowerCase()}` }) : null;
  const box = html("div", { class: "values" });
  const more = html("button", { type: "button", class: "quiet" });
  const element = html("details", { class: "facet" },
    html("summary", {}, NAMES[name], html("span", { class: "chosen" })),
    html("fieldset", {}, html("legend", { class: "unseen" }, NAMES[name]), narrow, box, many && more));
  element.open = chosen.size > 0 || ["track", "level", "area", "topic"].includes(name);
  let counts = new Int32Array(facet.values.length);
  let all = false;
  let drawn = "";

  // Boxes are made when they are shown: there may be thousands of tags.
  const made = new Map();
  function labelOf(at) {
    if (made.has(at)) return made.get(at);
    const check = html("input", { type: "checkbox" });
    check.addEventListener("change", () => {
      if (check.checked) chosen.add(at);
      else chosen.delete(at);
      changed();
    });
    const count = html("span", { class: "count" });
    const one = { label: html("label", { class: "value" }, check, html("span", { class: "value-text" }, facet.values[at][1]), count), check, count, number: -1 };
    made.set(at, one);
    return one;
  }

  function update(newCounts = counts) {
    counts = newCounts;
    element.querySelector(".chosen").textContent = chosen.size ? ` ${chosen.size} chosen` : "";
    if (!element.open) return;
    const part = narrow ? fold(narrow.value) : "";
    let order = places;
    if (part) order = order.filter((at) => fold(facet.values[at][1]).includes(part));
    if (many && !["level", "zone"].includes(name)) order = [...order].sort((one, other) => chosen.has(other) - chosen.has(one) || counts[other] - counts[one] || one - other);
    const visible = many && !all && !part ? order.slice(0, FIRST_VALUES) : order.slice(0, 300);
    // The box that has the focus stays where it is: it is moved when somebody goes elsewhere.
    const names = visible.join();
    if (names !== drawn && !box.contains(document.activeElement)) {
      box.replaceChildren(...visible.map((at) => labelOf(at).label));
      drawn = names;
    }
    for (const [at, one] of made) {
      if (one.number !== counts[at]) {
        one.count.textContent = grouped(counts[at]);
        one.label.classList.toggle("none", !counts[at]);
        one.number = counts[at];
      }
      one.check.checked = chosen.has(at);
    }
    more.textContent = all ? "Fewer" : `All ${facet.values.length}`;
    more.hidden = Boolean(part);
  }
  more.addEventListener("click", () => {
    all = !all;
    update();
  });
  narrow?.addEventListener("input", () => update());
  element.addEventListener("toggle", () => update());
  return { name, element, update };
}
