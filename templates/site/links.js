// Links and memories: how fast each moves bytes, and how long an amount takes over it.

// What moves bytes, the rate that counts first: what arrives, in one direction, rather than what is signalled.
const RATES = ["per_direction_bytes", "per_direction", "bandwidth", "bandwidth_per_stack", "bandwidth_per_chip", "after_8b10b", "interface_rate", "max_app_throughput", "user_experienced_downlink", "downlink_peak", "phy_rate", "phy_rate_max", "bit_rate", "data_rate_s2", "signalling_rate_per_direction", "outputs"];
const NO_PATH = /raw|signalling|pin_rate|bidirectional|total$/;
const isRate = (value) => value?.unit === "byte/second" && sizeOf(value) > 0;

// Returns the ways that bytes take at an entry, as names of values: several at a device, one at a link or memory.
function pathsOf(entry) {
  const rates = Object.keys(entry.values).filter((name) => isRate(entry.values[name]));
  if (entry.track === "interconnect") return [RATES.find((name) => rates.includes(name)) || rates[0]].filter(Boolean);
  return rates.filter((name) => !NO_PATH.test(name));
}

const FIRST_PATHS = ["h100-sxm5-80gb", "mem-ddr5-5600-channel", "nvme-pcie5-x4", "ib-ndr", "eth-100g", "wifi6-2ss80", "ble-5-2m"];
const MOST_PATHS = 40;

async function linksView(bank, route) {
  const catalog = await load("hardware");
  const able = catalog.entries.filter((entry) => pathsOf(entry).length);
  const entries = new Map(able.map((entry) => [entry.id, entry]));
  const reader = checks.numberReader(catalog.units);
  const all = (id) => pathsOf(entries.get(id)).map((name) => ({ entry: entries.get(id), name }));
  let paths = (route.query.get("ids") ?? FIRST_PATHS.join(",")).split(",").map((one) => one.split(":")).filter(([id]) => entries.has(id))
    .flatMap(([id, name]) => all(id).filter((path) => !name || path.name === name)).slice(0, MOST_PATHS);
  const amount = html("input", { type: "text", value: route.query.get("bytes") || "14 GB", maxlength: 60 });
  const picture = html("div", { class: "plot" });
  const results = html("div", {});
  const add = (label, list) => {
    const groups = [...new Set(list.map((entry) => entry.kind))].sort();
    const box = html("select", {}, html("option", { value: "" }, "Add …"), groups.map((kind) => html("optgroup", { label: kind }, list.filter((entry) => entry.kind === kind).sort((one, other) => one.name.localeCompare(other.name)).map((entry) => html("option", { value: entry.id }, entry.name)))));
    box.addEventListener("change", () => {
      const known = new Set(paths.map((path) => `${path.entry.id}:${path.name}`));
      paths.push(...all(box.value).filter((path) => !known.has(`${path.entry.id}:${path.name}`)));
      paths = paths.slice(0, MOST_PATHS);
      box.value = "";
      draw();
    });
    return field(label, box);
  };

  function draw() {
    const read = reader.readNumber(amount.value, "B");
    const problem = read.problem || (read.value > 0 ? "" : "The amount has to be above 0.");
    const lines = paths.map((path) => ({ ...path, value: path.entry.values[path.name], rate: sizeOf(path.entry.values[path.name]) })).sort((one, other) => other.rate - one.rate);
    readdress(["links"], new URLSearchParams({ ids: paths.map((path) => `${path.entry.id}:${path.name}`).join(","), bytes: amount.value }));
    picture.replaceChildren(lines.length ? ratesPlot(lines, Math.min(picture.clientWidth || 720, 960)) : notice("Add a device, a link or a memory."));
    const fastest = lines[0]?.rate;
    const takeOut = (line) => html("button", { type: "button", class: "quiet", "aria-label": `Take out ${pathTitle(line)}`, onclick: () => {
      paths = paths.filter((path) => path.entry !== line.entry || path.name !== line.name);
      draw();
    } }, "×");
    results.replaceChildren(problem ? html("p", { class: "problem" }, problem) : "",
      lines.length ? table("Rates and times", ["Way", "Rate", problem ? "Time" : `Time for ${amount.value}`, "Slower than the first", "Holds for", html("span", { class: "unseen" }, "Take out")], lines.map((line) => [
        html("a", { href: address(["hardware", line.entry.id]) }, pathTitle(line)), html("span", { class: "figure" }, line.value.text), problem ? "–" : html("span", { class: "figure" }, longTime(read.value / line.rate)), line.rate === fastest ? "" : `${labs.digits(fastest / line.rate)}×`, html("span", { class: "hint" }, remarksOf(line.value)), takeOut(line)])) : "");
  }
  amount.addEventListener("input", draw);
  drawToWidth(picture, draw);
  return html("div", { class: "page" }, html("p", {}, html("a", { href: "#/hardware" }, "All hardware")), heading("Links and memories"),
    html("p", { class: "hint" }, "How fast each moves bytes in one direction, and how long an amount takes: amount divided by rate, without latency."),
    html("section", { class: "card", "aria-label": "What to compare" }, html("div", { class: "row" }, field("Bytes to move", amount), add("Device", able.filter((entry) => entry.track !== "interconnect")), add("Link or memory", able.filter((entry) => entry.track === "interconnect")))),
    picture, results);
}

