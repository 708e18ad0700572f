import Foundation
import Testing

@testable import ScreenStateKit

struct SaysCancelledTests {
  private struct Failure: Error {}

  @Test func cancelledWorkSaysSo() {
    #expect(saysCancelled(CancellationError()))
    #expect(saysCancelled(URLError(.cancelled)))
    #expect(saysCancelled(NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled)))
  }

  @Test func nothingElseDoes() {
    #expect(!saysCancelled(Failure()))
    #expect(!saysCancelled(URLError(.timedOut)))
    #expect(!saysCancelled(NSError(domain: "other", code: NSURLErrorCancelled)))
  }

  @Test func whatSaysSoIsNotPresented() {
    #expect(DisplayableError(presenting: URLError(.cancelled)) == nil)
    #expect(DisplayableError(presenting: DisplayableError(error: CancellationError())) == nil)
    #expect(DisplayableError(presenting: URLError(.timedOut)) != nil)
  }
}
