// What somebody has picked: questions in sections, kept by the browser.

const basket = {
  state: null,
  open() {
    this.state = kept("basket", null) || emptySet();
    window.addEventListener("storage", () => {
      this.state = kept("basket", null) || emptySet();
      this.changed(false);
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
const emptySet = () => ({ file: "my-set.yaml", title: "My set", kind: "quiz", sections: [emptySection()], rest: {} });
