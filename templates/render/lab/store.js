// What the reader has done. It is kept in the browser where that is allowed, and belongs to this very lab: when the
// lab changes, old work is not shown with new numbers.

const kept = `qbank-lab:${lab.id}:${lab.stamp}`;
const fresh = () => ({ track: lab.first, name: "", work: {} });

let work = fresh();
try {
  const found = JSON.parse(localStorage.getItem(kept));
  if (found && lab.tracks.some((track) => track.id === found.track)) work = { ...fresh(), ...found };
} catch { /* a page opened from a file may not have a store */ }

function keep() {
  try {
    localStorage.setItem(kept, JSON.stringify(work));
  } catch { /* then it holds for this visit */ }
}

// Returns what was done in a part of a track: {setting, prediction, tries, reflection, done}.
function workOn(track, at) {
  const parts = (work.work[track.id] ??= []);
  return (parts[at] ??= { setting: { ...track.parts[at].setting }, prediction: null, tries: [], reflection: "", done: false });
}

const isSolved = (part, mine) => !part.puzzle || mine.tries.some((one) => one.solved);
const triesLeft = (part, mine) => (part.puzzle ? part.puzzle.tries - mine.tries.length : 0);
const isSettled = (part, mine) => mine.prediction !== null && (isSolved(part, mine) || triesLeft(part, mine) <= 0);

// Whether all parts of a track before this one are done.
const isReached = (track, at) => track.parts.every((_, before) => before >= at || workOn(track, before).done);
