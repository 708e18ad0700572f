// Searches in entries, which are in the order of their numbers.

// The number of entries up to a number.
export function countUpTo(entries, number) {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle].number <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The index of the entry with a number, or -1.
export function indexOfNumber(entries, number) {
  const index = countUpTo(entries, number) - 1;
  return entries[index]?.number === number ? index : -1;
}
