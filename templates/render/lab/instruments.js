// The instruments of a part: each is drawn anew for a setting, in the width there is.

const DRAWERS = { line: drawLines, bar: drawBars, gauge: drawGauge, heatmap: drawHeatMap, map: drawDevices, system: drawSystem };

// Returns {element, draw}. `draw` shows a setting; `choose` is told which choices were clicked in a plot.
function instrument(plot, track, choose) {
  if (plot.kind === "readout") return readout(plot, track);
  if (plot.kind === "table") return figures(plot, track);
  const legend = html("ul", { class: "legend", "aria-hidden": "true" });
  const canvas = html("div", { class: "canvas" });
  const note = html("p", { class: "note" });
  const held = tableHolder(`Data: ${plot.title}`);
  const details = html("details", { class: "data" }, html("summary", {}, "Data"), html("div", { class: "folded" }, held));
  const element = html("figure", { class: `instrument of-${plot.kind}` }, html("figcaption", {}, plot.title), legend, canvas, note, details);
  let setting = null;
  let made = null;
  let guess = null;

  function draw(wanted, predicted = guess) {
    setting = wanted;
    guess = predicted;
    const width = Math.floor(canvas.clientWidth);
    if (!width) return; // not seen yet: drawn as soon as it is
    made = DRAWERS[plot.kind](plot, track, setting, width, guess);
    canvas.replaceChildren(made.image);
    note.textContent = made.note || "";
    tellLegend(made.at);
    if (details.open) tellData();
  }
  function tellLegend(at) {
    const entries = made.legend.map((entry) =>
      html("li", { class: entry.here ? undefined : "aside" }, sample(entry.series), html("span", {}, entry.title), html("strong", {}, entry.value(at))));
    const apart = made.apart ? [html("li", { class: "apart" }, made.apart)] : [];
    // It is about the lines of the legend, but about the bars below it.
    legend.replaceChildren(...(plot.kind === "bar" ? [...entries, ...apart] : [...apart, ...entries]));
  }
  function tellData() {
    const { header, rows, at } = made.table;
    held.replaceChildren(dataTable(header, rows, at));
    const row = held.querySelector(".here");
    if (row) held.scrollTop = row.offsetTop - held.clientHeight / 2;
  }
  details.addEventListener("toggle", () => details.open && made && tellData());
  watchWidth(canvas, () => setting && draw(setting));

  // The pointer reads values off the lines, and a click takes the control there.
  const under = (event) => made.nearest(event.clientX - canvas.getBoundingClientRect().left);
  canvas.addEventListener("pointermove", (event) => {
    if (!made?.nearest) return;
    const at = under(event);
    const cursor = canvas.querySelector(".cursor");
    cursor.setAttribute("x1", made.placeX(at));
    cursor.setAttribute("x2", made.placeX(at));
    tellLegend(at);
  });
  canvas.addEventListener("pointerleave", () => made?.nearest && draw(setting));
  canvas.addEventListener("click", (event) => {
    if (made?.nearest) choose({ [plot.x]: under(event) });
    const cell = made?.cells && event.target.closest("[data-column]");
    if (cell) choose({ [plot.x]: Number(cell.dataset.column), [plot.y]: Number(cell.dataset.row) });
  });
  return { element, draw };
}

// What stands in a legend for a line, a bar, a limit, or cells of a heat map.
function sample(series) {
  const small = (...shapes) => svg("svg", { class: "sample", width: 30, height: 14, viewBox: "0 0 30 14" }, shapes);
  if (series === "limit") return small(svg("line", { class: "limit", x1: 1, x2: 29, y1: 7, y2: 7 }));
  if (series === "hatched") return small(svg("path", { class: "stripe", d: "M3,13L12,1M10,13L19,1M17,13L26,1" }));
  if (series === "heat") return small([0.1, 0.4, 0.7, 1].map((heat, at) => svg("rect", { class: "cell", x: 1 + 7 * at, y: 1, width: 7, height: 12, "fill-opacity": heat })));
  if (typeof series === "string") return small(svg("rect", { class: `column s${series.slice(3)}`, x: 8, y: 1, width: 14, height: 12, rx: 2 }));
  return small(svg("path", { class: `line s${series}`, d: "M1,7H29", "stroke-dasharray": DASHES[series] || undefined }), mark(series, 15, 7, 4));
}

// Calls back when the width of an element changes, also from none to some.
function watchWidth(element, changed) {
  let before = 0;
  new ResizeObserver(([entry]) => {
    const width = Math.floor(entry.contentRect.width);
    if (width && width !== before) changed();
    before = width;
  }).observe(element);
}

// A formula, the same with numbers in it, and what comes out.
function readout(plot, track) {
  const [name] = plot.of;
  const formula = byId(`formula-${name}`)?.content.cloneNode(true);
  const holes = formula ? [...formula.querySelectorAll(".filled mtext")].map((hole) => [hole, /^@(\w+)@$/.exec(hole.textContent)?.[1]]).filter(([, of]) => of) : [];
  const result = html("data", { "data-quantity": name });
  if (formula) for (const said of all("[data-of]", formula)) said.textContent = track.named[said.dataset.of].label;
  if (formula) all(".formula", formula).forEach(letScroll);
  const symbols = formula?.querySelector(".symbols"); // moves behind what comes out
  const element = html("figure", { class: "instrument of-readout" }, html("figcaption", {}, plot.title), formula, html("p", { class: "outcome" }, "= ", result), symbols);
  function draw(setting) {
    const values = valuesAt(track, setting);
    for (const [hole, of] of holes) {
      const text = shown(track.named[of], values[of]);
      hole.textContent = hole.parentNode.localName === "msup" || text.startsWith("−") ? `(${text})` : text;
    }
    result.textContent = shown(track.named[name], values[name]);
    result.value = String(values[name]);
  }
  return { element, draw };
}

// Quantities as a table: at the setting, or with a column for each choice of a control.
function figures(plot, track) {
  const held = tableHolder(plot.title);
  const element = html("figure", { class: "instrument of-table" }, html("figcaption", {}, plot.title), held);
  function draw(setting) {
    const columns = plot.by ? sweep(track, setting, plot.by, plot) : [valuesAt(track, setting, plot)];
    const header = [plot.by ? track.named[plot.by].label : "", ...(plot.by ? track.controls[plot.by].choices.map((choice) => choice.label) : ["Value"])];
    const rows = plot.of.map((name) => [track.named[name].label, ...columns.map((values) => valueOf(track, name, values[name]))]);
    held.replaceChildren(dataTable(header, rows));
  }
  return { element, draw };
}

// A value as people read it, and whole for programs.
const valueOf = (track, name, value) => html("data", { value: String(value), "data-quantity": name }, shown(track.named[name], value));