const pathTitle = ({ entry, name }) => (entry.track === "interconnect" ? entry.name : `${entry.name}: ${pathName(name)}`);
const pathName = (name) => valueName(name).replace(/ (per direction|bandwidth)$/, "").replace(/^Memory$/, "memory").replace(/^Network$/, "network");

function longTime(seconds) {
  if (seconds < 120) return timeText(seconds);
  const [factor, unit] = [[86_400, "d"], [3600, "h"], [60, "min"]].find(([one]) => seconds >= 2 * one);
  return labs.withUnit(labs.digits(seconds / factor), unit);
}

// Rates on a logarithmic scale, a line for each.
function ratesPlot(lines, width) {
  const narrow = width < 560;
  const rowHeight = narrow ? 40 : 28;
  const edge = { left: narrow ? 8 : Math.min(360, width * 0.42), right: width - 24, top: 8 };
  const bottom = edge.top + lines.length * rowHeight + 6;
  const x = labs.scale(lines.flatMap((line) => [line.rate, line.rate / 3]), edge.left, edge.right, { base: 10, wanted: narrow ? 4 : 9 });
  const axes = svg("g", { class: "axes" }, x.ticks.map((tick) => [svg("line", { class: "grid", x1: x(tick), x2: x(tick), y1: edge.top, y2: bottom }), labs.label(x(tick), bottom + 18, scaled(tick, ""), { class: "tick", "text-anchor": tick === x.high ? "end" : "middle" })]),
    labs.label((edge.left + edge.right) / 2, bottom + 38, "bytes per second", { class: "axis", "text-anchor": "middle" }));
  const drawn = lines.map((line, at) => {
    const y = edge.top + at * rowHeight + rowHeight - 12;
    return svg("g", { class: "rate" }, narrow ? labs.label(edge.left, y - 10, pathTitle(line), { class: "axis" }) : labs.label(edge.left - 10, y + 4, pathTitle(line), { class: "axis", "text-anchor": "end" }),
      svg("line", { class: `line s${line.entry.track === "interconnect" ? 1 : 0}`, x1: edge.left, x2: x(line.rate), y1: y, y2: y }), labs.mark(line.entry.track === "interconnect" ? 1 : 0, x(line.rate), y));
  });
  return html("figure", {}, labs.drawing(width, bottom + 46, "Rates", lines.map((line) => `${pathTitle(line)}: ${line.value.text}`).join("; "), axes, drawn), html("figcaption", {}, html("ul", { class: "legend" }, ["Of a device", "Links and memories"].map((said, at) => html("li", {}, svg("svg", { width: 34, height: 14, "aria-hidden": "true", class: "key" }, svg("path", { class: `line s${at}`, d: "M0,7H34" }), labs.mark(at, 17, 7, 4)), ` ${said}`)))));
}
