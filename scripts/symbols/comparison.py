"""Compares two versions of a module's public interface, and says what breaks code that uses it.

  - What is removed or changed breaks code.
  - A change does not where only default arguments, setters, @discardableResult or deprecations are added, or where a
    declaration is available on more systems. A setter of what users implement or override is no such change.
  - What is added does not, but for a case of an enumeration, a requirement without a default implementation, and a
    conformance of a protocol.
"""

import collections
import dataclasses
import difflib
import re

line_format = re.compile(r"(?P<path>.*?) :: (?:\((?P<role>\w+)\) )?(?P<text>.*)")
attribute = re.compile(r'@available\(((?:[^()"]|"(?:\\.|[^"\\])*")*)\) ')
inheritance = re.compile(r"(conforms to|inherits from) (\S+)")


@dataclasses.dataclass
class Line:
    path: str
    role: str
    text: str

    @classmethod
    def read(cls, line):
        found = line_format.fullmatch(line)
        return cls(found["path"], found["role"] or "", found["text"])

    @property
    def key(self):
        """Two lines of one key may be one declaration that has changed."""
        conformance = inheritance.match(self.text)
        return self.path, self.role, conformance[0] if conformance else ""

    @property
    def parent(self):
        return self.path.partition("(")[0].rpartition(".")[0]

    @property
    def statements(self):
        """What the attributes of availability say."""
        return [statement for text in attribute.findall(self.text) for statement in text.split(", ")]

    @property
    def versions(self):
        """The versions from which on it is there, by platform."""
        found = (re.fullmatch(r"(\w+) ([\d.]+)", statement) for statement in self.statements)
        return {match[1]: tuple(map(int, match[2].split("."))) for match in found if match}

    @property
    def ends(self):
        """Where it is there no more."""
        return [text for text in attribute.findall(self.text) if "unavailable" in text or "obsoleted:" in text]

    @property
    def declaration(self):
        return attribute.sub("", self.text)

    def __str__(self):
        role = f"({self.role}) " if self.role else ""
        return f"{self.path} :: {role}{self.text}"


@dataclasses.dataclass
class Change:
    old: Line | None
    new: Line | None
    breaks: bool

    def __str__(self):
        word = "breaking" if self.breaks else "compatible"
        if not self.new:
            return f"{word}: removed {self.old}"
        if not self.old:
            return f"{word}: added {self.new}"
        return f"{word}: changed {self.old}\n    to {self.new}"


def is_available_where(old, new):
    """Whether something is still there on each system that it was on."""
    return new.ends == old.ends and all(
        platform in old.versions and number <= old.versions[platform]
        for platform, number in new.versions.items())


def accepts_uses_of(old, new):
    """Whether a declaration is the old one, or that with default arguments, a result that may be left, or a setter."""
    pattern = re.escape(old.declaration).replace(",", "(?: = .+?)?,").replace(r"\)", r"(?: = .+?)?\)")
    if old.role != "requirement" and not old.declaration.startswith("open "):
        pattern = pattern.replace(re.escape(" { get }"), r"(?: \{ get(?: set)? \})?")
    return re.fullmatch(f"(?:@discardableResult )?{pattern}", new.declaration) is not None


def has_default(line, after):
    """Whether a type may leave an added requirement to its protocol."""
    if line.text.startswith("associatedtype "):
        return " = " in line.text
    # A default implementation for some types is none for the others.
    return any(new.path == line.path and new.role == "default" and not re.search(r" where .*\bSelf\b", new.text)
               for new in after)


def must_be_met(line, before, after):
    """Whether types or switches of users that were complete lack an added line."""
    protocols = {old.path for old in before if re.match(r"(.* )?protocol ", old.declaration)}
    if inheritance.match(line.text):
        return line.path in protocols
    if line.role == "requirement":
        return line.parent in protocols and not has_default(line, after)
    is_case = re.match(r"(indirect )?case ", line.declaration)
    return bool(is_case) and line.parent in {old.path for old in before}


def closest(line, lines):
    return max(lines, key=lambda other: difflib.SequenceMatcher(None, line.text, other.text).ratio())


def compare(before, after):
    """The changes between two lists of lines, in their order."""
    gone = collections.Counter(before) - collections.Counter(after)
    come = collections.Counter(after) - collections.Counter(before)
    before, after = [[Line.read(line) for line in lines] for lines in (before, after)]
    added = collections.defaultdict(list)
    for line in map(Line.read, sorted(come.elements())):
        added[line.key].append(line)
    changes = []
    for old in map(Line.read, sorted(gone.elements())):
        new = closest(old, added[old.key]) if added[old.key] else None
        if new:
            added[old.key].remove(new)
        fits = new is not None and is_available_where(old, new) and accepts_uses_of(old, new)
        changes.append(Change(old, new, not fits))
    changes += [Change(None, new, must_be_met(new, before, after)) for lines in added.values() for new in lines]
    return sorted(changes, key=lambda change: (not change.breaks, str(change.old or change.new)))
