#if canImport(SwiftUI)
import Foundation
import MeetingsSwiftUI
import SwiftUI

/// The app for Apple platforms.
@main
struct MeetingsApp: App {
  var body: some Scene {
    MeetingsScene()
  }
}
#else
import Foundation

@main
enum MeetingsApp {
  static func main() {
    let text = "MeetingsApp needs SwiftUI. Run meetings for the terminal.\n"
    FileHandle.standardError.write(Data(text.utf8))
    exit(EXIT_FAILURE)
  }
}
#endif
