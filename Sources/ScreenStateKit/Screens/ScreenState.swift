public import Foundation
public import Observation
package import StateCore
package import StateFields

/// The observable state of one screen: whether it loads, which error it shows, and, in a subclass, its content.
///
/// A state can forward its loading, its errors, or both to a parent. It holds the parent weakly, and its share of the
/// parent's loading ends when it is deallocated.
@MainActor
@Observable
open class ScreenState: Sendable {
  /// The changes that a state forwards to its parent.
  public struct BindingParentStateOption: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Loading: the parent shows loading while the child does.
    public static let loading = Self(rawValue: 1 << 0)
    /// Errors: the parent shows each error that is set on the child.
    public static let error = Self(rawValue: 1 << 1)
    /// Loading and errors.
    public static let all: Self = [.loading, .error]
  }

  // Creating a key path takes longer than reading this one.
  private static let loadingPath: KeyPath<ScreenState, Bool> = \.isLoading

  @ObservationIgnored private weak var parent: ScreenState?
  @ObservationIgnored private let options: BindingParentStateOption
  @ObservationIgnored private var loading = LoadingCount()
  @ObservationIgnored private var shownError: DisplayableError?
  @ObservationIgnored private var shown: ShownScreen?
  @ObservationIgnored package nonisolated let lifetime = ScreenLifetime()

  /// Whether started work is still unfinished and no error hides the loading indicator.
  ///
  /// A value that a view writes applies until the next start or finish.
  public var isLoading: Bool {
    get {
      access(keyPath: \.isLoading)
      return shown?.isLoading ?? loading.isLoading
    }
    set {
      guard let shown = beginShowing() else { return updateLoading { $0.write(newValue) } }
      let isLoading = newValue == loading.isLoading ? nil : newValue
      withMutation(keyPath: \.isLoading) { shown.isLoading = isLoading }
    }
  }

  /// The error on the screen.
  ///
  /// Setting an error hides the loading indicator until the next start or until the error is cleared. It also forwards
  /// the error to the parent; clearing isn't forwarded. A silent error, such as a `NonPresentableError`, which users
  /// can neither see nor clear, doesn't hide the indicator.
  public var displayError: DisplayableError? {
    get {
      access(keyPath: \.displayError)
      return shownError
    }
    set {
      if let shown = beginShowing() {
        let error = shown.shown(newValue)
        return withMutation(keyPath: \.displayError) { shownError = error }
      }
      var error = newValue
      error?.claim = AlertClaim()
      error?.isForwarded = false
      setError(error)
    }
  }

  /// Creates a state without a parent.
  public init() {
    options = []
  }

  /// Creates a state that forwards loading and errors to `states`.
  public init(states: ScreenState) {
    parent = states
    options = .all
  }

  /// Creates a state that forwards the changes in `options` to `states`.
  public init(states: ScreenState, options: BindingParentStateOption) {
    parent = states
    self.options = options
  }

  deinit {
    guard loading.isLoading, options.contains(.loading), let parent else { return }
    MainThread.run { parent.updateLoading { $0.childFinished() } }
  }

  /// Counts one start; loading is shown until the same number of finishes, or until an error is shown.
  public func loadingStarted() {
    updateLoading { $0.start() }
  }

  /// Ends one `loadingStarted`; without one, nothing happens.
  public func loadingFinished() {
    updateLoading { $0.finish() }
  }

  /// Counts a start if the action tracks loading.
  public func loadingStarted(action: any LoadingTrackable) {
    if action.canTrackLoading { loadingStarted() }
  }

  /// Counts a finish if the action tracks loading.
  ///
  /// Any tracked finish ends any start.
  public func loadingFinished(action: any LoadingTrackable) {
    if action.canTrackLoading { loadingFinished() }
  }

  /// Shows `error`, animated on SwiftUI platforms.
  ///
  /// A `DisplayableError` keeps its identity.
  public func showError(_ error: any LocalizedError) {
    let displayable = error as? DisplayableError ?? DisplayableError(error: error)
    withStateTransaction(animation: .default) { displayError = displayable }
  }

  /// Concludes work on the screen: `end` ends it, then its error is shown or its earlier one cleared, and its loading
  /// ends.
  ///
  /// Code that observes the end of loading can therefore send the action again. `end` returns whether the work counts.
  /// Work that was cancelled, even while its end waited for the main actor, shows nothing.
  ///
  /// - Returns: The result of `end`.
  @discardableResult
  func conclude(
    showing error: DisplayableError?,
    takingBack earlierError: DisplayableError.ID? = nil,
    ending loading: ActionLoading? = nil,
    end: @Sendable () -> Bool
  ) -> Bool {
    let isLive = end()
    if isLive {
      loading?.begin()
      if let earlierError {
        withStateTransaction(animation: .default) { takeBack(earlierError) }
      }
      if let error { showError(error) }
    }
    loading?.end()
    return isLive
  }

  /// Clears an error if it is still the current one, here and in the parents it was forwarded to.
  private func takeBack(_ error: DisplayableError.ID) {
    let own = shown.map(\.ownError) ?? shownError
    if own?.id == error { setError(nil) }
    parent?.takeBack(error)
  }

  private func setError(_ error: DisplayableError?) {
    if shown != nil { CoreListening.willWrite?(self) }
    let listener = presentationListener
    var error = error
    // An alert may hold the claim of the same error, until the user closes the alert.
    if let claim = shownError?.claim, error == shownError, !claim.isClosed { error?.claim = claim }
    if error == shownError, error?.claim === shownError?.claim {
      shownError = error
    } else {
      mutate(\.displayError, listener) { shownError = error }
    }
    shown?.ownError = error
    if let error, let listener, !error.isSilent { listener.errorShown(error) }
    hideLoading(behind: error)
    guard options.contains(.error) else { return }
    error?.isForwarded = true
    error?.failedAction = nil
    if let error { parent?.setError(error) }
  }

  /// Hides loading behind a visible error; a silent error, or none, reveals it.
  private func hideLoading(behind error: DisplayableError?) {
    updateLoading { loading in
      if error?.isSilent == false { loading.errorShown() } else { loading.errorCleared() }
    }
  }

  @inline(__always)
  private func mutate<Value>(
    _ property: KeyPath<ScreenState, Value>,
    _ listener: (any PresentationListener)?,
    _ change: () -> Void
  ) {
    guard let listener else { return withMutation(keyPath: property, change) }
    listener.changing { withMutation(keyPath: property, change) }
  }

  private func updateLoading(_ update: (inout LoadingCount) -> Void) {
    let wasLoading = loading.isLoading
    var updated = loading
    update(&updated)
    guard updated.isLoading != wasLoading else {
      loading = updated
      return
    }
    let listener = presentationListener
    mutate(Self.loadingPath, listener) { loading = updated }
    listener?.loadingChanged(to: updated.isLoading)
    guard options.contains(.loading) else { return }
    parent?.updateLoading { parentLoading in
      if wasLoading { parentLoading.childFinished() } else { parentLoading.childStarted() }
    }
  }
}

