import Foundation
import ScreenStateKit
import Testing

@Suite struct DisplayableErrorCodableTests {
  @Test func theMessageComesBackInAnErrorOfItsOwn() throws {
    let error = DisplayableError(message: "No connection", error: CancellationError())
    let data = try JSONEncoder().encode(error)
    let decoded = try JSONDecoder().decode(DisplayableError.self, from: data)
    #expect(decoded.message == "No connection")
    #expect(decoded.originalError == nil)
    #expect(decoded != error)
    // Equal errors are the same where they are encoded, whichever process has made them.
    #expect(try JSONEncoder().encode(decoded) == data)
  }
}
