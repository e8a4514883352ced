// Solves every formula of a site for every variable, with the scripts that its pages run.
//
// Reads JSON from standard input: {"scripts": ["lab-model.js", "solve.js"], "formulas": "data/formulas.js"}.
// Writes JSON: {"id": {"result": number, "found": {"variable": {"values": [...], "ranges": [[...], ...]}}}}.
import { readFileSync } from "node:fs";

const { scripts, formulas } = JSON.parse(readFileSync(0, "utf8"));
const [model, solve] = scripts.map((path) => readFileSync(path, "utf8"));
const names = ["$equal", "$less", "$atMost", "$floor", "$ceiling", "$sum", "$factorial"];
const labs = new Function(`${model}\nreturn { ${names.join(", ")} };`)();
const solveFor = new Function("labs", `${solve}\nreturn solveFor;`)(labs);
let data;
let functions;
new Function("qbankData", readFileSync(formulas, "utf8"))((_, said, code) => {
  data = said;
  functions = code(labs);
});
const outcome = {};
for (const formula of data) {
  const code = functions[formula.id];
  const given = formula.example;
  if (!code || !Object.keys(given).length) continue;
  const result = code.compute(given);
  const found = {};
  for (const [name, variable] of Object.entries(formula.variables)) {
    const holds = (x) => code.conditions.every((condition) => condition({ ...given, [name]: x }));
    found[name] = solveFor((x) => (holds(x) ? code.compute({ ...given, [name]: x }) : NaN), result, { low: variable.min ?? -Infinity, high: variable.max ?? Infinity });
  }
  outcome[formula.id] = { result, found };
}
process.stdout.write(JSON.stringify(outcome));
