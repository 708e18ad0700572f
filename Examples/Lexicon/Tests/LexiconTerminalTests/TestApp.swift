import LexiconCore
import LexiconTerminal
import StateTesting

/// The app with scripted content and a record of its frames.
@MainActor
final class TestApp {
  private(set) var frames: [String] = []
  /// The frame that each frame replaces, if it is known.
  private(set) var previousFrames: [String?] = []
  private let (newFrames, drawing) = AsyncStream.makeStream(of: String.self)
  let provider: ScriptedProvider
  let library: ScriptedLibrary
  let place: Place
  private(set) lazy var view = LexiconView(
    content: LexiconContent(
      provider: provider,
      library: library,
      clock: ImmediateClock(),
      place: place
    ),
    size: .standard,
    show: { [unowned self] frame, previous in
      previousFrames.append(previous?.plainText)
      frames.append(frame.plainText)
      drawing.yield(frame.plainText)
    }
  )

  /// Creates the app and waits for its first screen.
  init(
    _ provider: ScriptedProvider = ScriptedProvider(total: 45),
    _ library: ScriptedLibrary = ScriptedLibrary(),
    place: Place = Place()
  ) async {
    self.provider = provider
    self.library = library
    self.place = place
    view.appear()
    await settle()
  }

  var last: String { frames.last ?? "" }

  /// The selected line of the last frame.
  var selection: String? {
    last.split(separator: "\n").first { $0.hasPrefix("> ") }.map(String.init)
  }

  @discardableResult
  func press(_ keys: Key...) -> Bool {
    keys.allSatisfy { view.press($0) }
  }

  func type(_ text: String) {
    for character in text {
      _ = view.press(.character(character))
    }
  }

  /// Waits until all started work has ended.
  func settle() async {
    await view.settle()
  }

  /// Waits for a frame that contains the text, without causing one.
  func waitForFrame(with text: String) async {
    for await frame in newFrames where frame.contains(text) {
      return
    }
  }

  /// Opens a word's page from a search.
  func openDetails(of word: String) async {
    type("/")
    type(word)
    await settle()
    press(.enter)
    await settle()
  }
}
