import ScreenStateKit
import Testing

@MainActor
struct ScreenStateSubclassTests {
  private let parent = ScreenState()

  @Test func subclassInheritsTheInitializers() {
    _ = AnnotatedState()
    let loading = AnnotatedState(states: parent, options: .loading)
    loading.loadingStarted()
    #expect(parent.isLoading)
    loading.loadingFinished()
    let all = UnannotatedState(states: parent)
    all.displayError = DisplayableError(message: "error")
    #expect(parent.displayError != nil)
    #expect(UnannotatedState().title == "")
  }

  @Test func subclassMayCallThemFromItsOwn() {
    let child = StateWithParent(parent: parent)
    child.loadingStarted()
    #expect(parent.isLoading)
    child.loadingFinished()
    #expect(!parent.isLoading)
    let silent = StateWithParent(parent: parent, title: "silent")
    silent.loadingStarted()
    #expect(!parent.isLoading)
  }

  @Test func propertiesOfAnAnnotatedSubclassAreObservable() {
    let state = AnnotatedState()
    #expect(isNotified(of: state.items) { state.items = ["a"] })
    #expect(isNotified(of: state.isLoading) { state.loadingStarted() })
    #expect(!isNotified(of: state.items) { state.loadingFinished() })
  }

  @Test func inheritedPropertiesOfAnUnannotatedSubclassAreObservable() {
    let state = UnannotatedState()
    #expect(isNotified(of: state.isLoading) { state.loadingStarted() })
    #expect(isNotified(of: state.displayError) { state.showError(DisplayableError(message: "")) })
  }

  @Test func subclassIsSendable() {
    func requireSendable(_ value: some Sendable) {}
    requireSendable(AnnotatedState())
    requireSendable(UnannotatedState())
  }

  @Observable
  @MainActor
  final class AnnotatedState: ScreenState {
    var items: [String] = []
  }

  class UnannotatedState: ScreenState {
    var title = ""
  }

  final class StateWithParent: UnannotatedState {
    var count = 0

    init(parent: ScreenState) {
      super.init(states: parent)
    }

    init(parent: ScreenState, title: String) {
      super.init(states: parent, options: [])
      self.title = title
    }
  }
}
