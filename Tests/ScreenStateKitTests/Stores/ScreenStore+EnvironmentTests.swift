import Foundation
import ScreenRecording
import ScreenStateKit
import StateCore
import StateTestSupport
import Testing

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
