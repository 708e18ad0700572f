"""Tests of the comparison, with what the compiler says of two versions of a module."""

import pathlib
import tempfile

from symbols import interface
from symbols.comparison import compare
from symbols.graphs import extract, read_graphs, run as swift

# Name, source before, source after, and the report. Each is within an enumeration of its own.
cases = [
    ("nothing", "public struct A { public init() {} }", "public struct A { public init() {} }", []),
    ("a removed method",
     "public struct A { public func f() {}; public func g() {} }",
     "public struct A { public func f() {} }",
     ["breaking: removed A.g() :: func g()"]),
    ("a method that is public no more",
     "public struct A { public func f() {} }",
     "public struct A { package func f() {} }",
     ["breaking: removed A.f() :: func f()"]),
    ("an added method",
     "public struct A { public func f() {} }",
     "public struct A { public func f() {}; public func g() {} }",
     ["compatible: added A.g() :: func g()"]),
    ("a changed type",
     "public static func f(_ number: Int) -> Int { 0 }",
     "public static func f(_ number: Int) -> String { \"\" }",
     ["breaking: changed f(_:) :: static func f(_: Int) -> Int",
      "    to f(_:) :: static func f(_: Int) -> String"]),
    ("a changed label",
     "public static func f(to number: Int) {}",
     "public static func f(for number: Int) {}",
     ["breaking: removed f(to:) :: static func f(to: Int)",
      "compatible: added f(for:) :: static func f(for: Int)"]),
    ("a name that no caller writes",
     "public static func f(_ number: Int, to place: Int) {}",
     "public static func f(_ count: Int, to destination: Int) {}",
     []),
    ("the changed one of two overloads",
     "public static func f(_ a: Int) {}; public static func f(_ a: String) {}",
     "public static func f(_ a: Int?) {}; public static func f(_ a: String) {}",
     ["breaking: changed f(_:) :: static func f(_: Int)",
      "    to f(_:) :: static func f(_: Int?)"]),
    ("an added requirement",
     "public protocol P { func f() }",
     "public protocol P { func f(); func g(); associatedtype A }",
     ["breaking: added P.A :: (requirement) associatedtype A",
      "breaking: added P.g() :: (requirement) func g()"]),
    ("an added requirement with a default",
     "public protocol P { func f() }",
     "public protocol P { func f(); func g(); associatedtype A = Int }\nextension P { public func g() {} }",
     ["compatible: added P.A :: (requirement) associatedtype A = Int",
      "compatible: added P.g() :: (default) func g()",
      "compatible: added P.g() :: (requirement) func g()"]),
    ("an added requirement with a default for some",
     "public protocol P { func f() }",
     "public protocol P { func f(); func g() }\nextension P where Self: Sendable { public func g() {} }",
     ["breaking: added P.g() :: (requirement) func g()",
      "compatible: added P.g() :: (default) func g() where Self : Sendable"]),
    ("a removed default",
     "public protocol P { func f() }\nextension P { public func f() {} }",
     "public protocol P { func f() }",
     ["breaking: removed P.f() :: (default) func f()"]),
    ("a new protocol",
     "",
     "public protocol P { func f() }",
     ["compatible: added P :: protocol P",
      "compatible: added P.f() :: (requirement) func f()"]),
    ("a protocol that refines another",
     "public protocol P { }",
     "@MainActor public protocol P: AnyObject { }",
     ["breaking: changed P :: protocol P",
      "    to P :: @MainActor protocol P : AnyObject"]),
    ("an added conformance of a protocol",
     "@MainActor public protocol P { }",
     "@MainActor public protocol P: Equatable { }",
     ["breaking: changed P :: @MainActor protocol P",
      "    to P :: @MainActor protocol P : Equatable",
      "breaking: added P :: conforms to Equatable"]),
    ("a removed conformance",
     "public struct A: Equatable { }",
     "public struct A { }",
     ["breaking: removed A :: conforms to Equatable"]),
    ("a conformance with a condition",
     "public struct A<B> { }\nextension A: Sendable where B: Sendable {}",
     "public struct A<B> { }\nextension A: Sendable where B: Sendable & Hashable {}",
     ["breaking: changed A :: conforms to Sendable where B : Sendable",
      "    to A :: conforms to Sendable where B : Hashable, B : Sendable"]),
    ("an added case",
     "public enum E { case a(Int) }",
     "public enum E { case a(Int), b; indirect case c(E) }",
     ["breaking: added E.b :: case b",
      "breaking: added E.c(_:) :: indirect case c(E)"]),
    ("a new enumeration", "", "public enum E { case a }",
     ["compatible: added E :: conforms to Equatable",
      "compatible: added E :: conforms to Hashable",
      "compatible: added E :: enum E",
      "compatible: added E.a :: case a"]),
    ("an added default argument",
     "public static func f(_ a: Int, b: (Int) -> Void, c: [Int] = [1, 2]) {}",
     "public static func f(_ a: Int = 1, b: (Int) -> Void = { _ in }, c: [Int] = [1, 2]) {}",
     ["compatible: changed f(_:b:c:) :: static func f(_: Int, b: (Int) -> Void, c: [Int] = [1, 2])",
      "    to f(_:b:c:) :: static func f(_: Int = 1, b: (Int) -> Void = { _ in }, c: [Int] = [1, 2])"]),
    ("a removed default argument",
     "public static func f(a: Int = 1) {}",
     "public static func f(a: Int) {}",
     ["breaking: changed f(a:) :: static func f(a: Int = 1)",
      "    to f(a:) :: static func f(a: Int)"]),
    ("a default argument and another type",
     "public static func f(a: Int, b: Int) {}",
     "public static func f(a: Int = 1, b: String) {}",
     ["breaking: changed f(a:b:) :: static func f(a: Int, b: Int)",
      "    to f(a:b:) :: static func f(a: Int = 1, b: String)"]),
    ("a parameter more",
     "public static func f(a: Int) {}",
     "public static func f(a: Int, b: Int = 1) {}",
     ["breaking: removed f(a:) :: static func f(a: Int)",
      "compatible: added f(a:b:) :: static func f(a: Int, b: Int = 1)"]),
    ("a function that throws",
     "public static func f() {}",
     "public static func f() throws {}",
     ["breaking: changed f() :: static func f()",
      "    to f() :: static func f() throws"]),
    ("another isolation",
     "public static func f() {}",
     "@MainActor public static func f() {}",
     ["breaking: changed f() :: static func f()",
      "    to f() :: @MainActor static func f()"]),
    ("a result that may be left",
     "public static func f() -> Int { 1 }",
     "@discardableResult public static func f() -> Int { 1 }",
     ["compatible: changed f() :: static func f() -> Int",
      "    to f() :: @discardableResult static func f() -> Int"]),
    ("a property that users set no more",
     "public struct A { public var a = 1 }",
     "public struct A { public private(set) var a = 1 }",
     ["breaking: changed A.a :: var a: Int",
      "    to A.a :: var a: Int { get }"]),
    ("properties that can be set",
     "public class C { public var a: Int { 1 }; public private(set) var b = 1 }",
     "public class C { public var a: Int { get { 1 } set {} }; public var b = 1 }",
     ["compatible: changed C.a :: var a: Int { get }",
      "    to C.a :: var a: Int { get set }",
      "compatible: changed C.b :: var b: Int { get }",
      "    to C.b :: var b: Int"]),
    ("properties that types of users have to set",
     "public protocol P { var a: Int { get } }\nopen class C { open var a: Int { 1 } }",
     "public protocol P { var a: Int { get set } }\nopen class C { open var a: Int { get { 1 } set {} } }",
     ["breaking: changed C.a :: open var a: Int { get }",
      "    to C.a :: open var a: Int { get set }",
      "breaking: changed P.a :: (requirement) var a: Int { get }",
      "    to P.a :: (requirement) var a: Int { get set }"]),
    ("a class that is open no more",
     "open class C {}",
     "public class C {}",
     ["breaking: changed C :: open class C",
      "    to C :: class C"]),
    ("newer systems only",
     "@available(macOS 14, iOS 17, *) public static func f() {}; public static func g() {}",
     "@available(macOS 15, iOS 17, *) public static func f() {}; @available(iOS 17.4, *) public static func g() {}",
     ["breaking: changed f() :: @available(iOS 17, macOS 14, *) static func f()",
      "    to f() :: @available(iOS 17, macOS 15, *) static func f()",
      "breaking: changed g() :: static func g()",
      "    to g() :: @available(iOS 17.4, *) static func g()"]),
    ("systems that it is on no more",
     "public static func f() {}; public static func g() {}",
     "@available(tvOS, unavailable) public static func f() {}; @available(macOS, obsoleted: 15) public static func g() {}",
     ["breaking: changed f() :: static func f()",
      "    to f() :: @available(tvOS, unavailable) static func f()",
      "breaking: changed g() :: static func g()",
      "    to g() :: @available(macOS, obsoleted: 15) static func g()"]),
    ("older systems, too",
     "@available(macOS 15, iOS 18, *) public static func f() {}",
     "@available(macOS 14.2, *) public static func f() {}",
     ["compatible: changed f() :: @available(iOS 18, macOS 15, *) static func f()",
      "    to f() :: @available(macOS 14.2, *) static func f()"]),
    ("a deprecation",
     "public static func f() {}",
     "@available(*, deprecated, message: \"Use g(), or h(\\\"x\\\").\") public static func f() {}",
     ["compatible: changed f() :: static func f()",
      "    to f() :: @available(*, deprecated, message: \"Use g(), or h(\\\"x\\\").\") static func f()"]),
    ("a declaration that is unavailable",
     "@available(*, deprecated) public static func f() {}",
     "@available(*, unavailable, renamed: \"g\") public static func f() {}",
     ["breaking: removed f() :: @available(*, deprecated) static func f()"]),
    ("the order of attributes",
     "@available(macOS 15, *) @available(iOS 18, *) @MainActor @discardableResult"
     " public static func f(_ a: @escaping @Sendable @MainActor () -> Void) -> Int { 1 }",
     "@discardableResult @MainActor @available(iOS 18, *) @available(macOS 15, *)"
     " static public func f(_ a: @escaping @MainActor @Sendable () -> Void) -> Int { 1 }",
     []),
]


