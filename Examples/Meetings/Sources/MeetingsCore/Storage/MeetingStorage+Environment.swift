package import ViewFeature

private enum MeetingStorageKey: StoreEnvironmentKey {
  static let liveValue = MeetingStorage.file(MeetingStorage.defaultFile)
  static let previewValue = MeetingStorage.inMemory()
}

extension StoreEnvironment {
  /// The storage of the meetings.
  package var meetingStorage: MeetingStorage {
    get { self[MeetingStorageKey.self] }
    set { self[MeetingStorageKey.self] = newValue }
  }
}
