// Reading what people type for a number: digits as they write them, sums, powers of ten, and units by the spellings
// that are known for the unit asked for: `units[asked][typed]` is "" for the same, "e-3" or "*0.125" for another size.
function numberReader(units) {
  const groups = /^(\d{1,3})([ \u00a0\u202f\u2009'’_]\d{3})+$/;

  // Returns the digits with a point where the decimals begin, or null where nobody can tell.
  // "1,5" has a decimal comma; "1,500" and "1,234.5" have groups of three, and so has "1.500.000".
  function plainDigits(text) {
    let digits = text;
    const [whole, ...rest] = digits.split(/(?=[.,])/);
    if (groups.test(whole)) digits = whole.replace(/\D/g, "") + rest.join("");
    const commas = (digits.match(/,/g) || []).length;
    const points = (digits.match(/\./g) || []).length;
    const grouped = (mark) => new RegExp(`^[1-9]\\d{0,2}(\\${mark}\\d{3})+$`);
    if (commas && points) {
      const last = Math.max(digits.lastIndexOf(","), digits.lastIndexOf("."));
      const mark = digits[last] === "," ? "." : ",";
      if (!grouped(mark).test(digits.slice(0, last))) return null;
      digits = digits.slice(0, last).split(mark).join("") + "." + digits.slice(last + 1);
    } else if (commas) {
      if (grouped(",").test(digits)) digits = digits.split(",").join("");
      else if (commas === 1) digits = digits.replace(",", ".");
      else return null;
    } else if (points > 1) {
      if (!grouped(".").test(digits)) return null;
      digits = digits.split(".").join("");
    }
    return /^(\d+\.?\d*|\.\d+)$/.test(digits) ? digits : null;
  }

  const sign = /^([+-]?)\s*(\$?)\s*([+-]?)\s*/;
  const digitsAhead = /^[\d.,](?:[\d.,'’_ \u00a0\u202f\u2009]*[\d.,])?/;
  const power = /^\s*(?:e([+-]?\d{1,3})(?![\d.])|[×x*·]\s*10\s*(?:\^|\*\*)\s*\(?([+-]?\d{1,3})\)?)/i;
  const words = { thousand: 3, million: 6, billion: 9, trillion: 12 };

  const lowered = (raised) => [...raised].map((sign) => "-+0123456789"["⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(sign)]).join("");
  const isPower = (unit) => /^10[⁻⁰¹²³⁴-⁹]/.test(unit);

  function tidyUnit(text) {
    return text.replace(/^[×*·]\s*/, "").replace(/\s+per\s+/g, "/").replace(/\s*\/\s*/g, "/").replace(/\s+/g, " ").trim();
  }

  // Finds what makes a number in the unit typed one of the unit asked for: "", "e-3", "*0.125", or undefined.
  function factorOf(typed, asked) {
    if (!typed) return "";
    const known = units[asked] || {};
    for (const name of [typed, typed.toLowerCase()]) if (Object.hasOwn(known, name)) return known[name];
    return typed.toLowerCase() === asked.toLowerCase() ? "" : undefined;
  }

  const suffix = /^(\$?)(?:(thousand|million|billion|trillion)\b|(k|m|mm|bn?|t)(?![A-Za-z]))\s*(.*)$/i;
  const ofSuffix = { k: 3, m: 6, mm: 6, b: 9, bn: 9, t: 12 };

  // Reads digits, with a power of ten, at the start of a text: {digits, exponent, rest, named} or null.
  function readDigits(text, digitsHere = digitsAhead) {
    const written = digitsHere.exec(text);
    const digits = written && plainDigits(written[0]);
    if (!digits) return null;
    let rest = text.slice(written[0].length);
    const raised = power.exec(rest);
    if (raised) rest = rest.slice(raised[0].length);
    return { digits, exponent: raised ? Number(raised[1] || raised[2]) : 0, rest, named: Boolean(raised && raised[2]) };
  }

  // Works out "131072*8192", "1/2" or "3 × (4 + 5)^2" at the start of a text: {value, rest} or null.
  function readSum(text) {
    const inner = /^\d(?:[\d.,'’_]*\d)?/;
    const raise = /^\s*(?:\^|\*\*)\s*([+-]?\d{1,3})(?![\d.])/;
    let rest = text;
    let depth = 0;
    const take = (pattern) => {
      const found = pattern.exec(rest);
      if (found) rest = rest.slice(found[0].length);
      return found;
    };
    function operand() {
      let value;
      if (take(/^\s*\(/)) {
        if (++depth > 10) return NaN;
        value = sum();
        depth -= 1;
        if (!take(/^\s*\)/)) return NaN;
      } else {
        take(/^\s*\$?/);
        const read = readDigits(rest, inner);
        if (!read) return NaN;
        rest = read.rest;
        value = Number(`${read.digits}e${read.exponent}`);
      }
      const raised = take(raise);
      return raised ? value ** Number(raised[1]) : value;
    }
    function product() {
      let value = operand();
      for (let sign; (sign = take(/^\s*([*×·/÷]|x(?=\s*[\d(]))(?=\s*[\d($])/)); ) {
        const next = operand();
        value = "/÷".includes(sign[1]) ? value / next : value * next;
      }
      return value;
    }
    function sum() {
      let value = product();
      for (let sign; (sign = take(/^\s*([+-])(?=\s*[\d($])/)); ) value += sign[1] === "-" ? -product() : product();
      return value;
    }
    const value = sum();
    return Number.isFinite(value) && rest.length < text.length ? { value, rest } : null;
  }

  // Returns {value} in the unit asked for, with the `bare` number that was typed, or {problem} in words.
  function readNumber(text, asked) {
    const bare = text.trim().replace(/^(?:[=≈~]|about|approx\.?|ca\.?)\s*/i, "").replace(/[−–]/g, "-")
      .replace(/([^.\s])\s*\.$/, "$1")
      .replace(/(10\s*)([⁻⁺]?[⁰¹²³⁴-⁹]+)/g, (_, ten, raised) => `${ten}^${lowered(raised)}`);
    if (!bare) return { problem: say("Type a number first.") };
    const [start, before, dollar, behind] = sign.exec(bare);
    let read = readDigits(bare.slice(start.length));
    const worked = /^\(|[\d)]\s*[*×·/÷x+^-]\s*[\d($]/.test(bare.slice(start.length)) && !(before && behind)
      ? readSum(bare.slice(start.length)) : null;
    if ((!read && !worked) || (before && behind)) {
      return { problem: say("This is not a number that can be read. Write it like 14, 1.4e1 or {example}.", { example: withUnit(14, asked) }) };
    }
    let number = worked ? worked.value : 0;
    // Digits alone are read in one step, so that a number at the very end of the interval is that end.
    if (read && (!worked || worked.rest.length >= read.rest.length)) number = null;
    let exponent = number === null ? read.exponent : 0;
    let unit = tidyUnit(number === null ? read.rest : worked.rest);
    if (dollar && !unit.startsWith("$")) unit = dollar + unit;
    let factor = factorOf(unit, asked);
    // "8.5 × 10^-12" is the whole number where it is asked for in 10⁻¹².
    if (!unit && number === null && read.named && isPower(asked)) factor = units[asked][""] || "";
    if (factor === undefined && !asked) factor = { "%": "e-2", x: "", times: "" }[unit];
    if (factor === undefined && asked === "x" && /^(times|fold|-fold|×)$/.test(unit)) factor = "";
    const word = factor === undefined && suffix.exec(unit);
    if (word && (word[2] || asked.startsWith("$") || !asked)) {
      exponent += word[2] ? words[word[2].toLowerCase()] : ofSuffix[word[3].toLowerCase()];
      unit = word[1] + word[4];
      factor = factorOf(unit, asked);
    }
    if (factor === undefined) {
      return { problem: asked ? say("The unit “{unit}” is not known here. Answer in {asked}.", { unit, asked }) : say("Give a plain number, without a unit.") };
    }
    const signed = (power) => (number === null ? Number(`${before || behind}${read.digits}e${power}`)
      : (before || behind) === "-" ? -number * 10 ** power : number * 10 ** power);
    const typed = signed(exponent);
    let scale = 1;
    if (factor.startsWith("e")) exponent += Number(factor.slice(1));
    else if (factor.startsWith("*")) scale = Number(factor.slice(1));
    const value = signed(exponent) * scale;
    return Number.isFinite(value) ? { value, typed } : { problem: say("This number is too large.") };
  }

  const raisedDigits = (power) => [...String(power)].map((sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]).join("");

  // Writes a number as people do: "0.5", "1.07 × 10⁹".
  function plain(value) {
    const size = Math.abs(value);
    const short = Number(value.toPrecision(7));
    if (!size || (size >= 1e-4 && size < 1e9)) return String(short).replace(".", say("."));
    const [digits, power] = short.toExponential().split("e");
    return `${digits.replace(".", say("."))} × 10${raisedDigits(Number(power))}`;
  }

  function withUnit(value, unit) {
    const shown = plain(value);
    if (unit.startsWith("$")) return `$${shown}${unit.slice(1)}`.replace("$-", "-$");
    if (isPower(unit)) return `${shown} × ${unit}`;
    return unit === "%" || unit === "x" ? shown + unit : `${shown}\u00a0${unit}`.trim();
  }

  return { readNumber, withUnit };
}
