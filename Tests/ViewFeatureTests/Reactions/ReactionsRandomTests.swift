import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// Writes of each kind, compared with a model: reactions receive exactly the changes that were made.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ReactionsRandomTests {
  private struct Write {
    let field: FormField
    let value: Int
  }

  private enum Step {
    /// An action whose handler writes.
    case action([Write])
    /// An action whose effect has a result.
    case result(Write)
    case binding(Write)
    case plain(Write)
    case turn
    /// A handler of another store of the state.
    case other([Write])
  }

  /// A literal model of the values that reactions receive.
  private struct Model {
    var values = [0, 0, 0]
    var last = [0, 0, 0]
    var seen: [String] = []
    /// Whether a value has changed.
    var hasNoticed = false

    mutating func write(_ write: Write) {
      if values[write.field.rawValue] != write.value { hasNoticed = true }
      values[write.field.rawValue] = write.value
    }

    mutating func react() {
      var isDone = false
      while !isDone {
        isDone = true
        for index in 0..<3 where values[index] != last[index] {
          seen.append("\(index) \(last[index]) \(values[index])")
          last[index] = values[index]
          if index == 1 { values[0] = values[1] / 2 }
          isDone = false
        }
      }
    }
  }

  private func configure<Action>(
    _ handler: ActionHandler<Action, FormState>
  ) -> ActionHandler<Action, FormState> {
    handler.noting("0", \.first)
      .onChange(of: \.second) { old, new, state in
        state.seen.append("1 \(old) \(new)")
        state.first = new / 2
      }
      .noting("2", \.third)
  }

  private func makeSteps(_ random: inout SeededGenerator) -> [Step] {
    func write() -> Write {
      let field = FormField.allCases.randomElement(using: &random) ?? .first
      return Write(field: field, value: Int.random(in: 0...4, using: &random))
    }
    return (0..<30).map { _ in
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1: .action((0..<Int.random(in: 0...4, using: &random)).map { _ in write() })
      case 2: .result(write())
      case 3: .binding(write())
      case 4, 5, 6: .plain(write())
      case 7: .other((0..<2).map { _ in write() })
      default: .turn
      }
    }
  }

  @Test(arguments: 0..<200)
  func pairsAreTheChanges(seed: Int) async {
    var random = SeededGenerator(seed: seed)
    let state = FormState()
    let store = Store(initialState: state, feature: QuickForm { self.configure($0) })
    let other = Store(initialState: state, feature: QuickForm { $0 })
    var model = Model()
    for step in makeSteps(&random) {
      switch step {
      case .action(let writes):
        store.send(.set(writes.map { ($0.field, $0.value) }))
        model.react()
        for write in writes { model.write(write) }
        model.react()
      case .other(let writes):
        other.send(.set(writes.map { ($0.field, $0.value) }))
        model.hasNoticed = false
        for write in writes { model.write(write) }
        if model.hasNoticed { model.react() }
      case .result(let write):
        await store.send(
          .effect {
            .run(operation: { write.value }) { $1[keyPath: write.field.path] = $0 }
          }
        )
        .value
        model.react()
        model.write(write)
        model.react()
      case .binding(let write):
        store.binding(write.field.path).set(write.value)
        model.react()
        model.write(write)
        model.react()
      case .plain(let write):
        state[keyPath: write.field.path] = write.value
        model.write(write)
      case .turn:
        await observationTurn()
        model.react()
      }
      #expect(state.seen == model.seen)
      #expect([state.first, state.second, state.third] == model.values)
    }
  }

  /// Handlers that suspend, effects that write at any time, and writes from outside.
  ///
  /// No change is missed or reported twice, regardless of the order.
  @Test(.needsRuntimeHooks, arguments: Array(seedsOnOneThread(0..<100)))
  func noChangeIsMissedInAnyOrder(seed: Int) async throws {
    try await simulate(seed: seed) { await checkChain(seed: seed) }
  }

  private func checkChain(seed: Int) async {
    var random = SeededGenerator(seed: seed)
    var pairs: [(old: Int, new: Int)] = []
    let store = Store(
      initialState: FormState(),
      feature: Form {
        $0.onChange(of: \.first) { old, new, state in
          pairs.append((old, new))
          state.second += 1
          return .run { state in
            await Task.yield()
            state.third += 1
          }
        }
      }
    )
    var sent: [SentAction] = []
    for _ in 0..<12 {
      let value = Int.random(in: 0...3, using: &random)
      let suspensions = Int.random(in: 0...3, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        sent.append(
          store.send(
            FormAction("handler") { state in
              state.first = value
              for _ in 0..<suspensions { await Task.yield() }
              state.first += 1
              return .none
            }
          )
        )
      case 1:
        sent.append(
          store.send(
            .effect(
              .run { state in
                for _ in 0..<suspensions { await Task.yield() }
                state.first = value
              }
            )
          )
        )
      case 2: store.binding(\.first).set(value)
      default: store.state.first = value
      }
      for _ in 0..<suspensions { await Task.yield() }
    }
    for sent in sent { await sent.value }
    await settleReactions(of: store)
    var last = 0
    for pair in pairs {
      #expect(pair.old == last)
      #expect(pair.old != pair.new)
      last = pair.new
    }
    #expect(last == store.state.first)
    #expect(store.state.second == pairs.count)
    #expect(store.state.third == pairs.count)
  }

  private func settleReactions(of store: Store<Form>) async {
    await observationTurn()
    await store.work.waitUntilIdle()
  }
}
