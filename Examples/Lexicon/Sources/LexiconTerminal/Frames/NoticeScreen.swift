/// A notice that covers everything else until the reader presses a key.
package struct NoticeScreen: Equatable, Sendable {
  package var message: String

  package init(_ message: String) {
    self.message = message
  }

  package func frame(in size: TerminalSize) -> Frame {
    let lines = message.split(separator: "\n").flatMap { line in
      String(line).wrapped(to: size.columns) + [""]
    }
    let layout = ScreenLayout(
      title: "Some data could not be restored",
      footer: "press any key to continue"
    )
    return layout.frame(in: size, body: lines.map { Frame.Line($0, .error) })
  }
}
