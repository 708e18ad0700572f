// The filter of the list: words, kinds, fields, stores, errors and durations.

import { isError, kindOf } from "./kinds.js";

// Reads a text such as `query kind:change store:3 name:results field:results cause:118 slower:100ms is:error`.
export function readQuery(text) {
  const query = { words: [], kind: [], store: [], name: [], field: [], cause: [], slower: 0, isError: false };
  for (const part of text.match(/\S+/g) ?? []) {
    const [, key, value] = part.match(/^(kind|store|name|field|cause|slower|is):(.+)$/) ?? [];
    const time = key === "slower" ? readTime(value) : null;
    if (time !== null) query.slower = Math.max(query.slower, time);
    else if (key === "is" && value === "error") query.isError = true;
    else if (key && !["slower", "is"].includes(key)) query[key].push(value.toLowerCase());
    else query.words.push(part.toLowerCase());
  }
  return query;
}

// Reads `16ms`, `0.5s` or `0.5` as seconds; null for another text.
function readTime(text) {
  const [, number, unit] = text.match(/^(\d+(?:\.\d+)?)(ms|s)?$/) ?? [];
  if (number === undefined) return null;
  return unit === "ms" ? Number(number) / 1000 : Number(number);
}

// Whether an entry can be missing in the list.
export function isFiltered(view) {
  return Boolean(view.query) || view.hidden.size > 0 || view.only.size > 0 || view.onlyErrors || view.slower > 0;
}

// Whether an entry is shown. `view` has the query and the choices below it.
export function makeFilter(view, storeName) {
  const query = readQuery(view.query);
  const { hidden, only } = view;
  const onlyErrors = view.onlyErrors || query.isError;
  const slower = Math.max(view.slower, query.slower);
  return (entry) => {
    if (onlyErrors && !isError(entry)) return false;
    if (slower > 0 && !(entry.took > slower)) return false;
    const { group, word } = kindOf(entry);
    if (hidden.has(group)) return false;
    if (only.size > 0 && !only.has(entry.store)) return false;
    const kind = entry.kind.toLowerCase();
    if (query.kind.length > 0 && !query.kind.some((k) => kind.startsWith(k) || k === word)) {
      return false;
    }
    if (query.store.length > 0) {
      const name = storeName(entry.store).toLowerCase();
      const isMet = (text) => text === String(entry.store) || name.includes(text);
      if (!query.store.some(isMet)) return false;
    }
    const name = entry.name?.toLowerCase() ?? "";
    if (query.name.length > 0 && !query.name.some((text) => name.includes(text))) return false;
    if (query.field.length > 0) {
      if (entry.kind !== "change" || !query.field.some((text) => name.includes(text))) return false;
    }
    if (query.cause.length > 0) {
      const causes = [entry.cause, entry.subject].map(String);
      if (!query.cause.some((number) => causes.includes(number))) return false;
    }
    if (query.words.length === 0) return true;
    const text = entry.text.toLowerCase();
    return query.words.every((w) => text.includes(w) || name.includes(w) || kind.includes(w));
  };
}
