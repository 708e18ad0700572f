/// Content that several screens share, whose entries an inspector lists.
package protocol SharedContent: AnyObject, Sendable {
  /// The number of entries.
  @MainActor var entryCount: Int { get }
  /// Returns the entries that were used last, the latest first.
  @MainActor func lastEntries(_ count: Int) -> [SharedEntry]
  /// Whether the network seems to be available.
  @MainActor var isOnline: Bool { get }
  /// Notes whether the network seems to be available, until the app notes it again.
  @MainActor func connect(_ isOnline: Bool, by inspector: InspectorID)
  /// Changes an entry; returns `false` if it no longer exists.
  @MainActor func change(
    _ entry: Int,
    _ change: SharedEntryChange,
    by inspector: InspectorID
  ) -> Bool
  /// Ends what an inspector has simulated, unless another one has replaced it.
  @MainActor func release(_ inspector: InspectorID)
}

/// The identity of an inspector, to which its simulations belong.
package struct InspectorID: Hashable, Sendable {
  @MainActor private static var last = 0
  private let number: Int

  @MainActor package init() {
    Self.last += 1
    number = Self.last
  }
}

/// A change of an entry that an inspector requests.
package enum SharedEntryChange: Sendable, Equatable {
  case reload
  /// Marks the content as changed elsewhere.
  case invalidate
  case remove
  /// Replaces the loads of the entry by others, and loads it again; with `nil`, its own loads return.
  case simulate(SimulatedLoad?)
}

/// A simulated behavior of loads.
package enum SimulatedLoad: Sendable, Equatable {
  /// It never ends.
  case endless
  /// It fails with an error of this text.
  case failing(String)
  /// It waits for so long first.
  case slow(Duration)
}

/// An entry of shared content at this moment.
package struct SharedEntry {
  /// The number of the entry in its content, which no other entry has.
  package let number: Int
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
  /// The simulated behavior of its loads, if an inspector has chosen one.
  package let simulated: SimulatedLoad?

  package init(
    number: Int,
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
    attempt: (any LoadNote)?,
    simulated: SimulatedLoad?
  ) {
    self.number = number
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
    self.simulated = simulated
  }
}

/// The shared content of the process.
@MainActor
package enum SharedContents {
  private struct Reference {
    /// A number that no other content of the process has.
    let number: Int
    weak var content: (any SharedContent)?
  }

  private static var references: [Reference] = []
  private static var lastNumber = 0
  private static var limit = 16

  /// The content that exists with its number, the oldest first.
  package static var all: [(number: Int, content: any SharedContent)] {
    references.compactMap { reference in reference.content.map { (reference.number, $0) } }
  }

  /// Returns the content with a number, if it still exists.
  package static func content(_ number: Int) -> (any SharedContent)? {
    references.first { $0.number == number }?.content
  }

  /// Adds content, without keeping it in memory.
  package static func add(_ content: any SharedContent) {
    lastNumber += 1
    references.append(Reference(number: lastNumber, content: content))
    guard references.count > limit else { return }
    references.removeAll { $0.content == nil }
    limit = max(16, 2 * references.count)
  }

  /// The number of references, including those to content that has ended.
  package static var referenceCount: Int { references.count }
}
