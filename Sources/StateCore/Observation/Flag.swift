/// A flag that can be raised once.
///
/// It is safe to use from any context.
package final class Flag: Sendable {
  private let value: Locked<Bool>

  package init(isRaised: Bool = false) {
    value = Locked(isRaised)
  }

  package var isRaised: Bool { value.withLock { $0 } }

  package func raise() {
    value.withLock { $0 = true }
  }
}
