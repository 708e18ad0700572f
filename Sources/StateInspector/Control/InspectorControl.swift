#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import Foundation
import StateCore
import StateJournal
import StateRecord

/// Changes to the app that pages and scripts request.
@MainActor
final class InspectorControl {
  private let reader: InspectorReader
  private var journal: Journal { reader.journal }
  private var playing: Task<Void, Never>?
  /// The number of the last entry before the last time travel that began here.
  private var ownTravel: Int?
  private let inspector = InspectorID()
  /// The screens that show loading because of a request.
  private var loading: [StoreID: WeakScreen] = [:]

  private struct WeakScreen {
    weak var screen: (any ScreenPresenting)?
  }

  init(_ reader: InspectorReader) {
    self.reader = reader
  }

  /// Handles the end of the server: stops forced loading, simulated loads and holds of outboxes, and shows the current state again.
  func end() {
    pause()
    for store in Array(loading.keys) { endLoading(store) }
    CurrentCause.with(.inspector) {
      for (_, content) in SharedContents.all { content.release(inspector) }
      for (_, outbox) in ListedOutboxes.all { outbox.release(inspector) }
    }
    if let ownTravel, journal.lastBeforeTravel == ownTravel { journal.resume() }
    ownTravel = nil
  }

  // MARK: Changes

  func send(again entry: Int) throws(ControlFailure) { try journal.send(again: entry) }

  func send(_ action: JSONValue, to store: Int) throws(ControlFailure) {
    try journal.send(action, to: id(of: store))
  }

  func edit(_ path: String, of store: Int, _ value: JSONValue) throws(ControlFailure) {
    try journal.edit(JSONPointer.names(path), of: id(of: store), value)
  }

  func cancel(effect: Int, of store: Int) throws(ControlFailure) {
    try journal.cancel(effect: effect, of: id(of: store))
  }

  private func id(of store: Int) throws(ControlFailure) -> StoreID {
    do throws(RequestFailure) {
      return try reader.store(store)
    } catch {
      throw ControlFailure(.missing, error.reason)
    }
  }

  // MARK: Travel

  func travel(to number: Int) throws(ControlFailure) {
    pause()
    let isBeginning = journal.travelPlace == nil
    if !journal.travel(to: number) {
      throw ControlFailure(
        .refused,
        "The journal has removed the state at \(number), or a store travels with another journal."
      )
    }
    if isBeginning { ownTravel = journal.lastBeforeTravel }
  }

  func step(
    _ direction: JournalDirection,
    where filter: EntryFilter
  ) throws(ControlFailure) {
    pause()
    let isBeginning = journal.travelPlace == nil
    if journal.step(direction, where: { reader.isMet(filter, by: $0) }) == nil {
      throw ControlFailure(.refused, "No entry matches the filter.")
    }
    if isBeginning { ownTravel = journal.lastBeforeTravel }
  }

  func resume(applyingWrites: Bool) throws(ControlFailure) {
    try checkTravel()
    pause()
    journal.resume(applyingWrites: applyingWrites)
  }

  func commit() throws(ControlFailure) {
    try checkTravel()
    pause()
    journal.commit()
  }

  private func checkTravel() throws(ControlFailure) {
    guard journal.travelPlace == nil else { return }
    throw ControlFailure(.refused, "The stores show their current state.")
  }

  func play(at speed: Double?, every pause: Double?) throws(ControlFailure) {
    try checkTravel()
    self.pause()
    reader.isPlaying = true
    playing = ImmediateTask.enqueue { [journal, weak reader] in
      if let pause {
        await journal.play(every: .seconds(pause))
      } else {
        await journal.play(at: speed ?? 1)
      }
      if !Task.isCancelled { reader?.isPlaying = false }
    }
  }

  func pause() {
    playing?.cancel()
    playing = nil
    reader.isPlaying = false
  }

  // MARK: Queries

  func change(
    query number: Int,
    of cache: Int,
    _ change: SharedEntryChange
  ) throws(ControlFailure) {
    let content = try content(cache)
    let isKnown = CurrentCause.with(.inspector) { content.change(number, change, by: inspector) }
    guard isKnown else {
      throw ControlFailure(.missing, "Cache \(cache) has no query \(number).")
    }
  }

  func connect(_ isOnline: Bool, _ cache: Int) throws(ControlFailure) {
    let content = try content(cache)
    CurrentCause.with(.inspector) { content.connect(isOnline, by: inspector) }
  }

  private func content(_ cache: Int) throws(ControlFailure) -> any SharedContent {
    guard let content = SharedContents.content(cache) else {
      throw ControlFailure(.missing, "Cache \(cache) doesn't exist.")
    }
    return content
  }

  // MARK: Outboxes

  func change(outbox number: Int, _ request: OutboxRequest) throws(ControlFailure) {
    guard let outbox = ListedOutboxes.all.first(where: { $0.number == number })?.outbox else {
      throw ControlFailure(.missing, "Outbox \(number) doesn't exist.")
    }
    if CurrentCause.with(.inspector, { outbox.perform(request, by: inspector) }) { return }
    throw ControlFailure(
      .refused,
      "The change doesn't exist, or the server may have it, or the outbox is closed."
    )
  }

  // MARK: Screens

  func present(_ presented: PresentedState, at number: Int) throws(ControlFailure) {
    let store = try id(of: number)
    let screen = try journal.screen(of: store)
    CurrentCause.with(.inspector) {
      switch presented {
      case .loading(true):
        if loading[store]?.screen != nil { return }
        loading = loading.filter { $1.screen != nil }
        loading[store] = WeakScreen(screen: screen)
        screen.loadingStarted()
      case .loading(false): endLoading(store)
      case .error(let message): screen.present(PresentedError(message: message))
      }
    }
    if presented == .loading(false), screen.isLoading {
      throw ControlFailure(.refused, "The screen is still loading, because of the app's own work.")
    }
  }

  private func endLoading(_ store: StoreID) {
    loading.removeValue(forKey: store)?.screen?.loadingFinished()
  }
}

/// The state for a screen to show.
enum PresentedState: Sendable, Equatable {
  case loading(Bool)
  case error(String)
}

/// An error that a page requested.
private struct PresentedError: LocalizedError {
  let message: String
  var errorDescription: String? { message }
}
#endif
