import Foundation
import StateCore
import StateRequests

/// The owner of the loads of one property, which exists while it has callers.
@MainActor
final class ResourceEntry<State: ResourceState, Value: Sendable>: ResourceOwner {
  typealias Property = ReferenceWritableKeyPath<State, Resource<Value>>
  private typealias Answer = ResourceAnswer<Value>
  private typealias Cause = @MainActor (_ change: () -> Void) -> Void

  /// The performer of the loads.
  let request: OwnRequest<ResourceAnswer<Value>>
  private weak var state: State?
  private let property: Property
  private let key: ResourceEntries.Key
  private let environment: StoreEnvironment
  private var listener: Task<Void, Never>?

  private var callers: [(number: Int, cause: Cause?)] = []
  private var lastCaller = 0
  private var cause: Cause?
  /// The date for the next input, if it is known already.
  private var nextDate: Date?

  private let identity = Identity()
  /// The version of the resource that the owner knows.
  private var known: Resource<Value>.Version
  private var isReading = false
  /// The last answer that the resource has taken.
  private var taken: Identity?
  private var failureCount = 0
  private var retry: Resource<Value>.Retry?
  /// Whether the value was updated after the running attempt began, so that the answer is from before the update.
  private var hasUpdate = false
  /// The same for the attempt that has ended in the current input.
  private var hadUpdate = false

  init(
    _ state: State,
    _ property: Property,
    _ key: ResourceEntries.Key,
    _ clock: any Clock<Duration>
  ) {
    weak var own: ResourceEntry?
    // The tasks of the owner don't have the caller's task-local values.
    let environment = StoreEnvironment.current
    request = OwnRequest(
      clock: clock,
      date: { own?.date() ?? environment.now },
      begin: { own?.begin($0, $1) },
      prepare: { own?.read() },
      start: { own?.start() },
      show: { own?.show($0) }
    )
    self.state = state
    self.property = property
    self.key = key
    self.environment = environment
    known = state[keyPath: property].version
    own = self
    listen(to: state)
  }

  // MARK: Callers

  /// Adds a caller and returns its number.
  func join() -> Int {
    lastCaller += 1
    cause = CoreListening.keepCauseForContent?()
    callers.append((lastCaller, cause))
    return lastCaller
  }

  func leave(_ caller: Int) {
    callers.removeAll { $0.number == caller }
    if let last = callers.last {
      cause = last.cause
    } else {
      listener?.cancel()
      ResourceEntries.remove(self, key)
    }
  }

  func isOf(_ state: AnyObject) -> Bool { self.state === state }

  /// Makes a change with the cause of the latest caller.
  private func withCause(_ change: () -> Void) {
    if let cause { cause(change) } else { change() }
  }

  private func date() -> Date {
    if let date = nextDate.take() { return date }
    var date = Date.distantPast
    withCause { date = environment.now }
    return date
  }

  // MARK: Changes by others

  /// Passes the content that exists before the first caller to the owner.
  private func begin(_ request: OwnRequest<ResourceAnswer<Value>>, _ options: RequestOptions) {
    guard let state else { return }
    CoreListening.willWrite?(state)
    var resource = state[keyPath: property]
    known = resource.version
    var isCorrected = resource.endOrphanedLoad()
    defer {
      if isCorrected { withCause { state[keyPath: property] = resource } }
    }
    guard resource.content.hasContent else { return }
    if options.staleAfter != nil, let loadedAt = resource.loadedAt {
      let now = date()
      nextDate = now
      // The clock was set back.
      if loadedAt > now {
        resource.loadedAt = now
        isCorrected = true
      }
    }
    let answer = Answer(value: nil)
    taken = answer.identity
    request.begin(
      with: answer,
      loadedAt: resource.loadedAt ?? .distantPast,
      isInvalidated: resource.isInvalidated,
      options
    )
  }

