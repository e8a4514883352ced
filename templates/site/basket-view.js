// The basket: ordering and sectioning what was picked, what it adds up to, and saving it as a set file.

async function basketView(bank, route) {
  const [sets, alike] = await Promise.all([load("sets"), load("alike")]);
  const asked = route.query.get("open");
  const unknown = asked && !sets.some((one) => one.path === asked) && notice(`This site has no set “${asked}”.`);
  if (asked) {
    openSet(sets.find((one) => one.path === asked));
    readdress(route.parts);
  }
  if (route.parts[1] === "paper") return paperView(bank);
  const holder = html("div", { class: "basket" });
  let focus = "";
  const change = (act, next) => {
    act();
    focus = next || "";
    basket.changed();
    draw();
  };

  function draw() {
    const { state } = basket;
    const picked = new Set(basket.ids());
    holder.replaceChildren(heading("Basket"), unknown || "", keptNotice(), beforePart(), openPart(),
      html("div", { class: "basket-parts" }, html("div", {}, headPart(), sectionsPart()), html("div", { class: "basket-side" }, actsPart(), sumPart())));
    const next = focus && holder.querySelector(focus);
    if (next) next.focus();
    if (next && focus.startsWith("#section-")) next.select(); // a name to type over
    focus = "";

    // What was in the basket before a set was opened or the basket emptied.
    function beforePart() {
      const before = basket.before();
      if (!before) return "";
      const count = counted(before.sections.flatMap((section) => section.questions).length, "question");
      return html("div", { class: "notice" }, html("p", {}, `“${before.title}”, ${count}, was in the basket before. `,
        html("button", { type: "button", class: "plain small", onclick: () => change(() => basket.takeBack(), "#set-title") }, "Take it back"), " ",
        html("button", { type: "button", class: "quiet", onclick: () => change(() => keep("basket-before", null), "#set-title") }, "Let it go")));
    }

    function openPart() {
      const from = select([["", "Open a set of the bank …"], ...sets.map((one) => [one.path, `${one.data.title} (${setName(one.path)})`])], "", { "aria-label": "Open a set of the bank" });
      from.addEventListener("change", () => {
        const chosen = sets.find((one) => one.path === from.value);
        if (chosen) change(() => openSet(chosen), "#set-title");
      });
      const file = html("input", { type: "file", accept: ".yaml,.yml", class: "unseen", id: "set-file", tabindex: -1, "aria-label": "A set file" });
      file.addEventListener("change", async () => {
        const [chosen] = file.files;
        if (!chosen) return;
        try {
          const opened = setOf(readYaml(await chosen.text()), chosen.name);
          change(() => basket.replace(opened), "#set-title");
          tell(`${opened.title} is open`);
        } catch (error) {
          holder.querySelector(".open-problem").replaceChildren(notice(`${chosen.name}: ${error.message}`));
        }
      });
      return html("section", { class: "open-set", "aria-label": "Open a set" },
        html("div", { class: "tools" }, from, html("button", { type: "button", class: "plain small", onclick: () => file.click() }, "Open a file …"), file,
          isFilled(state) && html("button", { type: "button", class: "quiet", onclick: () => change(() => basket.replace(emptySet()), "#set-title") }, "Empty the basket")),
        html("div", { class: "open-problem", role: "alert" }));
    }

    function headPart() {
      const title = html("input", { type: "text", value: state.title, maxlength: 120, id: "set-title" });
      title.addEventListener("input", () => {
        state.title = title.value;
        if (!state.named) state.file = `${slug(title.value)}.yaml`;
        keep("basket", state);
        update();
      });
      const file = html("input", { type: "text", value: state.file, maxlength: 80, id: "set-name" });
      file.addEventListener("change", () => {
        state.file = `${slug(file.value.replace(/\.ya?ml$/, ""))}.yaml`;
        state.named = true;
        file.value = state.file;
        keep("basket", state);
        update();
      });
      const kind = select([["quiz", "quiz"], ["exercises", "exercises"], ["exam", "exam"], ...(["quiz", "exercises", "exam"].includes(state.kind) ? [] : [[state.kind, state.kind]])], state.kind, { id: "set-kind" });
      kind.addEventListener("change", () => change(() => { state.kind = kind.value; }, "#set-kind"));
      const rest = Object.entries(state.rest);
      return html("section", { class: "card", "aria-label": "The set" },
        html("div", { class: "row" }, long(field("Title", title)), field("Kind", kind), field("File", file)),
        rest.length > 0 && html("p", { class: "hint" }, `Kept as they are: ${rest.map(([key, value]) => `${key}: ${flow(value)}`).join("; ")}.`));
    }

    function sectionsPart() {
      const several = state.sections.length > 1 || state.sections[0]?.title;
      return html("div", { class: "sections" }, state.sections.map((section, at) => sectionPart(section, at, several)),
        html("button", { type: "button", class: "plain small", onclick: () => change(() => state.sections.push({ ...emptySection(), title: `Part ${state.sections.length + 1}` }), `#section-${state.sections.length}`) }, "Add a section"));
    }

    function sectionPart(section, at, several) {
      const title = html("input", { type: "text", value: section.title, maxlength: 120, id: `section-${at}`, placeholder: several ? "Heading" : "No heading" });
      title.addEventListener("input", () => {
        section.title = title.value;
        keep("basket", state);
        update();
      });
      const rows = section.select ? [selectRow(section)] : section.questions.map((reference, place) => questionRow(section, at, reference, place));
      return html("section", { class: "card section", "aria-label": section.title || `Section ${at + 1}` },
        html("div", { class: "section-head" }, field("Section", title),
          several && html("div", { class: "moves" }, move("↑", `Move the section ${section.title} up`, at > 0, () => swap(state.sections, at, at - 1), `#section-${at - 1}`), move("↓", `Move the section ${section.title} down`, at < state.sections.length - 1, () => swap(state.sections, at, at + 1), `#section-${at + 1}`),
            html("button", { type: "button", class: "quiet", "aria-label": `Take out the section ${section.title}`, onclick: () => change(() => { state.sections.splice(at, 1); if (!state.sections.length) state.sections.push(emptySection()); }) }, "×"))),
        rows.length ? html("ol", { class: "picked" }, rows) : html("p", { class: "hint" }, "Nothing here yet. ", html("a", { href: "#/questions" }, "Find questions"), " and press “+ Basket”."));
    }

    function selectRow(section) {
      const list = html("button", { type: "button", class: "plain small", disabled: !section.drawn?.length, onclick: () => change(() => { section.questions = [...section.drawn]; section.select = null; }) }, "List them instead");
      return html("li", { class: "picked-row" }, html("div", {}, html("p", {}, "Drawn when the set is rendered: ", html("code", {}, flow(section.select))), section.drawn?.length > 0 && html("p", { class: "hint" }, `Now these: ${section.drawn.join(", ")}`)), list);
    }

    function questionRow(section, at, reference, place) {
      const id = reference.split("@")[0];
      const row = bank.byId.get(id);
      const name = row?.title || id;
      const other = state.sections.length > 1 && select([["", "Move to …"], ...state.sections.flatMap((one, number) => (number === at || one.select ? [] : [[String(number), one.title || `Section ${number + 1}`]]))], "", { "aria-label": `Move ${name} to another section` });
      // A heading may have been typed since.
      if (other) other.addEventListener("focus", () => { for (const option of other.options) if (option.value) option.textContent = state.sections[Number(option.value)].title || `Section ${Number(option.value) + 1}`; });
      if (other) other.addEventListener("change", () => change(() => state.sections[Number(other.value)].questions.push(...section.questions.splice(place, 1))));
      const spot = (to) => `[data-spot="${at}-${to}"] a`;
      const twins = (alike[id] || []).filter(([other]) => picked.has(other));
      const line = html("li", { class: "picked-row", "data-spot": `${at}-${place}` },
        html("div", { class: "hit-text" }, row ? html("a", { href: linkTo(row), dir: "auto" }, name) : html("span", {}, `${name} is not on this site`), reference !== id && ` (${reference})`, row && factsLine(factsOf(row)),
          twins.length > 0 && html("p", { class: "twin" }, "Nearly the same as ", twins.flatMap(([other, share], number) => [number ? ", " : "", titleLink(bank, other), ` (${Math.round(share * 100)} %)`]), ": keep one of them.")),
        html("div", { class: "moves" }, move("↑", `Move ${name} up`, place > 0, () => swap(section.questions, place, place - 1), spot(place - 1)), move("↓", `Move ${name} down`, place < section.questions.length - 1, () => swap(section.questions, place, place + 1), spot(place + 1)), other,
          html("button", { type: "button", class: "quiet", "aria-label": `Take out ${name}`, onclick: () => change(() => section.questions.splice(place, 1), spot(Math.max(0, place - 1))) }, "×")));
      drags(line, at, place);
      return line;
    }

    // Whoever likes to drag may; the buttons do the same.
    function drags(line, at, place) {
      line.draggable = true;
      line.addEventListener("dragstart", (event) => {
        dragged = [at, place];
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", line.querySelector("a[dir]")?.textContent || "");
      });
      line.addEventListener("dragend", () => { dragged = null; });
      line.addEventListener("dragover", (event) => {
        if (!dragged) return;
        event.preventDefault();
        const box = line.getBoundingClientRect();
        line.dataset.drop = event.clientY < box.top + box.height / 2 ? "before" : "after";
      });
      line.addEventListener("dragleave", () => { delete line.dataset.drop; });
      line.addEventListener("drop", (event) => {
        if (!dragged) return;
        event.preventDefault();
        const [from, was] = dragged;
        const to = place + (line.dataset.drop === "after" ? 1 : 0);
        dragged = null;
        change(() => {
          const [moved] = state.sections[from].questions.splice(was, 1);
          state.sections[at].questions.splice(from === at && was < to ? to - 1 : to, 0, moved);
        });
      });
    }

    function move(sign, said, may, act, next) {
      return html("button", { type: "button", class: "quiet", "aria-label": said, title: said, disabled: !may, onclick: () => change(act, next) }, sign);
    }

    function actsPart() {
      update = () => {};
      if (!isFilled(state)) return "";
      const problem = html("p", { class: "problem", role: "status" });
      const saved = html("p", { class: "hint", role: "status" });
      const command = html("code", { class: "command" });
      const save = html("button", { type: "button", onclick: () => {
        if (!sound()) return;
        saveFile(state.file, writeSet(state), "application/yaml");
        saved.textContent = `Saved as ${state.file}, where this browser keeps downloads.`;
      } }, "Save as a set file");
      const copy = html("button", { type: "button", class: "plain small", onclick: async () => {
        if (!sound()) return;
        try {
          await navigator.clipboard.writeText(writeSet(state));
          tell("Copied");
          copy.textContent = "Copied";
        } catch {
          saveFile(state.file, writeSet(state), "application/yaml");
        }
      } }, "Copy the file");
      const file = html("pre", { tabindex: 0, "aria-label": "The set file" });
      function sound() {
        const why = faultOf(state);
        problem.textContent = why;
        return !why;
      }
      update = () => {
        file.textContent = writeSet(state);
        command.textContent = `qbank render questions/sets/${state.file} --output ${state.file.replace(/\.yaml$/, ".pdf")}`;
      };
      update();
      return html("section", { class: "card", "aria-label": "Save" },
        html("div", { class: "tools" }, save, html("a", { class: "button plain small", href: "#/basket/paper" }, "Preview the paper"), copy), problem, saved,
        html("p", { class: "hint" }, "The preview can be printed. For keys, versions and learning platforms put the file into ", html("code", {}, "questions/sets/"), " of the bank, then: ", command),
        html("details", { class: "small" }, html("summary", {}, "Show the file"), html("div", { class: "folded" }, file)));
    }

    function sumPart() {
      const rows = pickedRows(bank, state);
      if (!rows.length) return "";
      const points = rows.filter((row) => row.points !== null);
      const minutes = rows.filter((row) => row.minutes);
      const sum = (list, name) => plainNumber(list.reduce((all, row) => all + row[name], 0));
      const facts = [counted(rows.length, "question"),
        `${sum(points, "points")} points${points.length < rows.length ? ` (${rows.length - points.length} say none)` : ""}`,
        `${sum(minutes, "minutes")} minutes${minutes.length < rows.length ? ` (${rows.length - minutes.length} say none)` : ""}`];
      const levels = LEVELS.filter((level) => rows.some((row) => row.level === level));
      const topics = [...new Set(rows.map((row) => row.topic))].sort();
      const cell = (topic, level) => rows.filter((row) => row.topic === topic && (!level || row.level === level)).length || "";
      return html("section", { class: "card", "aria-labelledby": "sum-title" }, html("h2", { id: "sum-title" }, "What it comes to"), html("p", { class: "sum" }, facts.join(" · ")),
        table("Questions by topic and level", ["Topic", ...levels, "All"], topics.map((topic) => [bank.said("topic", topic), ...levels.map((level) => cell(topic, level)), cell(topic)])),
        warningsOf(rows).map((said) => html("p", { class: "hint" }, said)));
    }
  }
  let update = () => {};
  let dragged = null;
  basket.redraw = () => holder.isConnected && draw();
  draw();
  return holder;
}

