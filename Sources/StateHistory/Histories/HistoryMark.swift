/// A position in a history, for `revert(to:)`.
public struct HistoryMark: Hashable, Sendable {
  let history: Int
  let number: Int
}
