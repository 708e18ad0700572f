import CTerminal
import Dispatch
import Foundation

/// The terminal of the process: shows frames on the alternate screen and reads single keys.
@MainActor
package final class Terminal {
  /// The signals that end a process; the terminal must be restored before they do.
  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let enterScreen = "\u{1B}[?1049h\u{1B}[?25l"
  private static let leaveScreen = "\u{1B}[?25h\u{1B}[?1049l"

  package let events: AsyncStream<SessionEvent>
  private let continuation: AsyncStream<SessionEvent>.Continuation
  private var original: termios?
  private let painter: FramePainter
  private var signals: [any DispatchSourceSignal] = []

  /// Creates the terminal, without colors if the environment contains `NO_COLOR`.
  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    painter = FramePainter(usesColor: (environment["NO_COLOR"] ?? "").isEmpty)
    (events, continuation) = AsyncStream.makeStream(of: SessionEvent.self)
  }

  package static var isThere: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  package var size: TerminalSize {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return .standard }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Shows a frame over the previous one, if that is known.
  package func show(_ frame: Frame, over previous: Frame?) {
    StandardStreams.writeOutput(painter.paint(frame, over: previous))
  }

  package func open() {
    enter()
    for number in Self.endings {
      on(number) { $0.continuation.yield(.signal(number)) }
    }
    on(SIGWINCH) { $0.continuation.yield(.resized($0.size)) }
    on(SIGTSTP) { $0.suspend() }
    on(SIGCONT) { $0.resume() }
    let keys = continuation
    Thread.detachNewThread {
      Self.readKeys { keys.yield(.key($0)) }
      // Without a terminal, no one can quit the app.
      keys.finish()
    }
  }

  package func close() {
    for source in signals {
      source.cancel()
    }
    signals = []
    leave()
  }

  private func enter() {
    var mode = termios()
    guard tcgetattr(STDIN_FILENO, &mode) == 0 else { return }
    original = mode
    terminal_restore_on_crash(&mode, Self.leaveScreen)
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode)
    StandardStreams.writeOutput(Self.enterScreen)
  }

  private func leave() {
    guard var mode = original else { return }
    original = nil
    StandardStreams.writeOutput(Self.leaveScreen)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode)
    terminal_is_restored()
  }

  private func suspend() {
    leave()
    kill(getpid(), SIGSTOP)
  }

  private func resume() {
    guard original == nil else { return }
    enter()
    continuation.yield(.resized(size))
  }

  private func on(_ number: Int32, _ handle: @escaping @MainActor (Terminal) -> Void) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        if let self {
          handle(self)
        }
      }
    }
    source.activate()
    signals.append(source)
  }

  private nonisolated static func readKeys(_ press: (Key) -> Void) {
    // Long enough for the rest of a key's bytes over a slow connection, but too short to notice.
    let patience: Int32 = 50
    var parser = KeyParser()
    var byte: UInt8 = 0
    while true {
      if parser.isWaiting {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        if poll(&input, 1, patience) == 0 {
          parser.flush().forEach(press)
          continue
        }
      }
      let count = read(STDIN_FILENO, &byte, 1)
      if count == 1 {
        parser.feed(byte).forEach(press)
      } else if count == 0 || errno != EINTR {
        return
      }
    }
  }
}
