"""The public interface of the products as lines of text, in Documentation/API.

A line is "path :: declaration". Before the declaration stand, where they apply:

  (requirement)   of a protocol, which types have to meet
  (default)       what a type has that does not meet a requirement itself
  (exported)      a declaration of another module that comes with an import of this one
  @available(…)   since when it is there, and whether it is deprecated

"path :: conforms to P" and "path :: inherits from C" are lines of their own. Names of parameters that no caller writes
are left out.
"""

import collections
import re

from symbols.comparison import compare
from symbols.graphs import products, read_graphs, root

folder = root / "Documentation/API"
how_to_write = "scripts/api-check --write"
export = re.compile(r"^@_exported public import (?:(\w+) )?([\w.]+)$", re.MULTILINE)
# The targets of the engine, also the only one of earlier versions.
engine = re.compile(r"State(?:Core|Engine|Fields|JSON|Record)")
# What types have unless they say otherwise.
conformances_of_all = {"Copyable", "Escapable", "SendableMetatype"}


def path_of(symbol):
    return ".".join(symbol["pathComponents"])


def constraints(part, known=()):
    """A where clause of the constraints that are not known."""
    signs = {"conformance": ":", "superclass": ":", "sameType": "=="}
    found = [f"{constraint['lhs']} {signs[constraint['kind']]} {constraint['rhs']}" for constraint in part or ()
             if constraint not in known and constraint["rhs"] not in ("Copyable", "Escapable")]
    return f" where {', '.join(sorted(found))}" if found else ""


def version(number):
    return ".".join(str(number[part]) for part in ("major", "minor", "patch") if part in number)


def availability(symbol):
    """Attributes: one for all platforms with a version, and one for each other statement."""
    introduced, others = [], []
    for entry in symbol.get("availability", ()):
        domain = entry.get("domain", "*")
        words = [f"{word}: {version(entry[word])}" for word in ("deprecated", "obsoleted") if word in entry]
        words += ["deprecated"] if entry.get("isUnconditionallyDeprecated") else []
        words += ["unavailable"] if entry.get("isUnconditionallyUnavailable") else []
        words += [f'{word}: "{entry[word]}"' for word in ("renamed", "message") if word in entry]
        if "introduced" in entry:
            introduced.append(f"{domain} {version(entry['introduced'])}")
        if words:
            others.append(f"@available({', '.join([domain, *words])}) ")
    all_versions = f"@available({', '.join([*sorted(introduced), '*'])}) " if introduced else ""
    return " ".join(f"{all_versions}{''.join(sorted(others))}".splitlines())


def declaration(symbol):
    """What is declared, in one line."""
    words = [part["spelling"] for part in symbol["declarationFragments"]]
    kinds = [part["kind"] for part in symbol["declarationFragments"]]
    # "_ action: Action" is "_: Action" to a caller.
    for place, kind in enumerate(kinds):
        if kind == "internalParam" and "externalParam" in kinds[max(place - 2, 0):place]:
            words[place - 1] = words[place] = ""
    text = " ".join("".join(words).split())
    return f"open {text}" if symbol["accessLevel"] == "open" else text


def generics(symbol):
    return (symbol.get("swiftGenerics", {}).get("constraints", [])
            + (symbol.get("swiftExtension", {}).get("constraints") or []))


class Relations:
    """What the graphs of a module say of two symbols."""

    def __init__(self, graphs):
        self.all = [relation for graph in graphs for relation in graph["relationships"]]
        self.requirements = {relation["source"] for relation in self.all if relation["kind"] == "requirementOf"}
        self.defaults = {relation["source"] for relation in self.all if relation["kind"] == "defaultImplementationOf"}
        self.owners = {relation["source"]: relation["target"] for relation in self.all
                       if relation["kind"] == "memberOf"}

    def role(self, name):
        if name in self.requirements:
            return "(requirement) "
        return "(default) " if name in self.defaults else ""


def declarations(symbols, relations):
    for name, symbol in symbols.items():
        if symbol["kind"]["identifier"] == "swift.extension":
            continue
        owner = symbols.get(relations.owners.get(name))
        own = constraints(symbol.get("swiftExtension", {}).get("constraints"), generics(owner) if owner else ())
        yield f"{path_of(symbol)} :: {relations.role(name)}{availability(symbol)}{declaration(symbol)}{own}"


def conformances(symbols, relations):
    verbs = {"conformsTo": "conforms to", "inheritsFrom": "inherits from"}
    for relation in relations.all:
        verb, source = verbs.get(relation["kind"]), symbols.get(relation["source"])
        target = symbols.get(relation["target"])
        # Without its module: some move between modules of the system.
        name = path_of(target) if target else relation.get("targetFallback", "").partition(".")[2]
        if not verb or not source or name in conformances_of_all:
            continue
        own = constraints(relation.get("swiftConstraints"), generics(source))
        yield f"{path_of(source)} :: {verb} {name}{own}"


def exports(sources):
    """What the sources hand out of other modules, which the graphs do not say."""
    for path in sources.rglob("*.swift"):
        for kind, name in export.findall(path.read_text()):
            yield f"{name} :: (exported) {kind or 'module'}"


def lines_of(graphs):
    """The declarations of a module, sorted."""
    symbols = {symbol["identifier"]["precise"]: symbol for graph in graphs for symbol in graph["symbols"]}
    relations = Relations(graphs)
    # A relation may be in the graph of the module and in that of another one that it extends.
    return sorted([*declarations(symbols, relations), *set(conformances(symbols, relations))])


def interfaces(graphs):
    """The interface of each product, of the graphs that extract_all has written."""
    return {product.name: sorted(lines_of(read_graphs(graphs / product.name))
                                 + [line for name in product.parts or (product.name,)
                                    for line in exports(root / "Sources" / name)])
            for product in products}


def file_of(name):
    return folder / f"{name}.txt"


def read(text):
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def stored():
    return {path.stem: read(path.read_text()) for path in sorted(folder.glob("*.txt"))}


def write(found):
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.txt"):
        path.unlink()
    for name, lines in found.items():
        text = (f"# The public interface of {name}, written by {how_to_write}.\n"
                "# scripts/symbols/interface.py says how to read it.\n")
        file_of(name).write_text(text + "".join(f"{line}\n" for line in lines))


def joined(interfaces):
    """The same with the engine as one module: no user imports its targets, and declarations move between them."""
    found = collections.defaultdict(list)
    for name, lines in interfaces.items():
        found["engine" if engine.fullmatch(name) else name] += [
            re.sub(rf"^{engine.pattern}\.(?=.* :: \(exported\))", "", line) for line in lines]
    return found


def report(before, after):
    """Prints what differs, by product, and counts what breaks code and what does not."""
    before, after = joined(before), joined(after)
    counts = collections.Counter()
    for name in sorted(before.keys() | after.keys()):
        for change in compare(before.get(name, []), after.get(name, [])):
            print(f"{name}: {change}")
            counts[change.breaks] += 1
    return counts[True], counts[False]


def problems(graphs):
    """What is wrong with the stored interface; the differences are printed."""
    before, after = stored(), interfaces(graphs)
    if before == after:
        return []
    breaking, others = report(before, after)
    return [f"The interface is not that of Documentation/API: {breaking} changes break code, {others} do not. "
            f"{how_to_write} brings it up to date; what has changed for users belongs into CHANGELOG.md"]
