import StateCore
import StateFields

@testable import FeatureStore

/// A state with fields that its feature reacts to.
@MainActor @Observable final class FormState: SnapshotState {
  var first = 0
  var second = 0
  var third = 0
  var ratio = 0.0
  /// The reactions that have run.
  var seen: [String] = []

  var sum: Int { first + second }

  static let snapshotFields = SnapshotFields<FormState> {
    SnapshotField("first", \.first)
    SnapshotField("second", \.second)
    SnapshotField("third", \.third)
    SnapshotField("ratio", \.ratio)
    SnapshotField("seen", \.seen)
  }
}

typealias FormHandler = ActionHandler<FormAction, FormState>

enum FormField: Int, CaseIterable, Sendable {
  case first, second, third

  @MainActor var path: ReferenceWritableKeyPath<FormState, Int> {
    switch self {
    case .first: \.first
    case .second: \.second
    case .third: \.third
    }
  }
}

/// An action that contains its handler code.
struct FormAction: Sendable, Equatable, CustomStringConvertible {
  typealias Effect = ActionTask<FormAction, FormState>

  let description: String
  let body: @MainActor (FormState) async throws -> Effect

  init(_ description: String, body: @escaping @MainActor (FormState) async throws -> Effect) {
    self.description = description
    self.body = body
  }

  static func change(_ body: @escaping @MainActor (FormState) throws -> Void) -> FormAction {
    FormAction("change") { state in
      try body(state)
      return .none
    }
  }

  static func effect(_ effect: Effect) -> FormAction {
    FormAction("effect") { _ in effect }
  }

  static func named(_ name: String) -> FormAction { FormAction(name) { _ in .none } }

  static func == (lhs: FormAction, rhs: FormAction) -> Bool { lhs.description == rhs.description }
}

/// A feature that runs its actions in a handler that may suspend.
struct Form: Feature {
  let configure: @MainActor (FormHandler) -> FormHandler

  func handle() -> FormHandler {
    configure(ActionHandler { action, state in try await action.body(state) })
  }
}

/// A form whose handler doesn't suspend.
///
/// It sets fields or starts an effect.
struct QuickForm: Feature {
  enum Action: Sendable {
    case set([(field: FormField, value: Int)])
    case effect(@Sendable () -> ActionTask<Action, FormState>)
    case fail
  }

  let configure: @MainActor (ActionHandler<Action, FormState>) -> ActionHandler<Action, FormState>

  func handle() -> ActionHandler<Action, FormState> {
    configure(
      ActionHandler { action, state in
        switch action {
        case .set(let writes):
          for write in writes { state[keyPath: write.field.path] = write.value }
          return .none
        case .effect(let effect):
          return effect()
        case .fail:
          state.first += 1
          throw TestError("fail")
        }
      }
    )
  }
}

extension ActionHandler where State == FormState {
  /// Notes the changes of a field.
  func noting<Value: Equatable>(
    _ name: String,
    _ field: KeyPath<FormState, Value>
  ) -> ActionHandler {
    onChange(of: field) { old, new, state in
      state.seen.append("\(name) \(old) \(new)")
    }
  }
}

/// Waits for the next turn in which observers run.
@MainActor
func observationTurn() async {
  await withCheckedContinuation { continuation in
    ObservationTurn.add(ObservationTurn.makePlace()) { continuation.resume() }
  }
}
