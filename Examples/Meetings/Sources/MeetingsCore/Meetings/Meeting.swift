package import Foundation

/// A recurring meeting with its speakers.
package struct Meeting: Codable, Hashable, Identifiable, Sendable {
  package let id: UUID
  package var title: String
  package var minutes: Int
  package var speakers: [Speaker]
  /// The past meetings, latest first.
  package var history: [PastMeeting]

  package init(
    id: UUID,
    title: String = "",
    minutes: Int = 15,
    speakers: [Speaker] = [],
    history: [PastMeeting] = []
  ) {
    self.id = id
    self.title = title
    self.minutes = minutes
    self.speakers = speakers
    self.history = history
  }

  /// The time for each speaker, in seconds.
  package var secondsPerSpeaker: Int { max(1, minutes * 60 / max(1, speakers.count)) }

  /// Accesses the speaker with an id; if it is missing, a read returns a speaker without a name, and a write does
  /// nothing.
  package subscript(speaker id: Speaker.ID) -> Speaker {
    get { speakers.first { $0.id == id } ?? Speaker(id: id) }
    set {
      if let index = speakers.firstIndex(where: { $0.id == id }) { speakers[index] = newValue }
    }
  }
}

/// A speaker in a meeting.
package struct Speaker: Codable, Hashable, Identifiable, Sendable {
  package let id: UUID
  package var name: String

  package init(id: UUID, name: String = "") {
    self.id = id
    self.name = name
  }
}

/// A past meeting.
package struct PastMeeting: Codable, Hashable, Identifiable, Sendable {
  package let id: UUID
  package let date: Date
  package let title: String
  package let speakers: [String]
  package let notes: String

  package init(id: UUID, date: Date, title: String, speakers: [String], notes: String) {
    self.id = id
    self.date = date
    self.title = title
    self.speakers = speakers
    self.notes = notes
  }
}
