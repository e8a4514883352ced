// The library of formulas: computing, solving for any variable, plotting one against another.

async function library() {
  const { data, code } = await load("formulas");
  if (!library.functions) {
    const { $equal, $less, $atMost, $floor, $ceiling, $sum, $factorial } = labs;
    library.functions = code({ $equal, $less, $atMost, $floor, $ceiling, $sum, $factorial });
    library.byId = new Map(data.map((formula) => [formula.id, formula]));
  }
  return { formulas: data, byId: library.byId, functions: library.functions };
}

async function formulasView(bank, route) {
  const { formulas, byId, functions } = await library();
  if (route.parts[1]) return byId.has(route.parts[1]) ? formulaView(bank, byId.get(route.parts[1]), functions[route.parts[1]], route) : html("div", { class: "narrow-page" }, heading("No such formula"), html("p", {}, html("a", { href: "#/formulas" }, "All formulas")));
  const search = html("input", { type: "search", id: "search", placeholder: "Find a formula", "aria-label": "Find a formula", value: route.query.get("q") || "" });
  const holder = html("div", {});
  const found = html("p", { role: "status", class: "hint" });
  for (const formula of formulas) formula.text ||= fold(`${formula.id} ${formula.name} ${formula.area} ${Object.values(formula.variables).map((one) => one.meaning).join(" ")}`).replace(/_/g, " ");
  function draw() {
    const terms = termsOf(search.value.replace(/_/g, " "));
    const fitting = formulas.filter((formula) => terms.every((term) => formula.text.includes(term)));
    const areas = [...new Set(fitting.map((formula) => formula.area))];
    found.textContent = counted(fitting.length, "formula");
    readdress(["formulas"], search.value ? new URLSearchParams({ q: search.value }) : "");
    holder.replaceChildren(...areas.map((area) => html("section", {}, html("h2", {}, capital(inWords(area))), html("ul", { class: "formula-list" }, fitting.filter((formula) => formula.area === area).map((formula) => html("li", {}, html("a", { href: address(["formulas", formula.id]) }, formula.name), lawOf(formula)))))));
  }
  search.addEventListener("input", draw);
  draw();
  return html("div", { class: "page" }, heading("Formulas"), field("Find", search), found, holder);
}

// A formula as it is written, made once: the list is drawn at every key.
function lawOf(formula) {
  formula.law ||= formula.mathml ? html("span", { class: "law-small" }, fragment(formula.mathml)) : html("code", {}, formula.equation);
  letScroll(formula.law);
  return formula.law;
}

// The unit to show a value in: with the prefix that leaves it between 1 and 1000, as far as people write that unit so.
function unitFor(value, { mark, spellings }) {
  const size = Math.abs(value);
  if (!mark || !size || (size >= 0.1 && size < 10_000)) return { unit: mark, scale: 1 };
  for (const [prefix, power] of [["P", 15], ["T", 12], ["G", 9], ["M", 6], ["k", 3], ["m", -3], ["µ", -6], ["n", -9]]) {
    if (spellings[prefix + mark] === `e${power}` && size >= 10 ** power * 0.9995 && size < 10 ** (power + 3)) return { unit: prefix + mark, scale: 10 ** power };
  }
  return { unit: mark, scale: 1 };
}

function printed(value, said) {
  if (!Number.isFinite(value)) return "no value";
  const { unit, scale } = unitFor(value, said);
  return labs.withUnit(significant(value / scale), unit);
}
const typed = (text) => text.replace(/\u00a0/g, " ").replace(/,/g, "").replace(/−/g, "-");

// A number with up to six digits that count, and powers of ten where it is very large or small.
function significant(value) {
  const size = Math.abs(value);
  if (size && (size >= 1e12 || size < 1e-4)) return labs.digits(value);
  return Number(value.toPrecision(6)).toLocaleString("en", { maximumSignificantDigits: 6 }).replace("-", "−");
}

