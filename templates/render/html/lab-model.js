"use strict";
// The arithmetic of labs, the same as in qbank/algebra/floating.py: numbers that differ in their last digits
// only are equal, and what has no value is NaN. Names with a $ are called by generated functions.

const $NEAR = 1e-12;
const $MOST_TERMS = 4000;

function $equal(left, right) {
  if (left === right) return true;
  const size = Math.max(Math.abs(left), Math.abs(right));
  return size < Infinity && Math.abs(left - right) <= $NEAR * size;
}

function $less(left, right) {
  return left < right && !$equal(left, right);
}

function $atMost(left, right) {
  return left < right || $equal(left, right);
}

function $settled(value, round) {
  if (!(Math.abs(value) < 2 ** 53)) return value;
  const nearest = Math.round(value);
  return Math.abs(value - nearest) <= $NEAR * Math.max(1, Math.abs(value)) ? nearest : round(value);
}

function $floor(value) {
  return $settled(value, Math.floor);
}

function $ceiling(value) {
  return $settled(value, Math.ceil);
}

function $whole(value) {
  return Math.abs(value) < 2 ** 53 ? $settled(value, () => NaN) : NaN;
}

function $sum(low, high, term) {
  const first = $whole(low);
  const last = $whole(high);
  if (!(last - first < $MOST_TERMS)) return NaN;
  let total = 0;
  for (let index = first; index <= last; index++) total += term(index);
  return total;
}

function $factorial(value) {
  const number = $whole(value);
  if (!(number >= 0 && number <= 170)) return NaN;
  let product = 1;
  for (let factor = 2; factor <= number; factor++) product *= factor;
  return product;
}

// All quantities of a persona at a setting, by name and in base units. `quantities` stand in the order in
// which they can be computed; `setting` holds for controls the number of their choice.
// `noted` is told of each quantity that is not possible, and the number of the demand that does not hold.
function computeAll(quantities, functions, setting, noted) {
  const values = Object.create(null);
  for (const one of quantities) values[one.name] = computeOne(one, functions, setting, values, noted);
  return values;
}

function computeOne(one, functions, setting, values, noted) {
  switch (one.source) {
    case "control":
      return one.choices[setting[one.name] ?? one.default].value;
    case "given":
      return one.value;
    case "lookup":
      return one.values[values[one.uses[0]]];
    case "search":
      return searchFor(one, functions, values);
    default: {
      const value = functions[one.name](values);
      if (!Number.isFinite(value)) return NaN;
      if (!one.possible) return value;
      const failing = functions[`${one.name}$possible`]({ ...values, [one.name]: value }).indexOf(false);
      if (failing >= 0 && noted) noted(one.name, failing);
      return failing < 0 ? value : NaN;
    }
  }
}

function searchFor(one, functions, values) {
  const own = Object.assign(Object.create(null), values);
  for (const value of one.positions) {
    own[one.over] = value;
    for (const between of one.again) own[between.name] = computeOne(between, functions, {}, own);
    if (functions[one.name](own)) return value;
  }
  return NaN;
}
