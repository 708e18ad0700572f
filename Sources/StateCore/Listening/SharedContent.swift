/// Content that several screens share, whose entries an inspector lists.
package protocol SharedContent: AnyObject, Sendable {
  /// The number of entries.
  @MainActor var entryCount: Int { get }
  /// Returns the entries that were used last, the latest first.
  @MainActor func lastEntries(_ count: Int) -> [SharedEntry]
}

/// An entry of shared content at this moment.
package struct SharedEntry {
  /// The query with its parameters.
  package let query: any Sendable
  /// The name of the query without its parameters.
  package let name: String
  /// The age of the content; `nil` without content.
  package let age: Duration?
  /// Whether the next caller loads the content.
  package let isStale: Bool
  package let isLoading: Bool
  /// The number of the attempt that follows a pause.
  package let nextAttempt: Int?
  package let error: (any Error)?
  package let watcherCount: Int
  package let waiterCount: Int
  /// Whether a change is neither confirmed nor rolled back.
  package let isPending: Bool
  /// The last attempt, if a listener has noted it.
  package let attempt: (any LoadNote)?

  package init(
    query: any Sendable,
    name: String,
    age: Duration?,
    isStale: Bool,
    isLoading: Bool,
    nextAttempt: Int?,
    error: (any Error)?,
    watcherCount: Int,
    waiterCount: Int,
    isPending: Bool,
    attempt: (any LoadNote)?
  ) {
    self.query = query
    self.name = name
    self.age = age
    self.isStale = isStale
    self.isLoading = isLoading
    self.nextAttempt = nextAttempt
    self.error = error
    self.watcherCount = watcherCount
    self.waiterCount = waiterCount
    self.isPending = isPending
    self.attempt = attempt
  }
}

/// The shared content of the process.
@MainActor
package enum SharedContents {
  private struct Reference {
    weak var content: (any SharedContent)?
  }

  private static var references: [Reference] = []
  private static var limit = 16

  /// The content that exists, the oldest first.
  package static var all: [any SharedContent] { references.compactMap(\.content) }

  /// Adds content, without keeping it in memory.
  package static func add(_ content: any SharedContent) {
    references.append(Reference(content: content))
    guard references.count > limit else { return }
    references.removeAll { $0.content == nil }
    limit = max(16, 2 * references.count)
  }

  /// The number of references, including those to content that has ended.
  package static var referenceCount: Int { references.count }
}
