import StateEngine

/// Why bytes are no JSON.
package struct JSONFailure: Error {
  package let reason: String
}

extension JSONValue {
  /// Reads bytes that are one value and may be anything.
  package init(reading bytes: [UInt8], deepest: Int) throws(JSONFailure) {
    do throws(JSONReader.Failure) {
      self = try JSONReader.value(in: bytes[...], deepest: deepest)
    } catch {
      throw JSONFailure(reason: error.reason)
    }
  }
}
