/// What an effect can be identified by.
///
/// Ids are equal when their values are: `1` and `"1"` differ.
public typealias TaskID = Hashable & Sendable
