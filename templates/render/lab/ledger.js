// The ledger: what was predicted, what came out, and what the reader makes of it, to keep and to hand in.

// Returns what was done in each part of a track that was begun.
function entries(track) {
  return track.parts.flatMap((asked, at) => {
    const mine = workOn(track, at);
    if (mine.prediction === null) return [];
    const { state, verdict, said, answer, error } = outcomeOf(asked, track, mine.prediction);
    const texts = textsOf(track, at);
    const { options } = texts;
    const missed = options.length && state === "wrong" ? `The answer is: ${options[answer]}` : "";
    const quantity = track.named[asked.prediction.quantity];
    const given = options.length ? options[mine.prediction] : mine.prediction;
    return [{
      part: asked.title,
      asked: texts.asked,
      predicted: quantity ? withUnit(String(given), quantity.unit) : given,
      outcome: [verdict, said, missed].filter(Boolean).join(" "),
      answer: options.length ? options[answer] : answer === undefined ? null : { value: answer / quantity.scale, unit: quantity.unit },
      error: error === undefined ? null : error,
      tries: mine.tries.map((one) => ({
        setting: choicesOf(track, one.setting, asked.workbench),
        met: Object.fromEntries(asked.puzzle.demands.map((demand, place) => [demand.says, one.met[place]])),
        ...(asked.puzzle.of ? { [asked.puzzle.of]: one.value } : {}),
        solved: one.solved,
      })),
      setting: choicesOf(track, mine.setting, asked.workbench),
      reflectOn: texts.reflection,
      reflection: mine.reflection.trim(),
    }];
  });
}

// What a part asks, as it stands in the page.
function textsOf(track, at) {
  const article = byId(`${track.id}-${at + 1}`);
  const said = (element) => element.textContent.trim().replace(/\s+/g, " ");
  const [asked, reflection] = [".ask", ".reflecting > div"].map((place) => article.querySelector(place));
  return { asked: said(asked), options: all(".option-text", article).map(said), reflection: reflection ? said(reflection) : "" };
}

const choicesOf = (track, setting, among) => Object.fromEntries(among.map((name) => [track.named[name].label, choiceText(track, name, setting[name])]));
const listed = (choices) => Object.entries(choices).map(([name, choice]) => `${name}: ${choice}`).join(", ");

function asJson(track) {
  const { id, title, stamp } = lab;
  const ledger = { version: 1, lab: { id, title, stamp }, track: track.id, role: track.role, name: work.name, written: new Date().toISOString(), parts: entries(track) };
  return `${JSON.stringify(ledger, null, 2)}\n`;
}

function asMarkdown(track) {
  const plain = (text) => String(text).replace(/[\\`*_[\]<>|#$~]/g, "\\$&").replace(/\s+/g, " ");
  const quoted = (text) => text.split("\n").map((line) => `> ${line}`).join("\n");
  const lines = [`# Ledger: ${plain(lab.title)}`, `${work.name ? `${plain(work.name)} · ` : ""}${plain(track.name)}: ${plain(track.role)} · ${new Date().toISOString().slice(0, 10)}`];
  entries(track).forEach((entry, at) => {
    lines.push(`## ${at + 1}. ${plain(entry.part)}`, `**Asked:** ${plain(entry.asked)}`, `**Predicted:** ${plain(entry.predicted)}`, `**Outcome:** ${plain(entry.outcome)}`);
    const tries = entry.tries.map((one, place) => `${place + 1}. ${plain(listed(one.setting))}: ${Object.entries(one.met).map(([says, met]) => `${met ? "✓" : "✗"} ${plain(says)}`).join("; ")}${one.solved ? " **solved**" : ""}`);
    if (tries.length) lines.push("**Tries:**", tries.join("\n"));
    if (Object.keys(entry.setting).length) lines.push(`**Setting in the end:** ${plain(listed(entry.setting))}`);
    if (entry.reflectOn) lines.push(`**Reflection:** ${plain(entry.reflectOn)}`, quoted(entry.reflection || "(nothing written)"));
  });
  return `${lines.join("\n\n")}\n`;
}

function download(text, kind, suffix, track) {
  const address = URL.createObjectURL(new Blob([text], { type: `${kind};charset=utf-8` }));
  html("a", { href: address, download: `${lab.id}-${track.id}${suffix}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// Shows the ledger of a track in the page.
function showLedger(track) {
  const made = entries(track);
  byId("ledger-empty").hidden = made.length > 0;
  for (const button of all("#ledger .act button")) button.disabled = made.length === 0;
  byId("ledger-entries").replaceChildren(...made.map((entry) => html("li", {},
    html("h3", {}, entry.part),
    html("dl", {},
      pair("Predicted", entry.predicted),
      pair("Outcome", entry.outcome),
      entry.tries.length > 0 && pair("Tries", `${entry.tries.length}, ${entry.tries.some((one) => one.solved) ? "solved" : "not solved"}`),
      Object.keys(entry.setting).length > 0 && pair("Setting", listed(entry.setting)),
      entry.reflectOn && pair("Reflection", entry.reflection || "–")))));
}

const pair = (term, text) => html("div", {}, html("dt", {}, term), html("dd", {}, String(text)));