extension ScreenState: ScreenPresenting {
  package var presentationListener: (any PresentationListener)? {
    get { lifetime.presentationListener }
    set { lifetime.presentationListener = newValue }
  }

  package func present(_ error: any Error) {
    if let presented = DisplayableError(presenting: error) { showError(presented) }
  }

  package func leaveParent(of other: any ScreenPresenting) {
    guard let parent, parent === (other as? ScreenState)?.parent else { return }
    self.parent = nil
    if loading.isLoading, options.contains(.loading) {
      parent.updateLoading { $0.childFinished() }
    }
  }

  package func showsOwnValues() {
    guard let shown else { return }
    if shown.isLoading ?? loading.isLoading == loading.isLoading {
      self.shown = nil
    } else {
      withMutation(keyPath: \.isLoading) { self.shown = nil }
    }
    if shownError != shown.ownError { hideLoading(behind: shownError) }
  }
}

/// A state can show other values than its own while its loading and its error continue to change.
extension ScreenState {
  /// Whether the state shows earlier values, and stores that are bound to it refuse actions.
  public var isTravelling: Bool { lifetime.isHeld }

  /// The identity of the state.
  package nonisolated var storeID: StoreID { lifetime.storeID }

  /// Returns where to keep the shown values, if a write only shows a value.
  private func beginShowing() -> ShownScreen? {
    guard let isShowingValues = CoreListening.isShowingValues, isShowingValues(self) else {
      return nil
    }
    let shown = shown ?? ShownScreen(ownError: shownError)
    self.shown = shown
    return shown
  }
}

extension ScreenState: PropertyNaming {}

extension ScreenState: nonisolated PropertyHiding {
  // A snapshot that held the lifetime would prevent its end.
  package nonisolated static var hiddenProperties: Set<String> {
    ["parent", "options", "shown", "lifetime"]
  }
}

extension PropertyNaming where Self: ScreenState {
  package static var propertyNames: [AnyKeyPath: String] {
    [\Self.isLoading: "isLoading", \Self.displayError: "displayError"]
  }
}
