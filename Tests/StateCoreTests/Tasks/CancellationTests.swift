import Foundation
import StateCore
import Testing

struct CancellationTests {
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

  /// The error says so, but of other work.
  @Test func anErrorInATaskThatWasNotCancelledIsNoCancellation() async {
    #expect(!isCancellation(CancellationError()))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return [CancellationError(), Failure()].map(isCancellation)
    }
    #expect(await task.value == [true, false])
  }
}
