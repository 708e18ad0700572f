import Foundation
import MeetingsCore

extension UUID {
  /// Creates the test id with this number.
  init(_ number: UInt8) {
    self.init(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }
}

extension Meeting {
  /// A one-minute meeting, in which two speakers have half a minute each.
  static let design = Meeting(
    id: UUID(100),
    title: "Design",
    minutes: 1,
    speakers: [Speaker(id: UUID(101), name: "Anna"), Speaker(id: UUID(102), name: "Ben")]
  )

  static let standup = Meeting(
    id: UUID(110),
    title: "Standup",
    speakers: [Speaker(id: UUID(111), name: "Cleo")],
    history: [
      PastMeeting(
        id: UUID(112),
        date: .start,
        title: "Standup",
        speakers: ["Cleo"],
        notes: "All well"
      )
    ]
  )
}

extension Date {
  /// The date of a test store's environment.
  static let start = Date(timeIntervalSinceReferenceDate: 0)
}
