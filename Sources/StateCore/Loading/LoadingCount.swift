/// A counter that decides whether a screen shows that it is loading.
///
/// It counts starts and finishes of the state separately from those of its children, so that neither can end the
/// other's. An error hides loading until the next start of either kind, or until the error is cleared. A direct write
/// is shown until the count next changes.
package struct LoadingCount: Sendable, Equatable {
  private var own = 0
  private var children = 0
  private var isHidden = false
  private var written: Bool?

  package init() {}

  package var isLoading: Bool {
    written ?? (!isHidden && own + children > 0)
  }

  package mutating func start() {
    own += 1
    counted(start: true)
  }

  /// Ends one start.
  ///
  /// Does nothing if there was no start.
  package mutating func finish() {
    guard own > 0 else { return }
    own -= 1
    counted(start: false)
  }

  package mutating func childStarted() {
    children += 1
    counted(start: true)
  }

  package mutating func childFinished() {
    guard children > 0 else { return }
    children -= 1
    counted(start: false)
  }

  package mutating func write(_ isLoading: Bool) {
    if isLoading != self.isLoading { written = isLoading }
  }

  package mutating func errorShown() {
    isHidden = true
    written = nil
  }

  package mutating func errorCleared() {
    isHidden = false
    written = nil
  }

  private mutating func counted(start: Bool) {
    written = nil
    if start { isHidden = false }
  }
}
