// Devices, links and memories of the catalog: a table that sorts and filters, one entry with its sources, some side by side.

const SHELVES = { cloud: "Cloud", edge: "Edge", mobile: "Mobile", tinyml: "TinyML", interconnect: "Links and memories", "energy-source": "Batteries", model: "Models", "cloud-price": "Prices" };
const VALUE_NAMES = { tdp: "TDP", npu: "NPU", gpu: "GPU", cpu: "CPU", sram: "SRAM", fp16: "FP16", bf16: "BF16", fp32: "FP32", fp8: "FP8", fp64: "FP64", tf32: "TF32", int8: "INT8", pcie: "PCIe", nvlink: "NVLink", kv: "KV", ffn: "FFN", l1: "L1", l2: "L2", sm: "SM", int4: "INT4", fp4: "FP4", ici: "ICI", xgmi: "xGMI", roce: "RoCE", dma: "DMA", rom: "ROM", phy: "PHY" };
const valueName = (name) => {
  const words = name.split("_").map((word) => VALUE_NAMES[word] || word).join(" ");
  return words[0].toUpperCase() + words.slice(1);
};
const COLUMNS = {
  device: [["Memory", ["memory_capacity", "memory_max", "sram"]], ["Bandwidth", ["memory_bandwidth"]], ["Peak", "peak"], ["Power", ["tdp", "power_max", "core_tdp"]]],
  interconnect: [["Bandwidth", ["bandwidth", "bandwidth_per_stack", "per_direction_bytes", "per_direction", "phy_rate", "downlink_peak"]], ["Latency", ["latency", "read_latency"]]],
  "energy-source": [["Energy", ["energy"]], ["Capacity", ["capacity"]], ["Voltage", ["voltage"]]],
  model: [["Parameters", ["parameters"]], ["Layers", ["layers"]], ["Hidden size", ["hidden_size"]], ["MACs", ["macs"]]],
  "cloud-price": [["Price", ["price"]], ["Per accelerator", ["price_per_accelerator"]]],
};
const SHOWN = 400; // entries at once
const sizeOf = (value) => (value ? (Array.isArray(value.base) ? Math.max(...value.base) : value.base) : null);

// The highest dense peak of a device, whatever its number format; the cell says which that is.
function bestPeak(entry) {
  const peaks = Object.values(entry.values).filter((value) => value.peak && value.peak.includes("dense") && sizeOf(value));
  return peaks.sort((one, other) => sizeOf(other) - sizeOf(one))[0] || entry.values.npu_peak || null;
}
function cellOf(entry, names) {
  if (names === "peak") return bestPeak(entry);
  const name = names.find((one) => entry.values[one]);
  return name ? entry.values[name] : null;
}

// Those that the address names, else those that were chosen last.
function chosenDevices(query) {
  const last = kept("devices", []);
  return query.get("ids") ? query.get("ids").split(",") : Array.isArray(last) ? last.map(String) : [];
}

