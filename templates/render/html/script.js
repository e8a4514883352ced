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

  // Returns {value} in the unit asked for, or {problem} in words.
  function readNumber(text, asked) {
    const bare = text.trim().replace(/^(?:[=≈~]|about|approx\.?|ca\.?)\s*/i, "").replace(/[−–]/g, "-")
      .replace(/(10\s*)([⁻⁺]?[⁰¹²³⁴-⁹]+)/g, (_, ten, raised) => `${ten}^${lowered(raised)}`);
    if (!bare) return { problem: "Type a number first." };
    const [start, before, dollar, behind] = sign.exec(bare);
    const written = digitsAhead.exec(bare.slice(start.length));
    const digits = written && plainDigits(written[0]);
    if (!digits || (before && behind)) {
      return { problem: `This is not a number that can be read. Write it like 14, 1.4e1 or ${withUnit(14, asked)}.` };
    }
    let rest = bare.slice(start.length + written[0].length);
    const raised = power.exec(rest);
    if (raised) rest = rest.slice(raised[0].length);
    let exponent = raised ? Number(raised[1] || raised[2]) : 0;
    let unit = tidyUnit(rest);
    if (dollar && !unit.startsWith("$")) unit = dollar + unit;
    let factor = factorOf(unit, asked);
    // "8.5 × 10^-12" is the whole number where it is asked for in 10⁻¹².
    if (!unit && raised && raised[2] && isPower(asked)) factor = units[asked][""] || "";
    if (factor === undefined) {
      const word = /^(\$?)(thousand|million|billion|trillion)\b\s*(.*)$/i.exec(unit);
      if (word) {
        exponent += words[word[2].toLowerCase()];
        unit = word[1] + word[3];
        factor = factorOf(unit, asked);
      }
    }
    if (factor === undefined) {
      return { problem: asked ? `The unit “${unit}” is not known here. Answer in ${asked}.` : "Give a plain number, without a unit." };
    }
    let scale = 1;
    if (factor.startsWith("e")) exponent += Number(factor.slice(1));
    else if (factor.startsWith("*")) scale = Number(factor.slice(1));
    // Read in one step, so that a number at the very end of the interval is that end.
    const value = Number(`${before || behind}${digits}e${exponent}`) * scale;
    return Number.isFinite(value) ? { value } : { problem: "This number is too large." };
  }

  function withUnit(value, unit) {
    const size = Math.abs(value);
    const shown = size && (size < 1e-4 || size >= 1e9) ? value.toExponential() : String(Number(value.toPrecision(12)));
    if (unit.startsWith("$")) return `$${shown}${unit.slice(1)}`;
    if (isPower(unit)) return `${shown} × ${unit}`;
    return unit === "%" || unit === "x" ? shown + unit : `${shown} ${unit}`.trim();
  }

  /* Checking */

  const results = new Map();
  const forms = all("form.check").filter((form) => form.querySelector("[type=submit]"));

  function say(form, state, text) {
    const result = form.querySelector(".result");
    result.hidden = false;
    result.textContent = "";
    result.dataset.state = state;
    // Set anew a moment later, so that screen readers speak it even if it is the same as before.
    setTimeout(() => { result.textContent = text; }, 30);
  }

  function checkChoice(form) {
    const inputs = all("input", form);
    const chosen = inputs.filter((input) => input.checked);
    if (!chosen.length) {
      say(form, "", "Choose an option first.");
      return undefined;
    }
    const right = inputs.every((input) => input.checked === Object.hasOwn(input.dataset, "correct"));
    for (const input of inputs) {
      const option = input.closest(".option");
      delete option.dataset.state;
      if (input.checked) option.dataset.state = Object.hasOwn(input.dataset, "correct") ? "right" : "wrong";
    }
    for (const feedback of all(".feedback", form)) {
      feedback.hidden = !chosen.some((input) => input.value === feedback.dataset.option);
    }
    say(form, right ? "right" : "wrong", right ? "✓ Right." : "✗ Not right. Try again, or open the answer.");
    return right;
  }

  function checkNumber(form) {
    const { low, high, unit } = form.dataset;
    const input = form.querySelector("input");
    const read = readNumber(input.value, unit);
    if (read.problem) {
      say(form, "", read.problem);
      input.focus();
      return undefined;
    }
    const right = read.value >= Number(low) && read.value <= Number(high);
    const given = withUnit(read.value, unit);
    say(form, right ? "right" : "wrong", right ? `✓ ${given} is right.` : `✗ ${given} is not right. Try again, or open the answer.`);
    return right;
  }

  function check(event) {
    event.preventDefault();
    const form = event.currentTarget;
    const right = form.dataset.kind === "choice" ? checkChoice(form) : checkNumber(form);
    if (right === undefined) {
      results.delete(form);
      delete form.dataset.state;
    } else {
      results.set(form, right);
      form.dataset.state = right ? "right" : "wrong";
    }
    score();
  }

  const links = new Map(all(".overview a").map((link) => [link.dataset.item, link]));
  const questions = all("article.question")
    .map((article) => ({
      worth: Number(article.dataset.points),
      link: links.get(article.id),
      forms: forms.filter((form) => article.contains(form)),
    }))
    .filter((question) => question.forms.length);
  const round = (value) => String(Number(value.toFixed(2)));

  function score() {
    const shown = byId("score");
    if (!shown) return;
    let right = 0;
    let done = 0;
    let points = 0;
    let most = 0;
    for (const { worth, link, forms: own } of questions) {
      const isRight = own.every((form) => results.get(form) === true);
      const isWrong = own.some((form) => results.get(form) === false);
      most += worth;
      if (own.every((form) => results.has(form))) done += 1;
      if (isRight) {
        right += 1;
        points += worth;
      }
      if (link) mark(link, isRight ? "right" : isWrong ? "wrong" : "");
    }
    const worths = most > 0 ? `, ${round(points)} of ${round(most)} points` : "";
    shown.textContent = `${right} of ${questions.length} right`;
    shown.hidden = results.size === 0;
    byId("summary").textContent = done === questions.length ? `Done: ${right} of ${questions.length} right${worths}.` : "";
  }

  function mark(link, state) {
    if ((link.dataset.state || "") === state) return;
    if (state) link.dataset.state = state;
    else delete link.dataset.state;
    link.querySelector(".state").textContent = state ? `, ${state}` : "";
  }

  for (const form of forms) {
    form.addEventListener("submit", check);
    // What was said about another answer no longer holds.
    form.addEventListener("input", () => {
      for (const option of all(".option", form)) delete option.dataset.state;
      delete form.dataset.state;
    });
  }
  for (const form of all("form.check")) if (!forms.includes(form)) form.addEventListener("submit", (event) => event.preventDefault());

  byId("again")?.addEventListener("click", () => {
    results.clear();
    for (const form of forms) {
      form.reset();
      delete form.dataset.state;
      for (const option of all(".option", form)) delete option.dataset.state;
      for (const feedback of all(".feedback", form)) feedback.hidden = true;
      const result = form.querySelector(".result");
      result.textContent = "";
      delete result.dataset.state;
    }
    for (const details of all("details")) details.open = false;
    score();
    stopTimer();
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
    byId("timer-text").textContent = ticking ? text : `${text} paused`;
    if (limit && left < 0) timer.dataset.late = "";
    const warning = !limit ? "" : left <= 0 ? "Time is up." : left <= 300 && limit > 600 ? "Five minutes left." : "";
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
    byId("timer-text").textContent = "Start timer";
  }

  timer?.addEventListener("click", () => {
    if (ticking) {
      seconds = passed();
      clearInterval(ticking);
      ticking = 0;
    } else {
      since = Date.now();
      ticking = setInterval(tick, 500);
    }
    tick();
  });

  score();
})();
