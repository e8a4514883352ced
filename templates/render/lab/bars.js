// Bars: a bar for each quantity, or for each choice of a control; and the gauge.

// The bars from top to bottom; one is made of several pieces where they stand on each other.
function barsOf(plot, track, setting) {
  const choices = plot.by ? track.controls[plot.by].choices : [undefined];
  const rows = plot.by ? sweep(track, setting, plot.by, plot) : [valuesAt(track, setting, plot)];
  const several = plot.of.length > 1;
  return choices.flatMap((choice, at) => {
    const here = !choice || setting[plot.by] === at;
    const piece = (name, series) => ({ name, series: several ? series % SERIES : 0, value: rows[at][name] });
    if (plot.stacked) return [{ title: choice?.label ?? "", here, pieces: plot.of.map(piece) }];
    return plot.of.map((name, series) => ({
      title: [choice?.label, several || !choice ? track.named[name].label : ""].filter(Boolean).join(": "),
      here,
      pieces: [piece(name, series)],
    }));
  });
}

function drawBars(plot, track, setting, width) {
  const bars = barsOf(plot, track, setting);
  const limit = limitOf(plot, valuesAt(track, setting, plot));
  const log = plot.log && !plot.stacked;
  const total = (bar) => bar.pieces.reduce((sum, piece) => sum + piece.value, 0);
  const values = [...bars.map(total), ...(limit ? [limit.value] : [])];
  const { scale: unit } = track.named[plot.of[0]];
  const tall = 46;
  const bottom = bars.length * tall + 6;
  const x = scale(values.map((value) => value / unit), 2, width - 92, { base: log ? 10 : 0, zero: true, wanted: width < 480 ? 3 : 5 });
  const zero = log ? 2 : x(0);
  const place = (value) => (drawable(value, log) ? x(value / unit) : zero);
  const drawn = bars.map((bar, at) => {
    const top = at * tall;
    let reached = 0;
    const boxes = bar.pieces.map((piece) => {
      const [from, to] = [reached ? place(reached) : zero, place(reached + piece.value)];
      if (Number.isFinite(piece.value)) reached += piece.value;
      return svg("rect", { class: `column s${piece.series}`, x: round(Math.min(from, to)), y: top + 21, width: round(Math.max(Math.abs(to - from), 1.5)), height: 18, rx: 2 });
    });
    return svg("g", { class: bar.here ? "series" : "series aside" },
      label(2, top + 15, bar.title, { class: "name" }), boxes,
      label(Math.max(zero, place(total(bar))) + 8, top + 35, shown(track.named[plot.of[0]], total(bar)), { class: "value" }));
  });
  const axes = svg("g", { class: "axes" }, x.ticks.map((tick, at) => [
    svg("line", { class: "grid", x1: round(x(tick)), x2: round(x(tick)), y1: 20, y2: bottom }),
    label(x(tick), bottom + 16, at === x.ticks.length - 1 ? withUnit(digits(tick), track.named[plot.of[0]].unit) : digits(tick), { class: "tick", "text-anchor": at ? "middle" : "start" }),
  ]));
  // It stands beside each bar and leaves the names above them alone.
  const bound = limit && drawable(limit.value, log) && bars.map((_, at) =>
    svg("line", { class: "limit", x1: round(place(limit.value)), x2: round(place(limit.value)), y1: at * tall + 18, y2: at * tall + 42 }));

  const said = (bar) => bar.pieces.map((piece) => `${plot.stacked ? `${track.named[piece.name].label} ` : ""}${shown(track.named[piece.name], piece.value)}`).join(", ");
  const told = bars.map((bar) => `${bar.title} ${said(bar)}`.trim()).join("; ");
  const legend = plot.stacked || (plot.by && plot.of.length > 1)
    ? plot.of.map((name, series) => ({ series: `bar${series % SERIES}`, title: track.named[name].label, here: true, value: () => (plot.by ? "" : shown(track.named[name], bars[0].pieces[series].value)) }))
    : [];
  if (limit) legend.push(limitInLegend(track.named[plot.of[0]], limit));
  const table = plot.stacked
    ? { header: [plot.by ? track.named[plot.by].label : "", ...plot.of.map((name) => track.named[name].label)], rows: bars.map((bar) => [bar.title || plot.title, ...bar.pieces.map((piece) => shown(track.named[piece.name], piece.value))]) }
    : { header: [plot.by ? track.named[plot.by].label : "", "Value"], rows: bars.map((bar) => [bar.title, said(bar)]) };
  return { image: drawing(width, bottom + 24, plot.title, `${plot.by ? `By ${track.named[plot.by].label}: ` : ""}${told}.`, axes, drawn, bound), legend, apart: apartBy(plot, track), table: { ...table, at: plot.by && (plot.stacked || plot.of.length === 1) ? setting[plot.by] : -1 } };
}

// An arc from the least to the most, filled up to the value, with a mark where the limit is.
function drawGauge(plot, track, setting, width) {
  const values = valuesAt(track, setting, plot);
  const [name] = plot.of;
  const quantity = track.named[name];
  const value = values[name];
  const [least, most] = [plot.least === undefined ? 0 : derived(plot.least, values), derived(plot.most, values)];
  const limit = limitOf(plot, values);
  const fails = plot.fails !== undefined && derived(plot.fails, values);

  const [radius, thick] = [Math.min(width, 330) / 2 - 42, 20];
  const [cx, cy] = [radius + 42, radius + 34];
  const share = (at) => Math.min(1, Math.max(0, (at - least) / (most - least)));
  const point = (part, r) => [round(cx - r * Math.cos(Math.PI * part)), round(cy - r * Math.sin(Math.PI * part))];
  const arc = (to, attributes) => svg("path", { d: `M${point(0, radius)}A${round(radius)},${round(radius)} 0 0,1 ${point(to, radius)}`, "stroke-width": thick, ...attributes });
  const pieces = [arc(1, { class: "track" })];
  if (Number.isFinite(value) && share(value) > 0) pieces.push(arc(share(value), { class: fails ? "level over" : "level" }));
  if (limit && Number.isFinite(limit.value)) {
    const [inner, outer] = [radius - thick / 2 - 5, radius + thick / 2 + 5].map((r) => point(share(limit.value), r));
    const [x, y] = point(share(limit.value), radius + thick / 2 + 18);
    pieces.push(
      svg("line", { class: "limit", x1: inner[0], y1: inner[1], x2: outer[0], y2: outer[1] }),
      label(x, y + 4, shown(quantity, limit.value), { class: "name", "text-anchor": "middle" }));
  }
  const verdict = plot.fails === undefined || !Number.isFinite(value) ? "" : fails ? "✗ misses the limit" : "✓ keeps the limit";
  pieces.push(
    label(cx, cy - 22, shown(quantity, value), { class: "big", "text-anchor": "middle" }),
    label(cx, cy + 2, verdict, { class: fails ? "verdict over" : "verdict", "text-anchor": "middle" }),
    label(point(0, radius)[0], cy + 18, shown(quantity, least), { class: "tick", "text-anchor": "middle" }),
    label(point(1, radius)[0], cy + 18, shown(quantity, most), { class: "tick", "text-anchor": "middle" }));
  const rows = [[quantity.label, shown(quantity, value)], ...(limit ? [[limit.title, shown(quantity, limit.value)]] : [])];
  return { image: drawing(width, round(cy + 28), plot.title, `${shown(quantity, value)}. ${verdict}`, pieces), legend: [], table: { header: ["", "Value"], rows, at: -1 } };
}