const long = (made) => { made.classList.add("long"); return made; };
const slug = (text) => fold(text).replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "my-set";
const isUsed = (section) => section.select || section.questions.length > 0;
const isFilled = (state) => state.sections.some(isUsed);
const swap = (list, one, other) => { [list[one], list[other]] = [list[other], list[one]]; };
const references = (state) => state.sections.flatMap((section) => (section.select ? section.drawn || [] : section.questions));
const pickedRows = (bank, state) => references(state).map((reference) => bank.byId.get(reference.split("@")[0])).filter(Boolean);

function faultOf(state) {
  if (!state.title.trim()) return "Give the set a title first.";
  const used = state.sections.filter(isUsed);
  const twice = references(state).find((reference, at, list) => list.indexOf(reference) !== at);
  if (twice) return `${twice} is there twice; take one out.`;
  return used.length > 1 && used.some((section) => !section.title.trim()) ? "Of several sections, each needs a heading." : "";
}

// What an instructor should look at: questions of one chain, where one may tell what another asks, and of other sets.
function warningsOf(rows) {
  const said = [];
  for (const chain of new Set(rows.flatMap((row) => row.chains))) {
    const links = rows.filter((row) => row.chains.includes(chain));
    if (links.length > 1) said.push(`${links.map((row) => row.id).join(", ")} build on each other (chain ${chain}): one may tell what another asks.`);
  }
  for (const path of new Set(rows.flatMap((row) => row.sets))) {
    const count = rows.filter((row) => row.sets.includes(path)).length;
    if (setName(path) !== basket.state.file.replace(/\.yaml$/, "")) said.push(`${counted(count, "question")} of it ${count === 1 ? "is" : "are"} in the set ${setName(path)} as well.`);
  }
  return said;
}

