// Without this script the page is a paper with answers to open; it adds checking, a score and a timer.
(() => {
  const graded = document.body.dataset.grading === "graded";
  const forms = all("form.check");
  const { results, openedFirst, answerOf, judge, tell, unsay, gradeSelf, watch, watchAnswer } = formChecker({
    units: JSON.parse(document.body.dataset.units || "{}"),
    graded,
    wrongUnit: Number(document.body.dataset.wrongUnit || 0),
    changed: () => {
      score();
      keep();
    },
  });

  const links = new Map(all(".overview a").map((link) => [link.dataset.item, link]));
  const questions = all("article.question")
    .map((article) => ({ article, link: links.get(article.id), forms: forms.filter((form) => article.contains(form) && form.querySelector("[type=submit]")) }))
    .filter((question) => question.forms.length);
  const checked = questions.flatMap((question) => question.forms);

  function score() {
    const shown = byId("score");
    if (!shown) return;
    let right = 0;
    let done = 0;
    let points = 0;
    let most = 0;
    let tries = 0;
    let opened = 0;
    for (const { article, link, forms: own } of questions) {
      const known = own.map((form) => results.get(form));
      const credits = own.map((form, place) => (known[place] ? known[place].credit : 0));
      for (const [place, form] of own.entries()) {
        const worth = Number(form.dataset.worth || 0);
        most += worth;
        points += worth * credits[place];
        tries += known[place] ? known[place].tries : 0;
      }
      const answered = (one) => one && !one.changed && (!one.words || one.done);
      const finished = known.every(answered);
      if (finished) done += 1;
      if (openedFirst.has(article)) opened += 1;
      const isRight = finished && credits.every((credit) => credit === 1);
      if (isRight) right += 1;
      const touched = known.some(answered);
      const partly = touched && !isRight && credits.some((credit) => credit > 0);
      const wrong = touched && !partly && !isRight && known.some((one, place) => answered(one) && credits[place] === 0);
      if (link) mark(link, isRight ? "right" : partly ? "partly" : wrong ? "wrong" : "");
    }
    const worths = most > 0 ? say("{points} of {most} points", { points: round(points), most: round(most) }) : "";
    const rights = say("{right} of {count} right", { right, count: questions.length });
    shown.textContent = worths || rights;
    shown.hidden = results.size === 0;
    const notes = [rights, worths];
    if (!graded && tries > checked.length) notes.push(say("{count} tries", { count: tries }));
    if (opened) notes.push(opened === 1 ? say("1 answer opened first") : say("{count} answers opened first", { count: opened }));
    const said = done === questions.length ? say("Done: {result}.", { result: notes.filter(Boolean).join(", ") })
      : `${say("{done} of {count} answered.", { done, count: questions.length })} ${worths || rights}.`;
    byId("summary").textContent = results.size ? said : "";
  }

  function mark(link, state) {
    if ((link.dataset.state || "") === state) return;
    if (state) link.dataset.state = state;
    else delete link.dataset.state;
    const spoken = { right: say("right"), wrong: say("wrong"), partly: say("partly right") };
    link.querySelector(".state").textContent = state ? `, ${spoken[state]}` : "";
  }

  /* Keeping: what was answered survives a reload, where the browser allows. */

  const shelf = `qbank-page:${document.body.dataset.page}`;

  function fill(form, answer) {
    all("input, textarea", form).forEach((input, place) => {
      if (/radio|checkbox/.test(input.type)) input.checked = Boolean(answer[place]);
      else input.value = typeof answer[place] === "string" ? answer[place].slice(0, 20000) : "";
    });
  }

  function keep() {
    const state = {
      answers: forms.map(answerOf),
      results: forms.map((form) => results.get(form) || null),
      opened: [...openedFirst].map((article) => article.id),
      seconds: Math.round(passed()),
    };
    try {
      localStorage.setItem(shelf, JSON.stringify(state));
    } catch { /* then it holds for this visit */ }
  }

  function restore() {
    let state = null;
    try {
      state = JSON.parse(localStorage.getItem(shelf) || "null");
    } catch { /* nothing usable was kept */ }
    if (!state || !Array.isArray(state.answers) || state.answers.length !== forms.length) return;
    seconds = Number(state.seconds) || 0;
    for (const id of state.opened || []) if (byId(id)) openedFirst.add(byId(id));
    forms.forEach((form, place) => {
      fill(form, state.answers[place] || []);
      const known = state.results?.[place];
      if (!known || !checked.includes(form)) return;
      results.set(form, known);
      if (known.words) {
        form.querySelector(".self").hidden = false;
        if (graded) form.querySelector("textarea").readOnly = true;
        gradeSelf(form);
      } else if (JSON.stringify(known.last) === JSON.stringify(answerOf(form))) {
        const verdict = judge(form);
        if (!verdict.problem) tell(form, verdict, known);
      }
    });
  }

  for (const form of forms) watch(form, checked.includes(form));
  for (const details of all("article.question details.answer")) {
    watchAnswer(details, checked.filter((form) => details.closest("article.question").contains(form)));
  }

  const again = byId("again");
  again?.addEventListener("click", () => {
    byId("sure").hidden = false;
    again.hidden = true;
    byId("keep").focus();
  });
  byId("keep")?.addEventListener("click", () => {
    byId("sure").hidden = true;
    again.hidden = false;
    again.focus();
  });
  byId("clear")?.addEventListener("click", () => {
    results.clear();
    openedFirst.clear();
    for (const form of forms) {
      form.reset();
      unsay(form);
      const self = form.querySelector(".self");
      if (self) self.hidden = true;
      for (const text of all("textarea", form)) text.readOnly = false;
    }
    for (const details of all("details")) details.open = false;
    byId("sure").hidden = true;
    again.hidden = false;
    stopTimer();
    score();
    try {
      localStorage.removeItem(shelf);
    } catch { /* there was nothing */ }
    window.scrollTo(0, 0);
    document.querySelector(".skip").focus({ preventScroll: true });
  });

  /* Timer: counts down where the questions say how long they take, else up; a click pauses it. */

  const timer = byId("timer");
  const timerNote = byId("timer-note");
  let seconds = 0;
  let since = 0;
  let ticking = 0;
  let warned = "";

  function passed() {
    return seconds + (ticking ? (Date.now() - since) / 1000 : 0);
  }

  function tick() {
    const limit = Number(timer.dataset.minutes) * 60;
    const left = limit ? limit - passed() : passed();
    const whole = Math.floor(Math.abs(left));
    const text = `${left < 0 ? "+" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
    byId("timer-text").textContent = ticking ? text : say("{time} paused", { time: text });
    if (limit && left < 0) timer.dataset.late = "";
    const warning = !limit ? "" : left <= 0 ? say("Time is up.") : left <= 300 && limit > 600 ? say("Five minutes left.") : "";
    if (warning && warning !== warned) timerNote.textContent = warning;
    warned = warning;
  }

  function stopTimer() {
    if (!timer) return;
    clearInterval(ticking);
    ticking = 0;
    seconds = 0;
    delete timer.dataset.late;
    timerNote.textContent = "";
    byId("timer-text").textContent = say("Start timer");
  }

  timer?.addEventListener("click", () => {
    if (ticking) {
      seconds = passed();
      clearInterval(ticking);
      ticking = 0;
      keep();
    } else {
      since = Date.now();
      ticking = setInterval(tick, 500);
    }
    tick();
  });

  restore();
  if (timer && seconds) tick();
  score();
})();
