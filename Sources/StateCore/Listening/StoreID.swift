/// The identity of a store in the events of a process.
public struct StoreID: Hashable, Sendable, CustomStringConvertible {
  package let number: Int

  package init(number: Int) {
    self.number = number
  }

  /// Returns an identity that no other store of the process has.
  package static func make() -> StoreID { StoreID(number: SerialNumber.next()) }

  /// The number of the store among those of the process.
  public var description: String { "store \(number)" }
}
