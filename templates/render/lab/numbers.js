// Values as people read them.

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

// Returns a number with three significant digits, whole parts in full as long as they are short.
function digits(value) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 99_999_999.5 || size < 0.000_099_95)) {
    const [mantissa, exponent] = value.toExponential(2).split("e");
    return `${minus(trimmed(mantissa))} × 10${raised(Number(exponent))}`;
  }
  const shown = size >= 999.5 || Number.isInteger(value) ? String(Math.round(value)) : trimmed(Number(value.toPrecision(3)).toFixed(decimals(size)));
  return minus(shown.replace(/\B(?=(\d{3})+(?!\d))(?<!\..*)/g, ","));
}

function decimals(size) {
  return size === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(size)));
}

const trimmed = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
const minus = (text) => text.replace(/^-/, "−");

function raised(exponent) {
  const power = [...String(Math.abs(exponent))].map((digit) => SUPERSCRIPTS[digit]).join("");
  return exponent < 0 ? `⁻${power}` : power;
}

// Puts a unit to a number: money has its sign in front and no single digit of cents, and some stand close.
function withUnit(number, unit) {
  if (!unit) return number;
  if (unit.startsWith("$")) {
    const [sign, size] = number.startsWith("−") ? ["−", number.slice(1)] : ["", number];
    return `${sign}$${size}${size.at(-2) === "." ? "0" : ""}${unit.slice(1)}`;
  }
  return unit === "%" ? `${number}%` : `${number}\u00a0${unit}`;
}

// Returns a value in the unit of its quantity.
function shown({ unit, scale, words }, value) {
  const known = words?.find(([, at]) => at === value);
  if (known) return known[0];
  return Number.isFinite(value) ? withUnit(digits(value / scale), unit) : "no value";
}

const inUnit = ({ label, unit }) => (unit ? `${label} (${unit})` : label);
const percent = (share) => withUnit(digits(share * 100), "%");
