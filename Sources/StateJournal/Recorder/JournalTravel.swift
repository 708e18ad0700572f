import StateRecord

/// The position of a journal's time travel.
struct JournalTravel {
  let travel: TimeTravel
  /// The last entry before the travel.
  let last: Int
  /// The number of the entry whose state is shown.
  var place: Int
}

extension JournalRecorder {
  func travel(to number: Int) -> Bool {
    EventCenter.report()
    let last = travel?.last ?? lastNumber
    let number = min(number, last)
    guard let frame = frame(at: number) else { return false }
    var next = travel
    if next == nil {
      guard let travel = TimeTravel(of: roots) else { return false }
      next = JournalTravel(travel: travel, last: last, place: last)
    }
    next?.place = number
    travel = next
    next?.travel.show(frame)
    emit(.travel(to: number))
    return true
  }

  func step(_ direction: JournalDirection, where isWanted: (JournalEntry) -> Bool) -> JournalEntry?
  {
    EventCenter.report()
    let last = travel?.last ?? lastNumber
    let place = travel?.place ?? last
    let entry =
      switch direction {
      case .backward: entries(upTo: place - 1).last { isStep($0) && isWanted($0) }
      case .forward: entries(after: place, upTo: last).first { isStep($0) && isWanted($0) }
      }
    guard let entry, travel(to: entry.number) else { return nil }
    return entry
  }

  /// Returns the next change after an entry.
  func next(after place: Int?) -> JournalEntry? {
    guard let place, let last = travel?.last else { return nil }
    return entries(after: place, upTo: last).first { entry in
      if case .change = entry.kind { isStep(entry) } else { false }
    }
  }

  private func isStep(_ entry: JournalEntry) -> Bool {
    if case .restored = entry.kind { false } else { !isStruckOut(entry.number) }
  }

  func isStruckOut(_ number: Int) -> Bool {
    struckOut.contains { $0.contains(number) }
  }

  func resume(applyingWrites: Bool) {
    guard let travel else { return }
    self.travel = nil
    travel.travel.resume(applyingWrites: applyingWrites)
    emit(.resume)
  }

  func commit() {
    guard let travel else { return }
    EventCenter.report()
    // The stores that the past doesn't contain end; nothing would start the work of the others again.
    let later = runningWork.filter { $0.lastStart > travel.place && !$0.isOfHook }
    self.travel = nil
    travel.travel.commit()
    if travel.place < travel.last { struckOut.append((travel.place + 1)...travel.last) }
    emit(.commit(of: travel.place))
    for work in later {
      for store in StoreRecording.stores(work.id.store) { store.cancelWork(work.id.number) }
    }
  }
}
