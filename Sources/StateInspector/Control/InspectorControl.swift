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
  private var play: Task<Void, Never>?
  /// Whether the active time travel, if any, began here.
  private var hasTravelled = false
  /// The screens that show loading because of a request.
  private var loading: [StoreID: WeakScreen] = [:]

  private struct WeakScreen {
    weak var screen: (any ScreenPresenting)?
  }

  init(_ reader: InspectorReader) {
    self.reader = reader
  }

  func answer(_ request: InspectorRequest) throws(RequestFailure) -> Done {
    do throws(ControlFailure) {
      try perform(request)
    } catch {
      switch error.kind {
      case .missing: throw RequestFailure(.notFound, error.reason)
      case .refused: throw RequestFailure(.conflict, error.reason)
      case .value: throw RequestFailure(.badRequest, error.reason)
      }
    }
    let status = reader.status
    return Done(entry: status.last, status: status)
  }

  /// Handles the end of the server: stops forced loading, and shows the current state again.
  func end() {
    play?.cancel()
    for store in Array(loading.keys) { endLoading(store) }
    if hasTravelled, journal.travelPlace != nil { journal.resume() }
    hasTravelled = false
  }

  private func perform(_ request: InspectorRequest) throws(ControlFailure) {
    switch request {
    case .status, .stores, .entries, .entry, .state, .changes, .effects, .profile: return
    case .travel(let number):
      pause()
      if !journal.travel(to: number) {
        throw ControlFailure(
          .refused,
          "The journal has removed the state at \(number), or a store travels with another journal."
        )
      }
      hasTravelled = true
    case .step(let direction, let filter):
      pause()
      if journal.step(direction, where: { reader.isMet(filter, by: $0) }) == nil {
        throw ControlFailure(.refused, "No entry matches the filter.")
      }
      hasTravelled = true
    case .play(let speed, let pause): try begin(speed, pause)
    case .pause: pause()
    case .resume(let applyingWrites):
      try checkTravel()
      pause()
      journal.resume(applyingWrites: applyingWrites)
    case .commit:
      try checkTravel()
      pause()
      journal.commit()
    case .send(.again(let entry)): try journal.send(again: entry)
    case .send(.new(let store, let action)): try journal.send(action, to: id(of: store))
    case .edit(let store, let path, let value):
      try journal.edit(JSONPointer.names(path), of: id(of: store), value)
    case .cancel(let store, let effect): try journal.cancel(effect: effect, of: id(of: store))
    case .present(let store, let presented): try present(presented, id(of: store))
    }
  }

  private func id(of store: Int) throws(ControlFailure) -> StoreID {
    do throws(RequestFailure) {
      return try reader.store(store)
    } catch {
      throw ControlFailure(.missing, error.reason)
    }
  }

  // MARK: Travel

  private func checkTravel() throws(ControlFailure) {
    guard journal.travelPlace == nil else { return }
    throw ControlFailure(.refused, "The stores show their current state.")
  }

  private func begin(_ speed: Double?, _ pause: Double?) throws(ControlFailure) {
    try checkTravel()
    self.pause()
    reader.isPlaying = true
    play = ImmediateTask.enqueue { [journal, weak reader] in
      if let pause {
        await journal.play(every: .seconds(pause))
      } else {
        await journal.play(at: speed ?? 1)
      }
      if !Task.isCancelled { reader?.isPlaying = false }
    }
  }

  private func pause() {
    play?.cancel()
    play = nil
    reader.isPlaying = false
  }

  // MARK: Screens

  private func present(
    _ presented: InspectorRequest.Presented,
    _ store: StoreID
  ) throws(ControlFailure) {
    let screen = try journal.screen(of: store)
    CurrentCause.with(.inspector) {
      switch presented {
      case .loading(true):
        if loading[store]?.screen != nil { return }
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

/// An error that a page requested.
private struct PresentedError: LocalizedError {
  let message: String
  var errorDescription: String? { message }
}
#endif
