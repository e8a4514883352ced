// A puzzle: settings are tried, and each try tells which of the demands hold.

// Judges a setting: {setting, met, solved, value}.
function tryOut(part, track, setting) {
  const values = valuesAt(track, setting);
  const met = part.puzzle.demands.map((demand) => derived(demand.test, values));
  const value = part.puzzle.of && values[part.puzzle.of];
  return { setting: { ...setting }, met, value, solved: met.every(Boolean) && isNearBest(part.puzzle, value) };
}

// Whether a value comes as near to the best as is asked for, as `near_enough` of qbank.labs.puzzle decides.
function isNearBest({ of, least, best, within }, value) {
  if (!of) return true;
  const share = within * Math.abs(best);
  return least ? $atMost(value, best + share) : $atMost(best - share, value);
}

// Returns {element, show}; `choose` moves controls, and `tried` is called after each try.
function puzzle(part, track, mine, choose, tried) {
  const { demands, of, least, tries, goal, solving, settings, example } = part.puzzle;
  const best = of && track.named[of];
  const button = html("button", { type: "button", onclick: attempt }, "Try this setting");
  // The way on, once all tries are used up.
  const solution = html("button", { type: "button", class: "quiet", hidden: true, onclick: () => choose(example) }, "Show a setting that solves it");
  const left = html("p", { class: "left" });
  const remark = html("p", { class: "remark", role: "status", tabindex: -1 });
  const last = html("div", { class: "tries" });
  const before = html("div", { class: "tries" });
  const earlier = html("details", { class: "data" }, html("summary", {}, "Earlier tries"), before);
  const wanted = demands.map((demand) => html("li", {}, demand.says));
  if (best) wanted.push(html("li", {}, `${best.label} as ${least ? "small" : "large"} as it can be${part.puzzle.within ? `, or within ${percent(part.puzzle.within)} of that` : ""}`));
  const element = html("section", { class: "puzzle", "aria-label": "Puzzle" },
    html("h3", { class: "label" }, "The puzzle"),
    goal && html("p", {}, goal),
    html("ul", { class: "demands" }, wanted),
    html("p", { class: "note" }, `${digits(solving)} of ${digits(settings)} settings ${solving === 1 ? "solves" : "solve"} it. The instruments move as you do; only "Try this setting" counts.`),
    html("div", { class: "act" }, button, left, solution), remark, last, earlier);

  function attempt() {
    if (mine().tries.some((one) => part.workbench.every((name) => one.setting[name] === mine().setting[name]))) {
      say(remark, "You have tried this setting. Change something first; it costs no try.");
      return;
    }
    const one = tryOut(part, track, mine().setting);
    mine().tries.push(one);
    tried();
    if (button.hidden) remark.focus({ preventScroll: true }); // the focus must not be lost with the button
    say(remark, sentence(one));
  }
  function sentence(one) {
    if (one.solved) return `✓ Solved with ${plural(mine().tries.length, "try", "tries")}.`;
    const failed = demands.filter((_, at) => !one.met[at]).map((demand) => demand.says);
    const lacking = failed.length ? `Not yet: ${failed.join("; ")}.` : `All demands hold, but ${best.label} can be better than ${shown(best, one.value)}.`;
    return triesLeft(part, mine()) ? lacking : `${lacking} No tries are left. Go on looking freely, have a solution shown, or go on to the next part.`;
  }
  function tell(one, at) {
    const results = demands.map((demand, place) =>
      html("li", { "data-state": one.met[place] ? "right" : "wrong" }, `${one.met[place] ? "✓" : "✗"} ${demand.says}`));
    if (best) results.push(html("li", {}, `${best.label}: ${shown(best, one.value)}`));
    return html("div", { class: "try", "data-state": one.solved ? "right" : "wrong" },
      html("strong", {}, `Try ${at + 1}`), ` ${settingText(track, one.setting, part.workbench)}`, html("ul", {}, results));
  }
  function show() {
    const rest = triesLeft(part, mine());
    const solved = isSolved(part, mine());
    button.hidden = solved || rest <= 0;
    solution.hidden = solved || rest > 0 || !example;
    left.textContent = solved || rest <= 0 ? "" : `${plural(rest, "try", "tries")} left of ${tries}`;
    element.dataset.state = solved ? "right" : rest <= 0 ? "wrong" : "";
    const told = mine().tries.map(tell).reverse();
    last.replaceChildren(...told.slice(0, 1));
    before.replaceChildren(...told.slice(1));
    earlier.hidden = told.length < 2;
    remark.dataset.state = solved ? "right" : "";
    remark.textContent = mine().tries.length ? sentence(mine().tries.at(-1)) : "";
  }
  return { element, show };
}
