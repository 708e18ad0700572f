@testable import StateRequests

extension RequestProgram {
  /// Returns the program with another caller that joins a key before one step and leaves before another one.
  ///
  /// - Returns: `nil` if the caller could have an effect: unless the key is watched all the time until the end of the
  ///   turn in which the caller leaves, and needs no load for the caller.
  func with(_ isReload: Bool, to key: Int, from start: Int, until end: Int) -> RequestProgram? {
    var run = RequestRun(limits: limits, isCompared: false)
    var options: Int?
    var lastEnd: Int?
    for (index, step) in steps.enumerated() {
      if index == start {
        options = Self.options(ofGuest: key, isReload, in: run)
        if options == nil { return nil }
      }
      if index >= start, run.table.watchers(of: key).isEmpty { return nil }
      run.perform(step)
      if index >= end, step == .endTurn {
        lastEnd = index
        break
      }
    }
    guard let options, lastEnd != nil else { return nil }
    var program = self
    program.steps.insert(.leave(RequestStep.guest), at: end)
    let arrival: RequestStep =
      isReload
      ? .reload(key, by: RequestStep.guest, options: options)
      : .wait(key, by: RequestStep.guest, options: options)
    program.steps.insert(arrival, at: start)
    return program
  }

  /// Returns the options with which a caller has no effect, if there are any.
  private static func options(ofGuest key: Int, _ isReload: Bool, in run: RequestRun) -> Int? {
    guard let slot = run.table.slots[key] else { return nil }
    let entry = run.table.entries[slot]
    guard let options = requestOptions.firstIndex(of: entry.options) else { return nil }
    switch entry.load {
    case .running(let running):
      let joins = running.invalidation == entry.invalidation
      return joins && (!isReload || running.turn == run.table.turn) ? options : nil
    case .pausing(let pause):
      // Without a network, the caller throws at once.
      return isReload || pause.end.map { $0 <= run.now.clock } ?? false ? nil : options
    case .idle:
      let wake = entry.wake.map { $0 <= run.now.clock } ?? false
      let isStale = entry.isStale(after: entry.options.staleAfter, at: run.now)
      return isReload || wake || isStale ? nil : options
    }
  }

  private var commandTexts: [String] {
    var run = RequestRun(limits: limits, isCompared: false)
    for step in steps { run.perform(step) }
    return run.commandTexts
  }

  /// Returns the first command that another program with the guest has in addition, or lacks.
  func difference(from longer: RequestProgram) -> String? {
    let own = commandTexts
    let others = longer.commandTexts.filter { !$0.hasPrefix("resume \(RequestStep.guest):") }
    for (index, text) in own.enumerated() where index >= others.count || others[index] != text {
      return "\(text), and \(index < others.count ? others[index] : "nothing") with the guest"
    }
    return others.count > own.count ? "nothing, and \(others[own.count]) with the guest" : nil
  }
}
