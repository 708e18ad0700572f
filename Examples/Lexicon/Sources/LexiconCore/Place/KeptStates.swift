package import Foundation
import ScreenStateKit
package import StatePersistence

/// The reader's place, settings and marks, saved in files.
@MainActor
package struct KeptStates {
  private let place: SavedState<Place>?
  private let settings: SavedState<LexiconSettings>?
  private let marks: SavedState<MarksFeature.State>?

  /// Restores the states from their files, and saves later changes.
  ///
  /// If a file can't be used, the error is reported as an error of the place, and the app continues without the file.
  package init(_ content: LexiconContent, in folder: URL) async {
    let tell = { @MainActor (error: SavedStateError) in content.place.tell(error) }
    place = await Self.attach(content.place, to: folder.appending(path: "place.json"), tell)
    settings = await Self.attach(
      content.settings,
      to: folder.appending(path: "settings.json"),
      tell
    )
    do throws(SavedStateError) {
      marks = try await content.marks.keep(
        in: .file(folder.appending(path: "marks.json")),
        steps: .file(folder.appending(path: "marks-steps.json"))
      )
    } catch {
      marks = nil
      tell(error)
    }
  }

  /// Writes all changes to disk, and returns the error if that fails.
  package func flush() async -> SavedStateError? {
    await place?.flush()
    await settings?.flush()
    await marks?.flush()
    return place?.failure ?? settings?.failure ?? marks?.failure
  }

  private static func attach<State: PersistentState>(
    _ state: State,
    to file: URL,
    _ tell: @escaping @MainActor (SavedStateError) -> Void
  ) async -> SavedState<State>? {
    do throws(SavedStateError) {
      return try await SavedStates.attach(state, to: .file(file), onError: tell)
    } catch {
      tell(error)
      return nil
    }
  }
}

extension Place {
  /// Adds an error to those already shown.
  fileprivate func tell(_ error: SavedStateError) {
    let messages = [displayError?.message, "\(error)"].compactMap(\.self)
    displayError = DisplayableError(message: messages.joined(separator: "\n"))
  }
}
