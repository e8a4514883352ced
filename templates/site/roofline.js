// The roofline of devices: what a peak and a memory bandwidth let an operation attain, at its operations a byte.

const peaksOf = (entry) => Object.entries(entry.values).filter(([name, value]) => (value.peak || name === "npu_peak" || name === "gpu_fp32") && typeof value.base === "number").map(([name, value]) => [name, value]);
const hasRoof = (entry) => typeof sizeOf(entry.values.memory_bandwidth) === "number" && peaksOf(entry).length > 0;
const SCALES = [[1e18, "E"], [1e15, "P"], [1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""]];
const scaled = (value, unit) => {
  const [factor, sign] = SCALES.find(([one]) => value >= one * 0.9995) || SCALES.at(-1);
  return labs.withUnit(labs.digits(value / factor), `${sign}${unit}`);
};
const roofAt = (device, intensity) => Math.min(device.peak, device.bandwidth * intensity);

async function rooflineView(bank, route) {
  const catalog = await load("hardware");
  const able = catalog.entries.filter(hasRoof).sort((one, other) => one.name.localeCompare(other.name));
  const byName = new Map(able.map((entry) => [entry.id, entry]));
  const reader = checks.numberReader(catalog.units);
  const named = (ids) => ids.map((one) => one.split(":")).filter(([id]) => byName.has(id));
  const last = named(chosenDevices(route.query));
  const stated = last.length ? last : named(["h100-sxm5-80gb"]);
  const roofed = (id, peak, path) => {
    const peaks = peaksOf(byName.get(id)).map(([name]) => name);
    const paths = pathsOf(byName.get(id));
    return { id, peak: peaks.includes(peak) ? peak : peaks.find((name) => /(bf16|fp16).*dense/.test(name)) || peaks[0], path: paths.includes(path) ? path : "memory_bandwidth" };
  };
  const chosen = stated.map(([id, peak, path]) => roofed(id, peak, path)).slice(0, 8);
  const operations = (route.query.get("ops") || "").split(";").map((one) => one.split("~")).filter((one) => one.length === 3).map(([name, flop, bytes]) => ({ name, flop, bytes }));
  if (!operations.length) operations.push({ name: "Decode, batch 1", flop: "14 GFLOP", bytes: "14 GB" }, { name: "Square matrix product, 4096", flop: "2*4096^3 FLOP", bytes: "100.7 MB" });
  const picture = html("div", { class: "plot" });
  const results = html("div", {});
  const devices = html("div", { class: "devices" });
  const rows = html("div", { class: "operations" });
  const add = html("select", { id: "add-device", "aria-label": "Add a device" }, html("option", { value: "" }, "Add a device …"), able.map((entry) => html("option", { value: entry.id }, entry.name)));
  add.addEventListener("change", () => {
    if (byName.has(add.value) && chosen.length < 8) chosen.push(roofed(add.value));
    add.value = "";
    drawDevices();
    draw();
  });

  function drawDevices() {
    devices.replaceChildren(...chosen.map((one, at) => {
      const entry = byName.get(one.id);
      const format = select(peaksOf(entry).map(([name, value]) => [name, `${valueName(name)}: ${value.text}`]), one.peak, { "aria-label": `Peak of ${entry.name}` });
      format.addEventListener("change", () => { one.peak = format.value; draw(); });
      const paths = pathsOf(entry);
      const over = select(paths.map((name) => [name, `${pathName(name)}: ${entry.values[name].text}`]), one.path, { "aria-label": `Way of the bytes of ${entry.name}` });
      over.addEventListener("change", () => { one.path = over.value; draw(); });
      return html("div", { class: "device-row" }, html("a", { href: address(["hardware", entry.id]) }, entry.name), format, paths.length > 1 ? over : html("span", { class: "hint" }, entry.values.memory_bandwidth.text), html("button", { type: "button", class: "quiet", "aria-label": `Take out ${entry.name}`, onclick: () => { chosen.splice(at, 1); drawDevices(); draw(); } }, "×"));
    }));
  }

  function drawOperations() {
    rows.replaceChildren(...operations.map((one, at) => {
      const input = (name, label) => {
        const box = html("input", { type: "text", value: one[name], maxlength: 60, "aria-label": `${label} of operation ${at + 1}`, "data-op": `${at}-${name}` });
        box.addEventListener("input", () => { one[name] = box.value.replace(/[~;]/g, " "); draw(); });
        return html("p", { class: "field" }, html("span", { class: "label-text", "aria-hidden": "true" }, label), box);
      };
      return html("div", { class: "row operation" }, input("name", "Operation"), input("flop", "Work"), input("bytes", "Bytes moved"), html("button", { type: "button", class: "quiet", "aria-label": `Take out ${one.name}`, onclick: () => { operations.splice(at, 1); drawOperations(); draw(); } }, "×"));
    }), html("button", { type: "button", class: "plain small", onclick: () => { operations.push({ name: `Operation ${operations.length + 1}`, flop: "", bytes: "" }); drawOperations(); draw(); rows.querySelector(`[data-op="${operations.length - 1}-name"]`).focus(); } }, "Add an operation"));
  }

  function draw() {
    const roofs = chosen.map(({ id, peak, path }) => {
      const entry = byName.get(id);
      return { entry, name: path === "memory_bandwidth" ? entry.name : `${entry.name} over ${pathName(path)}`, peak: entry.values[peak].base, unit: entry.values[peak].unit.startsWith("OP") ? "OP/s" : "FLOP/s", bandwidth: sizeOf(entry.values[path]), bound: path === "memory_bandwidth" ? "memory" : pathName(path), format: valueName(peak) };
    });
    const read = operations.map((one) => {
      const [flop, bytes] = [reader.readNumber(one.flop, "FLOP"), reader.readNumber(one.bytes, "B")];
      const problem = !one.flop && !one.bytes ? "" : flop.problem || bytes.problem || (!(flop.value > 0 && bytes.value > 0) ? "Work and bytes have to be above 0." : "");
      return { name: one.name, problem, flop: flop.value, bytes: bytes.value, intensity: flop.value / bytes.value };
    });
    const sound = read.filter((one) => !one.problem && Number.isFinite(one.intensity));
    const query = new URLSearchParams({ ids: chosen.map((one) => `${one.id}:${one.peak}${one.path === "memory_bandwidth" ? "" : `:${one.path}`}`).join(","), ops: operations.map((one) => [one.name, one.flop, one.bytes].join("~")).join(";") });
    readdress(["roofline"], query);
    picture.replaceChildren(roofs.length ? rooflinePlot(roofs, sound, Math.min(picture.clientWidth || 720, 960)) : notice("Add a device to see its roofline."));
    const lines = sound.flatMap((one) => roofs.map((roof) => {
      const attained = roofAt(roof, one.intensity);
      const bound = roof.bandwidth * one.intensity < roof.peak ? roof.bound : "compute";
      return [one.name || "–", roof.name, `${labs.digits(one.intensity)} ${roof.unit.slice(0, -2)}/B`, scaled(attained, roof.unit), `${labs.digits((attained / roof.peak) * 100)}%`, bound, timeText(one.flop / attained)];
    }));
    results.replaceChildren(...read.filter((one) => one.problem).map((one) => html("p", { class: "problem" }, `${one.name}: ${one.problem}`)),
      roofs.length ? table("Ridge points", ["Device", "Peak", "Bandwidth", "Ridge point"], roofs.map((roof) => [roof.name, `${scaled(roof.peak, roof.unit)} ${roof.format.replace("Peak ", "")}`, scaled(roof.bandwidth, "B/s"), `${labs.digits(roof.peak / roof.bandwidth)} ${roof.unit.slice(0, -2)}/B`])) : "",
      lines.length ? table("What they attain", ["Operation", "Device", "Intensity", "Attained at most", "Of peak", "Bound by", "At least"], lines) : "");
  }
  drawDevices();
  drawOperations();
  drawToWidth(picture, draw);
  return html("div", { class: "page" }, html("p", {}, html("a", { href: "#/hardware" }, "All hardware"), " · ", html("a", { href: address(["links"], `ids=${encodeURIComponent([...new Set(chosen.map((one) => one.id))].join(","))}`) }, "Links and memories")), heading("Roofline"),
    html("p", { class: "hint" }, "Attained at most = the lower of the peak, and bandwidth times operations a byte. A device may be added twice, once over its memory and once over a link."),
    html("section", { class: "card", "aria-label": "Devices" }, html("h2", {}, "Devices"), devices, add), picture,
    html("section", { class: "card", "aria-label": "Operations" }, html("h2", {}, "Operations"), html("p", { class: "hint" }, "With units, such as 14 GFLOP and 14 GB; sums such as 2*4096^3 are worked out."), rows), results);
}

