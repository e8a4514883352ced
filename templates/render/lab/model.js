// What the page computes: the functions were generated from the formulas, and this is the only place that calls them.
//
// A setting holds, for each control by name, the number of the choice that it stands at.

for (const track of lab.tracks) {
  track.controls = {};
  track.named = {}; // a track may show a quantity in a unit of its own
  for (const { name, label: said, mark: unit, scale: size, note, words, control: kind, choices, default: at } of track.quantities) {
    track.named[name] = { label: said, unit, scale: size, note, words };
    if (kind) track.controls[name] = { kind, choices, at, values: kind === "slider" ? choices.map((choice) => choice.value) : undefined };
  }
}

// Returns the values of quantities at a setting, in base units: of all, or of those that a plot needs.
const valuesAt = (track, setting, plot) => computeAll(plot ? neededBy(plot, track) : track.quantities, functions, setting);

// A plot asks for hundreds of settings each time it is drawn, so it computes no more than it shows.
const neededLists = new WeakMap();
function neededBy(plot, track) {
  if (!neededLists.has(plot)) {
    const names = new Set(plot.needs);
    neededLists.set(plot, track.quantities.filter((one) => names.has(one.name)));
  }
  return neededLists.get(plot);
}

// Returns why what some plots show cannot be at a setting, in words; nothing where it can.
function impossible(track, setting, plots) {
  const needed = new Set(plots.flatMap((plot) => plot.needs));
  const reasons = new Set();
  const asked = track.quantities.filter((one) => needed.has(one.name));
  const possible = Object.fromEntries(asked.map((one) => [one.name, one.possible]));
  computeAll(asked, functions, setting, (name, at) => reasons.add(possible[name][at]));
  return [...reasons];
}

// Returns the value of one of the limits and conditions that parts are made of.
const derived = (number, values) => expressions[number](values);

// Returns the values at each choice of one control, all others as they are in the setting.
const sweep = (track, setting, name, plot) =>
  track.controls[name].choices.map((_, at) => valuesAt(track, { ...setting, [name]: at }, plot));

const choiceText = (track, name, at) => track.controls[name].choices[at].label;
const settingText = (track, setting, among) =>
  among.map((name) => `${track.named[name].label}: ${choiceText(track, name, setting[name])}`).join(", ");

// What tells the lines or bars of a plot apart, where a bare "8" or "on" would not say it.
const apartBy = (plot, track) => (plot.by ? `${track.named[plot.by].label}:` : "");

// The limit of a plot: its name and its value, where it has one.
function limitOf(plot, values) {
  if (plot.limit === undefined) return undefined;
  return { title: plot.limitTitle, value: derived(plot.limit, values) };
}
