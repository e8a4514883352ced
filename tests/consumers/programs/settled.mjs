// Waits until a page has drawn what was last done to it.
export const drawn = (page) => page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); }));

// Waits until it has also put into place what it says to readers of screens. That is set after 30 ms; a timer that begins
// later and takes longer ends after it.
export const settled = (page) => page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => setTimeout(done, 31)); }));
