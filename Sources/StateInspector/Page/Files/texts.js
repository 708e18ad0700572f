// Texts without elements: numbers, durations, and texts of the app.

// Returns a text with visible control characters.
export function plain(text) {
  return String(text)
    .replace(/[\u0000-\u0008\u000b-\u001f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)))
    .replace(/[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, (c) => {
      return `<${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}>`;
    });
}

// The same on one line, limited to the length of a row.
export function oneLine(text, longest = 400) {
  const cut = text.length > longest ? `${text.slice(0, longest)}\u2026` : text;
  return plain(cut).replace(/[\n\t]/g, (c) => (c === "\n" ? "\u21b5" : "\u21e5"));
}

export function seconds(value) {
  if (value === undefined || value === null) return "";
  if (value === 0) return "0";
  if (value < 0.001) return `${(value * 1e6).toFixed(0)} \u00b5s`;
  if (value < 1) return `${(value * 1e3).toFixed(value < 0.01 ? 2 : 0)} ms`;
  if (value < 60) return `${value.toFixed(value < 10 ? 2 : 1)} s`;
  const whole = Math.floor(value);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

export function count(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

export function plural(number, word) {
  if (number === 1) return `1 ${word}`;
  return `${count(number)} ${word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`}`;
}
