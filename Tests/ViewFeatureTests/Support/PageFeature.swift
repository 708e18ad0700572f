import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// The list of the article "Paging in features", with a service whose responses the test controls.
struct PageFeature: Feature {
  struct Item: Identifiable, Sendable {
    let id: Int
  }

  struct Failure: Error {}

  typealias Items = Pager<Item, Int>

  @Observable @MainActor
  final class State {
    var items = Items(firstPage: 1)
  }

  enum Action: Sendable {
    case refresh
    case loadMore
    case cancel
    case loaded(Items.Page, Items.Request)
    case failed(any Error, Items.Request)
  }

  /// Loads the page of a request, by call number.
  let page: @Sendable () async throws -> Item

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .refresh:
        return load(state.items.refresh())
      case .loadMore:
        guard let request = state.items.next() ?? state.items.retry() else { return .none }
        return load(request)
      case .cancel:
        return .cancel(id: "page")
      case .loaded(let page, let request):
        state.items.receive(page, for: request)
      case .failed(let error, let request):
        state.items.fail(error, for: request)
      }
      return .none
    }
  }

  private func load(_ request: Items.Request) -> Effect {
    .run(id: "page") { _, send in
      do {
        send(.loaded(Items.Page(items: [try await page()], next: request.page + 1), request))
      } catch {
        send(.failed(error, request))
      }
    }
    .onCancel { state in state.items.cancel(request) }
  }
}

/// Random page loads by a feature, cancelled before they begin, while they run, and right after they have ended.
@MainActor
final class PageRun {
  private let store: Store<PageFeature>
  private let calls = LockIsolated<[Int: Gate]>([:])
  private let failing = LockIsolated<Set<Int>>([])
  private let count = LockIsolated(0)
  private var random: SeededGenerator
  private var sent: [SentAction] = []
  private var seen: Set<Int> = []
  /// The calls that were in flight when everything was cancelled.
  private var cancelled: Set<Int> = []
  private var answered: Set<Int> = []

  init(seed: Int) {
    random = SeededGenerator(seed: seed)
    let (calls, failing, count) = (calls, failing, count)
    let isStubborn = Bool.random(using: &random)
    store = Store(
      initialState: PageFeature.State(),
      feature: PageFeature {
        let number = count.withValue { count in
          count += 1
          return count
        }
        let gate = Gate()
        calls.withValue { $0[number] = gate }
        defer { calls.withValue { $0[number] = nil } }
        if isStubborn { await gate.passStubbornly() } else { try await gate.pass() }
        if failing.value.contains(number) { throw PageFeature.Failure() }
        return PageFeature.Item(id: number)
      }
    )
  }

  /// - Returns: The violated rules.
  func breaks(steps: Int) async -> [String] {
    for _ in 0..<steps {
      step()
      if Bool.random(using: &random) { await settle() }
      look()
    }
    await settle()
    while !calls.value.isEmpty {
      for gate in calls.value.values { gate.open() }
      await settle()
      look()
    }
    var broken: [String] = []
    if store.state.items.isLoading { broken.append("loads for ever: \(store.state.items.phase)") }
    if !seen.isDisjoint(with: cancelled) { broken.append("a cancelled page is in the list") }
    if sent.contains(where: { !$0.isDone }) { broken.append("an action is not done") }
    store.send(.loadMore)
    if !store.state.items.isLoading { broken.append("loads no more: \(store.state.items.phase)") }
    store.cancelAllTasks()
    await settle()
    if store.state.items.isLoading { broken.append("loads for ever, at last") }
    return broken
  }

  private func look() {
    seen.formUnion(store.state.items.items.map(\.id))
  }

  private func step() {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: sent.append(store.send(.refresh))
    case 1..<5: sent.append(store.send(.loadMore))
    case 5, 6:
      guard let number = calls.value.keys.sorted().randomElement(using: &random) else { return }
      if Int.random(in: 0..<3, using: &random) == 0 { failing.withValue { _ = $0.insert(number) } }
      answered.insert(number)
      calls.value[number]?.open()
    case 7: sent.randomElement(using: &random)?.cancel()
    case 8:
      noteCancelled()
      store.cancelAllTasks()
    default:
      noteCancelled()
      sent.append(store.send(.cancel))
    }
  }

  private func noteCancelled() {
    cancelled.formUnion(Set(calls.value.keys).subtracting(answered))
  }
}
