// The user's choices, in the fragment of the address, which a browser never sends: `#<token>&e=120&q=text`.
// The token comes first.

const tokenPlace = "inspector-token";

export function readToken() {
  const first = location.hash.slice(1).split("&")[0];
  const token = first.includes("=") ? "" : first;
  if (token) sessionStorage.setItem(tokenPlace, token);
  return token || (sessionStorage.getItem(tokenPlace) ?? "");
}

export function readView(view) {
  const values = new URLSearchParams(location.hash.slice(1).split("&").slice(1).join("&"));
  const number = (name) => (/^\d+$/.test(values.get(name) ?? "") ? Number(values.get(name)) : null);
  view.entry = number("e");
  view.store = number("s");
  view.mark = number("m");
  view.tab = values.get("t") ?? view.tab;
  view.query = values.get("q") ?? "";
  view.hidden = new Set((values.get("h") ?? "").split(",").filter(Boolean));
  view.only = new Set((values.get("o") ?? "").split(",").filter(Boolean).map(Number));
  view.field = values.get("f");
  view.isGrouped = values.get("g") !== "0";
  view.onlyErrors = values.get("x") === "1";
  view.slower = Number(values.get("w")) || 0;
  view.collapses = values.get("c") !== "0";
  view.showsNow = values.get("n") === "1";
}

export function writeView(token, view) {
  const values = new URLSearchParams();
  if (view.tab !== "entry") values.set("t", view.tab);
  if (view.store !== null) values.set("s", view.store);
  if (view.entry !== null) values.set("e", view.entry);
  if (view.mark !== null) values.set("m", view.mark);
  if (view.query) values.set("q", view.query);
  if (view.hidden.size > 0) values.set("h", [...view.hidden].join(","));
  if (view.only.size > 0) values.set("o", [...view.only].join(","));
  if (view.field !== null) values.set("f", view.field);
  if (!view.isGrouped) values.set("g", "0");
  if (view.onlyErrors) values.set("x", "1");
  if (view.slower > 0) values.set("w", view.slower);
  if (!view.collapses) values.set("c", "0");
  if (view.showsNow) values.set("n", "1");
  const hash = `#${[token, values.toString()].filter(Boolean).join("&")}`;
  if (hash !== location.hash) history.replaceState(null, "", hash);
}