def source_of(namespace, text):
    """The declarations of a case in its namespace; an extension is a line of its own, and stands outside."""
    lines = text.split("\n")
    extensions = [line.replace("extension ", f"extension {namespace}.", 1) for line in lines
                  if line.startswith("extension ")]
    others = [line for line in lines if not line.startswith("extension ")]
    return "\n".join([f"public enum {namespace} {{", *others, "}", *extensions]) + "\n"


def lines_of(texts, folder):
    """The interface of a module with the declarations of all cases."""
    folder.mkdir()
    source = folder / "Module.swift"
    source.write_text("".join(source_of(f"Case{number}", text) for number, text in enumerate(texts)))
    swift("swiftc", "-swift-version", "6", "-parse-as-library", "-package-name", "package", "-emit-module", source,
          "-o", folder / "Module.swiftmodule")
    extract("Module", folder, folder / "graphs")
    return interface.lines_of(read_graphs(folder / "graphs"))


def of_case(number, lines):
    """What belongs to a case, without its namespace."""
    namespace = f"Case{number}."
    return [line.replace(namespace, "") for line in lines if line.startswith(namespace)]


def run():
    """Runs the tests, and says how many have failed."""
    with tempfile.TemporaryDirectory() as folder:
        before = lines_of([case[1] for case in cases], pathlib.Path(folder) / "before")
        after = lines_of([case[2] for case in cases], pathlib.Path(folder) / "after")
    failures = 0
    for number, (name, _, _, expected) in enumerate(cases):
        changes = compare(of_case(number, before), of_case(number, after))
        found = "\n".join(map(str, changes))
        if found == "\n".join(expected):
            print(f"ok   {name}")
        else:
            failures += 1
            print(f"FAIL {name}\n{found}\n  is not\n" + "\n".join(expected))
    print(f"{len(cases)} cases, {failures} failures")
    return failures
