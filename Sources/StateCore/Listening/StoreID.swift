/// The identity of a store in the events of a process.
public struct StoreID: Hashable, Sendable, CustomStringConvertible {
  package let number: Int

  package init(number: Int) {
    self.number = number
  }

  /// The number of the store among those of the process.
  public var description: String { "store \(number)" }
}
