import Foundation
import ScreenRecording
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import ScreenStateKit

@MainActor
private final class ClockState: ScreenState {
  private(set) var dates: [Date] = []

  func add(_ dates: [Date]) { self.dates += dates }
}

private actor ClockStore: ScreenStore {
  nonisolated let binding = ScreenBinding<ClockState>()

  enum Action: Sendable, Hashable, ActionLockable, LoadingTrackable {
    case read
    var canTrackLoading: Bool { false }
  }

  func perform(_ action: Action) async throws {
    let first = StoreEnvironment.current.now
    await Task.yield()
    let second = await Task { StoreEnvironment.current.now }.value
    await viewState?.add([first, second, StoreEnvironment.current.now])
  }
}

private enum DeskKey: StoreEnvironmentKey {
  static let liveValue = "live"
  static let testValue = "test"
}

extension StoreEnvironment {
  fileprivate var desk: String {
    get { self[DeskKey.self] }
    set { self[DeskKey.self] = newValue }
  }
}

@MainActor
private final class DeskState: ScreenState {
  private(set) var names: [String] = []

  func add(_ names: [String]) { self.names += names }
}

private actor DeskStore: ScreenStore {
  nonisolated let binding: ScreenBinding<DeskState>
  @Provided(\.desk) private var desk

  enum Action: Sendable, Hashable, ActionLockable {
    case read
    case detach
  }

  init(_ binding: ScreenBinding<DeskState>) {
    self.binding = binding
  }

  func perform(_ action: Action) async throws {
    if action == .detach {
      let log = IssueLog()
      let name = await Task.detached { [_desk] in
        withReports(to: log) { _desk.wrappedValue }
      }.value
      await viewState?.add([name] + log.texts)
      return
    }
    let first = desk
    await Task.yield()
    await viewState?.add([first, desk, await Task { desk }.value])
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ScreenStoreEnvironmentTests {
  private let date = Date(timeIntervalSince1970: 7)

  @Test func anActionHasTheEnvironmentOfItsSender() async throws {
    let (state, store) = (ClockState(), ClockStore())
    await store.binding(state: state)
    let task: AnyTask = StoreEnvironment.with(.controlled(now: date)) {
      store.receive(action: .read)
    }
    try await task.waitComplete()
    #expect(state.dates == [date, date, date])
  }

  private func names(
    _ binding: ScreenBinding<DeskState>,
    _ action: DeskStore.Action = .read,
    sender: StoreEnvironment? = nil
  ) async throws -> [String] {
    let (state, store) = (DeskState(), DeskStore(binding))
    await store.bind(to: state)
    let task: AnyTask =
      if let sender {
        StoreEnvironment.with(sender) { store.send(action) }
      } else {
        store.send(action)
      }
    try await task.waitComplete()
    return state.names
  }

  @Test func anActionHasTheEnvironmentOfTheBinding() async throws {
    let own = StoreEnvironment.test.changing { $0.desk = "own" }
    let other = StoreEnvironment.test.changing { $0.desk = "sender" }
    let given = ScreenBinding<DeskState>(environment: own)
    #expect(try await names(given, sender: other) == ["own", "own", "own"])
    let ofTask = StoreEnvironment.with(own) { ScreenBinding<DeskState>() }
    #expect(try await names(ofTask, sender: other) == ["own", "own", "own"])
    #expect(try await names(ScreenBinding(), sender: other) == ["sender", "sender", "sender"])
    let inherited = ScreenBinding<DeskState>(environment: .inherited)
    #expect(try await names(inherited, sender: other) == ["sender", "sender", "sender"])
    #expect(try await names(ScreenBinding()) == ["test", "test", "test"])
  }

  @Test func anObservationHasTheEnvironmentOfTheBinding() async throws {
    let own = StoreEnvironment.test.changing { $0.desk = "own" }
    let (state, store) = (DeskState(), DeskStore(ScreenBinding(environment: own)))
    await store.bind(to: state)
    let elements = AsyncStream {
      $0.yield(1)
      $0.finish()
    }
    let observation = store.observe(elements) { _, state in
      state.add([StoreEnvironment.current.desk])
    }
    try await observation.waitComplete()
    #expect(state.names == ["own"])
  }

  @Test func theClockOfTheEnvironmentIsThatOfTheBinding() {
    let environment = StoreEnvironment.test.changing { $0.clock = ImmediateClock() }
    #expect(ScreenBinding<DeskState>(environment: environment).clock is ImmediateClock)
    let own = ScreenBinding<DeskState>(clock: TestClock(), environment: environment)
    #expect(own.clock is TestClock)
  }

  #if DEBUG
  @Test func aDetachedReadIsReported() async throws {
    let own = StoreEnvironment.test.changing { $0.desk = "own" }
    let names = try await names(ScreenBinding(environment: own), .detach)
    #expect(names.count == 2)
    #expect(names.first == "test")
  }
  #endif

  @Test func aRecordedStoreTellsTheValues() async throws {
    let log = EventLog()
    defer { log.stop() }
    let (state, store) = (ClockState(), ClockStore())
    await store.binding(state: state)
    store.binding.startRecording()
    let task: AnyTask = StoreEnvironment.with(.controlled(now: date)) {
      store.receive(action: .read)
    }
    try await task.waitComplete()
    let lines = log.lines(of: store.binding.storeID).filter { $0.contains("the date") }
    #expect(lines == Array(repeating: "the date \(date), by action 1", count: 3))
  }
}
