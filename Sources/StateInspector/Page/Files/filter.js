// The filter of the list: words, kinds and stores.

import { kindOf } from "./kinds.js";

// Reads a text such as `query kind:change store:3 name:results cause:118`.
export function readQuery(text) {
  const query = { words: [], kind: [], store: [], name: [], cause: [] };
  for (const part of text.match(/\S+/g) ?? []) {
    const [, key, value] = part.match(/^(kind|store|name|cause):(.+)$/) ?? [];
    if (key) query[key].push(value.toLowerCase());
    else query.words.push(part.toLowerCase());
  }
  return query;
}

// Whether an entry is shown. `view` has the query, the groups that are hidden and the only stores.
export function makeFilter(view, storeName) {
  const query = readQuery(view.query);
  const hidden = view.hidden;
  const only = view.only;
  return (entry) => {
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
    if (query.cause.length > 0) {
      const causes = [entry.cause, entry.subject].map(String);
      if (!query.cause.some((number) => causes.includes(number))) return false;
    }
    if (query.words.length === 0) return true;
    const text = entry.text.toLowerCase();
    return query.words.every((w) => text.includes(w) || name.includes(w) || kind.includes(w));
  };
}
