package import Foundation

/// The failure of a request, with its address.
package struct WordProviderError: LocalizedError, Equatable {
  package enum Reason: Equatable, Sendable {
    case unreachable(String)
    case noAnswer(seconds: Double)
    case status(Int)
    case unreadable(String)
  }

  package let reason: Reason
  package let url: URL

  package init(_ reason: Reason, url: URL) {
    self.reason = reason
    self.url = url
  }

  package var errorDescription: String? {
    "\(what): \(url.absoluteString)"
  }

  private var what: String {
    switch reason {
    case .unreachable(let detail):
      "The word service cannot be reached (\(detail))"
    case .noAnswer(let seconds):
      "The word service did not answer within \(seconds.formatted()) s"
    case .status(let code):
      "The word service answered with HTTP status \(code)"
    case .unreadable(let detail):
      "The answer of the word service cannot be read (\(detail))"
    }
  }
}
