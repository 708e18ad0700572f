import Foundation
import StateJSON
import Testing

@testable import StateJournal

@Suite struct JSONCodingTests {
  @Test func codableValuesAreTheSameBehindJSON() throws {
    struct Value: Codable, Equatable {
      var text = "é\u{0}\u{2028}/"
      var numbers: [Double] = [0.1, -0.0, .infinity, .leastNonzeroMagnitude, 1e300, 1]
      var large = UInt64.max
      var date = Date(timeIntervalSinceReferenceDate: 0.1)
      var table = [1: "a", 2: "b"]
      var decimal = Decimal(string: "0.12345678901234567890123")
      var data = Data([1, 2, 255])
      var nothing: Int?
    }
    let value = Value()
    let json = try #require(JSONCoding.json(of: value))
    let read = try JSONReader.value(in: JSONText.bytes(of: json)[...])
    #expect(try JSONCoding.value(Value.self, read) == value)
    let nan = try #require(JSONCoding.json(of: [Double.nan]))
    #expect(try JSONCoding.value([Double].self, nan)[0].isNaN)
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    #expect(JSONCoding.json(of: Failing()) == nil)
    #expect(JSONCoding.json(of: Float.self) == nil)
  }
}
