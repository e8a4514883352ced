// Practice: drawing questions, and coming back to what was wrong by the boxes of Sebastian Leitner (1972): a right answer
// moves a question a box on, a wrong one back to the first, and each box waits longer than the one before.

const WAITS = [0, 1, 3, 7, 14, 30]; // days that a question rests in each box; box 0 comes again in the same sitting
const SITS = 4; // from this box on a question counts as known
const DAY = 86_400_000;
const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / DAY);

const progress = {
  all() {
    const known = kept("practice", {});
    return isRecord(known) ? Object.fromEntries(Object.entries(known).filter(([, one]) => isKnown(one))) : {};
  },
  // Returns what is known of a question after an answer that earned a share of its points.
  after(before, credit) {
    const box = credit === 1 ? Math.min((before?.box ?? 0) + 1, WAITS.length - 1) : credit > 0 ? before?.box ?? 0 : 0;
    return { box, due: today() + WAITS[box], tries: (before?.tries ?? 0) + 1, right: (before?.right ?? 0) + (credit === 1), last: today(), credit };
  },
  put(id, known) {
    const all = this.all();
    all[id] = known;
    keep("practice", all);
  },
};

const isKnown = (one) => isRecord(one) && [one.box, one.due, one.tries].every(Number.isFinite) && one.box >= 0 && one.box < WAITS.length;

// Returns a sitting that was left before its end, null if there is none.
function sittingLeft() {
  const left = kept("sitting", null);
  const sound = isRecord(left) && [left.queue, left.wrong].every(Array.isArray) && [left.done, left.right].every(Number.isFinite);
  const queue = sound ? left.queue.filter((id) => bankNow.byId.has(id)) : [];
  return queue.length ? { ...left, queue } : null;
}

const PICKS = { due: "What is due, then new ones", new: "New ones alone", wrong: "What was wrong last time", all: "Any" };

// Returns the questions of a sitting, those most overdue first, and topics mixed.
function drawn(rows, pick, count) {
  const all = progress.all();
  const mixed = rows.map((row) => [Math.random(), row]).sort((one, other) => one[0] - other[0]).map(([, row]) => row);
  const due = mixed.filter((row) => all[row.id] && all[row.id].due <= today()).sort((one, other) => all[one.id].due - all[other.id].due);
  const fresh = mixed.filter((row) => !all[row.id]);
  if (pick === "new") return fresh.slice(0, count);
  if (pick === "wrong") return mixed.filter((row) => all[row.id] && all[row.id].credit < 1).slice(0, count);
  return (pick === "all" ? mixed : [...due, ...fresh]).slice(0, count);
}