function openSet(one) {
  if (!one) return;
  const name = one.path.split("/").at(-1);
  if (basket.state.named && basket.state.file === name && basket.ids().length) return; // it is open, and may have been changed
  basket.replace({ ...setOf(one.data, name, one.sections), named: true });
  basket.changed();
}

const keptNotice = () => (keeps ? "" : notice("This browser keeps nothing for this page. Save what you want to keep as a file."));

// The paper as students would see it, without answers.
async function paperView(bank) {
  const { state } = basket;
  const parts = [];
  const picked = pickedRows(bank, state);
  const points = picked.reduce((sum, row) => sum + (row.points || 0), 0);
  const minutes = picked.reduce((sum, row) => sum + (row.minutes || 0), 0);
  for (const section of state.sections) {
    if (section.title) parts.push(html("h2", { class: "part" }, section.title));
    for (const reference of section.select ? section.drawn || [] : section.questions) {
      const [id, seed] = reference.split("@");
      const row = bank.byId.get(id);
      if (!row) continue;
      const page = await ofQuestion(row, "page");
      const holder = html("div", { class: "sheet" });
      showQuestion(holder, page, Math.max(0, page.seeds.indexOf(Number(seed)) + 1), { row });
      for (const gone of holder.querySelectorAll("details, .act, .entry button, .self")) gone.remove();
      parts.push(holder);
    }
  }
  return html("div", { class: "paper" }, html("div", { class: "tools" }, html("a", { class: "button plain", href: "#/basket" }, "Back to the basket"), html("button", { type: "button", onclick: () => window.print() }, "Print"), html("span", { class: "hint" }, "As students see it. qbank render makes it with its looks, keys and versions.")),
    heading(state.title || "My set"),
    picked.length > 0 && html("p", { class: "paper-head" }, html("span", {}, "Name: "), html("span", {}, [counted(picked.length, "question"), points > 0 && pointsText(points), minutesText(minutes)].filter(Boolean).join(" · "))), parts.length ? parts : html("p", {}, "The basket is empty."));
}
