"""A trace as a picture: a line for each span, below the one that it belongs to."""

from html import escape

LINE, LEFT, RIGHT, INDENT, MARGIN = 28, 320, 400, 16, 14
INK, PAPER = "#d8dee9", "#1f2430"
COLOURS = {"internal": "#6cb6ff", "client": "#f0b72f", "server": "#57ab5a"}


def svg(spans):
    lines = list(in_order(spans, None, 0))
    start = min(span["startTimeUnixNano"] for span in spans)
    length = max(span["endTimeUnixNano"] for span in spans) - start
    width, height = LEFT + RIGHT + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}">',
        f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>',
        '<g font-family="-apple-system, \'Helvetica Neue\', Helvetica, Arial, sans-serif" font-size="13"'
        f' fill="{INK}">',
    ]
    for row, (span, depth) in enumerate(lines):
        y = MARGIN + row * LINE
        parts.append(f'<text x="{MARGIN + depth * INDENT}" y="{y + 18}">{escape(span["name"])}</text>')
        begin = (span["startTimeUnixNano"] - start) / length * RIGHT
        size = max(2, (span["endTimeUnixNano"] - span["startTimeUnixNano"]) / length * RIGHT)
        x = MARGIN + LEFT + min(begin, RIGHT - 2)
        parts.append(f'<rect x="{x:.1f}" y="{y + 5}" width="{size:.1f}" height="18" rx="3"'
                     f' fill="{COLOURS[span["kind"]]}"/>')
        milliseconds = f'{(span["endTimeUnixNano"] - span["startTimeUnixNano"]) / 1e6:.1f} ms'
        if size > 70:
            parts.append(f'<text x="{x + 6:.1f}" y="{y + 18}" fill="{PAPER}">{milliseconds}</text>')
        else:
            anchor, place = ("end", x - 6) if begin > RIGHT / 2 else ("start", x + size + 6)
            parts.append(f'<text x="{place:.1f}" y="{y + 18}" text-anchor="{anchor}">{milliseconds}</text>')
    return "\n".join([*parts, "</g>", "</svg>", ""])


def in_order(spans, parent, depth):
    """The spans in the order in which they have begun, each with those below it, and how far below they are."""
    own = [span for span in spans if span.get("parentSpanId") == parent]
    for span in sorted(own, key=lambda span: span["startTimeUnixNano"]):
        yield span, depth
        yield from in_order(spans, span["spanId"], depth + 1)
