"""A screen as a picture, for the documentation."""

import itertools
from html import escape

CELL, LINE, MARGIN = 8.4, 18, 14
INK, PAPER = "#d8dee9", "#1f2430"
STYLES = {"1": ' font-weight="bold"', "2": ' opacity="0.6"', "4": ' text-decoration="underline"',
          "7": f' fill="{PAPER}"', "31": ' fill="#ff7b72"'}


def svg(screen):
    width = round(screen.columns * CELL + 2 * MARGIN)
    height = screen.rows * LINE + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}">',
        f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>',
        f'<g font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace"'
        f' font-size="14" fill="{INK}">',
    ]
    for number, row in enumerate(screen.cells):
        start = 0
        # Word by word: blanks are not as wide everywhere as the terminal's.
        for (style, is_blank), cells in itertools.groupby(
                row, key=lambda cell: (cell[1], cell[0] == " ")):
            cells = list(cells)
            text = "" if is_blank else "".join(text for text, _ in cells)
            parts += run(text, style, start, len(cells), number)
            start += len(cells)
    return "\n".join([*parts, "</g>", "</svg>", ""])


def run(text, style, start, cells, row):
    """Cells of the same attributes; what is inverted stands on a background."""
    x, y, width = MARGIN + start * CELL, MARGIN + row * LINE, cells * CELL
    attributes = style.split(";")
    if "7" in attributes:
        yield (f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{LINE}" fill="{INK}"'
               ' shape-rendering="crispEdges"/>')
    if text:
        look = "".join(STYLES.get(attribute, "") for attribute in attributes)
        yield (f'<text x="{x:.1f}" y="{y + 13}" textLength="{width:.1f}"{look}>'
               f'{escape(text)}</text>')
