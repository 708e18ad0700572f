import Observation
import StateFields
import StateTestSupport
import StateTesting
import Testing

@testable import StatePersistence

/// Errors of redacted fields.
@MainActor @Suite(.timeLimit(.minutes(20))) struct PersistedTests {
  struct Stay: Codable, Equatable, Sendable {
    var nights = 1
    var isRefused = false

    func encode(to encoder: any Encoder) throws {
      if isRefused {
        throw EncodingError.invalidValue(
          self,
          EncodingError.Context(codingPath: [], debugDescription: Secret.values[0])
        )
      }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(nights, forKey: .nights)
      try container.encode(isRefused, forKey: .isRefused)
    }
  }

  @Observable @MainActor
  final class Guest: PersistentState, SnapshotState {
    var title = ""
    var stays: [String: Stay] = [:]

    static let snapshotFields = SnapshotFields<Guest> {
      SnapshotField("title", \.title)
      SnapshotField("stays", \.stays)
    }

    static let persistence = Persistence<Guest>(version: 1) {
      Persisted("title", \.title)
      Persisted("stays", \.stays)
    }
  }

  @Observable @MainActor
  final class Hotel: PersistentState, SnapshotState {
    var name = ""
    var stays: [String: Stay] = [:]
    var open: [String: Stay] = [:]
    var guests: [Guest] = []
    let owner = Guest()
    var best: Guest?

    static let snapshotFields = SnapshotFields<Hotel> {
      SnapshotField("name", \.name)
      SnapshotField("stays", \.stays).redacted()
      SnapshotField("open", \.open)
      SnapshotField("guests", children: \.guests).redacted()
      SnapshotField("owner", child: \.owner).redacted()
      SnapshotField("best", child: \.best).redacted()
    }

    static let persistence = Persistence<Hotel>(version: 1) {
      Persisted("name", \.name)
      Persisted("stays", \.stays)
      Persisted("open", \.open)
      Persisted("guests", children: \.guests) { Guest() }
      Persisted("owner", child: \.owner)
      Persisted("best", child: \.best) { Guest() }
    }
  }

  private final class Reports {
    var errors: [SavedStateError] = []
  }

  private let memory = PersistenceMemory()
  private let reports = Reports()

  private func attach(_ hotel: Hotel) async throws -> SavedState<Hotel> {
    try await SavedStates.attach(
      hotel,
      to: .memory(memory),
      clock: TestClock(),
      onError: { [reports] in reports.errors.append($0) }
    )
  }

  @Test func errorsOfRedactedFieldsHaveNoKeyAndNoValue() async throws {
    let (key, value) = (Secret.keys[0], Secret.values[0])
    let stays = #"{"\#(key)":{"nights":"\#(value)"}}"#
    let guest = #"{"version":1,"fields":{"title":"a","stays":\#(stays)}}"#
    memory.save(
      """
      {"version":1,"fields":{"name":"kept","stays":\(stays),"open":{"known":{"nights":"x"}},
        "guests":[\(guest)],"owner":\(guest),"best":\(guest)}}
      """
    )
    let hotel = Hotel()
    let saved = try await attach(hotel)
    #expect(hotel.name == "kept")
    let errors = reports.errors
    #expect(
      errors.map(\.field) == [
        "stays", "open", "guests[(redacted)].stays", "owner.stays", "best.stays",
      ]
    )
    for error in errors { #expect(!"\(error) \(error.textForLog)".contains(Secret.mark)) }
    #expect(errors.filter { $0.reason == "its value can't be used" }.count == 4)
    #expect(errors.contains { $0.reason.contains("known") })
    await saved.detach()
  }

  @Test func errorsOfEncodingHaveNoValue() async throws {
    let hotel = Hotel()
    let saved = try await attach(hotel)
    hotel.guests = [Guest()]
    hotel.guests[0].stays[Secret.keys[0]] = Stay(isRefused: true)
    #expect(await !saved.flush())
    let error = try #require(reports.errors.last)
    #expect(error.field == "guests[(redacted)].stays")
    #expect(error.reason == "its value can't be used")
    hotel.guests = []
    #expect(await saved.flush())
  }

  @Test func redactedFieldsComeBack() async throws {
    let hotel = Hotel()
    let saved = try await attach(hotel)
    hotel.stays = [Secret.keys[0]: Stay(nights: 2), Secret.keys[1]: Stay(nights: 3)]
    hotel.guests = [Guest(), Guest()]
    hotel.guests[1].title = Secret.values[1]
    #expect(await saved.flush())
    let other = Hotel()
    let later = try await attach(other)
    #expect(other.stays == hotel.stays)
    #expect(other.guests.map(\.title) == ["", Secret.values[1]])
    await later.detach()
  }
}
