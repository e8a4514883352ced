// Scales of axes, and where their marks stand.

// Returns marks at round numbers, about as many as wanted, that cover the values from low to high.
function linearTicks(low, high, wanted) {
  if (low === high) return low === 0 ? [0, 1] : linearTicks(Math.min(0, low), Math.max(0, high), wanted);
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) * power;
  const ticks = [];
  for (let at = Math.floor(low / step + 1e-9); at < high / step + 1 - 1e-9; at += 1) ticks.push(Number((at * step).toPrecision(12)));
  return ticks;
}

function logTicks(low, high, wanted, base) {
  const [first, last] = [Math.floor(logOf(low, base) + 1e-9), Math.ceil(logOf(high, base) - 1e-9)];
  const every = Math.max(1, Math.ceil((last - first) / wanted));
  const ticks = [];
  for (let power = first; power <= Math.max(last, first + 1); power += every) ticks.push(base ** power);
  if (ticks.at(-1) < high) ticks.push(base ** (ticks.length * every + first));
  return ticks;
}

const logOf = (value, base) => (base === 2 ? Math.log2(value) : Math.log10(value));

// Returns a function from values to places, with its `ticks`. A scale with a base is logarithmic.
function scale(values, from, to, { base = 0, zero = false, wanted = 5, tight = false } = {}) {
  const usable = values.filter((value) => Number.isFinite(value) && (!base || value > 0));
  let low = usable.length ? Math.min(...usable) : base ? 1 : 0;
  let high = usable.length ? Math.max(...usable) : base ? base : 1;
  if (zero && !base) [low, high] = [Math.min(0, low), Math.max(0, high)];
  let ticks = base ? logTicks(low, high, wanted, base) : linearTicks(low, high, wanted);
  if (tight) ticks = ticks.filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
  else [low, high] = [Math.min(low, ticks[0]), Math.max(high, ticks.at(-1))];
  const along = base ? (value) => logOf(value, base) : (value) => value;
  const span = along(high) - along(low) || 1;
  const place = (value) => from + ((along(value) - along(low)) / span) * (to - from);
  return Object.assign(place, { ticks, low, high });
}

const drawable = (value, log) => Number.isFinite(value) && (!log || value > 0);
