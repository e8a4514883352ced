// Lets the pages of a profile download into a folder. Returns a function that acts, waits until the download that begins
// by it is complete, and returns its name.
export async function downloadsTo(profile, downloadPath) {
  const session = await profile.browser().target().createCDPSession();
  await session.send("Browser.setDownloadBehavior", {
    behavior: "allow", downloadPath, browserContextId: profile.id, eventsEnabled: true,
  });
  return async (act) => {
    const complete = new Promise((done) => {
      session.once("Browser.downloadWillBegin", (begun) => {
        session.on("Browser.downloadProgress", ({ guid, state }) => {
          if (guid === begun.guid && state === "completed") done(begun.suggestedFilename);
        });
      });
    });
    await act();
    return complete;
  };
}
