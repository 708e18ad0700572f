"""Builds the products and writes the graphs of their public symbols.

The SwiftUI layer is taken from Verification, where it is compiled against a stand-in.
"""

import dataclasses
import functools
import json
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent.parent


@dataclasses.dataclass
class Product:
    name: str
    # What is built by itself, with these traits, in a folder of this name in the scratch path.
    traits: str = ""
    scratch: str = ""
    has_views: bool = False
    # Without the package behind its trait: the declarations of macros can do without.
    is_macros: bool = False
    # The targets whose public declarations it hands out as its own.
    parts: tuple = ()

    @property
    def catalog(self):
        return root / f"Sources/{self.name}/{self.name}.docc"


# What products hand out of the engine has its pages there.
products = [
    Product("StateCore"),
    Product("StateFields"),
    Product("StateRecord"),
    Product("StateJSON"),
    Product("ScreenStateKit", has_views=True),
    Product("ViewFeature", has_views=True, parts=("FeatureStore", "FeatureTesting")),
    Product("StateJournal"),
    Product("StateInspector", traits="Inspector", scratch="inspector"),
    Product("StatePersistence", traits="SQLite,Encryption,Telemetry", scratch="persistence"),
    Product("StateQueries", has_views=True),
    Product("StateQueriesPersistence"),
    Product("StateOutbox"),
    Product("StateHistory", has_views=True),
    Product("StateHistoryPersistence"),
    Product("StateTelemetry", traits="SQLite,Encryption,Telemetry", scratch="persistence"),
    Product("StateTesting"),
    Product("StateMacros", traits="Macros", is_macros=True),
]


def run(*command):
    result = subprocess.run([str(part) for part in command], cwd=root)
    if result.returncode:
        sys.exit(result.returncode)


def answer(*command):
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout


def build_modules(*options):
    """Builds what symbols are taken from, and says where the modules are."""
    run("swift", "build", *options)
    shown = list(options)
    if "--target" in shown:
        place = shown.index("--target")
        del shown[place:place + 2]
    return pathlib.Path(answer("swift", "build", *shown, "--show-bin-path").strip()) / "Modules"


def compile_macros(product, modules, folder):
    """Compiles the declarations of macros, and says where their module is."""
    folder.mkdir(parents=True)
    run("swiftc", "-swift-version", "6", "-parse-as-library", "-suppress-warnings", "-D", product.traits,
        "-module-name", product.name, "-I", modules, "-emit-module", "-o", folder / f"{product.name}.swiftmodule",
        *sorted((root / "Sources" / product.name).rglob("*.swift")))
    return folder


@functools.cache
def triple():
    return json.loads(answer("swift", "-print-target-info"))["target"]["triple"]


def extract(module, modules, folder, *others, parts=()):
    """Writes the public symbols of a module, and of the modules that it hands out as parts, into a folder.

    It may import modules that are in others.
    """
    folder.mkdir(parents=True)
    run("swift", "symbolgraph-extract", "-module-name", module, "-target", triple(), "-I", modules,
        *[part for path in others for part in ("-I", path)], "-output-dir", folder, "-minimum-access-level", "public",
        "-skip-synthesized-members", "-emit-extension-block-symbols",
        *([f"-experimental-allowed-reexported-modules={','.join(parts)}"] if parts else []))


def keep_views(folder, known):
    """Of what was extracted with the stand-in for SwiftUI, keeps the SwiftUI layer, in SwiftUI's name."""
    for path in folder.glob("*.symbols.json"):
        text = path.read_text().replace("14SwiftUIStandIn", "7SwiftUI")
        graph = json.loads(text.replace("SwiftUIStandIn", "SwiftUI"))
        graph["symbols"] = [
            symbol for symbol in graph["symbols"]
            if "/SwiftUI/" in symbol.get("location", {}).get("uri", "")
            and symbol["identifier"]["precise"] not in known
        ]
        names = identifiers(graph)
        graph["relationships"] = [relation for relation in graph["relationships"]
                                  if relation["source"] in names]
        path.unlink()
        if names:
            name = path.name.replace("SwiftUIStandIn", "SwiftUI")
            (folder / name).write_text(json.dumps(graph))


def identifiers(graph):
    return {symbol["identifier"]["precise"] for symbol in graph["symbols"]}


def read_graphs(folder):
    return [json.loads(path.read_text()) for path in sorted(folder.rglob("*.symbols.json"))]


def extract_all(graphs, build_options):
    """Writes the symbols of all products, each into a folder of its name; builds with these options of swift build."""
    modules = build_modules(*build_options)
    scratch = modules.parent.parent.parent
    modules_with_views = build_modules(
        "--package-path", "Verification", "--scratch-path", scratch / "verification/package",
        "--target", "MeetingsCore")
    for product in products:
        folder = graphs / product.name
        if product.is_macros:
            own = compile_macros(product, modules, graphs.parent / "macros")
            extract(product.name, own, folder / "package", modules)
        elif product.traits:
            own = build_modules("--traits", product.traits, "--scratch-path", scratch / product.scratch,
                                "--target", product.name)
            # The modules of C that the packages behind the traits have.
            maps = (scratch / product.scratch / "checkouts").rglob("module.modulemap")
            extract(product.name, own, folder / "package", *[path.parent for path in maps])
        else:
            extract(product.name, modules, folder / "package", parts=product.parts)
        if product.has_views:
            known = set().union(*map(identifiers, read_graphs(folder)))
            extract(product.name, modules_with_views, folder / "views", parts=product.parts)
            keep_views(folder / "views", known)
