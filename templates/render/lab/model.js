// What the page computes: `compute` is generated from the formulas, and this is the only place that calls it.
//
// A setting holds, for each control by name, the place of the choice that it stands at.

const quantityOf = lab.quantities;
for (const track of lab.tracks) {
  for (const [name, control] of Object.entries(track.controls)) {
    control.choices ??= control.values.map((value, at) => ({ label: control.labels[at], values: { [name]: value } }));
  }
}

// Returns the values of all quantities at a setting, in base units.
function valuesAt(track, setting) {
  const values = { ...track.given };
  for (const [name, control] of Object.entries(track.controls)) Object.assign(values, control.choices[setting[name]].values);
  return compute(track.id, values);
}

// Returns the values at each choice of one control, all others as they are in the setting.
const sweep = (track, setting, name) =>
  track.controls[name].choices.map((_, at) => valuesAt(track, { ...setting, [name]: at }));

const choiceText = (track, name, at) => track.controls[name].choices[at].label;
const settingText = (track, setting, among) =>
  among.map((name) => `${quantityOf[name].label}: ${choiceText(track, name, setting[name])}`).join(", ");

// Returns the value of one of the expressions and conditions that parts are made of, by its number.
const derived = (track, at, values) => expressions[track.id][at](values);

// The limit of a plot: its name and its value, where it has one.
function limitOf(plot, track, values) {
  if (plot.limit === undefined) return undefined;
  return { title: plot.limitTitle, value: derived(track, plot.limit, values) };
}
