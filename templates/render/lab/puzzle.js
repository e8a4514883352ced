// A puzzle: settings are tried, and each try tells which of the demands hold.

const isPuzzling = (part, mine) => Boolean(part.puzzle) && !isSolved(part, mine) && triesLeft(part, mine) > 0;

// Judges a setting: {setting, met, solved, value}.
function tryOut(part, track, setting) {
  const values = valuesAt(track, setting);
  const { demands, best } = part.puzzle;
  const met = demands.map((demand) => derived(demand.test, values));
  const value = best ? values[best.of] : undefined;
  const near = !best || (best.least ? value <= best.reach : value >= best.reach);
  return { setting: { ...setting }, met, value, solved: met.every(Boolean) && near };
}

// Returns {element, show}; `tried` is called after each try.
function puzzle(part, track, mine, tried) {
  const { demands, best, tries, goal, count, settings } = part.puzzle;
  const button = html("button", { type: "button", onclick: attempt }, "Try this setting");
  const left = html("p", { class: "left" });
  const remark = html("p", { class: "remark", role: "status" });
  const list = html("ol", { class: "tries" });
  const wanted = demands.map((demand) => html("li", {}, demand.says));
  if (best) wanted.push(html("li", {}, `${quantityOf[best.of].label} as ${best.least ? "small" : "large"} as it can be`));
  const element = html("section", { class: "puzzle", "aria-label": "Puzzle" },
    html("h4", { class: "label" }, "The puzzle"),
    goal && html("p", {}, goal),
    html("ul", { class: "demands" }, wanted),
    count > 0 && html("p", { class: "note" }, `${digits(count)} of ${digits(settings)} settings satisfy these demands${best ? ", before it comes to the best" : ""}. The instruments follow what you try.`),
    html("div", { class: "act" }, button, left), remark, list);

  function attempt() {
    const one = tryOut(part, track, mine().setting);
    mine().tries.push(one);
    tried();
    say(remark, sentence(one));
  }
  function sentence(one) {
    if (one.solved) return `✓ Solved with ${plural(mine().tries.length, "try", "tries")}.`;
    const failed = demands.filter((_, at) => !one.met[at]).map((demand) => demand.says);
    const lacking = failed.length ? `Not yet: ${failed.join("; ")}.` : `All demands hold, but ${quantityOf[best.of].label} can be better than ${shown(quantityOf[best.of], one.value)}.`;
    return triesLeft(part, mine()) ? lacking : `${lacking} No tries are left. Now look for a solution freely.`;
  }
  function show() {
    const rest = triesLeft(part, mine());
    const solved = isSolved(part, mine());
    button.hidden = solved || rest <= 0;
    left.textContent = solved || rest <= 0 ? "" : `${plural(rest, "try", "tries")} left of ${tries}`;
    element.dataset.state = solved ? "right" : rest <= 0 ? "wrong" : "";
    list.replaceChildren(...mine().tries.map((one, at) => html("li", { "data-state": one.solved ? "right" : "wrong" },
      html("strong", {}, `Try ${at + 1}`), ` ${settingText(track, one.setting, part.workbench)}`,
      html("ul", {}, demands.map((demand, place) => html("li", { "data-state": one.met[place] ? "right" : "wrong" }, `${one.met[place] ? "✓" : "✗"} ${demand.says}`)),
        best && html("li", {}, `${quantityOf[best.of].label}: ${shown(quantityOf[best.of], one.value)}`)))));
    remark.dataset.state = solved ? "right" : "";
    remark.textContent = mine().tries.length ? sentence(mine().tries.at(-1)) : "";
  }
  return { element, show };
}
