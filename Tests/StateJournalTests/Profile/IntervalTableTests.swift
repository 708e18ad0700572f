import StateCore
import StateRecord
import Testing

@testable import StateJournal

@Suite struct IntervalTableTests {
  private let store = StoreID(number: 1)
  private let other = StoreID(number: 2)
  private var table = IntervalTable<String>()

  /// - Returns: The intervals that begin, and the one that ends.
  private mutating func take(_ kind: StateEvent.Kind, _ name: String) -> [String] {
    var begun: [String] = []
    let names = EventNames(store: "Counter", subject: name)
    let ended = table.take(kind, names) { isEffect, name in
      let interval = "\(isEffect ? "effect" : "action") \(name)"
      begun.append("begin \(interval)")
      return interval
    }
    return begun + (ended.map { ["end \($0)"] } ?? [])
  }

  private func action(_ number: Int) -> ActionID { ActionID(store: store, number: number) }
  private func effect(_ number: Int) -> EffectID { EffectID(store: store, number: number) }

  private var received: ReceivedAction { ReceivedAction(1, from: nil, by: .outside) }
  private var start: EffectStart { EffectStart(name: nil, key: nil, action: nil, origin: nil) }

  @Test mutating func anActionIsAnIntervalUntilItIsDoneOrDropped() {
    #expect(
      take(.actionReceived(action(1), received), "add") == ["begin action Counter: add"]
    )
    #expect(
      take(.actionReceived(action(2), received), "set") == ["begin action Counter: set"]
    )
    #expect(take(.actionQueued(action(2)), "set").isEmpty)
    #expect(
      take(.actionDropped(action(2), .policy), "set") == ["end action Counter: set"]
    )
    #expect(take(.actionDone(action(1)), "add") == ["end action Counter: add"])
    #expect(take(.actionDone(action(1)), "add").isEmpty)
  }

  @Test mutating func anEffectIsOneIntervalWithAllItsAttempts() {
    #expect(take(.effect(effect(1), .waiting(start)), "poll").isEmpty)
    #expect(
      take(.effect(effect(1), .started(start)), "poll") == ["begin effect Counter: poll"]
    )
    #expect(take(.effect(effect(1), .failed(EventValue(1))), "poll").isEmpty)
    #expect(take(.effect(effect(1), .started(start)), "poll").isEmpty)
    #expect(take(.effect(effect(1), .cancelled), "poll").isEmpty)
    #expect(take(.effect(effect(1), .ended), "poll") == ["end effect Counter: poll"])
  }

  @Test mutating func whatAStoreHasNotEndedEndsWithIt() {
    _ = take(.actionReceived(action(1), received), "add")
    _ = take(.effect(effect(1), .started(start)), "poll")
    let id = ActionID(store: other, number: 1)
    _ = take(.actionReceived(id, received), "set")
    #expect(table.remove(store) == ["action Counter: add", "effect Counter: poll"])
    #expect(table.remove(store).isEmpty)
    #expect(take(.actionDone(action(1)), "add").isEmpty)
    #expect(table.removeAll() == ["action Counter: set"])
    #expect(take(.actionDone(id), "set").isEmpty)
  }
}
