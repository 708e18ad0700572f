package import Foundation
import ScreenStateKit
package import StatePersistence

/// Where the reader is and the settings, in two files.
@MainActor
package struct KeptStates {
  private let place: SavedState<Place>?
  private let settings: SavedState<LexiconSettings>?

  /// Loads what the files have, and keeps what changes from now on.
  ///
  /// A file that cannot be used is told as the error of the place, and the app goes on without it.
  package init(_ content: LexiconContent, in folder: URL) async {
    let tell = { @MainActor (error: SavedStateError) in content.place.tell(error) }
    place = await Self.attach(content.place, to: folder.appending(path: "place.json"), tell)
    settings = await Self.attach(
      content.settings,
      to: folder.appending(path: "settings.json"),
      tell
    )
  }

  /// Returns when everything is on the disk, or the reason why it is not.
  package func flush() async -> SavedStateError? {
    await place?.flush()
    await settings?.flush()
    return place?.failure ?? settings?.failure
  }

  private static func attach<State: PersistentState>(
    _ state: State,
    to file: URL,
    _ tell: @escaping @MainActor (SavedStateError) -> Void
  ) async -> SavedState<State>? {
    do throws(SavedStateError) {
      return try await StatePersistence.attach(state, to: .file(file), onError: tell)
    } catch {
      tell(error)
      return nil
    }
  }
}

extension Place {
  /// Adds an error to what is told already.
  fileprivate func tell(_ error: SavedStateError) {
    let messages = [displayError?.message, "\(error)"].compactMap(\.self)
    displayError = DisplayableError(message: messages.joined(separator: "\n"))
  }
}