async function hardwareView(bank, route) {
  const catalog = await load("hardware");
  const entries = new Map(catalog.entries.map((entry) => [entry.id, entry]));
  if (route.parts[1] === "compare") return compareView(catalog, (route.query.get("ids") || "").split(",").map((id) => entries.get(id)).filter(Boolean));
  if (route.parts[1]) return entryView(bank, catalog, entries.get(route.parts[1]), route.parts[1]);
  const shelves = Object.keys(SHELVES).filter((shelf) => catalog.entries.some((entry) => entry.track === shelf));
  let shelf = route.query.get("shelf") || "all";
  let kind = route.query.get("kind") || "";
  let words = route.query.get("q") || "";
  let order = route.query.get("sort") || "";
  let most = SHOWN;
  const chosen = new Set(chosenDevices(route.query).filter((id) => entries.has(id)));
  const search = html("input", { type: "search", id: "search", value: words, placeholder: "Find a device, link or model", "aria-label": "Find a device, link or model" });
  const where = select([["all", "All devices"], ...shelves.map((name) => [name, SHELVES[name]])], shelf, { id: "shelf" });
  const kinds = html("select", { id: "kind" });
  const holder = html("div", {});
  const found = html("p", { role: "status", class: "hint" });
  const rest = html("div", { class: "tools announced" });
  const acts = html("div", { class: "tools compare-bar" });

  function shown() {
    const terms = termsOf(words);
    const devices = ["cloud", "edge", "mobile", "tinyml"];
    return catalog.entries.filter((entry) => (shelf === "all" ? devices.includes(entry.track) : entry.track === shelf)).filter((entry) => {
      entry.text ||= fold(`${entry.id} ${entry.name} ${entry.aliases.join(" ")} ${entry.kind} ${entry.family || ""}`);
      return terms.every((term) => entry.text.includes(term));
    });
  }

  function draw() {
    const columns = COLUMNS[shelf] || COLUMNS.device;
    const all = shown();
    const names = [...new Set(all.map((entry) => entry.kind))].sort();
    kinds.replaceChildren(...[["", "any kind"], ...names.map((name) => [name, name])].map(([value, said]) => html("option", { value, selected: value === kind }, said)));
    let rows = all.filter((entry) => !kind || entry.kind === kind);
    const [by, down] = [order.replace(/^-/, ""), order.startsWith("-")];
    if (by) {
      const column = columns.find(([title]) => title === by);
      const key = (entry) => (by === "Name" ? entry.name : by === "Kind" ? entry.kind : column ? sizeOf(cellOf(entry, column[1])) : null);
      rows = [...rows].sort((one, other) => {
        const [a, b] = [key(one), key(other)];
        if (a === null || b === null) return (a === null) - (b === null);
        return (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1);
      });
    }
    found.textContent = `${counted(rows.length, "entry", "entries")}${rows.length > most ? `; here are the first ${most}` : ""}`;
    const query = new URLSearchParams();
    for (const [name, value] of [["shelf", shelf === "all" ? "" : shelf], ["kind", kind], ["q", words], ["sort", order], ["ids", [...chosen].join(",")]]) if (value) query.set(name, value);
    readdress(["hardware"], query);
    const sorter = (title) => {
      const now = by === title ? (down ? "descending" : "ascending") : "none";
      return html("th", { scope: "col", "aria-sort": now }, html("button", { type: "button", class: "sorter", "data-sort": title, onclick: () => {
        order = now === "ascending" ? `-${title}` : now === "descending" ? "" : ["Name", "Kind"].includes(title) ? title : `-${title}`;
        if (now === "descending" && !["Name", "Kind"].includes(title)) order = title;
        draw();
        holder.querySelector(`[data-sort="${title}"]`)?.focus();
      } }, title, html("span", { "aria-hidden": "true" }, now === "ascending" ? " ↑" : now === "descending" ? " ↓" : "")));
    };
    const body = rows.slice(0, most).map((entry) => {
      const check = html("input", { type: "checkbox", "aria-label": `Compare ${entry.name}`, "data-id": entry.id });
      check.checked = chosen.has(entry.id);
      check.addEventListener("change", () => {
        if (check.checked) chosen.add(entry.id);
        else chosen.delete(entry.id);
        bar();
      });
      return html("tr", {}, html("td", {}, check), html("th", { scope: "row" }, html("a", { href: address(["hardware", entry.id]) }, entry.name)), html("td", { class: "kind" }, entry.kind),
        columns.map(([, names]) => {
          const value = cellOf(entry, names);
          return html("td", { class: "figure" }, value ? value.text : "–", value?.peak && html("span", { class: "hint" }, ` ${value.peak.replace(" dense", "").replace(" tensor", "")}`));
        }));
    });
    holder.replaceChildren(html("div", { class: "table", role: "region", "aria-label": "Hardware", tabindex: 0 }, html("table", { class: "hardware" },
      html("thead", {}, html("tr", {}, html("th", { scope: "col" }, html("span", { class: "unseen" }, "Compare")), sorter("Name"), sorter("Kind"), columns.map(([title]) => sorter(title)))), html("tbody", {}, body))),
      whole(rows));
    rest.replaceChildren(found, whole(rows));
    bar();
  }
  // Stands where the first of many are announced, and where they end.
  function whole(rows) {
    if (rows.length <= most) return "";
    return html("button", { type: "button", class: "plain small", onclick: () => { most = Infinity; draw(); } }, `Show all ${rows.length}`);
  }
  function bar() {
    keep("devices", [...chosen]);
    const list = [...chosen].join(",");
    const many = chosen.size;
    acts.replaceChildren(html("span", { class: "hint" }, many ? `${many} chosen` : "Tick what to compare."), ...(many ? [
      html("a", { class: "button small", href: address(["hardware", "compare"], `ids=${encodeURIComponent(list)}`) }, "Side by side"),
      html("a", { class: "button plain small", href: address(["roofline"], `ids=${encodeURIComponent(list)}`) }, "Roofline"),
      html("a", { class: "button plain small", href: address(["links"], `ids=${encodeURIComponent(list)}`) }, "Links and memories"),
      html("button", { type: "button", class: "quiet", onclick: () => { chosen.clear(); draw(); } }, "Clear")] : [html("a", { class: "button plain small", href: "#/roofline" }, "Roofline"), html("a", { class: "button plain small", href: "#/links" }, "Links and memories")]));
  }
  search.addEventListener("input", () => { words = search.value; draw(); });
  where.addEventListener("change", () => { shelf = where.value; kind = ""; order = ""; draw(); });
  kinds.addEventListener("change", () => { kind = kinds.value; draw(); });
  draw();
  return html("div", { class: "page" }, heading("Hardware"), html("p", { class: "hint" }, "Every figure has its source; a name leads to all that is known."), html("div", { class: "row" }, field("Find", search), field("Shelf", where), field("Kind", kinds)), acts, rest, holder);
}

