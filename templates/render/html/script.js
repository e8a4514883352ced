// Without this script the page is a paper with answers to open; it adds checking, a score and a timer.
(() => {
  const units = JSON.parse(document.body.dataset.units || "{}");

  /* Numbers */

  const groups = /^(\d{1,3})([ \u00a0\u202f\u2009'’_]\d{3})+$/;

  // Returns the digits with a point where the decimals begin, or null where nobody can tell.
  // "1,5" has a decimal comma; "1,500" and "1,234.5" have groups of three, and so has "1.500.000".
  function plainDigits(text) {
    let digits = text;
    const [whole, ...rest] = digits.split(/(?=[.,])/);
    if (groups.test(whole)) digits = whole.replace(/\D/g, "") + rest.join("");
    const commas = (digits.match(/,/g) || []).length;
    const points = (digits.match(/\./g) || []).length;
    const grouped = (mark) => new RegExp(`^[1-9]\\d{0,2}(\\${mark}\\d{3})+$`);
    if (commas && points) {
      const last = Math.max(digits.lastIndexOf(","), digits.lastIndexOf("."));
      const mark = digits[last] === "," ? "." : ",";
      if (!grouped(mark).test(digits.slice(0, last))) return null;
      digits = digits.slice(0, last).split(mark).join("") + "." + digits.slice(last + 1);
    } else if (commas) {
      if (grouped(",").test(digits)) digits = digits.split(",").join("");
      else if (commas === 1) digits = digits.replace(",", ".");
      else return null;
    } else if (points > 1) {
      if (!grouped(".").test(digits)) return null;
      digits = digits.split(".").join("");
    }
    return /^(\d+\.?\d*|\.\d+)$/.test(digits) ? digits : null;
  }

  const sign = /^([+-]?)\s*(\$?)\s*([+-]?)\s*/;
  const digitsAhead = /^[\d.,](?:[\d.,'’_ \u00a0\u202f\u2009]*[\d.,])?/;
  const power = /^\s*(?:e([+-]?\d{1,3})(?![\d.])|[×x*·]\s*10\s*(?:\^|\*\*)\s*\(?([+-]?\d{1,3})\)?)/i;
  const words = { thousand: 3, million: 6, billion: 9, trillion: 12 };

  const lowered = (raised) => [...raised].map((sign) => "-+0123456789"["⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(sign)]).join("");
  const isPower = (unit) => /^10[⁻⁰¹²³⁴-⁹]/.test(unit);

  function tidyUnit(text) {
    return text.replace(/^[×*·]\s*/, "").replace(/\s+per\s+/g, "/").replace(/\s*\/\s*/g, "/").replace(/\s+/g, " ").trim();
  }

  // Finds what makes a number in the unit typed one of the unit asked for: "", "e-3", "*0.125", or undefined.
  function factorOf(typed, asked) {
    if (!typed) return "";
    const known = units[asked] || {};
    for (const name of [typed, typed.toLowerCase()]) if (Object.hasOwn(known, name)) return known[name];
    return typed.toLowerCase() === asked.toLowerCase() ? "" : undefined;
  }

  const suffix = /^(\$?)(?:(thousand|million|billion|trillion)\b|(k|m|mm|bn?|t)(?![A-Za-z]))\s*(.*)$/i;
  const ofSuffix = { k: 3, m: 6, mm: 6, b: 9, bn: 9, t: 12 };

  // Reads digits, with a power of ten, at the start of a text: {digits, exponent, rest, named} or null.
  function readDigits(text, digitsHere = digitsAhead) {
    const written = digitsHere.exec(text);
    const digits = written && plainDigits(written[0]);
    if (!digits) return null;
    let rest = text.slice(written[0].length);
    const raised = power.exec(rest);
    if (raised) rest = rest.slice(raised[0].length);
    return { digits, exponent: raised ? Number(raised[1] || raised[2]) : 0, rest, named: Boolean(raised && raised[2]) };
  }

  // Works out "131072*8192", "1/2" or "3 × (4 + 5)^2" at the start of a text: {value, rest} or null.
  function readSum(text) {
    const inner = /^\d(?:[\d.,'’_]*\d)?/;
    const raise = /^\s*(?:\^|\*\*)\s*([+-]?\d{1,3})(?![\d.])/;
    let rest = text;
    let depth = 0;
    const take = (pattern) => {
      const found = pattern.exec(rest);
      if (found) rest = rest.slice(found[0].length);
      return found;
    };
    function operand() {
      let value;
      if (take(/^\s*\(/)) {
        if (++depth > 10) return NaN;
        value = sum();
        depth -= 1;
        if (!take(/^\s*\)/)) return NaN;
      } else {
        take(/^\s*\$?/);
        const read = readDigits(rest, inner);
        if (!read) return NaN;
        rest = read.rest;
        value = Number(`${read.digits}e${read.exponent}`);
      }
      const raised = take(raise);
      return raised ? value ** Number(raised[1]) : value;
    }
    function product() {
      let value = operand();
      for (let sign; (sign = take(/^\s*([*×·/÷]|x(?=\s*[\d(]))(?=\s*[\d($])/)); ) {
        const next = operand();
        value = "/÷".includes(sign[1]) ? value / next : value * next;
      }
      return value;
    }
    function sum() {
      let value = product();
      for (let sign; (sign = take(/^\s*([+-])(?=\s*[\d($])/)); ) value += sign[1] === "-" ? -product() : product();
      return value;
    }
    const value = sum();
    return Number.isFinite(value) && rest.length < text.length ? { value, rest } : null;
  }

  // Returns {value} in the unit asked for, with the `bare` number that was typed, or {problem} in words.
  function readNumber(text, asked) {
    const bare = text.trim().replace(/^(?:[=≈~]|about|approx\.?|ca\.?)\s*/i, "").replace(/[−–]/g, "-")
      .replace(/([^.\s])\s*\.$/, "$1")
      .replace(/(10\s*)([⁻⁺]?[⁰¹²³⁴-⁹]+)/g, (_, ten, raised) => `${ten}^${lowered(raised)}`);
    if (!bare) return { problem: say("Type a number first.") };
    const [start, before, dollar, behind] = sign.exec(bare);
    let read = readDigits(bare.slice(start.length));
    const worked = /^\(|[\d)]\s*[*×·/÷x+^-]\s*[\d($]/.test(bare.slice(start.length)) && !(before && behind)
      ? readSum(bare.slice(start.length)) : null;
    if ((!read && !worked) || (before && behind)) {
      return { problem: say("This is not a number that can be read. Write it like 14, 1.4e1 or {example}.", { example: withUnit(14, asked) }) };
    }
    let number = worked ? worked.value : 0;
    // Digits alone are read in one step, so that a number at the very end of the interval is that end.
    if (read && (!worked || worked.rest.length >= read.rest.length)) number = null;
    let exponent = number === null ? read.exponent : 0;
    let unit = tidyUnit(number === null ? read.rest : worked.rest);
    if (dollar && !unit.startsWith("$")) unit = dollar + unit;
    let factor = factorOf(unit, asked);
    // "8.5 × 10^-12" is the whole number where it is asked for in 10⁻¹².
    if (!unit && number === null && read.named && isPower(asked)) factor = units[asked][""] || "";
    if (factor === undefined && !asked) factor = { "%": "e-2", x: "", times: "" }[unit];
    if (factor === undefined && asked === "x" && /^(times|fold|-fold|×)$/.test(unit)) factor = "";
    const word = factor === undefined && suffix.exec(unit);
    if (word && (word[2] || asked.startsWith("$") || !asked)) {
      exponent += word[2] ? words[word[2].toLowerCase()] : ofSuffix[word[3].toLowerCase()];
      unit = word[1] + word[4];
      factor = factorOf(unit, asked);
    }
    if (factor === undefined) {
      return { problem: asked ? say("The unit “{unit}” is not known here. Answer in {asked}.", { unit, asked }) : say("Give a plain number, without a unit.") };
    }
    const signed = (power) => (number === null ? Number(`${before || behind}${read.digits}e${power}`)
      : (before || behind) === "-" ? -number * 10 ** power : number * 10 ** power);
    const typed = signed(exponent);
    let scale = 1;
    if (factor.startsWith("e")) exponent += Number(factor.slice(1));
    else if (factor.startsWith("*")) scale = Number(factor.slice(1));
    const value = signed(exponent) * scale;
    return Number.isFinite(value) ? { value, typed } : { problem: say("This number is too large.") };
  }

  const raisedDigits = (power) => [...String(power)].map((sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]).join("");

  // Writes a number as people do: "0.5", "1.07 × 10⁹".
  function plain(value) {
    const size = Math.abs(value);
    const short = Number(value.toPrecision(7));
    if (!size || (size >= 1e-4 && size < 1e9)) return String(short);
    const [digits, power] = short.toExponential().split("e");
    return `${digits} × 10${raisedDigits(Number(power))}`;
  }

  function withUnit(value, unit) {
    const shown = plain(value);
    if (unit.startsWith("$")) return `$${shown}${unit.slice(1)}`.replace("$-", "-$");
    if (isPower(unit)) return `${shown} × ${unit}`;
    return unit === "%" || unit === "x" ? shown + unit : `${shown}\u00a0${unit}`.trim();
  }

  /* Checking */

  const graded = document.body.dataset.grading === "graded";
  const wrongUnit = Number(document.body.dataset.wrongUnit || 0);
  const forms = all("form.check");
  // What is known of each form that is graded: the share of its points it has earned, and how it came to it.
  const results = new Map();
  const articleOf = (form) => form.closest("article.question");
  const openedFirst = new Set();

  function show(form, state, text) {
    const result = form.querySelector(".result");
    result.hidden = false;
    result.textContent = "";
    if (state) result.dataset.state = state;
    else delete result.dataset.state;
    if (state) form.dataset.state = state;
    else delete form.dataset.state;
    // Set anew a moment later, so that screen readers speak it even if it is the same as before.
    setTimeout(() => { if (!result.hidden) result.textContent = text; }, 30);
  }

  // What was said about another answer no longer holds.
  function unsay(form) {
    const result = form.querySelector(".result");
    if (result) {
      result.hidden = true;
      result.textContent = "";
      delete result.dataset.state;
    }
    for (const option of all(".option", form)) delete option.dataset.state;
    for (const feedback of all(".feedback", form)) feedback.hidden = true;
    delete form.dataset.state;
  }

  // Each returns {credit, said} or {problem}; `feedback` are the remarks to show.
  function judgeChoice(form) {
    const inputs = all("input", form);
    const chosen = inputs.filter((input) => input.checked);
    if (!chosen.length) return { problem: say("Choose an option first.") };
    const right = inputs.every((input) => input.checked === Object.hasOwn(input.dataset, "correct"));
    const feedback = all(".feedback", form).filter((one) => chosen.some((input) => input.value === one.dataset.option));
    const credit = right ? 1 : chosen.length === 1 ? Number(chosen[0].dataset.credit || 0) : 0;
    return { credit, feedback, chosen, said: right ? say("Right.") : say("Not right.") };
  }

  function judgeNumber(form) {
    const { low, high, unit } = form.dataset;
    const read = readNumber(form.querySelector("input").value, unit);
    if (read.problem) return { problem: read.problem };
    const within = (value, holder) => value >= Number(holder.low) && value <= Number(holder.high);
    const given = withUnit(read.value, unit);
    if (within(read.value, { low, high })) return { credit: 1, feedback: [], said: say("{answer} is right.", { answer: given }) };
    const slip = all(".feedback", form).find((one) => within(read.value, one.dataset));
    if (slip) return { credit: Number(slip.dataset.credit), feedback: [slip], said: say("{answer} is not right.", { answer: given }) };
    if (read.typed !== read.value && within(read.typed, { low, high })) {
      return { credit: wrongUnit, feedback: [], said: say("The number is right, and its unit is not: {answer}.", { answer: given }) };
    }
    return { credit: 0, feedback: [], said: say("{answer} is not right.", { answer: given }) };
  }

  const judge = (form) => (form.dataset.kind === "choice" ? judgeChoice(form) : judgeNumber(form));

  // Shows what a verdict says; `locked` means that no other answer counts any more.
  function tell(form, verdict, known) {
    const state = verdict.credit === 1 ? "right" : verdict.credit > 0 ? "partly" : "wrong";
    for (const input of verdict.chosen || []) {
      input.closest(".option").dataset.state = Object.hasOwn(input.dataset, "correct") ? "right" : "wrong";
    }
    for (const feedback of all(".feedback", form)) feedback.hidden = !verdict.feedback.includes(feedback);
    const mark = { right: "✓", partly: "◐", wrong: "✗" }[state];
    const notes = [`${mark} ${verdict.said}`];
    const worth = Number(form.dataset.worth || 0);
    if (state === "partly" && worth) notes.push(say("{points} of {most} points.", { points: round(verdict.credit * worth), most: round(worth) }));
    if (known.opened) notes.push(graded ? say("The answer was open before, so it does not count.") : say("The answer was open before."));
    else if (state === "right" && known.tries > 1 && !graded) notes.push(say("It took {count} tries.", { count: known.tries }));
    else if (graded && known.tries > 1) notes.push(say("The first answer counts."));
    else if (state !== "right" && !graded) notes.push(say("Try again, or open the answer."));
    show(form, state, notes.join(" "));
  }

  function check(event) {
    event.preventDefault();
    const form = event.currentTarget;
    if (form.dataset.kind === "words") compare(form);
    else {
      const verdict = judge(form);
      if (verdict.problem) {
        unsay(form);
        show(form, "", verdict.problem);
        form.querySelector("input").focus();
        keep();
        return;
      }
      const known = results.get(form) || { tries: 0, credit: 0, opened: openedFirst.has(articleOf(form)) };
      const answer = answerOf(form);
      if (JSON.stringify(known.last) !== JSON.stringify(answer)) known.tries += 1;
      known.last = answer;
      known.changed = false;
      if (graded) {
        if (known.tries === 1) known.credit = known.opened ? 0 : verdict.credit;
      } else known.credit = verdict.credit;
      results.set(form, known);
      tell(form, verdict, known);
    }
    score();
    keep();
  }

  // Answers in words: the reader compares them with the rubric.
  function compare(form) {
    const text = form.querySelector("textarea").value.trim();
    if (!text) {
      show(form, "", say("Write an answer first."));
      form.querySelector("textarea").focus();
      return;
    }
    if (!results.has(form)) {
      results.set(form, { tries: 1, credit: 0, opened: openedFirst.has(articleOf(form)), words: true });
      if (graded) form.querySelector("textarea").readOnly = true;
    }
    form.querySelector(".self").hidden = false;
    const details = articleOf(form).querySelector("details.answer");
    if (details) details.open = true;
    gradeSelf(form);
  }

  function gradeSelf(form) {
    const known = results.get(form);
    if (!known) return;
    const ticked = all(".self input", form).filter((input) => input.checked);
    const most = Number(form.querySelector(".self").dataset.most) || 1;
    known.credit = Math.min(1, ticked.reduce((sum, input) => sum + Number(input.value), 0) / most);
    const worth = Number(form.dataset.worth || 0);
    const state = !ticked.length ? "" : known.credit === 1 ? "right" : known.credit > 0 ? "partly" : "wrong";
    const said = say("{points} of {most} points.", { points: round(known.credit * (worth || most)), most: round(worth || most) });
    show(form, state, ticked.length ? said : say("Compare with the answer below, and tick what yours has."));
    known.done = ticked.length > 0;
  }

  const links = new Map(all(".overview a").map((link) => [link.dataset.item, link]));
  const questions = all("article.question")
    .map((article) => ({ article, link: links.get(article.id), forms: forms.filter((form) => article.contains(form) && form.querySelector("[type=submit]")) }))
    .filter((question) => question.forms.length);
  const checked = questions.flatMap((question) => question.forms);
  const round = (value) => String(Number(value.toFixed(2)));

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
      : say("{done} of {count} answered.", { done, count: questions.length });
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

  function answerOf(form) {
    return all("input, textarea", form).map((input) => (/radio|checkbox/.test(input.type) ? input.checked : input.value));
  }

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

  for (const form of forms) {
    form.addEventListener("submit", checked.includes(form) ? check : (event) => event.preventDefault());
    form.addEventListener("input", (event) => {
      if (event.target.closest(".self")) gradeSelf(form);
      else if (form.dataset.kind !== "words") {
        unsay(form);
        const known = results.get(form);
        // In practice an answer that is being changed counts no more; in a test the first one does.
        if (known && !graded) Object.assign(known, { credit: 0, changed: true });
      }
      score();
      keep();
    });
  }

  for (const details of all("article.question details.answer")) {
    details.addEventListener("toggle", () => {
      const article = details.closest("article.question");
      const own = checked.filter((form) => article.contains(form));
      if (!details.open || !own.length || own.every((form) => results.has(form)) || openedFirst.has(article)) return;
      openedFirst.add(article);
      for (const form of own) {
        if (results.has(form) || !graded || form.dataset.kind === "words") continue;
        results.set(form, { tries: 1, credit: 0, opened: true, last: null });
      }
      score();
      keep();
    });
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
