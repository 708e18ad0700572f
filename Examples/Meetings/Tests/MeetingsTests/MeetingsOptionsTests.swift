import Foundation
import MeetingsCore
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

  @Test func aServerBringsItsCache() {
    var environment = StoreEnvironment.test
    MeetingsOptions(["--server", "http://127.0.0.1:8080"]).apply(to: &environment)
    #expect(environment.teamService != nil)
    #expect(environment.queries !== QueryCache.shared)
  }
}
