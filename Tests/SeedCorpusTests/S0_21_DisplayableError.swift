// swift-format-ignore-file
import Foundation

// What the library declares, as the document lists it.
enum S0DisplayableError {
  // S0-21 (L610)
  public struct DisplayableError: LocalizedError, Identifiable, Hashable {
      public let id: String        // Auto-generated UUID
      public let message: String
      public var errorDescription: String? { message }

      // edit: the body
      // was: public init(message: String)
      public init(message: String) {
          id = UUID().uuidString
          self.message = message
      }
  }
}
