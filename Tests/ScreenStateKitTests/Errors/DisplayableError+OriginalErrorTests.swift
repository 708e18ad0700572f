import Foundation
import ScreenStateKit
import Testing

struct DisplayableErrorOriginalErrorTests {
  private struct Offline: LocalizedError, Equatable {
    var errorDescription: String? { "You are offline" }
  }

  @Test func withoutAnErrorThereIsNoOriginal() {
    #expect(DisplayableError(message: "broken").originalError == nil)
  }

  @Test func originalErrorIsKeptNextToTheMessage() {
    let error = DisplayableError(message: "broken", error: Offline())
    #expect(error.message == "broken")
    #expect(error.originalError as? Offline == Offline())
  }

  @Test func messageIsTheLocalizedDescription() {
    let error = DisplayableError(error: Offline())
    #expect(error.message == "You are offline")
    #expect(error.errorDescription == "You are offline")
    #expect(error.originalError as? Offline == Offline())
  }

  @Test func nestedErrorIsUnwrapped() {
    let inner = DisplayableError(message: "inner", error: Offline())
    let middle = DisplayableError(message: "middle", error: inner)
    let outer = DisplayableError(error: middle)
    #expect(middle.originalError as? Offline == Offline())
    #expect(outer.originalError as? Offline == Offline())
    #expect(outer.message == "middle")
  }

  @Test func nestedErrorThatStandsForNoneIsTheOriginal() {
    let inner = DisplayableError(message: "inner")
    let outer = DisplayableError(error: inner)
    #expect(outer.originalError as? DisplayableError == inner)
    #expect(outer.message == "inner")
  }

  @Test func eachOneIsNewRegardlessOfItsOriginal() {
    let inner = DisplayableError(message: "inner", error: Offline())
    #expect(DisplayableError(error: inner) != inner)
    #expect(DisplayableError(error: Offline()) != DisplayableError(error: Offline()))
  }

  @Test func copiesAreEqualAndHashAlike() {
    let error = DisplayableError(error: Offline())
    let copy = error
    #expect(copy == error)
    #expect(Set([error, copy]).count == 1)
  }
}
