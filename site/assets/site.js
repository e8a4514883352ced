
"use strict";

// What all our pages do: show what only works with a script, let wide things scroll, and switch the theme.

const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);

// What the page says by itself, in its language.
const phrases = JSON.parse(document.body.dataset.words || "{}");
function say(phrase, values = {}) {
  return (Object.hasOwn(phrases, phrase) ? phrases[phrase] : phrase)
    .replace(/\{([a-z]+)\}/g, (slot, name) => (Object.hasOwn(values, name) ? values[name] : slot));
}

// Shows what works with a script alone.
function reveal(within) {
  for (const element of all(".scripted:not(.result, .feedback, .score, .self)", within)) element.hidden = false;
}
reveal(document);

// What is too wide scrolls, and has to be reached by the keyboard to do so.
function letScroll(wide) {
  const watch = new ResizeObserver(() => {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    else wide.removeAttribute("tabindex");
  });
  watch.observe(wide);
}
all(".table, .formula, pre").forEach(letScroll);

{
  /* Theme: that of the system, until chosen otherwise; kept where the browser allows. */

  const theme = byId("theme");
  const themes = ["system", "light", "dark"];
  const kept = "qbank-theme";

  function show(name) {
    if (name === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    byId("theme-text").textContent = say(name);
    theme.setAttribute("aria-label", say("Theme: {name}", { name: say(name) }));
  }

  let chosen = "system";
  try {
    chosen = localStorage.getItem(kept) || "system";
  } catch { /* a page opened from a file may not have a store */ }
  if (!themes.includes(chosen)) chosen = "system";
  show(chosen);
  theme.addEventListener("click", () => {
    chosen = themes[(themes.indexOf(chosen) + 1) % themes.length];
    show(chosen);
    try {
      localStorage.setItem(kept, chosen);
    } catch { /* then it holds for this visit */ }
  });
}

(() => {
"use strict";
const labs = (() => {
const functions = Object.create(null), expressions = [], lab = { tracks: [] };

"use strict";
// The arithmetic of labs, the same as in qbank/algebra/floating.py: numbers that differ in their last digits
// only are equal, and what has no value is NaN. Names with a $ are called by generated functions.

const $NEAR = 1e-12;
const $MOST_TERMS = 4000;

function $equal(left, right) {
  if (left === right) return true;
  const size = Math.max(Math.abs(left), Math.abs(right));
  return size < Infinity && Math.abs(left - right) <= $NEAR * size;
}

function $less(left, right) {
  return left < right && !$equal(left, right);
}

function $atMost(left, right) {
  return left < right || $equal(left, right);
}

function $settled(value, round) {
  if (!(Math.abs(value) < 2 ** 53)) return value;
  const nearest = Math.round(value);
  return Math.abs(value - nearest) <= $NEAR * Math.max(1, Math.abs(value)) ? nearest : round(value);
}

function $floor(value) {
  return $settled(value, Math.floor);
}

function $ceiling(value) {
  return $settled(value, Math.ceil);
}

function $whole(value) {
  return Math.abs(value) < 2 ** 53 ? $settled(value, () => NaN) : NaN;
}

function $sum(low, high, term) {
  const first = $whole(low);
  const last = $whole(high);
  if (!(last - first < $MOST_TERMS)) return NaN;
  let total = 0;
  for (let index = first; index <= last; index++) total += term(index);
  return total;
}

function $factorial(value) {
  const number = $whole(value);
  if (!(number >= 0 && number <= 170)) return NaN;
  let product = 1;
  for (let factor = 2; factor <= number; factor++) product *= factor;
  return product;
}

// All quantities of a persona at a setting, by name and in base units. `quantities` stand in the order in
// which they can be computed; `setting` holds for controls the number of their choice.
function computeAll(quantities, functions, setting) {
  const values = Object.create(null);
  for (const one of quantities) values[one.name] = computeOne(one, functions, setting, values);
  return values;
}

function computeOne(one, functions, setting, values) {
  switch (one.source) {
    case "control":
      return one.choices[setting[one.name] ?? one.default].value;
    case "given":
      return one.value;
    case "lookup":
      return one.values[values[one.uses[0]]];
    case "search":
      return searchFor(one, functions, values);
    default: {
      const value = functions[one.name](values);
      return Number.isFinite(value) ? value : NaN;
    }
  }
}

function searchFor(one, functions, values) {
  const own = Object.assign(Object.create(null), values);
  for (const value of one.positions) {
    own[one.over] = value;
    for (const between of one.again) own[between.name] = computeOne(between, functions, {}, own);
    if (functions[one.name](own)) return value;
  }
  return NaN;
}

// Values as people read them.

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

// Returns a number with three significant digits, whole parts in full as long as they are short.
function digits(value) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 99_999_999.5 || size < 0.000_099_95)) {
    const [mantissa, exponent] = value.toExponential(2).split("e");
    return `${minus(trimmed(mantissa))} × 10${raised(Number(exponent))}`;
  }
  const shown = size >= 999.5 || Number.isInteger(value) ? String(Math.round(value)) : trimmed(Number(value.toPrecision(3)).toFixed(decimals(size)));
  return minus(shown.replace(/\B(?=(\d{3})+(?!\d))(?<!\..*)/g, ","));
}

function decimals(size) {
  return size === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(size)));
}

const trimmed = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
const minus = (text) => text.replace(/^-/, "−");

function raised(exponent) {
  const power = [...String(Math.abs(exponent))].map((digit) => SUPERSCRIPTS[digit]).join("");
  return exponent < 0 ? `⁻${power}` : power;
}

// Puts a unit to a number: money has its sign in front and no single digit of cents, and some stand close.
function withUnit(number, unit) {
  if (!unit) return number;
  if (unit.startsWith("$")) {
    const [sign, size] = number.startsWith("−") ? ["−", number.slice(1)] : ["", number];
    return `${sign}$${size}${size.at(-2) === "." ? "0" : ""}${unit.slice(1)}`;
  }
  return unit === "%" ? `${number}%` : `${number}\u00a0${unit}`;
}

// Returns a value in the unit of its quantity.
function shown({ unit, scale }, value) {
  return Number.isFinite(value) ? withUnit(digits(value / scale), unit) : "no value";
}

const inUnit = ({ label, unit }) => (unit ? `${label} (${unit})` : label);
const percent = (share) => withUnit(digits(share * 100), "%");

// Making elements: texts are texts, whatever they hold, and nothing here reads HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(2).filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

const html = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

let names = 0;
const newName = (stem) => `${stem}-${(names += 1)}`;

// A drawing that says what it shows: its title is its name, and the description tells what stands there now.
function drawing(width, height, title, description, ...children) {
  const [name, told] = [newName("title"), newName("desc")];
  return svg(
    "svg",
    { class: "drawing", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-labelledby": `${name} ${told}` },
    svg("title", { id: name }, title),
    svg("desc", { id: told }, description),
    ...children,
  );
}

const label = (x, y, text, attributes) => svg("text", { x: round(x), y: round(y), ...attributes }, text);
const round = (value) => Math.round(value * 100) / 100;

// Says something in an element that screen readers listen to, even if it is the same as before.
function say(element, text) {
  element.textContent = "";
  setTimeout(() => { element.textContent = text; }, 30);
}

// A place for a table, which scrolls where it is too wide or too long.
function tableHolder(title) {
  return html("div", { class: "table", role: "region", "aria-label": title, tabindex: 0 });
}

// A table of rows of texts; the first cell of each row is its heading.
function dataTable(header, rows, current = -1) {
  const head = html("tr", {}, header.map((cell) => (cell ? html("th", { scope: "col" }, cell) : html("td", {}))));
  const body = rows.map((row, at) =>
    html("tr", { class: at === current ? "here" : undefined, "aria-current": at === current ? "true" : undefined },
      row.map((cell, place) => (place ? html("td", {}, cell) : html("th", { scope: "row" }, cell)))));
  return html("table", {}, html("thead", {}, head), html("tbody", {}, body));
}

// Scales of axes, and where their marks stand.

// Returns marks at round numbers, about as many as wanted, that cover the values from low to high.
function linearTicks(low, high, wanted) {
  if (low === high) return low === 0 ? [0, 1] : linearTicks(Math.min(0, low), Math.max(0, high), wanted);
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) * power;
  const ticks = [];
  for (let at = Math.floor(low / step + 1e-9); at < high / step + 1 - 1e-9; at += 1) ticks.push(Number((at * step).toPrecision(12)));
  return ticks;
}

function logTicks(low, high, wanted, base) {
  const [first, last] = [Math.floor(logOf(low, base) + 1e-9), Math.ceil(logOf(high, base) - 1e-9)];
  const every = Math.max(1, Math.ceil((last - first) / wanted));
  const ticks = [];
  for (let power = first; power <= Math.max(last, first + 1); power += every) ticks.push(base ** power);
  if (ticks.at(-1) < high) ticks.push(base ** (ticks.length * every + first));
  return ticks;
}

