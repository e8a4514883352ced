// The address behind `#`: where in the site one is, and the filter, so that both can be shared.

const { html, svg } = labs;

const routeNow = () => routeOf(location.hash);

function routeOf(hash) {
  const [path, query = ""] = hash.replace(/^#/, "").split("?", 2);
  let parts = path.split("/").filter(Boolean);
  try {
    parts = parts.map(decodeURIComponent);
  } catch { /* as it stands */ }
  return { path, parts, query: new URLSearchParams(query) };
}

function address(parts, query) {
  const said = query ? String(query) : "";
  return `#/${parts.map(encodeURIComponent).join("/")}${said ? `?${said}` : ""}`;
}

// Changes the address without a step in the history, as while somebody types; unless the reader went elsewhere while
// the view that asks for it was loading.
function readdress(parts, query) {
  if (routeNow().parts.join("/") !== parts.join("/")) return;
  history.replaceState(history.state, "", address(parts, query));
}

const linkTo = (row) => address(["q", row.id]);
