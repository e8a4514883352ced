// The heat map of a quantity over two controls, and the map of which device holds what.

function drawHeatMap(plot, track, setting, width) {
  const [name] = plot.of;
  const quantity = track.named[name];
  const [across, down] = [track.controls[plot.x].choices, track.controls[plot.y].choices];
  const grid = down.map((_, row) => across.map((_, column) => {
    const values = valuesAt(track, { ...setting, [plot.x]: column, [plot.y]: row }, plot);
    return { value: values[name], fails: plot.fails !== undefined && derived(plot.fails, values) };
  }));
  const all = grid.flat().map((cell) => cell.value).filter((value) => drawable(value, plot.log));
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const along = plot.log ? Math.log : (value) => value;
  const share = (value) => (high > low ? (along(value) - along(low)) / (along(high) - along(low)) : 0.5);

  const [columnNames, rowNames] = [shortNames(track, plot.x), shortNames(track, plot.y)];
  const longest = (texts) => Math.max(...texts.map((text) => text.length));
  // Names of rows that would take too much of the width stand above their cells.
  const wanted = 34 + 7.6 * longest(rowNames);
  const above = wanted > width * 0.35 ? 22 : 0;
  const left = above ? 2 : wanted;
  const cell = { width: (width - left - 4) / across.length, height: Math.max(30, Math.min(44, 330 / down.length)) };
  const pitch = cell.height + above;
  const bottom = down.length * pitch;
  const hatch = newName("hatch");
  const cells = grid.flatMap((row, r) => row.map(({ value, fails }, c) => {
    const box = { x: round(left + c * cell.width + 1), y: round(r * pitch + above + 3), width: round(cell.width - 2), height: round(cell.height - 2), rx: 3 };
    const heat = drawable(value, plot.log) ? 0.06 + 0.94 * share(value) : 0;
    const style = fails ? "number fails" : heat > 0.5 ? "number on" : "number";
    return svg("g", { "data-column": c, "data-row": r },
      svg("rect", { class: "cell", "fill-opacity": round(heat), ...box }),
      fails && svg("rect", { class: "fails", fill: `url(#${hatch})`, ...box }),
      cell.width >= 38 && label(box.x + box.width / 2, box.y + box.height / 2 + 4.5, digits(value / quantity.scale), { class: style, "text-anchor": "middle" }),
      setting[plot.x] === c && setting[plot.y] === r && svg("rect", { class: "here", ...box }));
  }));
  const every = Math.ceil((7.6 * longest(columnNames) + 8) / cell.width);
  const axes = svg("g", { class: "axes" },
    rowNames.map((text, r) => (above
      ? label(left, r * pitch + 17, text, { class: "name" })
      : label(left - 8, (r + 0.5) * pitch + 6, text, { class: "tick", "text-anchor": "end" }))),
    columnNames.map((text, c) => c % every === 0 && label(left + (c + 0.5) * cell.width, bottom + 20, text, { class: "tick", "text-anchor": "middle" })),
    label((left + width) / 2, bottom + 42, axisName(track, plot.x), { class: "axis", "text-anchor": "middle" }),
    !above && svg("text", { class: "axis", "text-anchor": "middle", transform: `translate(13 ${round(bottom / 2)}) rotate(-90)` }, axisName(track, plot.y)));
  const stripes = svg("defs", {},
    svg("pattern", { id: hatch, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, svg("path", { class: "stripe", d: "M0,0V7" })));

  const here = grid[setting[plot.y]][setting[plot.x]];
  const told = `${shown(quantity, here.value)} at ${settingText(track, setting, [plot.x, plot.y])}${here.fails ? ", which fails" : ""}; from ${shown(quantity, low)} to ${shown(quantity, high)} over the map.`;
  const legend = [{ series: "heat", title: inUnit(quantity), here: true, value: () => `${digits(low / quantity.scale)} to ${digits(high / quantity.scale)}` }];
  if (plot.fails !== undefined) legend.push({ series: "hatched", title: plot.failsTitle, here: true, value: () => "" });
  const header = [`${track.named[plot.y].label} ↓ ${track.named[plot.x].label} →`, ...across.map((choice) => choice.label)];
  const rows = grid.map((row, r) => [down[r].label, ...row.map(({ value, fails }) => shown(quantity, value) + (fails ? " ✗" : ""))]);
  return { image: drawing(width, round(bottom + 50), plot.title, told, stripes, axes, cells), legend, cells: true, table: { header, rows, at: setting[plot.y] } };
}

// The names of choices without the unit that all of them share.
function shortNames(track, name) {
  const { values, choices } = track.controls[name];
  return choices.map((choice, at) => (values ? digits(values[at] / track.named[name].scale) : choice.label));
}

const axisName = (track, name) => (track.controls[name].values ? inUnit(track.named[name]) : track.named[name].label);

const MOST_REPLICAS = 4;
const MOST_COLUMNS = 16;
const MOST_ROWS = 8;

// Which device holds what: a block for each copy of the model, in it a column for each stage, in that a device for
// each slice of the stage.
function drawDevices(plot, track, setting, width) {
  const values = valuesAt(track, setting, plot);
  const count = (name) => (name && Number.isFinite(values[name]) ? Math.max(1, Math.round(values[name])) : 1);
  const [replicas, stages, shards] = [count(plot.replicas), count(plot.stages), count(plot.shards)];
  const columns = Math.min(stages, MOST_COLUMNS);
  const rows = Math.min(shards, MOST_ROWS);
  const held = plot.layers && Math.ceil(values[plot.layers] / stages);
  const side = Math.max(15, Math.min(56, (width - 14) / columns));
  const block = { width: Math.max(columns * side + 12, 92), height: rows * 28 + 36 };
  const fitting = Math.max(1, Math.floor((width + 10) / (block.width + 10)));
  const blocks = Math.min(replicas, Math.max(fitting, columns > 8 ? 2 : MOST_REPLICAS));
  // Devices beyond those that there are: drawn, so that one sees what it would take.
  const there = plot.limit === undefined ? Infinity : derived(plot.limit, values);
  const pieces = [];
  for (let replica = 0; replica < blocks; replica += 1) {
    const [left, top] = [(replica % fitting) * (block.width + 10), Math.floor(replica / fitting) * (block.height + 10)];
    pieces.push(
      svg("rect", { class: "group", x: round(left + 0.5), y: top + 0.5, width: round(block.width - 1), height: block.height - 1, rx: 6 }),
      label(left + 8, top + 19, `Copy ${replica + 1}`, { class: "name" }));
    for (let stage = 0; stage < columns; stage += 1) {
      for (let shard = 0; shard < rows; shard += 1) {
        const device = (replica * stages + stage) * shards + shard;
        const node = plot.perNode ? Math.floor(device / count(plot.perNode)) % 2 : 0;
        const box = { x: round(left + 6 + stage * side + 1), y: round(top + 28 + shard * 28 + 1), width: round(side - 2), height: 26, rx: 3 };
        pieces.push(
          svg("rect", { class: device < there ? `device s${stage % SERIES}${node ? " other" : ""}` : "device lacking", ...box }),
          side >= 24 && label(box.x + box.width / 2, box.y + 17.5, digits(device), { class: "inside", "text-anchor": "middle" }));
      }
    }
  }
  const bottom = Math.ceil(blocks / fitting) * (block.height + 10);
  const parts = [
    `${plural(replicas * stages * shards, "device", "devices")}: ${plural(replicas, "copy", "copies")} of the model`,
    stages > 1 && `each in ${plural(stages, "stage", "stages")}${held ? ` of ${plural(held, "layer", "layers")}` : ""}`,
    shards > 1 && `each layer cut over ${digits(shards)}`,
  ];
  const drawnOnly = [
    replicas > blocks && `${plural(blocks, "copy", "copies")} of ${digits(replicas)}`,
    stages > columns && `${digits(columns)} stages of ${digits(stages)}`,
    shards > rows && `${digits(rows)} slices of ${digits(shards)}`,
  ].filter(Boolean);
  const nodes = plot.perNode && count(plot.perNode) < replicas * stages * shards;
  const lacking = replicas * stages * shards > there;
  const note = [
    lacking && `✗ This takes more than the ${digits(there)} devices that there are; dashed ones do not exist.`,
    `${parts.filter(Boolean).join(", ")}.`,
    drawnOnly.length > 0 && `Drawn: ${drawnOnly.join(", ")}.`,
    nodes && "Light and dark tell neighbouring nodes apart.",
  ].filter(Boolean).join(" ");
  const table = [["Copies of the model", digits(replicas)], ["Stages", digits(stages)], ["Devices that share a layer", digits(shards)]];
  if (lacking) table.push(["Devices that there are", digits(there)]);
  if (held) table.push(["Layers on each device", digits(held)]);
  return { image: drawing(width, bottom, plot.title, note, pieces.filter(Boolean)), legend: [], note, table: { header: ["", "Number"], rows: table, at: -1 } };
}

const plural = (count, one, many) => `${digits(count)} ${count === 1 ? one : many}`;