const logOf = (value, base) => (base === 2 ? Math.log2(value) : Math.log10(value));

// Returns a function from values to places, with its `ticks`. A scale with a base is logarithmic.
function scale(values, from, to, { base = 0, zero = false, wanted = 5, tight = false } = {}) {
  const usable = values.filter((value) => Number.isFinite(value) && (!base || value > 0));
  let low = usable.length ? Math.min(...usable) : base ? 1 : 0;
  let high = usable.length ? Math.max(...usable) : base ? base : 1;
  if (zero && !base) [low, high] = [Math.min(0, low), Math.max(0, high)];
  let ticks = base ? logTicks(low, high, wanted, base) : linearTicks(low, high, wanted);
  if (tight) ticks = ticks.filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
  else [low, high] = [Math.min(low, ticks[0]), Math.max(high, ticks.at(-1))];
  const along = base ? (value) => logOf(value, base) : (value) => value;
  const span = along(high) - along(low) || 1;
  const place = (value) => from + ((along(value) - along(low)) / span) * (to - from);
  return Object.assign(place, { ticks, low, high });
}

const drawable = (value, log) => Number.isFinite(value) && (!log || value > 0);

// What the page computes: the functions were generated from the formulas, and this is the only place that calls them.
//
// A setting holds, for each control by name, the number of the choice that it stands at.

for (const track of lab.tracks) {
  track.controls = {};
  track.named = {}; // a track may show a quantity in a unit of its own
  for (const { name, label: said, mark: unit, scale: size, note, control: kind, choices, default: at } of track.quantities) {
    track.named[name] = { label: said, unit, scale: size, note };
    if (kind) track.controls[name] = { kind, choices, at, values: kind === "slider" ? choices.map((choice) => choice.value) : undefined };
  }
}

// Returns the values of quantities at a setting, in base units: of all, or of those that a plot needs.
const valuesAt = (track, setting, plot) => computeAll(plot ? neededBy(plot, track) : track.quantities, functions, setting);

// A plot asks for hundreds of settings each time it is drawn, so it computes no more than it shows.
const neededLists = new WeakMap();
function neededBy(plot, track) {
  if (!neededLists.has(plot)) {
    const names = new Set(plot.needs);
    neededLists.set(plot, track.quantities.filter((one) => names.has(one.name)));
  }
  return neededLists.get(plot);
}

// Returns the value of one of the limits and conditions that parts are made of.
const derived = (number, values) => expressions[number](values);

// Returns the values at each choice of one control, all others as they are in the setting.
const sweep = (track, setting, name, plot) =>
  track.controls[name].choices.map((_, at) => valuesAt(track, { ...setting, [name]: at }, plot));

const choiceText = (track, name, at) => track.controls[name].choices[at].label;
const settingText = (track, setting, among) =>
  among.map((name) => `${track.named[name].label}: ${choiceText(track, name, setting[name])}`).join(", ");

// What tells the lines or bars of a plot apart, where a bare "8" or "on" would not say it.
const apartBy = (plot, track) => (plot.by ? `${track.named[plot.by].label}:` : "");

// The limit of a plot: its name and its value, where it has one.
function limitOf(plot, values) {
  if (plot.limit === undefined) return undefined;
  return { title: plot.limitTitle, value: derived(plot.limit, values) };
}

// Lines: quantities over all values of a slider, one line for each, or for each choice of another control.

const DASHES = ["", "8 4", "2 3", "11 3 2 3", "5 2", "1 4", "14 5", "6 2"];
const MARKS = [
  (r) => `M${-r},0a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0`,
  (r) => `M${-r},${-r}h${2 * r}v${2 * r}h${-2 * r}z`,
  (r) => `M0,${-1.3 * r}L${1.3 * r},${r}H${-1.3 * r}z`,
  (r) => `M0,${-1.4 * r}L${1.4 * r},0L0,${1.4 * r}L${-1.4 * r},0z`,
  (r) => `M0,${1.3 * r}L${1.3 * r},${-r}H${-1.3 * r}z`,
  (r) => `M${-1.3 * r},0L0,${-r}L${1.3 * r},0L0,${r}z`,
  (r) => `M${-0.7 * r},${-1.4 * r}H${0.7 * r}V${1.4 * r}H${-0.7 * r}z`,
  (r) => `M${-1.4 * r},${-0.7 * r}H${1.4 * r}V${0.7 * r}H${-1.4 * r}z`,
];
const SERIES = MARKS.length;

const mark = (series, x, y, size = 4.5) =>
  svg("path", { class: `mark s${series}`, d: MARKS[series](size), transform: `translate(${round(x)} ${round(y)})` });

// What the lines are called, in a legend that says what tells them apart and in full, and their values along the slider.
function linesOf(plot, track, setting) {
  const choices = plot.by ? track.controls[plot.by].choices : [undefined];
  return choices.flatMap((choice, at) => {
    const rows = sweep(track, choice ? { ...setting, [plot.by]: at } : setting, plot.x, plot);
    return plot.of.map((name) => ({
      name,
      title: [plot.of.length > 1 || !choice ? track.named[name].label : "", choice?.label].filter(Boolean).join(", "),
      full: [plot.of.length > 1 || !choice ? track.named[name].label : "", choice && `${track.named[plot.by].label}: ${choice.label}`].filter(Boolean).join(", "),
      values: rows.map((row) => row[name]),
      here: !choice || setting[plot.by] === at,
    }));
  });
}

function drawLines(plot, track, setting, width, predicted) {
  const xs = track.controls[plot.x].values;
  const at = setting[plot.x];
  const lines = linesOf(plot, track, setting);
  const limit = limitOf(plot, valuesAt(track, setting, plot));
  const guess = predicted && plot.of.includes(predicted.quantity) && drawable(predicted.value, plot.log) ? predicted : null;
  const values = [...lines.flatMap((line) => line.values), ...(limit ? [limit.value] : []), ...(guess ? [guess.value] : [])];
  const [along, up] = [track.named[plot.x], track.named[plot.of[0]]];

  const height = width < 480 ? 270 : 320;
  const edge = { right: width - 16, top: 26, bottom: height - 46 };
  const y = scale(values.map((value) => value / up.scale), edge.bottom, edge.top, { base: plot.log ? 10 : 0, zero: true });
  edge.left = Math.max(56, 16 + 7.2 * Math.max(...y.ticks.map((tick) => digits(tick).length)));
  const x = scale(xs.map((value) => value / along.scale), edge.left, edge.right, { base: evenBase(xs), wanted: width < 480 ? 5 : 9, tight: true });
  const placeX = (place) => round(x(xs[place] / along.scale));
  const placeY = (value) => round(y(value / up.scale));

  const axes = svg("g", { class: "axes" },
    y.ticks.map((tick) => [
      svg("line", { class: "grid", x1: edge.left, x2: edge.right, y1: round(y(tick)), y2: round(y(tick)) }),
      label(edge.left - 8, y(tick) + 4, digits(tick), { class: "tick", "text-anchor": "end" }),
    ]),
    x.ticks.map((tick) => [
      svg("line", { class: "stub", x1: round(x(tick)), x2: round(x(tick)), y1: edge.bottom, y2: edge.bottom + 5 }),
      label(x(tick), edge.bottom + 20, digits(tick), { class: "tick", "text-anchor": "middle" }),
    ]),
    label(edge.left - 8, 11, up.unit, { class: "axis", "text-anchor": "end" }),
    svg("line", { class: "base", x1: edge.left, x2: edge.right, y1: edge.bottom, y2: edge.bottom }),
    label((edge.left + edge.right) / 2, height - 6, inUnit(along), { class: "axis", "text-anchor": "middle" }));
  const bound = limit && drawable(limit.value, plot.log) &&
    svg("line", { class: "limit", x1: edge.left, x2: edge.right, y1: placeY(limit.value), y2: placeY(limit.value) });
  const cursor = svg("line", { class: "cursor", x1: placeX(at), x2: placeX(at), y1: edge.top, y2: edge.bottom });
  const drawn = lines.map((line, number) => {
    const series = number % SERIES;
    let pen = "M";
    let path = "";
    line.values.forEach((value, place) => {
      const seen = drawable(value, plot.log);
      if (seen) path += `${pen}${placeX(place)},${placeY(value)}`;
      pen = seen ? "L" : "M";
    });
    return svg("g", { class: line.here ? "series" : "series aside" },
      svg("path", { class: `line s${series}`, d: path, "stroke-dasharray": DASHES[series] || undefined }),
      drawable(line.values[at], plot.log) && mark(series, placeX(at), placeY(line.values[at])));
  });

  const guessed = guess && svg("g", { class: "guess" },
    svg("circle", { cx: placeX(guess.setting[plot.x]), cy: placeY(guess.value), r: 7 }),
    label(placeX(guess.setting[plot.x]) + (placeX(guess.setting[plot.x]) > edge.right - 90 ? -12 : 12), placeY(guess.value) + 4, "your guess",
      { class: "axis", "text-anchor": placeX(guess.setting[plot.x]) > edge.right - 90 ? "end" : "start" }));

  const told = lines.map((line) => `${line.full} ${shown(track.named[line.name], line.values[at])}`).join("; ");
  const image = drawing(width, height, plot.title, `At ${settingText(track, setting, [plot.x])}: ${told}.${guess ? ` You predicted ${shown(track.named[guess.quantity], guess.value)}.` : ""}`, axes, bound, cursor, drawn, guessed);
  const legend = lines.map((line, series) => ({
    series: series % SERIES,
    title: line.title,
    here: line.here,
    value: (place) => shown(track.named[line.name], line.values[place]),
  }));
  if (limit) legend.push(limitInLegend(up, limit));
  const table = {
    header: [inUnit(along), ...lines.map((line) => inUnit({ label: line.full, unit: up.unit }))],
    rows: xs.map((value, place) => [digits(value / along.scale), ...lines.map((line) => digits(line.values[place] / up.scale))]),
    at,
  };
  const nearest = (point) => xs.reduce((best, _, place) => (Math.abs(placeX(place) - point) < Math.abs(placeX(best) - point) ? place : best), 0);
  return { image, legend, apart: apartBy(plot, track), table, at, placeX, nearest };
}

