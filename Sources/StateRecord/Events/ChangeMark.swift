/// A mark of the changes and actions of some code, for recorders that group them.
package struct ChangeMark: Hashable, Sendable {
  // A mark fits into the padding of a change.
  private let number: Int32

  package init(_ number: Int32) {
    self.number = number
  }

  /// The mark of changes that elements of an observed sequence make, and of other code that isn't the user's.
  package static let observation = ChangeMark(-1)

  /// The mark of changes that the handler of an effect's cancellation makes.
  package static let cancellation = ChangeMark(-2)
}
