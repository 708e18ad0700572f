import Foundation
import ScreenStateKit
import Testing

struct DisplayableErrorTests {
  // 6.1.10
  @Test func messageIsWhatIsShown() {
    let error = DisplayableError(message: "No connection")
    #expect(error.message == "No connection")
    #expect(error.errorDescription == "No connection")
    #expect((error as any Error).localizedDescription == "No connection")
  }

  @Test func eachOneIsNew() {
    let first = DisplayableError(message: "same")
    let second = DisplayableError(message: "same")
    #expect(first.id != second.id)
    #expect(first != second)
    #expect(Set([first, second]).count == 2)
  }

  @Test func copiesAreEqual() {
    let error = DisplayableError(message: "same")
    let copy = error
    #expect(copy == error)
    #expect(copy.id == error.id)
    #expect(Set([error, copy]).count == 1)
  }

  @Test func idIsAString() {
    let id: String = DisplayableError(message: "").id
    #expect(!id.isEmpty)
  }
}
