// Set files: writing them, and reading those that a set can be, which is less than YAML can say.
// What is written is read back by `qbank render` as it stands.

const plainWord = (text) => /^[a-z][a-z0-9@_-]*$/i.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
const scalar = (value) => (typeof value === "string" ? (plainWord(value) ? value : JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)) : JSON.stringify(value));
const flow = (value) => {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (value && typeof value === "object") return `{${Object.entries(value).map(([key, one]) => `${key}: ${flow(one)}`).join(", ")}}`;
  return scalar(value);
};

function writeSet(set) {
  const lines = [`title: ${scalar(set.title)}`, `kind: ${scalar(set.kind)}`];
  for (const [key, value] of Object.entries(set.rest)) lines.push(`${key}: ${flow(value)}`);
  const used = set.sections.filter((section) => section.select || section.questions.length);
  const inner = (section, indent) => (section.select ? [`${indent}select: ${flow(section.select)}`] : [`${indent}questions:`, ...section.questions.map((id) => `${indent}  - ${scalar(id)}`)]);
  if (used.length === 1 && !used[0].title) {
    if (used[0].intro) lines.push(`intro: ${scalar(used[0].intro)}`);
    lines.push(...inner(used[0], ""));
  } else {
    lines.push("sections:");
    for (const section of used) {
      lines.push(`  - title: ${scalar(section.title || "Questions")}`);
      if (section.intro) lines.push(`    intro: ${scalar(section.intro)}`);
      if (section.points !== undefined) lines.push(`    points: ${scalar(section.points)}`);
      lines.push(...inner(section, "    "));
    }
  }
  return `${lines.join("\n")}\n`;
}

