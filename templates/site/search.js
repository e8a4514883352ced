// Search over titles at once, and over full texts as soon as they are there; facets with counts; sorting.

const FOLDED = { "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-", "≈": "~", "×": "x", "µ": "u", "μ": "u", "→": "->", "≤": "<=", "≥": ">=" };
const fold = (text) => (PLAIN.test(text) ? text.toLowerCase() : foldAll(text));
const foldAll = (text) => text.replace(/[“”„‘’–—−≈×µμ→≤≥]/g, (sign) => FOLDED[sign]).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const PLAIN = /^[\x20-\x7e]*$/;

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

// Numbers with their thousands apart; the method of numbers makes a printer each time.
const grouping = new Intl.NumberFormat("en");
const grouped = (number) => grouping.format(number);

const inWords = (word) => (word === "" ? "not said" : word.replace(/[-_]/g, " "));
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const setName = (path) => path.split("/").at(-1).replace(/\.ya?ml$/, "");

function rangeOf(ranges, value) {
  if (value === null) return ranges.findIndex(([name]) => name === "none");
  return ranges.findIndex(([name]) => {
    const [low, high] = name.split("-");
    return name !== "none" && value >= Number(low || -Infinity) && Math.floor(value) <= Number(high || Infinity);
  });
}

// A question of the list: a view on the columns, for there may be ten thousand.
class Row {
  constructor(bank, at) {
    this.bank = bank;
    this.at = at;
  }

  get title() { return this.bank.columns.title[this.at] || this.id; }

  get shards() { return { text: this.bank.columns.text[this.at], page: this.bank.columns.page[this.at] }; }
}
for (const name of ["id", "blurb", "minutes", "points", "varies", "claims", "unsure"]) {
  Object.defineProperty(Row.prototype, name, { get() { return this.bank.columns[name][this.at]; } });
}
for (const name of ["track", "area", "topic", "level", "zone", "bloom", "phase", "kind", "status"]) {
  Object.defineProperty(Row.prototype, name, { get() { return this.bank.words[name][this.bank.columns[name][this.at]]; } });
}
for (const name of ["devices", "formulas", "sets", "tags", "chains"]) {
  Object.defineProperty(Row.prototype, name, { get() { return this.bank.columns[name][this.at].map((place) => this.bank.words[name][place]); } });
}

// The list of questions, from its columns.
class Bank {
  constructor({ meta, words, columns, fields }) {
    Object.assign(this, { meta, fields, words, columns });
    const count = columns.id.length;
    this.rows = columns.id.map((_, at) => new Row(this, at));
    this.byId = new Map(columns.id.map((id, at) => [id, this.rows[at]]));
    this.facets = {};
    for (const name of FACETS) {
      if (RANGES[name]) {
        const known = new Map();
        const placed = (value) => known.get(value) ?? known.set(value, rangeOf(RANGES[name], value)).get(value);
        this.facets[name] = { values: RANGES[name], of: columns[name].map(placed) };
      } else if (name === "claims") {
        if (meta.authors) this.facets.claims = { values: CLAIMS, of: columns.claims.map((claims, at) => (!claims ? 2 : columns.unsure[at] ? 1 : 0)) };
      } else {
        const plain = ["devices", "formulas", "level", "tags"].includes(name);
        const said = name === "sets" ? setName : plain ? (word) => word || "not said" : (word) => capital(this.said(name, word));
        this.facets[name] = { values: words[name].map((word) => [word, said(word)]), of: columns[name] };
      }
    }
    this.heads = [];
    this.mores = [];
    this.asked = new Array(count).fill("");
    this.answer = new Array(count).fill("");
    this.original = new Array(count).fill("");
    this.texts = 0;
  }

  // How a word of the field is said, as pages of questions say it.
  said(name, word) {
    return this.fields.names[name]?.[word] ?? (name === "level" ? word || "not said" : inWords(word));
  }

  // What words are looked for in at once; made when somebody first searches.
  prepare() {
    if (this.prepared) return;
    this.prepared = true;
    // What many questions share is folded once.
    const folded = (name, also) => this.words[name].map((word) => fold(`${also(word)} ${word}`).replace(/[-_]/g, " "));
    const shared = Object.fromEntries(["track", "level", "kind", "zone", "topic", "area", "tags", "devices", "formulas"].map((name) => [name, folded(name, (word) => {
      // "phone memory l3" is how people ask: what a track is called, and its level, are words of a question too.
      if (name === "track") return (this.fields.meanings.track[word] || "").split(":")[0];
      return name === "kind" ? this.said("kind", word) : "";
    })]));
    const { columns } = this;
    this.heads = this.rows.map((row) => fold(row.title));
    this.mores = columns.id.map((id, at) => {
      let said = `${id.replace(/-/g, " ").toLowerCase()} ${shared.level[columns.level[at]]} ${shared.kind[columns.kind[at]]} ${shared.zone[columns.zone[at]]} ${shared.track[columns.track[at]]} ${shared.topic[columns.topic[at]]} ${shared.area[columns.area[at]]}`;
      for (const name of ["tags", "devices", "formulas"]) for (const place of columns[name][at]) said += ` ${shared[name][place]}`;
      return said;
    });
  }

