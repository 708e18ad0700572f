// A line of the earlier values of a number.

const [width, height] = [120, 22];
const namespace = "http://www.w3.org/2000/svg";

// The points of the line: the values with equal distances, from the least one at the bottom to the greatest at the top.
export function pointsOf(values, wide, high) {
  if (values.length < 2) return "";
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const place = (value) => (greatest === least ? 0.5 : (value - least) / (greatest - least));
  return values.map((value, index) => {
    const x = 1 + ((wide - 2) * index) / (values.length - 1);
    const y = high - 1 - (high - 2) * place(value);
    return `${round(x)},${round(y)}`;
  }).join(" ");
}

const round = (number) => Math.round(number * 10) / 10;

export function makeSparkline(values) {
  const drawing = document.createElementNS(namespace, "svg");
  drawing.setAttribute("class", "sparkline");
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", `${values.length} values from ${values[0]} to ${values[values.length - 1]}, `
    + `at least ${Math.min(...values)}, at most ${Math.max(...values)}`);
  const line = document.createElementNS(namespace, "polyline");
  line.setAttribute("points", pointsOf(values, width, height));
  drawing.append(line);
  return drawing;
}