  /// Notices changes of the resource that didn't come from the owner.
  private func read() {
    guard !isReading, let state, let view = request.view else { return }
    // The owner depends on the current state, not on the state that time travel shows.
    CoreListening.willWrite?(state)
    let resource = state[keyPath: property]
    let old = known
    known = resource.version
    guard known != old else { return }
    isReading = true
    defer { isReading = false }
    if !known.hasValue(of: old) {
      replace(with: resource)
    } else if known.hasLastingUpdate(since: old), view.isLoading, view.retry == nil {
      hasUpdate = true
      invalidate()
    }
    if known.invalidationCount != old.invalidationCount, resource.isInvalidated { invalidate() }
  }

  private func replace(with resource: Resource<Value>) {
    hasUpdate = false
    guard resource.content.hasContent else {
      return request.change { $0.remove(.init(), at: $1, &$2) }
    }
    let answer = Answer(value: nil)
    taken = answer.identity
    let date = resource.loadedAt ?? .distantPast
    var options = RequestOptions()
    options.whenUnwatched = .cancel
    options.keepsFor = RequestOptions.forever
    request.change { [options] in
      $0.set(
        answer,
        for: .init(),
        loadedAt: .seconds(date.timeIntervalSinceReferenceDate),
        options,
        at: $1,
        &$2
      )
    }
  }

  private func invalidate() {
    request.change { $0.invalidate(.init(), at: $1, &$2) }
  }

  /// Reads the resource after each change.
  private func listen(to state: State) {
    let versions = state.values(of: property.appending(path: \.version))
    let known = known
    listener = ImmediateTask.startDetached { @MainActor [weak self] in
      var last = known
      // Time travel shows other versions, too.
      for await version in versions where version != last {
        last = version
        self?.read()
      }
      self?.endWithState()
    }
  }

  private func endWithState() {
    if state == nil { request.end() }
  }

  /// Notes the start of an attempt, whose answer contains earlier updates.
  private func start() {
    hadUpdate = hasUpdate
    hasUpdate = false
  }

  // MARK: Changes by the owner

  private func show(_ view: RequestView<ResourceAnswer<Value>>?) {
    guard let state else { return }
    CoreListening.willWrite?(state)
    var resource = state[keyPath: property]
    let isKnown = resource.version == known
    let isReplaced = !resource.version.hasValue(of: known)
    var hasChanged = false
    withCause {
      if let answer = view?.content, answer.identity != taken {
        taken = answer.identity
        if let value = answer.value, let loadedAt = view?.loadedAt, !isReplaced {
          let date = Date(timeIntervalSinceReferenceDate: loadedAt / .seconds(1))
          hasChanged = resource.take(value, keepsValue: hasUpdate || hadUpdate, at: date)
        }
        hasUpdate = false
      } else if let view, view.failureCount > failureCount, let error = view.error {
        hasChanged = resource.take(error)
        hasUpdate = false
      }
      failureCount = view?.failureCount ?? 0
      updateRetry(view?.retry)
      if view?.isLoading != true || retry != nil { hasUpdate = false }
      hadUpdate = false
      if resource.show(
        isLoading: view?.isLoading == true,
        retry: retry,
        isInvalidated: view?.isInvalidated
      ) {
        hasChanged = true
      }
      guard hasChanged else { return }
      if isKnown { resource.setOwner(identity) }
      withStateTransaction(animation: .smooth) { state[keyPath: property] = resource }
    }
    if isKnown { known = resource.version }
  }

  private func updateRetry(_ pause: RequestView<ResourceAnswer<Value>>.Retry?) {
    guard let pause, let time = pause.time else {
      retry = nil
      return
    }
    if retry?.nextAttempt == pause.nextAttempt { return }
    let error = pause.error as? DisplayableError ?? DisplayableError(error: pause.error)
    retry = Resource.Retry(
      nextAttempt: pause.nextAttempt,
      error: error,
      date: environment.now + request.duration(until: time) / .seconds(1)
    )
  }
}
