/// A type whose values identify effects.
///
/// Ids are equal when their values are, so `1` and `"1"` differ. They are compared on any thread: in a module with the
/// main actor as its default isolation, a type of ids must be `nonisolated`.
public typealias TaskID = Hashable & Sendable
