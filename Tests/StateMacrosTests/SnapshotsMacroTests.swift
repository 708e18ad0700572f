#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import StateMacrosPlugin

@Suite struct SnapshotsMacroTests {
  private func expand(
    _ source: String,
    to expected: String,
    _ diagnostics: [DiagnosticSpec] = [],
    fixed: String? = nil,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    assertMacroExpansion(
      source,
      expandedSource: expected,
      diagnostics: diagnostics,
      macroSpecs: [
        "Snapshots": MacroSpec(type: SnapshotsMacro.self, conformances: ["SnapshotState"]),
        "Redacted": MacroSpec(type: FieldMacro.self),
        "Transient": MacroSpec(type: FieldMacro.self),
        "NotInSnapshots": MacroSpec(type: FieldMacro.self),
        "Child": MacroSpec(type: FieldMacro.self),
        "ChildCases": MacroSpec(type: FieldMacro.self),
      ],
      applyFixIts: fixed == nil ? [] : nil,
      fixedSource: fixed,
      indentationWidth: .spaces(2)
    ) { failure in
      Issue.record("\(failure.message)", sourceLocation: sourceLocation)
    }
  }

  @Test func eachKindOfPropertyHasItsField() {
    expand(
      """
      @Snapshots
      public final class State {
        var query = ""
        @Redacted @Transient var token = ""
        @Child var editor: Editor?
        @Child var rows: Array<Row> = []
        @Child let header = Header.State()
        @ChildCases(Path.note, Path.list) var path: Path?
        @NotInSnapshots var cache = 0
      }
      """,
      to: """
        public final class State {
          var query = ""
          var token = ""
          var editor: Editor?
          var rows: Array<Row> = []
          let header = Header.State()
          var path: Path?
          var cache = 0
        }

        extension State: StateFields.SnapshotState {
          public static let snapshotFields = StateFields.SnapshotFields<State> {
            StateFields.SnapshotField("query", \\.query)
            StateFields.SnapshotField("token", \\.token).redacted().transient()
            StateFields.SnapshotField("editor", child: \\.editor)
            StateFields.SnapshotField("rows", children: \\.rows)
            StateFields.SnapshotField("header", child: \\.header)
            StateFields.SnapshotField("path", \\.path, cases: Path.note, Path.list)
          }
        }
        """
    )
  }

  @Test func aTypeWithParametersComputesItsFields() {
    expand(
      """
      @Snapshots
      final class State<Value: Equatable> {
        var value: Value
      }
      """,
      to: """
        final class State<Value: Equatable> {
          var value: Value
        }

        extension State: StateFields.SnapshotState {
          static var snapshotFields: StateFields.SnapshotFields<State> {
            StateFields.SnapshotFields {
              StateFields.SnapshotField("value", \\.value)
            }
          }
        }
        """
    )
  }

  @Test func aStructIsRejected() {
    expand(
      """
      @Snapshots
      struct State {
        var a = 0
      }
      """,
      to: """
        struct State {
          var a = 0
        }
        """,
      [
        DiagnosticSpec(
          message: "@Snapshots requires a class: values are already copies",
          line: 1,
          column: 1
        )
      ]
    )
  }

  @Test func aClassThatIsNotFinalIsRejected() {
    expand(
      """
      @Snapshots
      class State {
        var a = 0
      }
      """,
      to: """
        class State {
          var a = 0
        }
        """,
      [
        DiagnosticSpec(
          message: "A class with @Snapshots must be final: a subclass would have other fields",
          line: 2,
          column: 7,
          fixIts: [FixItSpec(message: "Make the class final")]
        )
      ],
      fixed: """
        @Snapshots
        final class State {
          var a = 0
        }
        """
    )
  }

  @Test func aClassThatNamesItsFieldsIsRejected() {
    expand(
      """
      @Snapshots
      final class State {
        var a = 0
        static let snapshotFields = SnapshotFields<State> {}
      }
      """,
      to: """
        final class State {
          var a = 0
          static let snapshotFields = SnapshotFields<State> {}
        }
        """,
      [
        DiagnosticSpec(
          message: "@Snapshots generates snapshotFields: remove one of them",
          line: 4,
          column: 14
        )
      ]
    )
  }

  @Test func aClassWithoutFieldsIsRejected() {
    expand(
      """
      @Snapshots
      final class State {
        let a = 0
      }
      """,
      to: """
        final class State {
          let a = 0
        }
        """,
      [
        DiagnosticSpec(
          message: "State has no stored variable that can be a field",
          line: 2,
          column: 13
        )
      ]
    )
  }

  @Test(arguments: [
    ("@Redacted static var a = 0", "@Redacted has no effect on a static property"),
    ("@Transient lazy var a = 0", "@Transient has no effect on a lazy property"),
    ("@Child weak var a: A?", "@Child has no effect on a weak or unowned property"),
    (
      "@Redacted @ObservationIgnored var a = 0",
      "@Redacted has no effect on a property that isn't observed"
    ),
    ("@Redacted var a: Int { 0 }", "@Redacted has no effect on a computed property"),
    ("@Redacted let a = 0", "@Redacted has no effect on a constant, which isn't a field"),
    ("@NotInSnapshots @Redacted var a = 0", "@NotInSnapshots leaves no field for @Redacted"),
    ("@Child @ChildCases(A.b) var a: A?", "A property can't have both @Child and @ChildCases"),
    (
      "@Child var a = makeChild",
      "@Child requires the type of the property, to distinguish one child from several"
    ),
    (
      "@ChildCases() var a: A?",
      "@ChildCases requires the cases that contain children, as in @ChildCases(Destination.edit)"
    ),
  ])
  func aMarkWithoutEffectIsRejected(_ property: String, _ message: String) {
    let marks = [
      "@Redacted ", "@Transient ", "@NotInSnapshots ", "@ChildCases() ", "@ChildCases(A.b) ",
      "@Child ",
    ]
    let plain = marks.reduce(property) { $0.replacing($1, with: "") }
    expand(
      """
      @Snapshots
      final class State {
        var other = 0
        \(property)
      }
      """,
      to: """
        final class State {
          var other = 0
          \(plain)
        }

        extension State: StateFields.SnapshotState {
          static let snapshotFields = StateFields.SnapshotFields<State> {
            StateFields.SnapshotField("other", \\.other)
          }
        }
        """,
      [DiagnosticSpec(message: message, line: 4, column: 3)]
    )
  }

  @Test func severalPropertiesOfATupleAreRejected() {
    expand(
      """
      @Snapshots
      final class State {
        var other = 0
        var (a, b) = (0, 0)
      }
      """,
      to: """
        final class State {
          var other = 0
          var (a, b) = (0, 0)
        }

        extension State: StateFields.SnapshotState {
          static let snapshotFields = StateFields.SnapshotFields<State> {
            StateFields.SnapshotField("other", \\.other)
          }
        }
        """,
      [
        DiagnosticSpec(
          message: "Declare each property separately to make it a field",
          line: 4,
          column: 7
        )
      ]
    )
  }

  @Test func aMarkOutsideOfSuchAClassIsRejected() {
    expand(
      """
      final class State {
        @Redacted var a = 0
        @Child func b() {}
      }
      """,
      to: """
        final class State {
          var a = 0
          func b() {}
        }
        """,
      [
        DiagnosticSpec(
          message: "@Redacted has no effect in a type without @Snapshots",
          line: 2,
          column: 3
        ),
        DiagnosticSpec(
          message: "@Child requires a property of a class with @Snapshots",
          line: 3,
          column: 3
        ),
      ]
    )
  }
}
#endif