function sourceLink(catalog, key) {
  const source = catalog.sources[key];
  if (!source) return html("span", {}, key);
  return /^https?:\/\//.test(source.where) ? html("a", { href: source.where, rel: "noopener noreferrer" }, source.title) : html("span", {}, `${source.title} (${source.where})`);
}

// Sources as numbers behind figures, and a list of them below: most figures of a page come from few.
function sourceNotes(catalog) {
  const keys = [];
  const items = new Map();
  const numbers = (value) => html("span", { class: "notes" }, (value.source || []).map((key) => {
    if (!keys.includes(key)) keys.push(key);
    const number = keys.indexOf(key) + 1;
    return html("button", { type: "button", class: "note-number", "aria-label": `Source ${number}`, title: catalog.sources[key]?.title || key, onclick: () => {
      items.get(key).focus();
      items.get(key).scrollIntoView({ block: "center" });
    } }, `[${number}]`);
  }));
  const list = () => keys.length > 0 && html("section", { "aria-labelledby": "sources-title" }, html("h2", { id: "sources-title" }, "Sources"), html("ol", { class: "plain-list sources" }, keys.map((key) => {
    items.set(key, html("li", { tabindex: -1 }, sourceLink(catalog, key)));
    return items.get(key);
  })));
  return { numbers, list };
}

const remarksOf = (value) => [value.condition, value.derived && `derived: ${value.derived}`, value.note, value.conflict && `others say: ${value.conflict}`, value.confidence && value.confidence !== "high" && `confidence: ${value.confidence}`].filter(Boolean).join("; ");

