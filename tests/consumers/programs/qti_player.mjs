// Plays QTI 3 items in a browser, as a page of a platform would, and tells what came out.
//
// Given [{"xml": "...", "responses": ["14", null, ...]}, ...], returns
// [{"shown": "text before answering", "scores": [5, ...], "feedback": [["SOLUTION"], ...], "slips": ["SLIP_1", ...]}, ...]
import { join } from "node:path";

export async function use(profile, items, modules) {
  const page = await profile.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("dialog", (dialog) => {
    errors.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.setContent("<!DOCTYPE html><html><body></body></html>");
  await page.evaluate(() => { console.debug = () => {}; }); // the player says there all that it does, at length
  await page.addScriptTag({ path: join(modules, "@citolab/qti-components/cdn/index.global.js") });
  const results = [];
  for (const { xml, responses } of items) {
    await page.evaluate(show, xml);
    for (let turn = 0; turn < 1000 && !(await page.evaluate(ready)); turn++);
    results.push(await page.evaluate(answer, responses));
  }
  if (errors.length) {
    throw new Error(errors.join("\n"));
  }
  return results;
}

// Puts an item into the page. Parsing as HTML would take self-closing elements for open ones, so the tree is built
// node by node.
function show(xml) {
  const mathml = "http://www.w3.org/1998/Math/MathML";
  const copy = (node) => {
    if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) {
      return document.createTextNode(node.data);
    }
    if (node.nodeType !== Node.ELEMENT_NODE) {
      return document.createTextNode("");
    }
    const made =
      node.namespaceURI === mathml
        ? document.createElementNS(mathml, node.localName)
        : document.createElement(node.localName);
    for (const { name, value } of node.attributes) {
      if (!name.startsWith("xmlns") && !name.startsWith("xsi:")) {
        made.setAttribute(name, value);
      }
    }
    made.append(...[...node.childNodes].map(copy));
    return made;
  };
  const parsed = new DOMParser().parseFromString(xml, "application/xml");
  if (parsed.querySelector("parsererror")) {
    throw new Error(parsed.documentElement.textContent);
  }
  document.body.replaceChildren(copy(parsed.documentElement));
}

// Whether the item in the page has set itself up.
function ready() {
  const item = document.body.firstElementChild;
  return ["RESPONSE", "SCORE"].every((name) => item.variables.some((variable) => variable.identifier === name));
}

// Answers the item in the page with one response after the other.
function answer(responses) {
  const item = document.body.firstElementChild;
  const value = (name) => item.variables.find((variable) => variable.identifier === name)?.value ?? null;
  const shown = document.body.innerText;
  const scores = [];
  const feedback = [];
  const slips = [];
  for (const response of responses) {
    item.resetResponses();
    item.updateResponseVariable("RESPONSE", response ?? undefined);
    item.processResponse();
    scores.push(Number(value("SCORE")));
    feedback.push(value("FEEDBACK"));
    slips.push(value("SLIP"));
  }
  return { shown, scores, feedback, slips };
}
