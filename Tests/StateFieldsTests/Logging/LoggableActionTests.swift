import Foundation
import StateFields
import Testing

@Suite struct LoggableActionTests {
  private enum Action {
    case reload
    case rename(String)
    case show(id: Int, title: String)
  }

  private enum Open: LoggableAction {
    case rename(String)
  }

  private struct Partly: LoggableAction {
    let name: String
    let password: String

    var logDescription: String { name }
  }

  private struct Plain {
    let name: String
  }

  private let redaction = LogRedaction(isOn: true)

  @Test func onlyTheNameOfTheCaseIsLeft() {
    #expect(redaction.describe(Action.reload) == "reload")
    #expect(redaction.describe(Action.rename("secret")) == "rename")
    #expect(redaction.describe(Action.show(id: 1, title: "secret")) == "show")
  }

  @Test func onlyTheTypeIsLeftOfWhatHasNoCases() {
    #expect(redaction.describe(Plain(name: "secret")) == "Plain")
    #expect(redaction.describe("secret") == "String")
  }

  @Test func actionMayBeLoggedInFull() {
    #expect(redaction.describe(Open.rename("open")) == #"rename("open")"#)
  }

  @Test func actionMaySayWhatIsLogged() {
    let action = Partly(name: "name", password: "secret")
    #expect(redaction.describe(action) == "name")
    #expect(LogRedaction(isOn: false).describe(action) == "name")
  }

  @Test func errorsLoseTheirValuesToo() {
    enum Failure: Error {
      case refused(String)
      case ended
    }
    struct Personal: Error {
      let name: String
    }
    struct Coded: Error, CustomNSError {
      static let errorDomain = "Domain"
      let errorCode = 7
      let text: String
    }
    #expect(redaction.describe(error: Failure.refused("secret")) == "refused")
    #expect(redaction.describe(error: Failure.ended) == "ended")
    #expect(redaction.describe(error: Personal(name: "secret")) == "Personal")
    #expect(redaction.describe(error: Coded(text: "secret")) == "Coded (Domain 7)")
    let open = LogRedaction(isOn: false)
    #expect(open.describe(error: Failure.refused("value")) == #"refused("value")"#)
    #expect(open.describe(error: Personal(name: "value")).contains("value"))
  }

  @Test func anErrorMayBeLoggedInFull() {
    struct Open: Error, LoggableAction {
      var logDescription: String { "open" }
    }
    #expect(redaction.describe(error: Open()) == "open")
  }

  @Test func everythingIsThereWithoutRedaction() {
    #expect(LogRedaction(isOn: false).describe(Action.rename("value")) == #"rename("value")"#)
  }
}