// Sliders whose values grow by a factor are drawn evenly: by powers of two where that is the factor, else of ten.
function evenBase(values) {
  if (values.length < 3 || values[0] <= 0) return 0;
  const [first, last] = [values[1] / values[0], values.at(-1) / values.at(-2)];
  if (first < 1.01 || Math.abs(values[1] - values[0] - (values.at(-1) - values.at(-2))) < 1e-9 * values.at(-1)) return 0;
  return Math.abs(first - 2) < 1e-9 && Math.abs(last - 2) < 1e-9 ? 2 : values.at(-1) / values[0] > 30 ? 10 : 0;
}

const limitInLegend = (quantity, limit) => ({ series: "limit", title: limit.title, here: true, value: () => shown(quantity, limit.value) });

return { $equal, $less, $atMost, $floor, $ceiling, $sum, $factorial, digits, withUnit, html, svg, drawing, label, dataTable, scale, mark, DASHES, SERIES, drawLines, drawable, functions };
})();
const checks = (() => {

// Reading what people type for a number: digits as they write them, sums, powers of ten, and units by the spellings
// that are known for the unit asked for: `units[asked][typed]` is "" for the same, "e-3" or "*0.125" for another size.
function numberReader(units) {
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

  return { readNumber, withUnit };
}

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
      if (JSON.stringify(known.last) !== JSON.stringify(answer)) known.tries += 1;
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

const round = (value) => String(Number(value.toFixed(2)));

return { formChecker, numberReader };
})();

// Texts of questions come as HTML that was escaped when the site was built. What goes into the page is copied from it,
// element by element: only those that questions are made of, with attributes that can do nothing.

const ELEMENTS = new Set(`article section h2 h3 h4 p div span strong em code pre ul ol li br table caption thead tbody tr
th td a img figure figcaption form fieldset legend label input textarea button details summary math mrow mi mn mo mtext mspace
mfrac msqrt mroot mstyle menclose mphantom mpadded msub msup msubsup munder mover munderover mtable mtr mtd`.split(/\s+/));
const ATTRIBUTES = new Set(`class id dir lang hidden type name value for role tabindex alt rel scope start rows cols maxlength
inputmode autocomplete autocapitalize spellcheck checked readonly open colspan rowspan accent accentunder columnalign
columnlines columnspacing depth display displaystyle fence form height linebreak linethickness lspace mathvariant maxsize
minsize movablelimits notation rowlines rowspacing rspace scriptlevel separator stretchy symmetric width
voffset`.split(/\s+/));
const NAMESPACES = new Set(["http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML"]);

const trusted = (() => {
  const rules = {
    createHTML: (text) => text, // read into a document of its own, in which nothing runs or loads
    createScriptURL: (address) => {
      if (!/^data\/[a-z]+(-[0-9a-f]+)?\.js$/.test(address)) throw new TypeError("only data of this site is loaded");
      return address;
    },
  };
  return window.trustedTypes ? window.trustedTypes.createPolicy("qbank", rules) : rules;
})();

function isSafe(name, value, element) {
  if (name.startsWith("data-") || name.startsWith("aria-")) return true;
  if (name === "href") return /^(https?:\/\/|#)/i.test(value);
  if (name === "src") return element === "img" && /^data:image\/svg\+xml;base64,[A-Za-z0-9+/=]*$/.test(value);
  return ATTRIBUTES.has(name);
}

function copied(node) {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const name = node.localName;
  if (!ELEMENTS.has(name) || !NAMESPACES.has(node.namespaceURI)) return null;
  const made = document.createElementNS(node.namespaceURI, name);
  for (const { name: attribute, value } of node.attributes) {
    if (isSafe(attribute, value, name)) made.setAttribute(attribute, value);
  }
  for (const child of node.childNodes) {
    const inner = copied(child);
    if (inner) made.append(inner);
  }
  return made;
}

// Returns the elements of a text that the build has printed.
function fragment(text) {
  const read = new DOMParser().parseFromString(trusted.createHTML(text), "text/html");
  const made = document.createDocumentFragment();
  for (const child of read.body.childNodes) {
    const inner = copied(child);
    if (inner) made.append(inner);
  }
  return made;
}

// Data comes as scripts that call `qbankData`: a page that was opened from a disk may load these, and nothing else.
// In a site of one file it stands in the page.

const arrived = new Map();
const asked = new Map();

window.qbankData = (name, data, code) => {
  arrived.set(name, code ? { data, code } : data);
};

function load(name) {
  if (arrived.has(name)) return Promise.resolve(arrived.get(name));
  if (!asked.has(name)) asked.set(name, fetched(name).finally(() => asked.delete(name)));
  return asked.get(name);
}

async function fetched(name) {
  const inside = byId(`data-${name}`);
  if (inside) {
    const data = JSON.parse(inside.textContent);
    inside.remove();
    arrived.set(name, data);
    return data;
  }
  await new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = trusted.createScriptURL(`data/${name}.js`);
    script.onload = done;
    script.onerror = () => failed(new Error(`The file data/${name}.js is missing. Was the whole folder copied?`));
    document.head.append(script);
    script.remove();
  });
  if (!arrived.has(name)) throw new Error(`The file data/${name}.js holds something else than it should.`);
  return arrived.get(name);
}

// Pages of questions are many: the last ones are kept, the others can be had again.
const MOST_PAGES = 48;
function forgetPages() {
  const pages = [...arrived.keys()].filter((name) => /^(page|author)-/.test(name));
  for (const name of pages.slice(0, Math.max(0, pages.length - MOST_PAGES))) if (!byId(`data-${name}`)) arrived.delete(name);
}

// Which file a question is in: the list says for each how many files there are, and its id which one. Files are small.
const shardOf = (row, kind) => `${kind}-${row.shards[kind === "text" ? "text" : "page"]}`;

async function ofQuestion(row, kind) {
  const data = await load(shardOf(row, kind));
  forgetPages();
  return data[row.id];
}

// What readers collect and answer, kept by this browser for this bank. It may keep nothing, so all of it can be saved
// as a file and read again.

const memory = new Map();
let shelf = "qbank-site:";
let keeps = true;

function openStore(bank) {
  shelf = `qbank-site:${bank}:`;
  try {
    localStorage.setItem(`${shelf}probe`, "1");
    localStorage.removeItem(`${shelf}probe`);
  } catch {
    keeps = false;
  }
}

function kept(name, otherwise) {
  let text = memory.get(name);
  try {
    text = localStorage.getItem(shelf + name) ?? text;
  } catch { /* then it is what this visit knows */ }
  try {
    return text ? JSON.parse(text) : otherwise;
  } catch {
    return otherwise;
  }
}

function keep(name, value) {
  const text = JSON.stringify(value);
  memory.set(name, text);
  try {
    localStorage.setItem(shelf + name, text);
  } catch {
    keeps = false;
  }
}

