// Looks at pages as they are printed on A4.
//
// Given {"pages": ["/page.html", ...]}, each perhaps with a place of a site behind "#".
// Returns [{"sheets": n, "cut": ["element", ...], "controls": ["element", ...]}]: how many sheets a page takes, what of it
// is lost as it scrolls or is wider than the paper, and what of it only works on a screen.
const WIDTH = Math.floor((178 / 25.4) * 96); // between margins of 16 mm

export async function use(profile, { pages }) {
  const page = await profile.newPage();
  const seen = [];
  for (const path of pages) {
    await page.goto("about:blank"); // from one place of a site to another, nothing would be loaded
    await page.setViewport({ width: WIDTH, height: 1000 });
    await page.emulateMediaType("print");
    await page.goto(`file://${path}`);
    await page.waitForFunction(() => !document.getElementById("loading")); // a site draws itself
    await page.waitForNetworkIdle({ idleTime: 150 });
    const looked = await page.evaluate(look);
    const paper = Buffer.from(await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1");
    seen.push({ ...looked, sheets: paper.match(/\/Type \/Page\b/g).length });
  }
  await page.close();
  return seen;
}

function look() {
  const shown = [...document.body.querySelectorAll("*:not(.unseen, .unseen *, svg *, math *)")].filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const named = (elements) => elements.map((one) => one.outerHTML.slice(0, 120)).slice(0, 5);
  return {
    cut: named(shown.filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1 || (getComputedStyle(one).overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1))),
    controls: named(shown.filter((one) => one.matches("button:not(.sorter), select, [type=search], [type=checkbox]"))),
  };
}
