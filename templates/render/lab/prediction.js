// The prediction of a part: once it is locked in, it stays, and what it is compared with is shown.

const { readNumber } = numberReader(JSON.parse(document.body.dataset.units));

// Finds the form of a part in the page; `locked` is called when the reader locks it in.
function prediction(article, part, track, mine, locked) {
  const form = article.querySelector("form.prediction");
  const fieldset = form.querySelector("fieldset");
  const remark = form.querySelector(".remark");

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (mine().prediction !== null) return;
    const given = read();
    if (given.problem) {
      say(remark, given.problem);
      (form.querySelector("input, textarea")).focus();
      return;
    }
    mine().prediction = given.answer;
    locked();
  });

  function read() {
    const data = new FormData(form).get("answer");
    const input = form.querySelector("input, textarea");
    if (part.prediction.kind === "choice") return data === null ? { problem: "Choose an option first." } : { answer: Number(data) };
    if (part.prediction.kind === "text") return data.trim() ? { answer: data.trim() } : { problem: "Write a sentence first." };
    const read = readNumber(data, track.named[part.prediction.quantity].unit);
    return read.problem ? { problem: read.problem } : { answer: read.value };
  }

  function show() {
    const given = mine().prediction;
    fieldset.disabled = given !== null;
    form.classList.toggle("locked", given !== null);
    form.querySelector(".lock").hidden = given !== null;
    for (const input of all("input, textarea", form)) {
      if (input.type === "radio") input.checked = given !== null && Number(input.value) === given;
      else if (given !== null) input.value = String(given);
    }
    const judged = given === null ? null : outcomeOf(part, track, given);
    const outcome = form.querySelector(".outcome");
    outcome.hidden = given === null;
    for (const more of all(".explanation, .surprise", form)) more.hidden = given === null;
    if (judged) {
      outcome.dataset.state = judged.state;
      outcome.replaceChildren(html("strong", {}, judged.verdict), judged.said && ` ${judged.said}`);
    }
    for (const option of all(".option", form)) {
      delete option.dataset.state;
      if (given === null || part.prediction.right === undefined) continue;
      const at = Number(option.querySelector("input").value);
      if (part.prediction.right === at) option.dataset.state = "right";
      else if (at === given) option.dataset.state = "wrong";
    }
  }
  return { show };
}

// Compares a prediction with the model: {state, verdict, said, answer, error}.
function outcomeOf(part, track, given) {
  const asked = part.prediction;
  if (asked.kind === "text") return { state: "", verdict: "Locked in.", said: "Compare it with what follows." };
  if (asked.kind === "choice") {
    const right = asked.right === given;
    return { state: right ? "right" : "wrong", verdict: right ? "✓ Right." : "✗ Not right.", said: "", answer: asked.right };
  }
  const quantity = track.named[asked.quantity];
  const answer = valuesAt(track, asked.setting)[asked.quantity];
  const predicted = given * quantity.scale;
  const error = (predicted - answer) / Math.abs(answer);
  const near = Math.abs(predicted - answer) <= asked.within * Math.abs(answer) * (1 + 1e-12);
  const said = `You said ${shown(quantity, predicted)}; the model gives ${shown(quantity, answer)}${near ? "" : `, ${apart(predicted, answer)}`}.`;
  return { state: near ? "right" : "wrong", verdict: near ? "✓ Well judged." : "✗ Not near.", said, answer, error };
}

// How far a prediction is from the answer, as people say it.
function apart(predicted, answer) {
  const quotient = predicted / answer;
  if (!Number.isFinite(quotient) || quotient <= 0) return "which is something else altogether";
  if (quotient >= 2) return `so yours is ${digits(quotient)} times too high`;
  if (quotient <= 0.5) return `so yours is ${digits(1 / quotient)} times too low`;
  return `so yours is ${percent(Math.abs(quotient - 1))} too ${quotient > 1 ? "high" : "low"}`;
}
