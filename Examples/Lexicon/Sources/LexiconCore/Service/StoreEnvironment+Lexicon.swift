package import ViewFeature

/// The services of the app, which sets them when it creates its stores.
extension StoreEnvironment {
  /// The source of the words.
  package var wordProvider: any WordProvider {
    get { self[WordProviderKey.self] }
    set { self[WordProviderKey.self] = newValue }
  }

  /// The storage of the notes.
  package var noteLibrary: any NoteLibrary {
    get { self[NoteLibraryKey.self] }
    set { self[NoteLibraryKey.self] = newValue }
  }

  /// Imports the words before the first use.
  package var wordImporter: any WordImporter {
    get { self[WordImporterKey.self] }
    set { self[WordImporterKey.self] = newValue }
  }

  /// The reader's place in the app, if it is kept.
  package var place: Place? {
    get { self[PlaceKey.self] }
    set { self[PlaceKey.self] = newValue }
  }
}

private enum WordProviderKey: StoreEnvironmentKey {
  static let liveValue: any WordProvider = Unreachable()
}

private enum NoteLibraryKey: StoreEnvironmentKey {
  static let liveValue: any NoteLibrary = Unreachable()
}

private enum WordImporterKey: StoreEnvironmentKey {
  static let liveValue: any WordImporter = Unreachable()
}

private enum PlaceKey: StoreEnvironmentKey {
  static let liveValue: Place? = nil
  static let testValue: Place? = nil
}
