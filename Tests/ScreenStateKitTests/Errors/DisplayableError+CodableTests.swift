import Foundation
import ScreenStateKit
import Testing

@Suite struct DisplayableErrorCodableTests {
  @Test func theMessageComesBackInASeparateError() throws {
    let error = DisplayableError(message: "No connection", error: CancellationError())
    let data = try JSONEncoder().encode(error)
    let decoded = try JSONDecoder().decode(DisplayableError.self, from: data)
    #expect(decoded.message == "No connection")
    #expect(decoded.originalError == nil)
    #expect(decoded != error)
    // Equal errors have the same encoding, regardless of the process that created them.
    #expect(try JSONEncoder().encode(decoded) == data)
  }
}