function entryView(bank, catalog, entry, id) {
  if (!entry) return html("div", { class: "narrow-page" }, heading("No such entry"), html("p", {}, `The catalog has no ${id}. `, html("a", { href: "#/hardware" }, "All hardware")));
  const notes = sourceNotes(catalog);
  const rows = Object.entries(entry.values).map(([name, value]) => [valueName(name), html("span", { class: "figure" }, value.text), remarksOf(value), notes.numbers(value)]);
  const questions = bank.rows.filter((row) => row.devices.includes(entry.id));
  return html("div", { class: "page" }, html("p", {}, html("a", { href: "#/hardware" }, "All hardware")), heading(entry.name),
    factsLine([entry.id, SHELVES[entry.track] || entry.track, entry.kind, entry.release].filter(Boolean)),
    entry.aliases.length > 0 && html("p", { class: "hint" }, `Also called ${entry.aliases.slice(0, 8).join(", ")}.`),
    entry.note && html("p", {}, entry.note),
    html("div", { class: "tools" }, html("a", { class: "button plain small", href: address(["hardware"], `ids=${entry.id}`) }, "Compare with others"), bestPeak(entry) && entry.values.memory_bandwidth && html("a", { class: "button plain small", href: address(["roofline"], `ids=${entry.id}`) }, "Roofline"), pathsOf(entry).length > 0 && html("a", { class: "button plain small", href: address(["links"], `ids=${entry.id}`) }, "Links and memories")),
    table("Values", ["Value", "Figure", "Holds for", "Source"], rows, { class: "values-table" }),
    Object.keys(entry.omitted).length > 0 && html("section", {}, html("h2", {}, "Not published"), html("ul", { class: "plain-list" }, Object.entries(entry.omitted).map(([name, why]) => html("li", {}, `${valueName(name)}: ${why}`)))),
    questions.length > 0 && html("section", {}, html("h2", {}, "Questions about it"), html("p", {}, html("a", { href: address(["questions"], new URLSearchParams({ devices: entry.id })) }, counted(questions.length, "question")))), notes.list());
}

function compareView(catalog, chosen) {
  if (!chosen.length) return html("div", { class: "narrow-page" }, heading("Side by side"), html("p", {}, "Nothing is chosen. ", html("a", { href: "#/hardware" }, "Choose in the table")));
  const names = [...new Set(chosen.flatMap((entry) => Object.keys(entry.values)))];
  const notes = sourceNotes(catalog);
  const rows = names.map((name) => {
    const first = sizeOf(chosen[0].values[name]);
    return [valueName(name), ...chosen.map((entry, at) => {
      const value = entry.values[name];
      if (!value) return html("span", { class: "hint" }, entry.omitted[name] ? "not published" : "–");
      const size = sizeOf(value);
      const ratio = at && first && size && typeof size === "number" ? size / first : null;
      return html("div", {}, html("span", { class: "figure" }, value.text), ratio && html("span", { class: "hint" }, ` ${labs.digits(ratio)}×`), " ", notes.numbers(value), remarksOf(value) && html("p", { class: "hint remark" }, remarksOf(value)));
    })];
  });
  return html("div", { class: "page" }, html("p", {}, html("a", { href: address(["hardware"], `ids=${encodeURIComponent(chosen.map((entry) => entry.id).join(","))}`) }, "Back to the table")), heading("Side by side"),
    chosen.length > 1 && html("p", { class: "hint" }, `× is how many times the value of ${chosen[0].name}.`),
    html("div", { class: "tools" }, html("a", { class: "button plain small", href: address(["roofline"], `ids=${encodeURIComponent(chosen.map((entry) => entry.id).join(","))}`) }, "Roofline of these"), html("a", { class: "button plain small", href: address(["links"], `ids=${encodeURIComponent(chosen.map((entry) => entry.id).join(","))}`) }, "Links and memories of these")),
    table("Side by side", ["Value", ...chosen.map((entry) => html("a", { href: address(["hardware", entry.id]) }, entry.name))], rows, { class: "compare" }), notes.list());
}
