"use strict";

// What all our pages do: show what only works with a script, let wide things scroll, and switch the theme.

const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);

// What the page says by itself, in its language.
const phrases = JSON.parse(document.body.dataset.words || "{}");
function say(phrase, values = {}) {
  return (Object.hasOwn(phrases, phrase) ? phrases[phrase] : phrase)
    .replace(/\{([a-z]+)\}/g, (slot, name) => (Object.hasOwn(values, name) ? values[name] : slot));
}

// Shows what works with a script alone.
function reveal(within) {
  for (const element of all(".scripted:not(.result, .feedback, .score, .self)", within)) element.hidden = false;
}
reveal(document);

// What is too wide scrolls, and has to be reached by the keyboard to do so.
function letScroll(wide) {
  const watch = new ResizeObserver(() => {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    else wide.removeAttribute("tabindex");
  });
  watch.observe(wide);
}
const WIDE = ".table, .formula, pre, p:has(> math)"; // what the style lets scroll
all(WIDE).forEach(letScroll);

{
  /* Theme: that of the system, until chosen otherwise; kept where the browser allows. */

  const theme = byId("theme");
  const themes = ["system", "light", "dark"];
  const kept = "qbank-theme";

  function show(name) {
    if (name === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    byId("theme-text").textContent = say(name);
    theme.setAttribute("aria-label", say("Theme: {name}", { name: say(name) }));
  }

  let chosen = "system";
  try {
    chosen = localStorage.getItem(kept) || "system";
  } catch { /* a page opened from a file may not have a store */ }
  if (!themes.includes(chosen)) chosen = "system";
  show(chosen);
  theme.addEventListener("click", () => {
    chosen = themes[(themes.indexOf(chosen) + 1) % themes.length];
    show(chosen);
    try {
      localStorage.setItem(kept, chosen);
    } catch { /* then it holds for this visit */ }
  });
}
