// One part of a lab on one track: predict, then explore, then reflect.

// Returns {show}; `changed` is called whenever something was done, and says whether another part may open by it.
function labPart(article, track, at, changed) {
  const asked = track.parts[at];
  const mine = () => workOn(track, at);
  const opened = all(".opened", article);
  const announced = article.querySelector(".announced");
  const onward = article.querySelector(".onward");
  const reflection = article.querySelector("textarea.reflection");

  const choose = (choices) => {
    const movable = Object.fromEntries(Object.entries(choices).filter(([name]) => asked.workbench.includes(name)));
    if (!Object.keys(movable).length) return;
    Object.assign(mine().setting, movable);
    changed();
    draw();
    tell();
  };
  const bench = workbench(asked, track, choose);
  const instruments = asked.instruments.map((plot) => instrument(plot, track, choose));
  const values = allValues(track);
  const refused = html("div", { class: "refused", role: "status", hidden: true });
  const riddle = asked.puzzle && puzzle(asked, track, mine, choose, () => {
    changed();
    show();
  });
  article.querySelector(".lab").replaceChildren(...[
    asked.workbench.length && bench.element,
    riddle?.element,
    refused,
    instruments.length && html("div", { class: "instruments" }, instruments.map((one) => one.element)),
    values.element,
  ].filter(Boolean));

  const guess = prediction(article, asked, track, mine, () => {
    changed();
    show();
    const outcome = article.querySelector("form.prediction .outcome");
    outcome.tabIndex = -1;
    outcome.focus({ preventScroll: true });
  });

  // What was predicted is drawn beside what the model gives.
  function predicted() {
    const { kind, quantity, setting } = asked.prediction;
    const given = mine().prediction;
    return kind === "number" && given !== null ? { quantity, setting, value: given * track.named[quantity].scale } : null;
  }
  let due = false;
  function draw() {
    bench.show(mine().setting);
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      for (const one of instruments) one.draw(mine().setting, predicted());
      values.draw(mine().setting);
      refuse(impossible(track, mine().setting, asked.instruments));
    });
  }
  // What cannot be is told once, and not again with every control that leaves it so.
  function refuse(reasons) {
    const said = reasons.join(" ");
    if (refused.dataset.said === said) return;
    refused.dataset.said = said;
    refused.hidden = !reasons.length;
    refused.replaceChildren(html("strong", {}, "✗ This cannot be."), ` ${said} Whatever follows from it has no value.`);
  }
  let telling = 0;
  function tell() {
    clearTimeout(telling);
    telling = setTimeout(() => {
      const told = all(".instrument desc", article).slice(0, 2);
      announced.textContent = told.map((one) => one.textContent).join(" ");
    }, 700);
  }

  if (reflection) {
    reflection.addEventListener("input", () => {
      mine().reflection = reflection.value;
      changed();
    });
  }
  onward.addEventListener("click", () => {
    mine().done = true;
    changed(at + 1);
  });

  function show() {
    const reached = isReached(track, at);
    article.hidden = !reached;
    if (!reached) return;
    guess.show();
    const locked = mine().prediction !== null;
    for (const one of opened) one.hidden = !locked;
    if (!locked) return;
    riddle?.show();
    if (reflection && reflection.value !== mine().reflection) reflection.value = mine().reflection;
    onward.hidden = mine().done;
    onward.disabled = !isSettled(asked, mine());
    article.querySelector(".waiting").hidden = mine().done || isSettled(asked, mine());
    draw();
  }
  return { show };
}

// Every quantity at the setting that the instruments show.
function allValues(track) {
  const held = tableHolder("All quantities at this setting");
  const details = html("details", { class: "data values" }, html("summary", {}, "All quantities at this setting"), html("div", { class: "folded" }, held));
  let setting = null;
  function fillIn() {
    const values = valuesAt(track, setting);
    const rows = Object.entries(track.named).map(([name, quantity]) => {
      const moved = track.controls[name];
      return [quantity.label, moved && !moved.values ? choiceText(track, name, setting[name]) : valueOf(track, name, values[name])];
    });
    held.replaceChildren(dataTable(["Quantity", "Value"], rows));
  }
  details.addEventListener("toggle", () => details.open && setting && fillIn());
  return {
    element: details,
    draw: (wanted) => {
      setting = wanted;
      if (details.open) fillIn();
    },
  };
}
