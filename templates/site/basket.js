// What somebody has picked: questions in sections, kept by the browser.

const basket = {
  state: null,
  redraw: null, // the view that shows it, if one does
  open() {
    this.state = soundSet(kept("basket", null));
    onKept("basket", () => {
      this.state = soundSet(kept("basket", null));
      this.changed(false);
      this.redraw?.();
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
  // Puts a set into the basket; what was there can be taken back.
  replace(state) {
    if (this.ids().length) keep("basket-before", this.state);
    this.state = state;
  },
  before() {
    const before = soundSet(kept("basket-before", null));
    return before.sections.some((section) => section.questions.length || section.select) ? before : null;
  },
  takeBack() {
    const before = this.before();
    keep("basket-before", null);
    if (before) this.state = before;
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
// Returns what was kept of a set, in the form that it has now.
function soundSet(value) {
  if (!isRecord(value) || !Array.isArray(value.sections)) return emptySet();
  const text = (one, otherwise = "") => (typeof one === "string" ? one : otherwise);
  const texts = (list) => (Array.isArray(list) ? list.filter((one) => typeof one === "string") : []);
  const empty = emptySet();
  const sections = value.sections.filter(isRecord).map((section) => ({
    ...section, title: text(section.title), intro: text(section.intro), questions: texts(section.questions), drawn: texts(section.drawn), select: section.select ?? null,
  }));
  return {
    ...value, file: text(value.file, empty.file), title: text(value.title, empty.title), kind: text(value.kind, empty.kind),
    rest: isRecord(value.rest) ? value.rest : {}, sections: sections.length ? sections : empty.sections,
  };
}

const emptySet = () => ({ file: "my-set.yaml", title: "My set", kind: "quiz", sections: [emptySection()], rest: {} });
