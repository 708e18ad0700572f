import Foundation
import Testing

@testable import ScreenStateKit

struct DisplayableErrorPresentingTests {
  @Test func whatSaysSoIsNotPresented() {
    #expect(DisplayableError(presenting: URLError(.cancelled)) == nil)
    #expect(DisplayableError(presenting: DisplayableError(error: CancellationError())) == nil)
    #expect(DisplayableError(presenting: URLError(.timedOut)) != nil)
  }
}
