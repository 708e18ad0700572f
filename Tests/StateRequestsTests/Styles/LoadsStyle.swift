import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import ViewFeature

/// A caller that was started.
struct LoadsHandle: Sendable {
  let cancel: @Sendable () -> Void
  /// Waits until the caller has returned.
  let wait: @Sendable () async -> Void
}

/// The owner of a state whose resources are loaded, in one of the styles.
@MainActor
protocol LoadsStyle: AnyObject {
  init(_ service: LoadsService, clock: TestClock, isOptimistic: Bool) async

  /// The state, until the end.
  var state: LoadsState? { get }

  func start(_ caller: LoadsCaller) -> LoadsHandle

  /// Releases the state.
  func end()
}

/// The style of screens and stores.
@MainActor
final class ScreenLoads: LoadsStyle {
  private actor Store: ScreenStore {
    struct Action: ActionLockable, ExecutionPolicyProviding, Hashable {
      let caller: LoadsCaller
      var executionPolicy: ExecutionPolicy { .concurrent }
    }

    nonisolated let binding: ScreenBinding<LoadsState>
    private let service: LoadsService
    private let isOptimistic: Bool

    init(_ service: LoadsService, _ clock: TestClock, _ isOptimistic: Bool) {
      binding = ScreenBinding(clock: clock)
      self.service = service
      self.isOptimistic = isOptimistic
    }

    func perform(_ action: Action) async throws {
      let caller = action.caller
      await service.outcome(of: caller) {
        if isOptimistic { try await loadItems(caller) } else { try await loadWords(caller) }
      }
    }

    private func loadWords(_ caller: LoadsCaller) async throws -> Bool {
      let retry = LoadsService.retry
      switch caller.kind {
      case .load(let age):
        return try await load(\.words, staleAfter: age, retry: retry) {
          try await service.value(for: caller)
        }
      case .reload:
        return try await load(\.words, retry: retry) { try await service.value(for: caller) }
      case .watch(let age, let interval):
        let events = await service.events(of: caller)
        try await keepFresh(\.words, staleAfter: age, every: interval, on: events, retry: retry) {
          try await service.value(for: caller)
        }
        return false
      }
    }

    private func loadItems(_ caller: LoadsCaller) async throws -> Bool {
      let retry = LoadsService.retry
      switch caller.kind {
      case .load(let age):
        return try await load(\.items, staleAfter: age, retry: retry) {
          try await service.value(for: caller)
        }
      case .reload:
        return try await load(\.items, retry: retry) { try await service.value(for: caller) }
      case .watch(let age, let interval):
        let events = await service.events(of: caller)
        try await keepFresh(\.items, staleAfter: age, every: interval, on: events, retry: retry) {
          try await service.value(for: caller)
        }
        return false
      }
    }
  }

  private(set) var state: LoadsState? = LoadsState()
  private let store: Store
  private let environment: StoreEnvironment

  init(_ service: LoadsService, clock: TestClock, isOptimistic: Bool) async {
    store = Store(service, clock, isOptimistic)
    environment = .controlled(clock: clock)
    if let state { await store.binding(state: state) }
  }

  func start(_ caller: LoadsCaller) -> LoadsHandle {
    let handle: AnyTask = StoreEnvironment.with(environment) {
      store.receive(action: Store.Action(caller: caller))
    }
    return LoadsHandle {
      handle.cancel()
    } wait: {
      try? await handle.waitComplete()
    }
  }

  func end() { state = nil }
}

/// The style of features.
@MainActor
final class FeatureLoads: LoadsStyle {
  private struct Loads: Feature {
    typealias State = LoadsState
    enum Action: Sendable { case start(LoadsCaller) }

    let service: LoadsService
    let isOptimistic: Bool

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, _ in
        switch action {
        case .start(let caller):
          .run { state in
            await service.outcome(of: caller) {
              if isOptimistic {
                try await loadItems(caller, state)
              } else {
                try await loadWords(caller, state)
              }
            }
          }
        }
      }
    }

    private func loadWords(_ caller: LoadsCaller, _ state: LoadsState) async throws -> Bool {
      let retry = LoadsService.retry
      switch caller.kind {
      case .load(let age):
        return try await state.load(\.words, staleAfter: age, retry: retry) {
          try await service.value(for: caller)
        }
      case .reload:
        return try await state.load(\.words, retry: retry) { try await service.value(for: caller) }
      case .watch(let age, let interval):
        let events = service.events(of: caller)
        try await state.keepFresh(
          \.words,
          staleAfter: age,
          every: interval,
          on: events,
          retry: retry
        ) {
          try await service.value(for: caller)
        }
        return false
      }
    }

    private func loadItems(_ caller: LoadsCaller, _ state: LoadsState) async throws -> Bool {
      let retry = LoadsService.retry
      switch caller.kind {
      case .load(let age):
        return try await state.load(\.items, staleAfter: age, retry: retry) {
          try await service.value(for: caller)
        }
      case .reload:
        return try await state.load(\.items, retry: retry) { try await service.value(for: caller) }
      case .watch(let age, let interval):
        let events = service.events(of: caller)
        try await state.keepFresh(
          \.items,
          staleAfter: age,
          every: interval,
          on: events,
          retry: retry
        ) {
          try await service.value(for: caller)
        }
        return false
      }
    }
  }

  private var store: Store<Loads>?

  init(_ service: LoadsService, clock: TestClock, isOptimistic: Bool) async {
    store = Store(
      initialState: LoadsState(),
      feature: Loads(service: service, isOptimistic: isOptimistic),
      clock: clock,
      environment: .controlled(clock: clock)
    )
  }

  var state: LoadsState? { store?.state }

  func start(_ caller: LoadsCaller) -> LoadsHandle {
    let sent: SentAction? = store?.send(.start(caller))
    return LoadsHandle {
      sent?.cancel()
    } wait: {
      await sent?.value
    }
  }

  func end() { store = nil }
}
