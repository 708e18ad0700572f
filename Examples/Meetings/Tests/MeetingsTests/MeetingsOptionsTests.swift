import Foundation
import MeetingsCore
import StateOutbox
import StatePersistence
import StateQueries
import Testing
import ViewFeature

@Suite struct MeetingsOptionsTests {
  @Test func theServerAndTheFileAreOptional() {
    #expect(MeetingsOptions([]).file == nil)
    #expect(MeetingsOptions(["/tmp/a.json"]).file?.path == "/tmp/a.json")
    let options = MeetingsOptions(["--server", "http://127.0.0.1:8080", "/tmp/a.json"])
    #expect(options.server == URL(string: "http://127.0.0.1:8080"))
    #expect(options.file?.path == "/tmp/a.json")
    #expect(MeetingsOptions(["-NSDocumentRevisionsDebugMode", "YES"]) == MeetingsOptions([]))
  }

  @Test @MainActor func aServerBringsItsCacheAndItsOutbox() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "meetings.json").path
    let options = MeetingsOptions(["--server", "http://127.0.0.1:9", file])
    let environment = try await options.environment(from: .test)
    #expect(environment.teamService != nil)
    #expect(environment.queries !== QueryCache.shared)
    let outbox = try #require(environment.outbox)
    // A second app can't send the same changes.
    await #expect(throws: SavedStateError.self) { try await options.environment(from: .test) }
    await outbox.close()
    #expect(try await MeetingsOptions([file]).environment(from: .test).outbox == nil)
  }
}