function formulaView(bank, formula, code, route) {
  const names = Object.keys(formula.variables);
  const { symbol } = formula.result;
  // A name stands in addresses, and is what authors write; readers see the symbol that the formula shows.
  const shown = (name) => (formula.variables[name] || formula.result).shown;
  const drawn = (name) => {
    const said = formula.variables[name] || formula.result;
    return said.mathml ? fragment(said.mathml) : html("code", {}, said.shown);
  };
  const spellings = Object.fromEntries([...names.map((name) => formula.variables[name]), formula.result].map((one) => [one.mark, one.spellings]));
  const reader = checks.numberReader(spellings);
  const stated = Object.fromEntries(names.map((name) => [name, route.query.get(name) ?? (formula.example[name] === undefined ? "" : typed(printed(formula.example[name], formula.variables[name])))]));
  let target = route.query.get("solve") || "";
  if (!names.includes(target)) target = "";
  let wanted = route.query.get("result") || "";
  let along = names.includes(route.query.get("x")) ? route.query.get("x") : names[0];
  const inputs = {};
  const outcome = html("div", { class: "outcome-box", role: "status" });
  const picture = html("div", { class: "plot" });

  const boxFor = (name, value, put) => {
    const box = html("input", { type: "text", value, maxlength: 60, id: `value-${name}`, autocomplete: "off", spellcheck: "false", "aria-describedby": `problem-${name}` });
    box.addEventListener("input", () => { put(box.value); update(); });
    return box;
  };
  const choose = (name) => {
    const radio = html("input", { type: "radio", name: "solve", value: name, "aria-label": name ? `Solve for ${shown(name)}, ${formula.variables[name].meaning}` : `Compute ${shown(symbol)}` });
    radio.checked = target === name;
    radio.addEventListener("change", () => {
      const last = values();
      if (!target && name && !wanted && Number.isFinite(last.result)) wanted = typed(printed(last.result, formula.result));
      target = name;
      drawTable();
      update();
      tableBody.querySelector(`input[value="${name}"]`).focus();
    });
    return radio;
  };
  const tableBody = html("tbody", {});
  function drawTable() {
    const line = (name, said, value, put) => {
      const sought = name === target || (!target && name === symbol && put === null);
      inputs[name] = sought ? null : boxFor(name, value, put);
      return html("tr", { class: sought ? "sought" : undefined }, html("td", {}, choose(put === null || name === symbol && !formula.variables[name] ? "" : name)), html("th", { scope: "row" }, drawn(name), " ", html(shown(name) === name ? "span" : "code", { class: shown(name) === name ? "unseen" : "hint" }, name)), html("td", {}, said.meaning || formula.name, html("span", { class: "hint" }, said.mark ? ` in ${said.mark}` : "")),
        html("td", {}, sought ? html("span", { class: "sought-mark" }, "sought") : [html("label", { class: "unseen", for: `value-${name}` }, `${shown(name)}: ${said.meaning || formula.name}`), inputs[name]], html("span", { class: "problem", id: `problem-${name}` })));
    };
    tableBody.replaceChildren(...names.map((name) => line(name, formula.variables[name], stated[name], (value) => { stated[name] = value; })), line(symbol, formula.result, wanted, target ? (value) => { wanted = value; } : null));
  }

  function values() {
    const read = {};
    let fault = "";
    for (const name of names) {
      const place = tableBody.querySelector(`[id="problem-${name}"]`);
      if (place) place.textContent = "";
      if (name === target) continue;
      const found = reader.readNumber(stated[name], formula.variables[name].mark);
      if (found.problem) {
        fault ||= `${shown(name)}: ${found.problem}`;
        if (place && stated[name]) place.textContent = ` ${found.problem}`;
        continue;
      }
      const { min, max } = formula.variables[name];
      if ((min !== null && found.value < min) || (max !== null && found.value > max)) {
        fault ||= `${shown(name)} has to be ${min !== null && found.value < min ? `at least ${min}` : `at most ${max}`}.`;
        if (place) place.textContent = ` ${fault}`;
      }
      read[name] = found.value;
    }
    const holds = (given) => code.conditions.every((condition) => condition(given));
    return { read, fault, holds, result: !target && !fault && code ? code.compute(read) : NaN };
  }

  function update() {
    const query = new URLSearchParams();
    for (const name of names) if (name !== target && stated[name]) query.set(name, stated[name]);
    if (target) {
      query.set("solve", target);
      query.set("result", wanted);
    }
    if (along !== names[0]) query.set("x", along);
    readdress(["formulas", formula.id], query);
    if (!code) {
      outcome.replaceChildren(html("p", {}, "This formula cannot be computed in a browser."));
      return;
    }
    const now = values();
    if (now.fault) outcome.replaceChildren(html("p", { class: "problem" }, now.fault));
    else if (target) outcome.replaceChildren(...solved(now));
    else outcome.replaceChildren(html("p", { class: "answer-line" }, drawn(symbol), " = ", html("strong", { id: "answer" }, printed(now.result, formula.result))), now.holds(now.read) ? "" : html("p", { class: "problem" }, `It holds only when ${formula.holds_when.join(" and ")}.`), remarks(now.read));
    drawPlot(now);
  }

  const remarks = (read) => {
    const odd = names.filter((name) => formula.variables[name].whole && Number.isFinite(read[name]) && !Number.isInteger(read[name]));
    return odd.length ? html("p", { class: "hint" }, `Only whole numbers make sense for ${odd.map(shown).join(", ")}.`) : "";
  };

  function solved(now) {
    const goal = reader.readNumber(wanted, formula.result.mark);
    if (goal.problem) return [html("p", { class: "problem" }, `${shown(symbol)}: ${goal.problem}`)];
    const variable = formula.variables[target];
    const compute = (x) => {
      const given = { ...now.read, [target]: x };
      return now.holds(given) ? code.compute(given) : NaN;
    };
    const { values: found, ranges } = solveFor(compute, goal.value, { low: variable.min ?? -Infinity, high: variable.max ?? Infinity });
    if (!found.length && !ranges.length) return [html("p", { class: "problem" }, `No value of ${shown(target)} gives ${printed(goal.value, formula.result)}${variable.min !== null || variable.max !== null ? " within its bounds" : ""}.`)];
    const said = [...found.map((value) => html("strong", { id: "answer" }, printed(value, variable))), ...ranges.map(([low, high]) => html("strong", { id: "answer" }, `${printed(low, variable)} to ${printed(high, variable)}`))];
    const whole = variable.whole && found.length === 1 && !labs.$equal(found[0], Math.round(found[0])) ? [Math.floor(found[0]), Math.ceil(found[0])].filter((value) => Number.isFinite(compute(value))).map((value) => `${value} gives ${printed(compute(value), formula.result)}`) : [];
    return [html("p", { class: "answer-line" }, drawn(target), " = ", said.flatMap((one, at) => (at ? [" or ", one] : [one]))), whole.length ? html("p", { class: "hint" }, `Of whole numbers, ${whole.join(", ")}.`) : ""];
  }

  // The same code that draws plots of labs: a lab of one control, whose quantities are those of the formula.
  function drawPlot(now) {
    const given = { ...now.read };
    if (target) {
      const goal = reader.readNumber(wanted, formula.result.mark);
      if (!goal.problem) {
        const found = solveFor((x) => code.compute({ ...given, [target]: x }), goal.value, { low: formula.variables[target].min ?? -Infinity, high: formula.variables[target].max ?? Infinity });
        given[target] = found.values[0] ?? found.ranges[0]?.[0];
      }
    }
    const middle = given[along];
    if (now.fault || !Number.isFinite(middle)) {
      picture.replaceChildren();
      return;
    }
    const variable = formula.variables[along];
    const share = variable.max === 1;
    const step = (at) => (share ? at / 48 : middle > 0 ? middle * 10 ** ((at - 24) / 24) : (at - 24) * (Math.abs(middle) || 1) / 12);
    let spots = Array.from({ length: 49 }, (_, at) => step(at));
    if (variable.whole) spots = [...new Set(spots.map((value) => Math.max(1, Math.round(value))))];
    spots = spots.filter((value) => (variable.min === null || value >= variable.min) && (variable.max === null || value <= variable.max));
    const here = spots.reduce((best, value, at) => (Math.abs(value - middle) < Math.abs(spots[best] - middle) ? at : best), 0);
    const x = "$x";
    const y = "$y";
    labs.functions[y] = (all) => {
      const own = { ...given, [along]: all[x] };
      return now.holds(own) ? code.compute(own) : NaN;
    };
    const named = { [x]: { label: `${shown(along)}: ${variable.meaning}`, ...unitFor(middle, variable) }, [y]: { label: shown(symbol), ...unitFor(code.compute({ ...given, [along]: spots.at(-1) ?? middle }), formula.result) } };
    const choices = spots.map((value) => ({ value, label: printed(value, variable) }));
    const track = { controls: { [x]: { kind: "slider", choices, values: spots, at: here } }, named, quantities: [{ name: x, source: "control", choices, default: here }, { name: y, source: "computed" }] };
    // Where values of one variable are even steps of a power, those of the other are as well: a proportion is a line.
    const powers = !share && middle > 0 && spots.map((value) => labs.functions[y]({ [x]: value })).every((value) => value > 0);
    const plot = { of: [y], x, needs: [x, y], title: `${shown(symbol)} by ${shown(along)}`, log: powers };
    const lines = labs.drawLines(plot, track, { [x]: here }, Math.min(picture.clientWidth || 720, 860));
    const pickX = select(names.map((name) => [name, `${shown(name)}: ${formula.variables[name].meaning}`]), along, { id: "plot-x" });
    pickX.addEventListener("change", () => {
      along = pickX.value;
      update();
      byId("plot-x").focus();
    });
    const numbers = html("details", { class: "small" }, html("summary", {}, "As a table"), html("div", { class: "folded" }, html("div", { class: "table", tabindex: 0, role: "region", "aria-label": `${shown(symbol)} by ${shown(along)}` }, labs.dataTable(lines.table.header, lines.table.rows, lines.table.at))));
    picture.replaceChildren(html("figure", {}, html("div", { class: "row" }, field(`Plot ${shown(symbol)} against`, pickX)), lines.image, numbers));
  }

  const questions = bank.rows.filter((row) => row.formulas.includes(formula.id));
  drawTable();
  const page = html("div", { class: "page formula-page" }, html("p", {}, html("a", { href: "#/formulas" }, "All formulas")), heading(formula.name),
    factsLine([formula.id, inWords(formula.area), formula.result.mark && `in ${formula.result.mark}`].filter(Boolean)),
    html("div", { class: "formula law" }, formula.mathml ? fragment(formula.mathml) : html("code", {}, formula.equation)),
    html("section", { class: "card", "aria-label": "Compute or solve" }, html("p", { class: "hint" }, "Type values with or without units. Choose what is sought."),
      html("div", { class: "table", tabindex: 0, role: "region", "aria-label": "Values" }, html("table", { class: "inputs" }, html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "Seek"), html("th", { scope: "col" }, "Symbol"), html("th", { scope: "col" }, "Meaning"), html("th", { scope: "col" }, "Value"))), tableBody)), outcome), picture,
    html("section", {}, html("h2", {}, "About it"), html("dl", { class: "about" }, [
      ["Holds when", formula.holds_when.join("; ")], ["Assumes", (formula.assumes || []).join("; ")], ["Pitfall", formula.pitfall], ["Source", formula.source], ["LaTeX", formula.latex && html("code", {}, formula.latex)],
      ["Easily confused with", (formula.variants || []).flatMap((id, at) => [at ? ", " : "", html("a", { href: address(["formulas", id]) }, id)])],
      ["Questions", questions.length ? html("a", { href: address(["questions"], new URLSearchParams({ formulas: formula.id })) }, counted(questions.length, "question")) : ""],
    ].filter(([, said]) => said && said.length !== 0).flatMap(([name, said]) => [html("dt", {}, name), html("dd", {}, said)]))));
  drawToWidth(picture, update);
  return page;
}
