import Testing

@testable import GTKKit

struct MainLoopErrorTests {
  @Test func `a display that cannot be opened is named`() {
    #expect(MainLoopError.noDisplay(":9").errorDescription == "GTK cannot open the display ':9'")
  }

  @Test func `what would name a display is named where there is none`() {
    let description = MainLoopError.noDisplay(nil).errorDescription ?? ""
    #expect(description.contains("WAYLAND_DISPLAY"))
  }
}
