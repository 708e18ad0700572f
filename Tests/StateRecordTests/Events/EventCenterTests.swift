import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateRecord

@MainActor
@Suite(.timeLimit(.minutes(20))) struct EventCenterTests {
  private final class Sink: EventSink {
    var events: [StateEvent] = []
    let store: StoreID
    let onTake: (StateEvent) -> Void

    init(_ store: StoreID, onTake: @escaping (StateEvent) -> Void = { _ in }) {
      self.store = store
      self.onTake = onTake
    }

    func take(_ event: StateEvent) {
      guard event.store == store else { return }
      events.append(event)
      onTake(event)
    }
  }

  private let store = StoreID.make()

  @Test func eventsComeInTheirOrderWhileTheSinkIsAttached() {
    let sink = Sink(store)
    EventCenter.emit(.storeEnded, of: store)
    // Changes of other tests may come first.
    EventCenter.report()
    EventCenter.attach(sink)
    for _ in 1...3 { EventCenter.emit(.loading(true), of: store) }
    EventCenter.report()
    EventCenter.detach(sink)
    EventCenter.emit(.storeEnded, of: store)
    let numbers = sink.events.map(\.number)
    #expect(numbers.count == 3)
    #expect(numbers == numbers.sorted())
  }

  @Test func anEventOfTheMainActorIsThereBehindTheChanges() {
    let sink = Sink(store)
    EventCenter.attach(sink)
    defer { EventCenter.detach(sink) }
    // Changes of other tests may come first.
    EventCenter.emit(.loading(true), of: store)
    EventCenter.report()
    #expect(sink.events.count == 1)
  }

  @Test func anEventThatASinkMakesComesAfterIt() {
    let store = store
    let sink = Sink(store) { event in
      guard case .loading = event.kind else { return }
      EventCenter.emit(.storeEnded, of: store)
    }
    let other = Sink(store)
    EventCenter.attach(sink)
    EventCenter.attach(other)
    defer {
      EventCenter.detach(sink)
      EventCenter.detach(other)
    }
    EventCenter.emit(.loading(true), of: store)
    EventCenter.report()
    #expect(sink.events.count == 2)
    guard case .loading? = other.events.first?.kind else {
      Issue.record("The second sink has the events in another order.")
      return
    }
    #expect(other.events.count == 2)
  }

  @Test func eventsOfAllThreadsAreInOneOrder() async {
    let store = store
    let sink = Sink(store)
    EventCenter.attach(sink)
    defer { EventCenter.detach(sink) }
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...8 {
        group.addTask { @concurrent in
          for _ in 1...200 { EventCenter.emit(.loading(true), of: store) }
        }
      }
    }
    // Events of other threads come with the next one at the latest.
    EventCenter.report()
    let numbers = sink.events.map(\.number)
    #expect(numbers == numbers.sorted())
    #expect(Set(numbers).count == 1_600)
  }

  @Test func anEventOfAnotherThreadComesByItself() async {
    let store = store
    await withCheckedContinuation { continuation in
      var isFirst = true
      let sink = Sink(store) { _ in
        if isFirst { continuation.resume() }
        isFirst = false
      }
      EventCenter.attach(sink)
      Task.detached { EventCenter.emit(.loading(true), of: store) }
      attached = sink
    }
    #expect(attached?.events.count == 1)
    if let attached { EventCenter.detach(attached) }
  }

  private static var lastAttached: Sink?
  private var attached: Sink? {
    get { Self.lastAttached }
    nonmutating set { Self.lastAttached = newValue }
  }
}
