#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// The next data for a page: an answer, or new data from the journal.
///
/// It contains at most one answer. A caller with another answer waits until the first one is taken, so that answers
/// don't accumulate for a slow page.
actor Outbox {
  enum Next {
    case frame([UInt8])
    /// The journal has to be read.
    case look
    case end
  }

  private var frame: [UInt8]?
  private var last: [UInt8]?
  private var isToLook = true
  private var hasEnded = false
  private var taker: CheckedContinuation<Void, Never>?
  private var giver: CheckedContinuation<Void, Never>?

  /// Returns when the frame is the next one.
  func put(_ new: [UInt8]) async {
    while frame != nil, !hasEnded { await withCheckedContinuation { giver = $0 } }
    if hasEnded { return }
    frame = new
    wakeTaker()
  }

  func look() {
    isToLook = true
    wakeTaker()
  }

  /// Accepts no more frames.
  ///
  /// The outbox ends after its current content and an optional last frame.
  func end(with last: [UInt8]? = nil) {
    if hasEnded { return }
    hasEnded = true
    self.last = last
    wakeTaker()
    giver?.resume()
    giver = nil
  }

  func next() async -> Next {
    while true {
      if let frame {
        self.frame = nil
        giver?.resume()
        giver = nil
        return .frame(frame)
      }
      if let last {
        self.last = nil
        return .frame(last)
      }
      if hasEnded { return .end }
      if isToLook {
        isToLook = false
        return .look
      }
      await withCheckedContinuation { taker = $0 }
    }
  }

  private func wakeTaker() {
    taker?.resume()
    taker = nil
  }
}
#endif