function timeText(seconds) {
  const [factor, unit] = seconds >= 1 ? [1, "s"] : seconds >= 1e-3 ? [1e-3, "ms"] : seconds >= 1e-6 ? [1e-6, "µs"] : [1e-9, "ns"];
  return labs.withUnit(labs.digits(seconds / factor), unit);
}

function rooflinePlot(roofs, operations, width) {
  const height = width < 480 ? 300 : 380;
  const edge = { left: 74, right: width - 18, top: 24, bottom: height - 50 };
  const ridges = roofs.map((roof) => roof.peak / roof.bandwidth);
  const spots = [...ridges, ...operations.map((one) => one.intensity)];
  const low = Math.min(...spots) / 8;
  const high = Math.max(...spots) * 8;
  const x = labs.scale([low, high], edge.left, edge.right, { base: 10, wanted: width < 480 ? 4 : 7 });
  // Below the roofs there is room for the names of operations.
  const y = labs.scale([...roofs.map((roof) => roof.peak * 1.2), ...roofs.map((roof) => roofAt(roof, x.low) / 8)], edge.bottom, edge.top, { base: 10, wanted: 7 });
  const axes = svg("g", { class: "axes" },
    y.ticks.map((tick) => [svg("line", { class: "grid", x1: edge.left, x2: edge.right, y1: y(tick), y2: y(tick) }), labs.label(edge.left - 8, y(tick) + 4, scaled(tick, ""), { class: "tick", "text-anchor": "end" })]),
    x.ticks.map((tick) => [svg("line", { class: "stub", x1: x(tick), x2: x(tick), y1: edge.bottom, y2: edge.bottom + 5 }), labs.label(x(tick), edge.bottom + 20, labs.digits(tick), { class: "tick", "text-anchor": "middle" })]),
    labs.label(edge.left - 8, 12, "FLOP/s", { class: "axis", "text-anchor": "end" }),
    labs.label((edge.left + edge.right) / 2, height - 8, "operations a byte", { class: "axis", "text-anchor": "middle" }));
  const drawn = roofs.map((roof, at) => {
    const ridge = roof.peak / roof.bandwidth;
    const points = [[x.low, roofAt(roof, x.low)], [ridge, roof.peak], [x.high, roof.peak]];
    const series = at % labs.SERIES;
    return svg("g", { class: "series" }, svg("path", { class: `line s${series}`, d: points.map(([i, f], place) => `${place ? "L" : "M"}${x(i).toFixed(1)},${y(f).toFixed(1)}`).join(""), "stroke-dasharray": labs.DASHES[series] || undefined }), labs.mark(series, x(ridge), y(roof.peak)));
  });
  const marks = operations.map((one, at) => {
    const tops = roofs.map((roof) => roofAt(roof, one.intensity));
    return svg("g", { class: "operation-mark" }, svg("line", { class: "cursor", x1: x(one.intensity), x2: x(one.intensity), y1: edge.bottom, y2: y(Math.max(...tops)) }),
      tops.map((top) => svg("circle", { cx: x(one.intensity), cy: y(top), r: 4.5 })), labs.label(x(one.intensity) + (x(one.intensity) > (edge.left + edge.right) / 2 ? -6 : 6), edge.bottom - 8 - 15 * (at % 3), width < 480 && one.name.length > 20 ? `${one.name.slice(0, 19)}…` : one.name, { class: "axis", "text-anchor": x(one.intensity) > (edge.left + edge.right) / 2 ? "end" : "start" }));
  });
  const told = [...roofs.map((roof) => `${roof.name}: peak ${scaled(roof.peak, roof.unit)}, ridge at ${labs.digits(roof.peak / roof.bandwidth)}`), ...operations.map((one) => `${one.name} at ${labs.digits(one.intensity)}`)].join("; ");
  const image = labs.drawing(width, height, "Roofline", told, axes, drawn, marks);
  return html("figure", {}, image, html("figcaption", {}, html("ul", { class: "legend" }, roofs.map((roof, at) => html("li", {}, svg("svg", { width: 34, height: 14, "aria-hidden": "true", class: "key" }, svg("path", { class: `line s${at % labs.SERIES}`, d: "M0,7H34", "stroke-dasharray": labs.DASHES[at % labs.SERIES] || undefined }), labs.mark(at % labs.SERIES, 17, 7, 4)), ` ${roof.name}`)))));
}
