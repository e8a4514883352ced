// The controls of a part. Each has a label, says its value with the unit, and works by the keyboard.

// Returns {element, show}; `changed` is told the choice that a control was moved to.
function workbench(part, track, changed) {
  const controls = part.workbench.map((name) => [name, control(track, name, (at) => changed({ [name]: at }))]);
  const element = html("div", { class: "workbench", role: "group", "aria-label": "Workbench" }, controls.map(([, one]) => one.element));
  return { element, show: (setting) => controls.forEach(([name, one]) => one.show(setting[name])) };
}

function control(track, name, changed) {
  const { choices, kind } = track.controls[name];
  const { label: said, note } = track.named[name];
  const id = newName(name);
  const remark = note && html("p", { class: "note", id: `${id}-note` }, note);
  const described = note ? `${id}-note` : undefined;
  if (kind === "toggle") {
    const input = html("input", { type: "checkbox", role: "switch", id, "aria-describedby": described, onchange: () => changed(Number(input.checked)) });
    const element = html("div", { class: "control toggle" }, html("label", { for: id }, input, html("span", {}, said)), remark);
    return { element, show: (at) => { input.checked = at === 1; } };
  }
  if (kind === "select") {
    const options = choices.map((choice, at) => html("option", { value: at }, choice.label));
    const input = html("select", { id, "aria-describedby": described, onchange: () => changed(Number(input.value)) }, options);
    const element = html("div", { class: "control" }, html("label", { for: id }, said), input, remark);
    return { element, show: (at) => { input.value = String(at); } };
  }
  const output = html("output", { for: id });
  const input = html("input", { type: "range", id, min: 0, max: choices.length - 1, step: 1, "aria-describedby": described, oninput: () => changed(Number(input.value)) });
  const ends = html("div", { class: "ends", "aria-hidden": "true" }, html("span", {}, choices[0].label), html("span", {}, choices.at(-1).label));
  const element = html("div", { class: "control slider" }, html("div", { class: "said" }, html("label", { for: id }, said), output), input, ends, remark);
  function show(at) {
    input.value = String(at);
    input.setAttribute("aria-valuetext", choices[at].label);
    input.style.setProperty("--filled", `${(100 * at) / (choices.length - 1)}%`);
    output.textContent = choices[at].label;
  }
  return { element, show };
}