// Returns the data of a set file, or fails with the line that it cannot read.
function readYaml(text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/).map((raw, at) => ({ raw, at: at + 1, indent: raw.search(/\S/), said: raw.trim() }));
  let place = 0;
  const fail = (line, why) => { throw new Error(`line ${line.at}: ${why}; mend it in an editor, or open another file`); };
  const skip = () => { while (place < lines.length && (lines[place].indent < 0 || /^(#|---$)/.test(lines[place].said))) place += 1; };
  const bare = (said) => said.replace(/\s+#.*$/, "").trim();

  function value(said, line, indent) {
    if (/^[|>]/.test(said)) return block(said, indent);
    const text = /^["'[{]/.test(said) ? said : bare(said);
    return /^["'[{]/.test(text) ? inFlow(text, line) : plain(text, line);
  }
  function plain(text, line) {
    if (/^[&*!%@`]/.test(text)) fail(line, "this form of YAML is not read here");
    if (text === "" || text === "~" || text === "null") return null;
    if (text === "true" || text === "false") return text === "true";
    return /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
  }
  function block(head, indent) {
    const found = [];
    let own = -1;
    while (place < lines.length) {
      const line = lines[place];
      if (line.indent >= 0 && line.indent <= indent) break;
      if (own < 0 && line.indent >= 0) own = line.indent;
      found.push(line.indent < 0 ? "" : line.raw.slice(own));
      place += 1;
    }
    const kept = found.join("\n").replace(/\n+$/, "");
    return (head[0] === ">" ? kept.replace(/([^\n])\n(?!\n)/g, "$1 ") : kept) + (head.includes("-") ? "" : "\n");
  }
  function inFlow(text, line) {
    let at = 0;
    const space = () => { while (/\s/.test(text[at] || "")) at += 1; };
    function one(stops) {
      space();
      if (text[at] === "[") return list();
      if (text[at] === "{") return mapping();
      if (text[at] === '"' || text[at] === "'") return quoted();
      const from = at;
      while (at < text.length && !stops.includes(text[at])) at += 1;
      return plain(text.slice(from, at).trim(), line);
    }
    function quoted() {
      const pattern = text[at] === '"' ? /"(?:[^"\\]|\\.)*"/y : /'(?:[^']|'')*'/y;
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (!found) fail(line, "a quote is not closed");
      at = pattern.lastIndex;
      try {
        return found[0][0] === '"' ? JSON.parse(found[0]) : found[0].slice(1, -1).replace(/''/g, "'");
      } catch {
        return fail(line, "this text between quotes is not read here");
      }
    }
    function list() {
      const made = [];
      for (at += 1; ; ) {
        space();
        if (text[at] === "]") break;
        made.push(one(",]"));
        space();
        if (text[at] === ",") at += 1;
        else if (text[at] !== "]") fail(line, "a list between brackets is not closed on its line");
      }
      at += 1;
      return made;
    }
    function mapping() {
      const made = {};
      for (at += 1; ; ) {
        space();
        if (text[at] === "}") break;
        const key = String(one(":"));
        space();
        if (text[at] !== ":") fail(line, "a mapping between braces is not closed on its line");
        at += 1;
        Object.defineProperty(made, key, { value: one(",}"), enumerable: true, configurable: true, writable: true });
        space();
        if (text[at] === ",") at += 1;
        else if (text[at] !== "}") fail(line, "a mapping between braces is not closed on its line");
      }
      at += 1;
      return made;
    }
    const made = one(",");
    if (bare(` ${text.slice(at)}`) && !/^\s*#/.test(text.slice(at))) fail(line, "something stands behind a value");
    return made;
  }
  function node(indent) {
    skip();
    const first = lines[place];
    return first && /^-( |$)/.test(first.said) ? sequence(first.indent) : mappingAt(indent);
  }
  function sequence(indent) {
    const made = [];
    for (skip(); place < lines.length && lines[place].indent === indent && /^-( |$)/.test(lines[place].said); skip()) {
      const line = lines[place];
      const rest = line.said.slice(1).trim();
      if (rest && !/^[\w-]+:( |$)/.test(rest)) {
        place += 1;
        made.push(value(rest, line, indent));
      } else {
        // What stands behind the dash is a mapping that begins there.
        const inside = indent + line.said.length - rest.length;
        if (rest) Object.assign(line, { indent: inside, said: rest });
        else place += 1;
        made.push(node(rest ? inside : lines[place]?.indent ?? 0));
      }
    }
    return made;
  }
  function mappingAt(indent) {
    const made = {};
    for (skip(); place < lines.length && lines[place].indent === indent; skip()) {
      const line = lines[place];
      const found = /^([A-Za-z_][\w-]*):(?:\s+(.*))?$/.exec(line.said);
      if (!found) fail(line, "this is no line of a set file");
      place += 1;
      const said = (found[2] || "").trim();
      let read;
      if (!said || said.startsWith("#")) {
        skip();
        const next = lines[place];
        const inside = next && (next.indent > indent || (next.indent === indent && /^-( |$)/.test(next.said)));
        read = inside ? node(next.indent) : null;
      } else read = value(said, line, indent);
      Object.defineProperty(made, found[1], { value: read, enumerable: true, configurable: true, writable: true });
    }
    skip();
    if (place < lines.length && lines[place].indent > indent) fail(lines[place], "this stands further in than it should");
    return made;
  }
  skip();
  if (place >= lines.length) throw new Error("the file is empty");
  const made = node(lines[place].indent);
  skip();
  if (place < lines.length) fail(lines[place], "this is no line of a set file");
  if (Array.isArray(made) || typeof made !== "object") throw new Error("this is no set file: it has no title");
  return made;
}

// Returns a set as the basket holds it, of the data of its file; `drawn` are the questions that its sections come to.
function setOf(data, file, drawn = []) {
  if (typeof data.title !== "string" || !(data.questions || data.select || data.sections)) throw new Error("this is no set file: it needs a title, and questions, a selection or sections");
  const { title, kind, questions, select: chosen, sections, ...rest } = data;
  const references = (list) => (Array.isArray(list) ? list.filter((one) => typeof one === "string") : []);
  const made = (holder, at) => ({ title: String(holder.title ?? ""), intro: String(holder.intro ?? ""), ...(holder.points === undefined ? {} : { points: holder.points }), questions: references(holder.questions), select: holder.select ?? null, drawn: holder.select ? drawn[at] || [] : [] });
  return {
    file, title, kind: String(kind || "quiz"), rest,
    sections: Array.isArray(sections) ? sections.map(made) : [made({ questions, select: chosen }, 0)],
  };
}
