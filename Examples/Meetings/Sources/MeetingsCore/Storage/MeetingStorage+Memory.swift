extension MeetingStorage {
  /// Returns a storage that keeps the meetings while the program runs.
  package static func inMemory(_ meetings: [Meeting] = []) -> MeetingStorage {
    let memory = Memory(meetings)
    return MeetingStorage {
      await memory.meetings
    } save: {
      await memory.replace($0)
    }
  }

  private actor Memory {
    private(set) var meetings: [Meeting]

    init(_ meetings: [Meeting]) {
      self.meetings = meetings
    }

    func replace(_ meetings: [Meeting]) {
      self.meetings = meetings
    }
  }
}
