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

  const guessed = guess && guessAt(placeX(guess.setting[plot.x]), placeY(guess.value), edge);

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

// A guess and its name, which is out of the way of the curve, as that passes near a good guess: above it, if there is room.
function guessAt(x, y, edge) {
  const aside = x > edge.right - 90 ? -1 : 1;
  return svg("g", { class: "guess" },
    svg("circle", { cx: x, cy: y, r: 7 }),
    label(x + 7 * aside, y + (y < edge.top + 16 ? 24 : -14), "your guess", { class: "axis", "text-anchor": aside < 0 ? "end" : "start" }));
}

// Sliders whose values grow by a factor are drawn evenly: by powers of two where that is the factor, else of ten.
function evenBase(values) {
  if (values.length < 3 || values[0] <= 0) return 0;
  const [first, last] = [values[1] / values[0], values.at(-1) / values.at(-2)];
  if (first < 1.01 || Math.abs(values[1] - values[0] - (values.at(-1) - values.at(-2))) < 1e-9 * values.at(-1)) return 0;
  return Math.abs(first - 2) < 1e-9 && Math.abs(last - 2) < 1e-9 ? 2 : values.at(-1) / values[0] > 30 ? 10 : 0;
}

const limitInLegend = (quantity, limit) => ({ series: "limit", title: limit.title, here: true, value: () => shown(quantity, limit.value) });
