import StateHistory
import ViewFeature

extension Probe {
  /// A step of one field.
  static let historyStep = history(named: "history-step") { $0.send(.changeOne) }

  /// A step of eleven fields.
  static let historyStepOfEleven = history(named: "history-step-of-11") { $0.send(.changeAll) }

  private static func history(
    named name: String,
    step: @escaping @MainActor @Sendable (Store<PageFeature>) -> Void
  ) -> Probe {
    Probe(name: name) {
      let store = Store(initialState: PageState(), feature: PageFeature())
      let history = History(of: store, coalescing: nil)
      return { repetitions in
        for _ in 0..<repetitions { step(store) }
        withExtendedLifetime(history) {}
      }
    }
  }
}

/// A state of which an action changes one or all fields.
@MainActor @Observable
final class PageState: SnapshotState {
  var a = 0
  var b = 0
  var c = 0
  var d = 0
  var e = 0
  var f = 0
  var g = 0
  var h = 0
  var i = 0
  var j = 0
  var k = 0

  static let snapshotFields = SnapshotFields<PageState> {
    SnapshotField("a", \.a)
    SnapshotField("b", \.b)
    SnapshotField("c", \.c)
    SnapshotField("d", \.d)
    SnapshotField("e", \.e)
    SnapshotField("f", \.f)
    SnapshotField("g", \.g)
    SnapshotField("h", \.h)
    SnapshotField("i", \.i)
    SnapshotField("j", \.j)
    SnapshotField("k", \.k)
  }
}

struct PageFeature: Feature {
  enum Action: Sendable {
    case changeOne
    case changeAll
  }

  func handle() -> ActionHandler<Action, PageState> {
    ActionHandler { action, state in
      state.a += 1
      guard case .changeAll = action else { return .none }
      state.b += 1
      state.c += 1
      state.d += 1
      state.e += 1
      state.f += 1
      state.g += 1
      state.h += 1
      state.i += 1
      state.j += 1
      state.k += 1
      return .none
    }
  }
}
