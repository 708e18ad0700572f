import ScreenStateKit
import Testing

struct NonPresentableErrorTests {
  private struct Dismissed: NonPresentableError {}

  private struct Limit: NonPresentableError {
    var isSilent: Bool
  }

  private struct Loud: Error {}

  @Test func isSilentUnlessItSaysOtherwise() {
    #expect(Dismissed().isSilent)
    #expect(!Limit(isSilent: false).isSilent)
  }

  @Test func displayableErrorIsAsSilentAsItsOriginal() {
    #expect(DisplayableError(error: Dismissed()).isSilent)
    #expect(DisplayableError(message: "shown", error: Limit(isSilent: true)).isSilent)
    #expect(!DisplayableError(error: Limit(isSilent: false)).isSilent)
    #expect(!DisplayableError(error: Loud()).isSilent)
    #expect(!DisplayableError(message: "broken").isSilent)
  }

  @Test func actionThatIsLockedIsNotAnErrorForTheUser() {
    #expect(DisplayableError(error: ActionLocker.Errors.actionIsRunning).isSilent)
  }

  @Test func silenceIsKeptWhenNested() {
    let nested = DisplayableError(error: DisplayableError(message: "m", error: Dismissed()))
    #expect(nested.isSilent)
  }
}
