// swift-format-ignore-file
// A child with outputs, in a parent that doesn't declare how to handle them.
// expect: Choose how to handle its outputs: `output: Action.child` or `output: .ignored`.
// expect: Choose how to handle their outputs: `output: Action.child` or `output: .ignored`.
import Observation
import ViewFeature

struct Row: OutputFeature {
  @Observable @MainActor
  final class State: Identifiable {
    let id: Int

    init(id: Int) { self.id = id }
  }

  enum Action: Sendable { case save }
  enum Output: Sendable { case saved }

  func handle() -> ActionHandler<Action, State> { ActionHandler { _, _ in output(.saved) } }
}

struct RowList: Feature {
  @Observable @MainActor
  final class State {
    let header = Row.State(id: 0)
    var row: Row.State?
    var rows: [Row.State] = []
    var byID: [Int: Row.State] = [:]
  }

  enum Action: Sendable { case row(Row.Output) }

  let header = Child(\State.header, Row())
  let row = OptionalChild(\State.row, Row())
  let rows = ChildCollection(\State.rows, Row())
  let byID = ChildCollection(\State.byID, Row())
  let shortHeader = Child<Row>(\.header, Row())
  let shortRow = OptionalChild<Row>(\.row, Row())
  let shortRows = ChildCollection<Row, Int>(\.rows, Row())
  let shortByID = ChildCollection<Row, Int>(\.byID, Row())

  func handle() -> ActionHandler<Action, State> { ActionHandler { _, _ in .none } }
}