  // Loads the full texts, file by file, and tells after each how many are there.
  loadTexts(told) {
    if (!this.loading) {
      const names = [...new Set(this.rows.map((row) => shardOf(row, "text")))];
      this.loading = (async () => {
        for (const name of names) {
          let texts;
          try {
            texts = await load(name);
          } catch (error) {
            // Titles are searched all the same; the list says that texts are not.
            this.textsFailed = error;
            told?.();
            return;
          }
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

// Words that people type around what they look for.
const AROUND = new Set("a about an and any are at by find five for from how in is me of on or question questions show some ten the to with".split(" "));

// Parts what was typed into words; what stands between quotes belongs together.
function termsOf(typed) {
  const terms = [...fold(typed).replace(/\blevel (?=[1-6]\b)/g, "l").matchAll(/"([^"]+)"?|(\S+)/g)].map(([, whole, word]) => (whole ?? word).replace(/^[\s,;]+|[\s,;]+$/g, "")).filter(Boolean);
  const telling = terms.filter((term) => !AROUND.has(term));
  return (telling.length ? telling : terms).slice(0, 12);
}

// What is looked for of a word: one in the plural is found in the singular as well, and a smartphone is a phone.
const stemOf = (word) => {
  const term = word.replace(/^smart(?=phones?$)/, "");
  return /^[a-z]{3,}s$/.test(term) ? term.replace(/(?<=[a-z]{3})ies$|(?<=ch|sh|x|ss)es$|s$/, "") : term;
};

const LETTER = /[\p{L}\p{N}]/u;
const startsWord = (text, at) => at === 0 || !LETTER.test(text[at - 1]);

// Says how well a question fits the words, 0 if it does not.
function fitness(bank, row, terms, loose, typed) {
  const id = bank.columns.id[row];
  const head = bank.heads[row];
  const more = bank.mores[row];
  const asked = bank.asked[row];
  const answer = bank.answer[row];
  let score = 0;
  for (let place = 0; place < terms.length; place += 1) {
    const term = terms[place];
    let at;
    if (id === term) score += 1000;
    else if ((at = head.indexOf(term)) >= 0) score += startsWord(head, at) ? 40 : 20;
    else if ((at = more.indexOf(loose[place])) >= 0) score += startsWord(more, at) ? 16 : 8;
    else if ((at = asked.indexOf(term)) >= 0) score += startsWord(asked, at) ? 6 : 3;
    else if ((at = answer.indexOf(term)) >= 0) score += startsWord(answer, at) ? 2 : 1;
    else return 0;
  }
  return head.startsWith(typed) ? score + 30 : score;
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

// What is looked for: `q`, the words chosen of each facet, `sort`; and what an address names that is not here.
function wantedOf(query, bank) {
  const chosen = {};
  const unknown = [];
  for (const name of FACETS) {
    const facet = bank.facets[name];
    if (!facet || !query.get(name)) continue;
    const words = new Set(query.get(name).split(","));
    const places = facet.values.flatMap(([word], at) => (words.delete(word || "none") ? [at] : []));
    chosen[name] = new Set(places);
    for (const word of words) unknown.push(`${NAMES[name].toLowerCase()} “${word}”`);
  }
  return { unknown, q: query.get("q") || "", chosen, sort: SORTS[query.get("sort")] ? query.get("sort") : "" };
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
  const stems = terms.map(stemOf);
  const loose = stems.map((stem) => stem.replace(/[-_]/g, " "));
  if (terms.length) bank.prepare();
  const typed = fold(wanted.q.trim());
  const names = Object.keys(bank.facets);
  const counts = Object.fromEntries(names.map((name) => [name, new Int32Array(bank.facets[name].values.length)]));
  const active = names.filter((name) => wanted.chosen[name]?.size);
  const found = [];
  const scores = terms.length ? new Float64Array(bank.rows.length) : null;
  // While somebody types on, only what fitted so far can fit.
  const before = bank.lastFound;
  const narrower = before?.texts === bank.texts && before.stems.every((stem) => stems.some((one) => one.includes(stem)));
  const fitting = [];
  for (const row of terms.length && narrower ? before.rows : bank.rows) {
    if (scores) {
      scores[row.at] = fitness(bank, row.at, stems, loose, typed);
      if (!scores[row.at]) continue;
      fitting.push(row);
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
  bank.lastFound = terms.length ? { stems, rows: fitting, texts: bank.texts } : null;
  const order = SORTS[wanted.sort || "best"][1];
  if (order) found.sort((one, other) => order(one, other) || one.at - other.at);
  else if (scores) found.sort((one, other) => scores[other.at] - scores[one.at] || one.at - other.at);
  return { found, counts, terms };
}

// Returns a piece of the text around the first word found, for questions whose title does not show it.
function excerpt(bank, row, terms) {
  const missing = terms.map(stemOf).filter((term) => !bank.heads[row.at].includes(term));
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
    const stem = stemOf(term);
    for (let at = plain.indexOf(stem); at >= 0 && spots.length < 40; at = plain.indexOf(stem, at + stem.length)) spots.push([at, at + (plain.startsWith(term, at) ? term : stem).length]);
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
