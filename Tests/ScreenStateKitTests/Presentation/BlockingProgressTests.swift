import Testing

@testable import ScreenStateKit

struct BlockingProgressTests {
  @Test func aSubtitleIsShownAndAnnounced() {
    let progress = BlockingProgress(subtitle: "Saving...")

    #expect(progress.subtitle == "Saving...")
    #expect(progress.announcement == .text("Saving..."))
  }

  @Test(arguments: [nil, "", " \n"])
  func withoutATextTheNewScreenIsAnnounced(subtitle: String?) {
    let progress = BlockingProgress(subtitle: subtitle)

    #expect(progress.subtitle == nil)
    #expect(progress.announcement == .newScreen)
  }
}