function practiceView(bank, route) {
  if (bank.meta.public) return html("div", { class: "narrow-page" }, heading("Practice"), html("p", {}, "This site was built without answers, so nothing can be checked here."));
  const wanted = wantedOf(route.query, bank);
  bank.loadTexts();
  const holder = html("div", { class: "practice" });
  let pick = "due";
  let count = 10;
  begin();
  return holder;

  function begin() {
    const picks = () => find(bank, wanted).found;
    const said = html("p", { role: "status", class: "hint" });
    const filters = ["track", "level", "area", "topic", "kind"].filter((name) => bank.facets[name]).map((name) => {
      const { values } = bank.facets[name];
      const chosen = [...(wanted.chosen[name] || [])];
      const list = select([["", "any"], ...(chosen.length > 1 ? [["many", chosen.map((at) => values[at][1]).join(", ")]] : []), ...values.map(([, said], at) => [String(at), said])], chosen.length > 1 ? "many" : chosen.length ? String(chosen[0]) : "");
      list.addEventListener("change", () => {
        if (list.value !== "many") wanted.chosen[name] = new Set(list.value ? [Number(list.value)] : []);
        readdress(["practice"], queryOf(wanted, bank));
        update();
      });
      return field(NAMES[name], list);
    });
    const how = select(Object.entries(PICKS), pick);
    how.addEventListener("change", () => { pick = how.value; update(); });
    const many = select([["5", "5"], ["10", "10"], ["20", "20"], ["50", "50"]], String(count));
    many.addEventListener("change", () => { count = Number(many.value); update(); });
    const start = html("button", { type: "button", id: "start", onclick: () => { start.disabled = true; sit({ queue: drawn(picks(), pick, count).map((row) => row.id), wrong: [], done: 0, right: 0 }); } }, "Start");
    const rest = sittingLeft();
    const goOn = rest && html("p", { class: "notice" }, `A sitting was left with ${counted(rest.queue.length, "question")} to go. `, html("button", { type: "button", class: "plain small", id: "go-on", onclick: () => sit(rest) }, "Go on with it"));
    function update() {
      const rows = picks();
      const got = drawn(rows, pick, count).length;
      const all = progress.all();
      const due = rows.filter((row) => all[row.id]?.due <= today()).length;
      said.textContent = `${counted(rows.length, "question")} fit; ${due} due today, ${rows.filter((row) => !all[row.id]).length} new. ${got ? `${counted(got, "question")} in this sitting.` : "Nothing to do: choose something else."}`;
      start.disabled = !got;
    }
    update();
    holder.replaceChildren(heading("Practice"), keptNotice(), goOn || "",
      html("section", { class: "card", "aria-label": "What to practise" },
        wanted.q && html("p", {}, `Found by “${wanted.q}”. `, html("a", { href: "#/practice" }, "Take this off")),
        html("div", { class: "row" }, filters), html("div", { class: "row" }, long(field("Which", how)), field("How many", many)), said, html("div", { class: "tools" }, start)),
      progressPart());
  }

  // Begins a sitting, or goes on with one that was left: what is asked still, what was wrong, and the score, as ids.
  async function sit(state) {
    const queue = state.queue.map((id) => bank.byId.get(id)).filter(Boolean);
    const again = new Set(state.wrong.filter((id) => bank.byId.has(id)));
    const wrong = [...again].map((id) => bank.byId.get(id));
    const score = { done: state.done, right: state.right };
    const leave = (...first) => keep("sitting", { queue: [...first, ...queue].map((row) => row.id), wrong: [...again], ...score });
    await next();

    async function next() {
      const row = queue.shift();
      if (!row) return end();
      leave(row);
      let page;
      try {
        page = await ofQuestion(row, "page");
      } catch (error) {
        const on = html("button", { type: "button", onclick: () => { on.disabled = true; next(); } }, "Go on without it");
        const again = html("button", { type: "button", class: "plain", onclick: () => { again.disabled = true; queue.unshift(row); next(); } }, "Try again");
        holder.replaceChildren(failure(row.title, error), html("div", { class: "tools" }, on, again));
        on.focus();
        return undefined;
      }
      const repeats = [row, ...queue].filter((one) => again.has(one.id)).length;
      const sheet = html("div", { class: "sheet" });
      const before = progress.all()[row.id];
      const first = new Map();
      let settled = false;
      const go = html("button", { type: "button", id: "next", hidden: true, onclick: () => { go.disabled = true; next(); } }, queue.length ? "Next question" : "See how it went");
      const skip = html("button", { type: "button", class: "quiet", id: "dont-know", onclick: () => giveUp() }, "I do not know");
      const told = html("p", { class: "hint", role: "status" });
      holder.replaceChildren(
        html("div", { class: "practice-bar" }, html("progress", { max: score.done + queue.length + 1, value: score.done, "aria-label": "Progress" }), html("span", {}, `${score.done + 1} of ${score.done + queue.length + 1}${repeats ? `, ${repeats} again` : ""}`), html("a", { href: linkTo(row), class: "quiet-link" }, row.id), html("button", { type: "button", class: "quiet", onclick: () => end() }, "Stop")),
        sheet, html("div", { class: "tools" }, go, skip, told));
      const shown = showQuestion(sheet, page, page.views.length > 1 ? Math.floor(Math.random() * page.views.length) : 0, { row, done: answered });
      promote(shown.article);
      window.scrollTo(0, 0);
      shown.article?.focus({ preventScroll: true });
      if (!shown.forms.length) {
        skip.textContent = "Show the answer";
        skip.onclick = null;
      }

      function answered({ checker, forms }) {
        for (const form of forms) {
          const known = checker.results.get(form);
          // The first answer counts; what the reader says of an answer in words may be mended.
          if (known && (known.words ? known.done : !first.has(form) && known.tries)) first.set(form, known.opened && !known.words ? 0 : known.credit);
        }
        if (first.size === forms.length) settle([...first.values()].reduce((sum, credit) => sum + credit, 0) / forms.length);
      }

      function showAnswer() {
        const answer = sheet.querySelector("details.answer");
        if (answer) answer.open = true;
      }

      function giveUp() {
        showAnswer();
        settle(0);
      }

      function settle(credit) {
        const known = progress.after(before, credit);
        progress.put(row.id, known);
        if (!settled) score.done += 1;
        else if (settled.credit === 1) score.right -= 1;
        settled = { credit };
        if (credit === 1) score.right += 1;
        else if (!again.has(row.id)) {
          again.add(row.id);
          wrong.push(row);
          queue.splice(Math.min(queue.length, 3), 0, row); // it comes again in this sitting, a few questions on
          go.textContent = "Next question";
        }
        const when = known.due - today();
        told.textContent = credit === 1 ? `Comes again in ${counted(when, "day")}.` : "Comes again in a moment.";
        if (credit === 1) showAnswer();
        leave();
        go.hidden = false;
        skip.hidden = true;
      }
    }

    function end() {
      keep("sitting", null);
      holder.replaceChildren(heading("How it went"), html("p", { class: "sum" }, score.done ? `${score.right} of ${counted(score.done, "answer")} right.` : "Nothing was answered."),
        wrong.length > 0 && html("section", {}, html("h2", {}, "To look at again"), html("ul", { class: "plain-list" }, wrong.map((row) => html("li", {}, html("a", { href: linkTo(row) }, row.title))))),
        html("div", { class: "tools" }, html("button", { type: "button", onclick: () => { begin(); byId("start").focus(); } }, "Practise more")), progressPart());
      holder.querySelector("h1").focus();
    }
  }

  function progressPart() {
    const all = progress.all();
    const known = bank.rows.filter((row) => all[row.id]);
    const topics = [...new Set(known.map((row) => row.topic))].sort();
    const rows = topics.map((topic) => {
      const of = bank.rows.filter((row) => row.topic === topic);
      const seen = of.filter((row) => all[row.id]);
      const right = seen.filter((row) => all[row.id].credit === 1).length;
      const sits = seen.filter((row) => all[row.id].box >= SITS).length;
      return [html("a", { href: address(["practice"], new URLSearchParams({ topic })) }, bankNow.said("topic", topic)), html("progress", { max: of.length, value: right, "aria-label": `${bankNow.said("topic", topic)}: ${right} of ${of.length} right` }), `${seen.length} of ${of.length}`, String(right), String(sits), String(seen.filter((row) => all[row.id].due <= today()).length)];
    });
    const file = html("input", { type: "file", accept: ".json", class: "unseen", tabindex: -1, "aria-label": "A file of progress" });
    const problem = html("p", { class: "problem", role: "alert" });
    file.addEventListener("change", async () => {
      try {
        const { format, practice, basket: picked } = JSON.parse(await file.files[0].text());
        if (format !== "qbank-progress" || !isRecord(practice)) throw new Error("it is no file of progress");
        const sound = Object.entries(practice).filter(([, one]) => isKnown(one));
        const merged = { ...progress.all() };
        for (const [id, one] of sound) if (!merged[id] || merged[id].last <= one.last) merged[id] = one;
        keep("practice", merged);
        if (picked && !basket.ids().length) {
          basket.state = soundSet(picked);
          basket.changed();
        }
        begin();
        tell(`${counted(sound.length, "question")} taken over`);
      } catch (error) {
        problem.textContent = `${file.files[0].name} could not be taken over: ${error.message}.`;
      }
    });
    const save = () => saveFile("qbank-progress.json", `${JSON.stringify({ format: "qbank-progress", version: 1, bank: bank.meta.bank, practice: progress.all(), basket: basket.state }, null, 1)}\n`, "application/json");
    const forget = () => {
      if (!window.confirm("This forgets all that you have answered on this site. Go on?")) return;
      keep("practice", {});
      begin();
    };
    return html("section", { class: "card", "aria-labelledby": "progress-title" }, html("h2", { id: "progress-title" }, "Progress"),
      rows.length ? table("Progress by topic", ["Topic", "Share right", "Seen", "Right last time", "Known", "Due today"], rows) : html("p", { class: "hint" }, "Nothing answered yet."),
      html("p", { class: "hint" }, `By Leitner’s boxes: a right answer brings a question back after ${WAITS.slice(1).join(", ")} days, a wrong one in the same sitting. Known is what has been right ${SITS} times running.`),
      html("div", { class: "tools" }, html("button", { type: "button", class: "plain small", onclick: save }, "Save progress as a file"), html("button", { type: "button", class: "plain small", onclick: () => file.click() }, "Take over a file …"), file, known.length > 0 && html("button", { type: "button", class: "quiet", onclick: forget }, "Forget all")), problem);
  }
}
