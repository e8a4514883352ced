// Solving a formula for any of its variables: its value is computed over the range of the variable, and every place where
// it passes the wanted one is narrowed down. What has no value there (NaN) is passed over.

const PER_DECADE = 60;

// Returns the places to look at: evenly by powers of ten above 0, mirrored below it, within the bounds.
function grid(low, high) {
  const spots = new Set();
  const put = (value) => { if (value >= low && value <= high) spots.add(value); };
  for (let step = -18 * PER_DECADE; step <= 24 * PER_DECADE; step += 1) {
    const value = 10 ** (step / PER_DECADE);
    put(value);
    put(-value);
  }
  for (let whole = 0; whole <= 200; whole += 1) put(whole);
  for (let part = 1; part < 100; part += 1) put(part / 100);
  put(0);
  if (Number.isFinite(low)) spots.add(low);
  if (Number.isFinite(high)) spots.add(high);
  return [...spots].sort((one, other) => one - other);
}

// Returns {values, ranges}: the places where compute(x) is the target, and the ranges over which it stays there.
function solveFor(compute, target, { low = 0, high = Infinity }) {
  const spots = grid(low, high);
  const at = (x) => {
    const value = compute(x);
    return Number.isFinite(value) ? (labs.$equal(value, target) ? 0 : value - target) : NaN;
  };
  const values = [];
  const ranges = [];
  let before = null;
  let start = null;
  for (const x of spots) {
    const off = at(x);
    if (off === 0) {
      if (start === null) start = x;
    } else {
      if (start !== null) close(before.x);
      if (before && Number.isFinite(before.off) && Number.isFinite(off) && before.off * off < 0) narrow(before.x, x);
    }
    before = { x, off };
  }
  if (start !== null) close(before.x);
  return { values, ranges };

  function close(end) {
    stretch(start, spots[spots.indexOf(start) - 1], end, spots[spots.indexOf(end) + 1]);
    start = null;
  }
  // From one place to another the target is met; before the one and behind the other it is not.
  function stretch(one, before, other, behind) {
    const [from, to] = [edge(one, before), edge(other, behind)];
    if (Math.abs(to - from) <= 1e-9 * Math.abs(to)) values.push(one);
    else ranges.push([from, to]);
  }
  // Where a stretch of equal values ends, between a place inside and the next one outside.
  function edge(inside, outside) {
    if (outside === undefined) return inside;
    let [a, b] = [inside, outside];
    for (let round = 0; round < 100 && Math.abs(b - a) > 1e-14 * Math.abs(a); round += 1) {
      const middle = (a + b) / 2;
      if (at(middle) === 0) a = middle;
      else b = middle;
    }
    return a;
  }
  function narrow(left, right) {
    let [a, b] = [left, right];
    const sign = Math.sign(at(a));
    for (let round = 0; round < 200; round += 1) {
      const middle = (a + b) / 2;
      if (middle === a || middle === b) break;
      const off = at(middle);
      if (off === 0) {
        stretch(middle, left, middle, right);
        return;
      }
      if (!Number.isFinite(off)) return;
      if (Math.sign(off) === sign) a = middle;
      else b = middle;
    }
    const found = (a + b) / 2;
    // A jump over the target, as of a rounded value, is no solution.
    const near = Math.max(Math.abs(at(a)), Math.abs(at(b)));
    if (near <= 1e-6 * Math.max(Math.abs(target), 1e-300) || near <= 1e-12) values.push(found);
  }
}
