// The system as a picture: its devices, on a ring or around the one channel that all share, and a round of theirs. Twice
// after each change the round is played: devices compute, then what they send moves along.

const MOST_DEVICES = 16;
const PLAYED = { dur: "2.4s", repeatCount: 2 }; // less than five seconds, after which one would have to stop it

function drawSystem(plot, track, setting, width) {
  const values = valuesAt(track, setting, plot);
  const count = Math.max(1, Math.round(values[plot.devices]) || 1);
  const drawn = Math.min(count, MOST_DEVICES);
  const shared = plot.shared !== undefined && derived(plot.shared, values);
  const times = plot.of.map((name) => Math.max(0, values[name]));
  const whole = times.reduce((sum, time) => sum + time, 0);
  const known = Number.isFinite(whole) && whole > 0;
  const busy = known ? times[0] / whole : 0;

  const [size, r] = [96, drawn > 10 ? 13 : 16];
  const [cx, cy] = [width / 2, size + 30];
  const place = (at) => {
    const turn = (2 * Math.PI * at) / drawn - Math.PI / 2;
    return [round(cx + size * Math.cos(turn)), round(cy + size * Math.sin(turn))];
  };
  const places = Array.from({ length: drawn }, (_, at) => place(at));
  // On one channel all send to its middle, in turns; else each sends to the next.
  const ways = drawn < 2 ? [] : places.map((from, at) => [from, shared ? [cx, cy] : places[(at + 1) % drawn]]);
  const links = ways.map(([from, to]) => svg("line", { class: shared ? "way air" : "way", x1: from[0], y1: from[1], x2: to[0], y2: to[1] }));
  const devices = places.map(([x, y]) => svg("g", {},
    svg("circle", { class: "device-at", cx: x, cy: y, r }),
    busy > 0 && svg("path", { class: "busy", d: slice(x, y, r, busy) })));
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches || !known;
  const sent = still ? [] : ways.map(([from, to], at) => {
    const [start, end] = shared ? [busy + ((1 - busy) * at) / drawn, busy + ((1 - busy) * (at + 1)) / drawn] : [busy, 1];
    const keys = [0, start, end, 1].map((key) => key.toFixed(4)).join(";");
    return svg("circle", { class: "sent", r: 4.5, opacity: 0 },
      svg("animateMotion", { ...PLAYED, path: `M${from}L${to}`, keyPoints: "0;0;1;1", keyTimes: keys, calcMode: "linear" }),
      svg("animate", { ...PLAYED, attributeName: "opacity", values: "0;1;0;0", keyTimes: keys, calcMode: "discrete" }));
  });

  const [top, left, length] = [2 * size + 72, 2, width - 4];
  let at = 0;
  const strip = !known ? [] : times.map((time, series) => {
    const box = svg("rect", { class: `column s${series}`, x: round(left + at), y: top, width: round((length * time) / whole), height: 18 });
    at += (length * time) / whole;
    return box;
  });
  const cursor = !still && svg("line", { class: "cursor", x1: left, x2: left, y1: top - 4, y2: top + 22 },
    svg("animateTransform", { ...PLAYED, attributeName: "transform", type: "translate", from: "0 0", to: `${round(length)} 0` }));
  const what = `${drawn < count ? `${digits(drawn)} of ` : ""}${plural(count, "device", "devices")}${drawn < 2 ? "" : shared ? " on one channel, in turns" : ", each sends to the next"}`;
  const shares = plot.of.map((name) => `${track.named[name].label} ${shown(track.named[name], values[name])}`).join(", ");
  const note = `${drawn < count ? `Drawn: ${what}` : what[0].toUpperCase() + what.slice(1)}. The dark part of a device is the share of a round in which it computes.`;
  const legend = plot.of.map((name, series) => ({ series: `bar${series}`, title: track.named[name].label, here: true, value: () => shown(track.named[name], values[name]) }));
  const rows = [[track.named[plot.devices].label, digits(count)], ...plot.of.map((name) => [track.named[name].label, shown(track.named[name], values[name])])];
  return { image: drawing(width, top + 26, plot.title, `${what}. ${shares}.`, links, devices, sent, strip, cursor), legend, note, table: { header: ["", "Value"], rows, at: -1 } };
}

// A slice of a circle from the top clockwise, as the path of its outline.
function slice(x, y, r, share) {
  if (share > 0.999) return `M${x - r},${y}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0z`;
  const turn = 2 * Math.PI * share;
  return `M${x},${y}V${round(y - r)}A${r},${r} 0 ${share > 0.5 ? 1 : 0},1 ${round(x + r * Math.sin(turn))},${round(y - r * Math.cos(turn))}z`;
}
