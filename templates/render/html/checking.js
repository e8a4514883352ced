// Checking the forms of questions, in practice or graded: what an answer earns, and what is said of it.
// `units` are the spellings of units; `wrongUnit` is what the right number with a wrong unit earns; `changed` is told
// of a form whose result may be another now.
function formChecker({ units, graded = false, wrongUnit = 0, changed }) {
  const { readNumber, withUnit } = numberReader(units);
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
        changed(form);
        return;
      }
      const known = results.get(form) || { tries: 0, credit: 0, opened: openedFirst.has(articleOf(form)) };
      const answer = answerOf(form);
      // In practice nobody tries any more who was right once.
      if (!known.right && JSON.stringify(known.last) !== JSON.stringify(answer)) known.tries += 1;
      known.right ||= !graded && verdict.credit === 1;
      known.last = answer;
      known.changed = false;
      if (graded) {
        if (known.tries === 1) known.credit = known.opened ? 0 : verdict.credit;
      } else known.credit = verdict.credit;
      results.set(form, known);
      tell(form, verdict, known);
    }
    changed(form);
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

  function answerOf(form) {
    return all("input, textarea", form).map((input) => (/radio|checkbox/.test(input.type) ? input.checked : input.value));
  }

  // Checks a form when it is sent, and lets go of what was said of it when its answer changes.
  function watch(form, checked = true) {
    form.addEventListener("submit", checked ? check : (event) => event.preventDefault());
    form.addEventListener("input", (event) => {
      if (event.target.closest(".self")) gradeSelf(form);
      else if (form.dataset.kind !== "words") {
        unsay(form);
        const known = results.get(form);
        // In practice an answer that is being changed counts no more; in a test the first one does.
        if (known && !graded) Object.assign(known, { credit: 0, changed: true });
      }
      changed(form);
    });
  }

  // Notes that an answer was opened before its question had been answered.
  function watchAnswer(details, forms) {
    details.addEventListener("toggle", () => {
      const article = articleOf(details);
      if (!details.open || !forms.length || forms.every((form) => results.has(form)) || openedFirst.has(article)) return;
      openedFirst.add(article);
      for (const form of forms) {
        if (results.has(form) || !graded || form.dataset.kind === "words") continue;
        results.set(form, { tries: 1, credit: 0, opened: true, last: null });
      }
      changed(forms[0]);
    });
  }

  return { results, openedFirst, answerOf, judge, tell, unsay, gradeSelf, watch, watchAnswer };
}

const round = (value) => String(Number(value.toFixed(2))).replace(".", say("."));
