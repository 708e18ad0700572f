import ScreenStateKit
import SwiftUI
import Testing

@MainActor
struct OnShowBlockLoadingTests {
  private struct Screen: View {
    @State var state: ScreenState
    var subtitles: String?

    var body: some View {
      VStack {
        Button("Save") {}
        Text("Row").onTapGesture {}
      }
      .onShowBlockLoading($state.isLoading, subtitles: subtitles)
    }
  }

  private let state = ScreenState()

  @Test func indicatorAndTextAreThereWhileTheStateLoads() {
    let host = ViewHost(Screen(state: state, subtitles: "Saving..."))
    #expect(host.texts == ["Save", "Row"])

    state.loadingStarted()
    #expect(host.node(.progress) != nil)
    #expect(host.node(.text, "Saving...") != nil)
    state.loadingFinished()

    #expect(host.node(.progress) == nil)
    #expect(host.node(.text, "Saving...") == nil)
  }

  @Test func indicatorNeedsNoText() {
    state.loadingStarted()
    let host = ViewHost(Screen(state: state))

    #expect(host.node(.progress) != nil)
    #expect(host.texts == ["Save", "Row"])
  }

  @Test(arguments: ["Save", "Row"])
  func coverTakesTheTouches(target: String) {
    state.loadingStarted()
    let host = ViewHost(Screen(state: state))

    #expect(throws: ViewHostError.outOfReach(target)) { try host.tap(target) }

    state.loadingFinished()
    #expect(throws: Never.self) { try host.tap(target) }
  }

  @Test func controlsAreDisabledForTheKeyboard() {
    state.loadingStarted()
    let host = ViewHost(Screen(state: state))

    #expect(host.node(.button, "Save")?.isEnabled == false)
  }

  @Test func voiceOverReadsTheTextAndNotWhatIsCovered() {
    state.loadingStarted()
    let host = ViewHost(Screen(state: state, subtitles: "Saving..."))

    #expect(host.announcements == ["Saving..."])
    #expect(host.readableTexts == ["Saving..."])
  }

  @Test func voiceOverIsToldOfTheCoverWithoutAText() {
    state.loadingStarted()
    let host = ViewHost(Screen(state: state))

    #expect(host.announcements.isEmpty)
    #expect(host.screenChanges == 1)
  }

  @Test func anotherTextIsAnnounced() throws {
    struct Steps: View {
      @State private var step = 1

      var body: some View {
        Toggle(
          "Next",
          isOn: Binding {
            step == 2
          } set: {
            step = $0 ? 2 : 1
          }
        )
        Text("Content").onShowBlockLoading(.constant(true), subtitles: "Step \(step)")
      }
    }
    let host = ViewHost(Steps())

    try host.tap("Next")

    #expect(host.announcements == ["Step 1", "Step 2"])
  }

  @Test func nothingIsAnnouncedBeforeItLoads() {
    let host = ViewHost(Screen(state: state, subtitles: "Saving..."))

    #expect(host.announcements.isEmpty)
  }
}
