extension WorkLedger {
  /// Whether `timerFired` has an effect for a timer.
  package func awaits(_ timer: TimerID) -> Bool {
    lanesByTimer[timer] != nil
  }

  package mutating func timerFired(_ timer: TimerID, _ outcome: inout Outcome) {
    guard let lane = lanesByTimer.removeValue(forKey: timer) else { return }
    lanes[lane].timer = nil
    if let id = lanes[lane].pending {
      lanes[lane].pending = nil
      replaceLive(in: lane, with: id, &outcome)
      grant(id, in: lane, &outcome)
      if let window = lanes[lane].window { startTimer(window, in: lane, &outcome) }
    } else {
      lanes[lane].window = nil
    }
    leaveIfEmpty(lane, &outcome)
  }

  mutating func startTimer(
    _ duration: Duration,
    in lane: Int,
    _ outcome: inout Outcome
  ) {
    stopTimer(of: lane, &outcome)
    lastTimer += 1
    lanes[lane].timer = lastTimer
    lanesByTimer[lastTimer] = lane
    outcome.timer = (lastTimer, duration)
  }

  mutating func stopTimer(of lane: Int, _ outcome: inout Outcome) {
    guard let timer = lanes[lane].timer.take() else { return }
    lanesByTimer[timer] = nil
    outcome.stoppedTimers.append(timer)
  }

  /// Lets the next throttled work begin immediately.
  mutating func closeWindow(of lane: Int, _ outcome: inout Outcome) {
    lanes[lane].window = nil
    stopTimer(of: lane, &outcome)
    leaveIfEmpty(lane, &outcome)
  }
}
