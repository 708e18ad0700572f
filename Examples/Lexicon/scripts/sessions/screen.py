"""A terminal's screen: what escape sequences of Lexicon make of it."""

import itertools
import re
import unicodedata

from checks import Failure

ALTERNATE, CURSOR, SYNCHRONIZED = "1049", "25", "2026"
UNDERLINED = "4"
SEQUENCE = re.compile(r"\x1b\[(\??)([0-9;]*)([A-Za-z])")
# A sequence whose end has not come yet.
BEGINNING = re.compile(r"\x1b(\[\??[0-9;]*)?$")


def width(character):
    """The columns of a character, as Unicode's own data say."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class Screen:
    """Knows the sequences that the app uses, and takes no other."""

    def __init__(self, columns, rows):
        self.modes = {ALTERNATE: False, CURSOR: True, SYNCHRONIZED: False}
        self.pending = ""
        # How many characters were written, and how often all was erased.
        self.written, self.erasures = 0, 0
        self.resize(columns, rows)

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.erase()

    def erase(self):
        self.cells = [[(" ", "")] * self.columns for _ in range(self.rows)]
        self.row = self.column = 0
        self.style = ""

    def lines(self):
        return ["".join(character for character, _ in row).rstrip() for row in self.cells]

    def text(self):
        return "\n".join(self.lines())

    def style_of(self, text):
        """The style of the first place where a line has the text."""
        for row in self.cells:
            # A wide character has a second cell, which is empty.
            place = "".join(character or "\0" for character, _ in row).find(text)
            if place >= 0:
                return row[place][1]
        return None

    def underlined(self):
        """The texts of each row that are underlined."""
        return [
            ["".join(text for text, _ in cells)
             for is_underlined, cells in itertools.groupby(
                 row, key=lambda cell: UNDERLINED in cell[1].split(";")) if is_underlined]
            for row in self.cells]

    def feed(self, output):
        rest = self.pending + output
        self.pending = ""
        while rest:
            if rest[0] != "\x1b":
                self.put(rest[0])
                rest = rest[1:]
                continue
            sequence = SEQUENCE.match(rest)
            if sequence:
                self.obey(*sequence.groups())
                rest = rest[sequence.end():]
            elif BEGINNING.fullmatch(rest):
                self.pending = rest
                return
            else:
                raise Failure(f"not a sequence of the app: {rest[:20]!r}")

    def put(self, character):
        if unicodedata.category(character) == "Cc":
            raise Failure(f"a control character is written: {character!r}")
        columns = width(character)
        if columns == 0:
            before = max(0, self.column - 1)
            text, style = self.cells[self.row][before]
            self.cells[self.row][before] = (text + character, style)
            return
        if self.row >= self.rows or self.column + columns > self.columns:
            raise Failure(f"{character!r} does not fit into row {self.row + 1}\n{self.text()}")
        self.cells[self.row][self.column] = (character, self.style)
        if columns == 2:
            self.cells[self.row][self.column + 1] = ("", self.style)
        self.column += columns
        self.written += 1

    def obey(self, private, parameters, command):
        if private and command in "hl" and parameters in self.modes:
            self.modes[parameters] = command == "h"
            if parameters == ALTERNATE:
                self.erase()
        elif command == "H":
            row, column = (parameters or "1;1").split(";")
            self.row, self.column = int(row) - 1, int(column) - 1
        elif command == "K" and not parameters:
            rest = self.columns - self.column
            self.cells[self.row][self.column:] = [(" ", "")] * rest
        elif command == "J" and not parameters and (self.row, self.column) == (0, 0):
            self.erase()
            self.erasures += 1
        elif command == "m":
            self.style = "" if parameters == "0" else parameters
        else:
            raise Failure(f"not a sequence of the app: {private}{parameters}{command}")
