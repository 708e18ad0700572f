// Searches in entries and rows, which are in the order of their numbers.

// The number of the entry of a row, or of the first of several in it.
export const numberOf = (row) => (row.entries ? row.first.number : row.number);

// The number of rows that begin up to a number.
export function countUpTo(rows, number) {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberOf(rows[middle]) <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The index of the entry with a number, or -1.
export function indexOfNumber(entries, number) {
  const index = countUpTo(entries, number) - 1;
  return entries[index]?.number === number ? index : -1;
}