// Hands a file to the reader.
function saveFile(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = labs.html("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// The address behind `#`: where in the site one is, and the filter, so that both can be shared.

const { html, svg } = labs;

function routeNow() {
  const [path, query = ""] = location.hash.replace(/^#/, "").split("?", 2);
  let parts = path.split("/").filter(Boolean);
  try {
    parts = parts.map(decodeURIComponent);
  } catch { /* as it stands */ }
  return { path, parts, query: new URLSearchParams(query) };
}

function address(parts, query) {
  const said = query ? String(query) : "";
  return `#/${parts.map(encodeURIComponent).join("/")}${said ? `?${said}` : ""}`;
}

// Changes the address without a step in the history, as while somebody types.
function readdress(parts, query) {
  history.replaceState(history.state, "", address(parts, query));
}

const linkTo = (row) => address(["q", row.id]);

// Search over titles at once, and over full texts as soon as they are there; facets with counts; sorting.

const FOLDED = { "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-", "≈": "~", "×": "x", "µ": "u", "μ": "u", "→": "->", "≤": "<=", "≥": ">=" };
const fold = (text) => text.replace(/[“”„‘’–—−≈×µμ→≤≥]/g, (sign) => FOLDED[sign]).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const NAMES = {
  track: "Track", area: "Area", topic: "Topic", level: "Level", zone: "Zone", bloom: "Bloom", phase: "Phase", kind: "Kind",
  minutes: "Minutes", points: "Points", status: "Status", devices: "Device", formulas: "Formula", sets: "Used in set", tags: "Tag",
  claims: "Claims",
};
const FACETS = ["track", "level", "area", "topic", "zone", "bloom", "kind", "minutes", "points", "devices", "formulas", "sets", "tags", "phase", "status", "claims"];
const RANGES = {
  minutes: [["-5", "up to 5"], ["6-10", "6 to 10"], ["11-20", "11 to 20"], ["21-", "over 20"], ["none", "not said"]],
  points: [["-1", "up to 1"], ["2-3", "2 to 3"], ["4-6", "4 to 6"], ["7-", "7 and more"], ["none", "not said"]],
};
const CLAIMS = [["ok", "all recomputed ✓"], ["unsure", "some not ✓"], ["none", "no claims"]];

const inWords = (word) => (word === "" ? "not said" : word.replace(/-/g, " "));
const setName = (path) => path.split("/").at(-1).replace(/\.ya?ml$/, "");

function rangeOf(ranges, value) {
  if (value === null) return ranges.findIndex(([name]) => name === "none");
  return ranges.findIndex(([name]) => {
    const [low, high] = name.split("-");
    return name !== "none" && value >= Number(low || -Infinity) && Math.floor(value) <= Number(high || Infinity);
  });
}

// The list of questions, from its columns.
class Bank {
  constructor({ meta, words, columns, fields }) {
    Object.assign(this, { meta, fields, words });
    const count = columns.id.length;
    this.rows = Array.from({ length: count }, (_, at) => ({ at, id: columns.id[at], title: columns.title[at] || columns.id[at], blurb: columns.blurb[at], minutes: columns.minutes[at], points: columns.points[at], varies: columns.varies[at], claims: columns.claims[at], unsure: columns.unsure[at], shards: { text: columns.text[at], page: columns.page[at] } }));
    this.byId = new Map(this.rows.map((row) => [row.id, row]));
    this.facets = {};
    for (const name of FACETS) {
      if (RANGES[name]) {
        this.facets[name] = { values: RANGES[name], of: this.rows.map((row) => rangeOf(RANGES[name], row[name])) };
      } else if (name === "claims") {
        if (meta.authors) this.facets.claims = { values: CLAIMS, of: this.rows.map((row) => (!row.claims ? 2 : row.unsure ? 1 : 0)) };
      } else {
        const said = name === "sets" ? setName : ["devices", "formulas", "level"].includes(name) ? (word) => word || "not said" : inWords;
        this.facets[name] = { values: words[name].map((word) => [word, said(word)]), of: columns[name] };
      }
    }
    for (const row of this.rows) {
      for (const name of ["track", "area", "topic", "level", "zone", "bloom", "phase", "kind", "status"]) row[name] = words[name][columns[name][row.at]];
      for (const name of ["devices", "formulas", "sets", "tags"]) row[name] = columns[name][row.at].map((at) => words[name][at]);
      row.head = fold(row.title);
      row.more = fold(`${row.id} ${row.track} ${row.topic} ${row.area} ${row.tags.join(" ")} ${row.devices.join(" ")} ${row.formulas.join(" ")}`).replace(/[-_]/g, " ");
    }
    this.asked = new Array(count).fill("");
    this.answer = new Array(count).fill("");
    this.original = new Array(count).fill("");
    this.texts = 0;
  }

  // Loads the full texts, file by file, and tells after each how many are there.
  loadTexts(told) {
    if (!this.loading) {
      const names = [...new Set(this.rows.map((row) => shardOf(row, "text")))];
      this.loading = (async () => {
        for (const name of names) {
          const texts = await load(name);
          for (const [id, [asked, answer]] of Object.entries(texts)) {
            const row = this.byId.get(id);
            if (!row) continue;
            this.original[row.at] = asked;
            this.asked[row.at] = asked.toLowerCase();
            this.answer[row.at] = answer.toLowerCase();
            this.texts += 1;
          }
          arrived.delete(name);
          told?.();
        }
      })();
    }
    return this.loading;
  }
}

// Parts what was typed into words; what stands between quotes belongs together.
function termsOf(typed) {
  return [...fold(typed).matchAll(/"([^"]+)"?|(\S+)/g)].map(([, whole, word]) => (whole ?? word).trim()).filter(Boolean).slice(0, 12);
}

const LETTER = /[\p{L}\p{N}]/u;
const startsWord = (text, at) => at === 0 || !LETTER.test(text[at - 1]);

// Says how well a question fits the words, 0 if it does not.
function fitness(bank, row, terms, typed) {
  let score = 0;
  for (const term of terms) {
    if (row.id === term) {
      score += 1000;
      continue;
    }
    let at = row.head.indexOf(term);
    if (at >= 0) {
      score += startsWord(row.head, at) ? 40 : 20;
      continue;
    }
    at = row.more.indexOf(term.replace(/[-_]/g, " "));
    if (at >= 0) {
      score += startsWord(row.more, at) ? 16 : 8;
      continue;
    }
    at = bank.asked[row.at].indexOf(term);
    if (at >= 0) {
      score += startsWord(bank.asked[row.at], at) ? 6 : 3;
      continue;
    }
    at = bank.answer[row.at].indexOf(term);
    if (at < 0) return 0;
    score += startsWord(bank.answer[row.at], at) ? 2 : 1;
  }
  return row.head.startsWith(typed) ? score + 30 : score;
}

const LEVELS = ["L1", "L2", "L3", "L4", "L5", "L6+"];
const SORTS = {
  best: ["best match", null],
  id: ["id", (one, other) => (one.id < other.id ? -1 : 1)],
  title: ["title", (one, other) => one.title.localeCompare(other.title)],
  level: ["level, lowest first", (one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level)],
  hardest: ["level, highest first", (one, other) => LEVELS.indexOf(other.level) - LEVELS.indexOf(one.level)],
  minutes: ["minutes", (one, other) => (one.minutes ?? 1e9) - (other.minutes ?? 1e9)],
  points: ["points", (one, other) => (one.points ?? 1e9) - (other.points ?? 1e9)],
  topic: ["topic", (one, other) => one.topic.localeCompare(other.topic)],
};

// What is looked for: `q`, the words chosen of each facet, `sort`.
function wantedOf(query, bank) {
  const chosen = {};
  for (const name of FACETS) {
    const facet = bank.facets[name];
    if (!facet || !query.get(name)) continue;
    const words = new Set(query.get(name).split(","));
    const places = facet.values.flatMap(([word], at) => (words.has(word || "none") ? [at] : []));
    chosen[name] = new Set(places);
  }
  return { q: query.get("q") || "", chosen, sort: SORTS[query.get("sort")] ? query.get("sort") : "" };
}

function queryOf(wanted, bank) {
  const query = new URLSearchParams();
  if (wanted.q.trim()) query.set("q", wanted.q.trim());
  for (const [name, places] of Object.entries(wanted.chosen)) {
    if (places.size) query.set(name, [...places].map((at) => bank.facets[name].values[at][0] || "none").join(","));
  }
  if (wanted.sort) query.set("sort", wanted.sort);
  return query;
}

// Returns the questions that fit, sorted, and the counts of every facet, as if that facet had nothing chosen.
function find(bank, wanted) {
  const terms = termsOf(wanted.q);
  const typed = fold(wanted.q.trim());
  const names = Object.keys(bank.facets);
  const counts = Object.fromEntries(names.map((name) => [name, new Int32Array(bank.facets[name].values.length)]));
  const active = names.filter((name) => wanted.chosen[name]?.size);
  const found = [];
  const scores = terms.length ? new Float64Array(bank.rows.length) : null;
  for (const row of bank.rows) {
    if (scores) {
      scores[row.at] = fitness(bank, row, terms, typed);
      if (!scores[row.at]) continue;
    }
    let failed = null;
    let fails = 0;
    for (const name of active) {
      const of = bank.facets[name].of[row.at];
      const chosen = wanted.chosen[name];
      if (typeof of === "number" ? !chosen.has(of) : !of.some((at) => chosen.has(at))) {
        failed = name;
        fails += 1;
        if (fails > 1) break;
      }
    }
    if (fails > 1) continue;
    for (const name of fails ? [failed] : names) {
      const of = bank.facets[name].of[row.at];
      if (typeof of === "number") counts[name][of] += 1;
      else for (const at of of) counts[name][at] += 1;
    }
    if (!fails) found.push(row);
  }
  const order = SORTS[wanted.sort || "best"][1];
  if (order) found.sort((one, other) => order(one, other) || one.at - other.at);
  else if (scores) found.sort((one, other) => scores[other.at] - scores[one.at] || one.at - other.at);
  return { found, counts, terms };
}

// Returns a piece of the text around the first word found, for questions whose title does not show it.
function excerpt(bank, row, terms) {
  const missing = terms.filter((term) => !row.head.includes(term));
  if (!missing.length || !bank.original[row.at]) return row.blurb;
  if (missing.some((term) => fold(row.blurb).includes(term))) return row.blurb;
  const at = Math.max(...missing.map((term) => bank.asked[row.at].indexOf(term)));
  if (at < 0) return row.blurb;
  const text = bank.original[row.at];
  const from = Math.max(0, text.lastIndexOf(" ", Math.max(0, at - 50)) + 1);
  return `${from ? "… " : ""}${text.slice(from, at + 90).trim()} …`;
}

// Returns a text with the words found in it marked.
function marked(text, terms) {
  const plain = text.toLowerCase();
  const spots = [];
  for (const term of terms) {
    for (let at = plain.indexOf(term); at >= 0 && spots.length < 40; at = plain.indexOf(term, at + term.length)) spots.push([at, at + term.length]);
  }
  spots.sort((one, other) => one[0] - other[0]);
  const made = [];
  let done = 0;
  for (const [from, to] of spots) {
    if (from < done) continue;
    made.push(text.slice(done, from), html("mark", {}, text.slice(from, to)));
    done = to;
  }
  return [...made, text.slice(done)].filter(Boolean);
}

// What somebody has picked: questions in sections, kept by the browser.

const basket = {
  state: null,
  open() {
    this.state = kept("basket", null) || emptySet();
    window.addEventListener("storage", () => {
      this.state = kept("basket", null) || emptySet();
      this.changed(false);
    });
  },
  ids() {
    return this.state.sections.flatMap((section) => section.questions.map((reference) => reference.split("@")[0]));
  },
  has(id) {
    return this.ids().includes(id);
  },
  add(id) {
    this.addAll([id]);
  },
  addAll(ids) {
    const known = new Set(this.ids());
    const last = this.state.sections.findLast((section) => !section.select) || this.state.sections[this.state.sections.push(emptySection()) - 1];
    last.questions.push(...ids.filter((id) => !known.has(id)));
    this.changed();
  },
  remove(id) {
    for (const section of this.state.sections) section.questions = section.questions.filter((reference) => reference.split("@")[0] !== id);
    this.changed();
  },
  changed(write = true) {
    if (write) keep("basket", this.state);
    const count = this.ids().length;
    const bubble = byId("basket-count");
    if (bubble) {
      bubble.textContent = count || "";
      bubble.hidden = !count;
    }
    for (const button of document.querySelectorAll(".basket-button")) showInBasket(button, bankNow.byId.get(button.dataset.id));
  },
};

const emptySection = () => ({ title: "", intro: "", questions: [], select: null });
const emptySet = () => ({ file: "my-set.yaml", title: "My set", kind: "quiz", sections: [emptySection()], rest: {} });

// Pieces that several views show.

const counted = (number, one, many = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
const plainNumber = (value) => (value === null || value === undefined ? "" : String(Number(Number(value).toFixed(2))));
const minutesText = (value) => (value ? `${plainNumber(value)} min` : "");
const pointsText = (value) => (value === null || value === undefined ? "" : counted(Number(plainNumber(value)), "point"));

function heading(text, ...more) {
  return html("h1", { tabindex: -1 }, text, more);
}

const factsOf = (row) => [row.id, row.track, row.level, inWords(row.topic), row.kind, minutesText(row.minutes), pointsText(row.points), row.status === "published" ? "" : row.status].filter(Boolean);
const factsLine = (facts) => html("p", { class: "facts" }, facts.map((fact) => html("span", {}, fact)));

// A button that puts a question into the basket, and out of it.
function basketButton(row) {
  const button = html("button", { type: "button", class: "basket-button", "data-id": row.id });
  showInBasket(button, row);
  button.addEventListener("click", () => {
    const inside = basket.has(row.id);
    if (inside) basket.remove(row.id);
    else basket.add(row.id);
    tell(inside ? `${row.title}: taken out of the basket` : `${row.title}: put into the basket, ${counted(basket.ids().length, "question")}`);
  });
  return button;
}

function showInBasket(button, row) {
  const inside = basket.has(row.id);
  button.setAttribute("aria-pressed", String(inside));
  button.setAttribute("aria-label", `${inside ? "In the basket" : "Add to the basket"}: ${row.title}`);
  button.textContent = inside ? "✓ In basket" : "+ Basket";
}

// Tells something to those who listen rather than look.
function tell(text) {
  const place = byId("status");
  place.textContent = "";
  setTimeout(() => { place.textContent = text; }, 30);
}

const notice = (...content) => html("p", { class: "notice" }, content);

// A question as a line of a list.
function questionLine(row, { terms = [], text = row.blurb, lead, act = basketButton(row) } = {}) {
  return html("li", { class: "line", "data-id": row.id },
    html("div", { class: "line-text" },
      html("h3", {}, lead, html("a", { href: linkTo(row), dir: "auto" }, marked(row.title, terms))),
      factsLine(factsOf(row)),
      text && html("p", { class: "blurb", dir: "auto" }, marked(text, terms))),
    act && html("div", { class: "line-act" }, act));
}

// Text where `code` stands between backticks, and blank lines part paragraphs.
function prose(text) {
  return text.split(/\n{2,}/).map((paragraph) => html("p", {}, paragraph.split("`").map((piece, at) => (at % 2 ? html("code", {}, piece) : piece.replace(/\n/g, " ")))));
}

function table(label, head, rows, options = {}) {
  return html("div", { class: "table", role: "region", "aria-label": label, tabindex: 0 },
    html("table", { class: options.class },
      options.caption && html("caption", {}, options.caption),
      html("thead", {}, html("tr", {}, head.map((cell) => html("th", { scope: "col" }, cell)))),
      html("tbody", {}, rows.map((row) => html("tr", {}, row.map((cell, at) => (at ? html("td", {}, cell) : html("th", { scope: "row" }, cell))))))));
}

function field(label, control, hint) {
  if (!control.id) control.id = newId("field");
  return html("p", { class: "field" }, html("label", { for: control.id }, label), control, hint && html("span", { class: "hint" }, hint));
}

let ids = 0;
const newId = (stem) => `${stem}-${(ids += 1)}`;

const select = (options, chosen, attributes = {}) =>
  html("select", attributes, options.map(([value, said]) => html("option", { value, selected: value === chosen }, said)));

// All questions: search, filters with counts, sorting, and a list by fifties.

const AT_ONCE = 50;
const FIRST_VALUES = 8;
let lastList = null; // what was found last, for going from question to question

function listView(bank, route) {
  const wanted = wantedOf(route.query, bank);
  let shown = AT_ONCE;
  let result = null;

  const input = html("input", { type: "search", id: "search", autocomplete: "off", spellcheck: "false", placeholder: "Search titles, texts, tags, devices, formulas", value: wanted.q, maxlength: 200, "aria-describedby": "found" });
  const found = html("p", { id: "found", role: "status" });
  const sort = select(Object.entries(SORTS).map(([name, [said]]) => [name, said]), wanted.sort || "best", { id: "sort" });
  const chips = html("ul", { class: "chips", "aria-label": "Filters chosen" });
  const list = html("ol", { class: "lines", id: "results" });
  const more = html("button", { type: "button", class: "plain", hidden: true }, "Show more");
  const all = html("button", { type: "button", class: "quiet" }, "Put all into the basket");
  const practise = html("a", { class: "button plain" }, "Practise these");
  const facets = Object.keys(bank.facets).map((name) => facetBox(bank, name, wanted, () => update()));
  const filters = html("details", { class: "filters" }, html("summary", {}, "Filters"), html("div", { class: "folded" }, facets.map((facet) => facet.element)));
  const wide = window.matchMedia("(min-width: 60rem)");
  filters.open = wide.matches;

  function update({ keepShown = false } = {}) {
    if (!keepShown) shown = AT_ONCE;
    result = find(bank, wanted);
    lastList = { ids: result.found.map((row) => row.id), query: String(queryOf(wanted, bank)) };
    const waits = wanted.q.trim() && bank.texts < bank.rows.length;
    found.textContent = `${result.found.length === bank.rows.length ? "All " : ""}${counted(result.found.length, "question")}${result.found.length === bank.rows.length ? "" : ` of ${bank.rows.length.toLocaleString("en")}`}${waits ? ", full texts are being loaded" : ""}`;
    for (const facet of facets) facet.update(result.counts[facet.name]);
    showChips();
    showRows(0);
    readdress(["questions"], queryOf(wanted, bank));
    practise.href = address(["practice"], queryOf(wanted, bank));
    all.hidden = !result.found.length || result.found.length > 200;
    practise.hidden = !result.found.length;
  }

  function showRows(from) {
    const rows = result.found.slice(from, shown).map((row) => questionLine(row, { terms: result.terms, text: excerpt(bank, row, result.terms) }));
    if (from) list.append(...rows);
    else list.replaceChildren(...rows);
    const left = result.found.length - Math.min(shown, result.found.length);
    more.hidden = !left;
    more.textContent = `Show ${Math.min(AT_ONCE, left)} more of ${left.toLocaleString("en")}`;
    if (!result.found.length) list.replaceChildren(emptyLine());
  }

  function emptyLine() {
    const reset = html("button", { type: "button", class: "plain", onclick: () => clear() }, "Take all filters off");
    return html("li", { class: "line empty" }, html("p", {}, "No question fits. Fewer words or filters find more."), Object.values(wanted.chosen).some((places) => places.size) && reset);
  }

  function clear() {
    for (const places of Object.values(wanted.chosen)) places.clear();
    update();
    input.focus();
  }

  function showChips() {
    const made = [];
    for (const [name, places] of Object.entries(wanted.chosen)) {
      for (const at of places) {
        const said = bank.facets[name].values[at][1];
        made.push(html("li", {}, html("button", { type: "button", class: "chip", "aria-label": `Take off the filter ${NAMES[name]}: ${said}`, onclick: () => {
          places.delete(at);
          update();
          (chips.querySelector("button") || input).focus();
        } }, `${said} `, html("span", { "aria-hidden": "true" }, "×"))));
      }
    }
    if (made.length > 1) made.push(html("li", {}, html("button", { type: "button", class: "quiet", onclick: clear }, "Take all off")));
    chips.replaceChildren(...made);
    chips.hidden = !made.length;
  }

  input.addEventListener("input", () => {
    wanted.q = input.value;
    update();
  });
  input.addEventListener("focus", () => { bank.loadTexts(textsArrived); }, { once: true });
  sort.addEventListener("change", () => {
    wanted.sort = sort.value === "best" ? "" : sort.value;
    update();
  });
  more.addEventListener("click", () => {
    const from = shown;
    shown += AT_ONCE;
    showRows(from);
    list.children[from]?.querySelector("a").focus();
  });
  all.addEventListener("click", () => {
    const added = result.found.filter((row) => !basket.has(row.id));
    basket.addAll(added.map((row) => row.id));
    tell(`${counted(added.length, "question")} put into the basket`);
  });

  let waiting = 0;
  function textsArrived() {
    if (!wanted.q.trim() || !input.isConnected) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => update({ keepShown: true }), 60);
  }
  setTimeout(() => bank.loadTexts(textsArrived), 400);

  update();
  return html("div", { class: "browse" },
    html("div", { class: "browse-head" },
      heading("Questions"),
      html("form", { class: "search", role: "search", onsubmit: (event) => event.preventDefault() },
        html("label", { class: "unseen", for: "search" }, "Search questions"), input),
      chips,
      html("div", { class: "browse-bar" }, found, html("span", { class: "spread" }), practise, all, html("label", { for: "sort" }, "Sort by"), sort)),
    html("aside", { "aria-label": "Filters" }, filters),
    html("div", { class: "browse-list" }, list, more));
}

// One facet: check boxes with how many questions each would leave.
function facetBox(bank, name, wanted, changed) {
  const facet = bank.facets[name];
  const chosen = (wanted.chosen[name] ||= new Set());
  const many = facet.values.length > FIRST_VALUES + 2;
  const narrow = many && facet.values.length > 20 ? html("input", { type: "search", class: "narrow", placeholder: `Find a ${NAMES[name].toLowerCase()}`, "aria-label": `Find a ${NAMES[name].toLowerCase()}` }) : null;
  const box = html("div", { class: "values" });
  const more = html("button", { type: "button", class: "quiet" });
  const element = html("details", { class: "facet" },
    html("summary", {}, NAMES[name], html("span", { class: "chosen" })),
    html("fieldset", {}, html("legend", { class: "unseen" }, NAMES[name]), narrow, box, many && more));
  element.open = chosen.size > 0 || ["track", "level", "topic"].includes(name);
  let counts = new Int32Array(facet.values.length);
  let all = false;
  let drawn = "";

  const labels = facet.values.map(([, said], at) => {
    const check = html("input", { type: "checkbox" });
    check.addEventListener("change", () => {
      if (check.checked) chosen.add(at);
      else chosen.delete(at);
      changed();
    });
    const count = html("span", { class: "count" });
    const label = html("label", { class: "value" }, check, html("span", { class: "value-text" }, said), count);
    return { label, check, count, at, said: fold(said) };
  });

  function update(newCounts = counts) {
    counts = newCounts;
    for (const one of labels) {
      const number = counts[one.at];
      if (one.number !== number) {
        one.count.textContent = number.toLocaleString("en");
        one.label.classList.toggle("none", !number);
        one.number = number;
      }
      one.check.checked = chosen.has(one.at);
    }
    element.querySelector(".chosen").textContent = chosen.size ? ` ${chosen.size} chosen` : "";
    if (!element.open) return;
    const part = narrow ? fold(narrow.value) : "";
    let order = labels.filter((one) => !part || one.said.includes(part));
    if (many && !["level", "zone"].includes(name)) order = [...order].sort((one, other) => chosen.has(other.at) - chosen.has(one.at) || counts[other.at] - counts[one.at] || one.at - other.at);
    const visible = many && !all && !part ? order.slice(0, FIRST_VALUES) : order.slice(0, 300);
    // The box that has the focus stays where it is: it is moved when somebody goes elsewhere.
    const names = visible.map((one) => one.at).join();
    if (names !== drawn && !box.contains(document.activeElement)) {
      box.replaceChildren(...visible.map((one) => one.label));
      drawn = names;
    }
    more.textContent = all ? "Fewer" : `All ${facet.values.length}`;
    more.hidden = Boolean(part);
  }
  more.addEventListener("click", () => {
    all = !all;
    update();
  });
  narrow?.addEventListener("input", () => update());
  element.addEventListener("toggle", () => update());
  return { name, element, update };
}

// A question: as students see it, and for authors all that is known of it.

async function questionView(bank, route) {
  const row = bank.byId.get(route.parts[1]);
  if (!row) return missingView(route.parts[1]);
  const page = await ofQuestion(row, "page");
  const seed = Number(route.query.get("variant")) || 0;
  const view = Math.max(0, page.seeds.indexOf(seed) + 1);
  const holder = html("div", { class: "sheet" });
  showQuestion(holder, page, Math.min(view, page.views.length - 1), { row });
  const parts = [questionNav(bank, row), holder, questionTools(bank, row, page, view), await placeOf(bank, row, page)];
  if (bank.meta.authors) parts.push(await authorPart(bank, row));
  return html("div", { class: "one" }, parts);
}

function missingView(id) {
  return html("div", { class: "narrow-page" }, heading("No such question"),
    html("p", {}, `This site has no question “${id || ""}”. It may be a draft, or have been withdrawn.`),
    html("p", {}, html("a", { href: "#/questions" }, "All questions")));
}

// Puts a question into an element, ready to be answered. `done` is told what came out of each check.
function showQuestion(holder, page, at, { row, done } = {}) {
  const content = fragment(page.views[at]);
  const article = content.querySelector("article");
  holder.replaceChildren(content);
  reveal(holder);
  for (const wide of holder.querySelectorAll(".table, .formula, pre")) letScroll(wide);
  for (const link of holder.querySelectorAll("a[href^='#']")) {
    if (link.hash.startsWith("#/q/") && !bankNow.byId.has(decodeURIComponent(link.hash.slice(4)))) link.replaceWith(...link.childNodes);
  }
  const forms = [...holder.querySelectorAll("form.check")];
  const checked = forms.filter((form) => form.querySelector("[type=submit]"));
  const checker = checks.formChecker({ units: page.units, changed: (form) => done?.({ article, form, checker, forms: checked }) });
  for (const form of forms) checker.watch(form, checked.includes(form));
  for (const details of holder.querySelectorAll("details.answer")) checker.watchAnswer(details, checked);
  return { article, checker, forms: checked, row };
}

function questionNav(bank, row) {
  const ids = lastList?.ids.includes(row.id) ? lastList.ids : null;
  const at = ids ? ids.indexOf(row.id) : row.at;
  const idAt = (place) => (ids ? ids[place] : bank.rows[place]?.id);
  const step = (place, said, key) => {
    const id = idAt(place);
    return id === undefined ? html("span", { class: "step none" }) : html("a", { class: `step ${key}`, rel: key, href: address(["q", id]), title: bank.byId.get(id).title }, said);
  };
  const back = `#/questions${lastList?.query ? `?${lastList.query}` : ""}`;
  return html("nav", { class: "steps", "aria-label": "Between questions" },
    html("a", { class: "up", href: back }, "All found"),
    html("span", { class: "place" }, `${(at + 1).toLocaleString("en")} of ${(ids ? ids.length : bank.rows.length).toLocaleString("en")}`),
    step(at - 1, "← Previous", "prev"), step(at + 1, "Next →", "next"));
}

function questionTools(bank, row, page, view) {
  const tools = [basketButton(row)];
  if (page.views.length > 1) {
    const next = (view + 1) % page.views.length;
    tools.push(html("a", { class: "button plain", href: address(["q", row.id], next ? `variant=${page.seeds[next - 1]}` : "") }, next ? "Other numbers" : "Numbers of the default"));
    tools.push(html("span", { class: "hint" }, view ? `These are the numbers of ${row.id}@${page.seeds[view - 1]}.` : `${page.views.length - 1} other sets of numbers are here; a quiz may draw any.`));
  }
  return html("div", { class: "tools" }, tools);
}

// Where a question belongs: chains, sets, what it is related to.
async function placeOf(bank, row, page) {
  const parts = [];
  for (const [chain, ids] of Object.entries(page.chains)) {
    parts.push(html("section", {}, html("h2", {}, `Chain ${chain}`), html("ol", { class: "plain-list" }, ids.map((id) => html("li", {}, id === row.id ? html("strong", { "aria-current": "true" }, row.title) : titleLink(bank, id))))));
  }
  if (page.related.length) parts.push(html("section", {}, html("h2", {}, "Related"), html("ul", { class: "plain-list" }, page.related.map((id) => html("li", {}, titleLink(bank, id))))));
  if (row.sets.length) parts.push(html("section", {}, html("h2", {}, "Used in"), html("ul", { class: "plain-list" }, row.sets.map((path) => html("li", {}, html("a", { href: address(["basket"], `open=${encodeURIComponent(path)}`) }, setName(path)))))));
  const about = [...row.devices.map((id) => html("a", { class: "tag", href: address(["hardware", id]) }, id)), ...row.formulas.map((id) => html("a", { class: "tag", href: address(["formulas", id]) }, id)), ...row.tags.map((tag) => html("a", { class: "tag", href: address(["questions"], new URLSearchParams({ tags: tag })) }, tag))];
  if (about.length) parts.push(html("section", {}, html("h2", {}, "About"), html("p", { class: "tags" }, about.flatMap((one) => [one, " "]))));
  return parts.length ? html("div", { class: "around" }, parts) : "";
}

const titleLink = (bank, id) => (bank.byId.has(id) ? html("a", { href: address(["q", id]), dir: "auto" }, bank.byId.get(id).title) : html("span", {}, id));

/* For authors */

const VERDICTS = { ok: ["✓", "right"], imprecise: ["≈", "rounded too far"], wrong: ["✗", "wrong"], unchecked: ["?", "not checked"] };

async function authorPart(bank, row) {
  const author = await ofQuestion(row, "author");
  const { rules } = author.findings?.length ? await load("review") : { rules: {} };
  const bits = [
    claimsPart(author.claims || []),
    findingsPart(author.findings, rules),
    factsPart(author.facts || []),
    alikePart(bank, author.alike),
    historyPart(author.history),
    measuredPart(author.measured),
  ].filter(Boolean);
  const file = fileLink(bank, author.path);
  return html("section", { class: "author", "aria-labelledby": "author-title" },
    html("h2", { id: "author-title" }, "For authors"),
    html("p", { class: "file" }, file, author.problem && html("strong", {}, ` ${author.problem}`)),
    bits);
}

function fileLink(bank, path, line) {
  const base = bank.meta.repository;
  if (!base) return html("code", {}, line ? `${path}:${line}` : path);
  return html("a", { href: `${base.replace(/\/$/, "")}/${path.split("/").map(encodeURIComponent).join("/")}${line ? `#L${line}` : ""}`, rel: "noopener noreferrer" }, line ? `${path}:${line}` : path);
}

function claimsPart(claims) {
  if (!claims.length) return html("details", { class: "fold" }, html("summary", {}, "Claims: none found"), html("div", { class: "folded" }, html("p", {}, "No line of the napkin math states a value that could be recomputed.")));
  const counts = Object.entries(VERDICTS).map(([verdict, [sign]]) => [claims.filter((one) => one.verdict === verdict).length, sign]).filter(([count]) => count);
  return html("details", { class: "fold", open: true },
    html("summary", {}, `Claims: ${counts.map(([count, sign]) => `${count} ${sign}`).join(", ")}`),
    html("div", { class: "folded" }, html("ol", { class: "claims" }, claims.map((claim) =>
      html("li", { class: "claim", "data-verdict": claim.verdict },
        html("span", { class: "sign", role: "img", "aria-label": VERDICTS[claim.verdict][1] }, VERDICTS[claim.verdict][0]),
        html("div", {}, html("p", { class: "stated", dir: "auto" }, claim.text),
          claim.computed && html("p", { class: "computed" }, "recomputed: ", html("span", { dir: "auto" }, claim.computed)),
          claim.why.map((said) => html("p", { class: "why", dir: "auto" }, said)),
          html("p", { class: "where" }, `${claim.field || ""}, line ${claim.line}`, claim.formula && [" · ", html("a", { href: address(["formulas", claim.formula]) }, claim.formula)])))))));
}

const SEVERITIES = ["error", "warning", "info"];

function findingsPart(findings, rules) {
  if (!findings.length) return html("p", { class: "clean" }, html("span", { class: "sign", "aria-hidden": "true" }, "✓ "), "The audit has nothing to say of it.");
  return html("details", { class: "fold", open: true }, html("summary", {}, `Findings: ${findings.length}`),
    html("div", { class: "folded" }, html("ul", { class: "findings" }, findings.map((one) => findingLine(one, rules)))));
}

function findingLine(one, rules) {
  const rule = rules[one.code];
  return html("li", { class: "finding", "data-severity": one.severity },
    html("p", {}, html("span", { class: "severity" }, one.severity), " ", ruleLink(one.code, rules), " ", html("span", { dir: "auto" }, one.message)),
    html("p", { class: "where" }, [`line ${one.line}, column ${one.column}`, one.field, one.fix && (one.fix === "safe" ? "`qbank audit --fix` mends it" : "has a fix to look at")].filter(Boolean).join(" · ")),
    rule && html("details", { class: "small" }, html("summary", {}, "Why?"), html("div", { class: "folded" }, prose(rule.explanation))));
}

function ruleLink(code, rules) {
  const rule = rules[code];
  if (rule?.url) return html("a", { href: rule.url, rel: "noopener noreferrer" }, `${code} ${rule.name}`);
  return html("strong", {}, rule ? `${code} ${rule.name}` : code);
}

function factsPart(facts) {
  if (!facts.length) return null;
  const rows = facts.map(([text, role, subject, said, where, line]) => [text, role === "unknown" ? "–" : role.replace(/_/g, " "), subject || "–", said, `${where}, line ${line}`]);
  return html("details", { class: "fold" }, html("summary", {}, `Facts: what each of ${facts.length} numbers was taken to be of`),
    html("div", { class: "folded" }, table("Facts", ["Number", "Role", "Of", "Said as", "Where"], rows)));
}

function alikePart(bank, alike) {
  if (!alike?.length) return null;
  return html("details", { class: "fold" }, html("summary", {}, `Nearly the same: ${alike.length}`),
    html("div", { class: "folded" }, html("ul", { class: "plain-list" }, alike.map(([id, share]) => html("li", {}, titleLink(bank, id), ` ${Math.round(share * 100)} %`)))));
}

function historyPart(history) {
  if (!history?.length) return null;
  return html("details", { class: "fold" }, html("summary", {}, `History: last changed ${history[0][1]}`),
    html("div", { class: "folded" }, html("ul", { class: "plain-list history" }, history.map(([hash, date, author, subject]) => html("li", {}, html("code", {}, hash), ` ${date}, ${author}: `, html("span", { dir: "auto" }, subject))))));
}

function measuredPart(measured) {
  if (!measured) return null;
  const share = (value) => (value === null || value === undefined ? "unknown" : value.toFixed(2));
  return html("p", { class: "measured" }, `In exams: ${counted(measured.students, "student")}, difficulty ${share(measured.difficulty)}, discrimination ${share(measured.discrimination)}.`);
}

// The front page: what this is, where to begin, and what is here.

function frontView(bank) {
  const { meta } = bank;
  const tracks = bank.facets.track;
  const counts = new Map();
  for (const at of tracks.of) counts.set(at, (counts.get(at) || 0) + 1);
  const form = html("form", { class: "search hero-search", role: "search" },
    html("label", { class: "unseen", for: "search" }, "Search questions"),
    html("input", { type: "search", id: "search", autocomplete: "off", placeholder: "Search questions: kv cache, H100, roofline …", maxlength: 200 }),
    html("button", { type: "submit" }, "Search"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    location.hash = address(["questions"], new URLSearchParams({ q: form.querySelector("input").value.trim() }));
  });
  const ways = [
    !meta.public && ["practice", "Practise", "Questions with feedback at once. What was wrong comes back until it sits."],
    ["questions", "Browse", "All questions, found by words, track, level, topic or device."],
    ["basket", "Make a quiz", "Collect questions, order them, save them as a set that can be rendered."],
    ["hardware", "Hardware", "Devices side by side, with a source for every figure, and their rooflines."],
    ["formulas", "Formulas", "Cost and throughput laws to compute, to solve for any variable, and to plot."],
    meta.authors && ["review", "Review", "What the audit finds, the most worthwhile first."],
  ].filter((way) => way && VIEWS[way[0]]);
  return html("div", { class: "front" },
    html("section", { class: "hero" },
      meta.course && html("p", { class: "kicker" }, meta.course),
      heading(meta.title),
      html("p", { class: "lead" }, meta.intro || `${counted(bank.rows.length, "question")} on machine learning systems, with the arithmetic worked out.`),
      form),
    html("section", { "aria-labelledby": "ways" }, html("h2", { class: "unseen", id: "ways" }, "Where to begin"),
      html("ul", { class: "ways" }, ways.map(([path, title, said]) => html("li", {}, html("a", { href: `#/${path}` }, html("strong", {}, title), html("span", {}, said)))))),
    html("section", { "aria-labelledby": "tracks" }, html("h2", { id: "tracks" }, "By track"),
      html("ul", { class: "tracks" }, tracks.values.map(([word, said], at) => html("li", {}, html("a", { href: address(["questions"], new URLSearchParams({ track: word || "none" })) }, html("strong", {}, said), html("span", { class: "number" }, counted(counts.get(at) || 0, "question")), html("span", {}, bank.fields.meanings.track[word] || "")))))));
}

// Which view is shown, the parts at the top, and the keys.

let bankNow = null;

const VIEWS = {
  "": [null, (bank) => frontView(bank)],
  questions: ["Questions", listView],
  q: [null, questionView],
};

async function show() {
  const route = routeNow();
  const view = VIEWS[route.parts[0] || ""] || [null, () => missingPage()];
  const main = byId("main");
  const asked = location.hash;
  try {
    const content = await view[1](bankNow, route);
    if (location.hash !== asked && routeNow().path !== route.path) return; // somebody was faster
    main.replaceChildren(content);
  } catch (error) {
    main.replaceChildren(html("div", { class: "narrow-page" }, heading("This could not be shown"), notice(String(error.message || error))));
  }
  const title = main.querySelector("h1, h2")?.textContent || bankNow.meta.title;
  document.title = title === bankNow.meta.title ? title : `${title} – ${bankNow.meta.title}`;
  for (const link of byId("nav").querySelectorAll("a")) {
    if (link.dataset.part === route.parts[0]) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  closeMenu();
}

const missingPage = () => html("div", { class: "narrow-page" }, heading("Nothing here"), html("p", {}, "This address leads nowhere. ", html("a", { href: "#/" }, "To the front page")));

// After a step to another view, the reader begins at its top.
async function moved() {
  await show();
  window.scrollTo(0, 0);
  const target = byId("main").querySelector("h1[tabindex], article[tabindex]") || byId("main");
  target.focus({ preventScroll: true });
}

function drawNav() {
  const links = Object.entries(VIEWS).filter(([, [title]]) => title).map(([part, [title]]) =>
    html("a", { href: `#/${part}`, "data-part": part }, title, part === "basket" && html("span", { class: "bubble", id: "basket-count" })));
  byId("nav").replaceChildren(...links);
}

function closeMenu() {
  byId("nav").classList.remove("open");
  byId("menu").setAttribute("aria-expanded", "false");
}

byId("menu").addEventListener("click", () => {
  const open = byId("nav").classList.toggle("open");
  byId("menu").setAttribute("aria-expanded", String(open));
});
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});

/* Keys */

const KEYS = [
  ["/", "Search"],
  ["j, k", "Next, previous question"],
  ["Enter", "Open the question that has the focus"],
  ["b", "Put it into the basket, or take it out"],
  ["s", "Show the answer"],
  ["g, then q, b, p, h, f, c, r", "Go to questions, basket, practice, hardware, formulas, coverage, review"],
  ["?", "This help"],
];
const GO = { q: "questions", b: "basket", p: "practice", h: "hardware", f: "formulas", c: "coverage", r: "review" };

function drawKeys() {
  const off = html("input", { type: "checkbox" });
  off.checked = kept("keys", true);
  off.addEventListener("change", () => keep("keys", off.checked));
  const close = html("button", { type: "button", onclick: () => byId("keys").close() }, "Close");
  byId("keys").replaceChildren(html("h2", { id: "keys-title" }, "Keys"),
    html("dl", { class: "keys" }, KEYS.flatMap(([key, said]) => [html("dt", {}, html("kbd", {}, key)), html("dd", {}, said)])),
    html("p", {}, html("label", {}, off, " Single keys do something")), close);
}

byId("help").addEventListener("click", () => {
  drawKeys();
  byId("keys").showModal();
});

let waitsForPlace = 0;
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || byId("keys").open) return;
  const typing = event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select");
  if (typing) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (!kept("keys", true)) return;
  if (Date.now() < waitsForPlace && GO[event.key]) {
    waitsForPlace = 0;
    if (VIEWS[GO[event.key]]) location.hash = `#/${GO[event.key]}`;
    event.preventDefault();
    return;
  }
  waitsForPlace = 0;
  const act = { "/": toSearch, "?": () => byId("help").click(), j: () => step(1), k: () => step(-1), b: () => currentLine()?.querySelector(".basket-button")?.click(), s: openAnswer, g: () => { waitsForPlace = Date.now() + 1500; } }[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
});

function toSearch() {
  const search = byId("search");
  if (search) {
    search.focus();
    search.select();
  } else {
    location.hash = "#/questions";
    setTimeout(() => byId("search")?.focus(), 50);
  }
}

function currentLine() {
  return document.activeElement.closest(".line") || document.querySelector(".one");
}

function step(by) {
  const lines = [...document.querySelectorAll(".lines .line a[dir]")];
  if (lines.length) {
    const at = lines.indexOf(document.activeElement.closest(".line")?.querySelector("a[dir]"));
    const next = lines[Math.min(lines.length - 1, Math.max(0, at + by))];
    next.focus();
    next.closest(".line").scrollIntoView({ block: "nearest" });
    return;
  }
  document.querySelector(by > 0 ? ".steps .next" : ".steps .prev")?.click();
}

function openAnswer() {
  const answer = document.querySelector("main details.answer");
  if (!answer) return;
  answer.open = !answer.open;
  answer.querySelector("summary").focus();
}

/* Beginning */

async function begin() {
  try {
    bankNow = new Bank(await load("bank"));
  } catch (error) {
    byId("main").replaceChildren(notice(String(error.message || error)));
    return;
  }
  openStore(bankNow.meta.bank);
  basket.open();
  drawNav();
  basket.changed();
  let before = routeNow().path;
  await show();
  document.documentElement.dataset.ready = "";
  window.addEventListener("hashchange", () => {
    const path = location.hash;
    if (path === before) return;
    before = path;
    moved();
  });
}
begin();
})();
