#if canImport(os)
import os
#else
import Synchronization
#endif

/// A value that is only reachable while a lock is held.
///
/// The lock is not recursive. `body` must not use the same `Locked` again, nor run code that it
/// does not know, such as a termination handler or the `deinit` of a user's value.
package struct Locked<Value>: ~Copyable, @unchecked Sendable {
  #if canImport(os)
  private let lock: OSAllocatedUnfairLock<Value>
  #else
  private let lock: Mutex<Value>
  #endif

  package init(_ value: Value) {
    #if canImport(os)
    lock = OSAllocatedUnfairLock(uncheckedState: value)
    #else
    nonisolated(unsafe) let value = value
    lock = Mutex(value)
    #endif
  }

  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    #if canImport(os)
    lock.withLockUnchecked(body)
    #else
    lock.withLock { value in
      nonisolated(unsafe) let result = body(&value)
      return result
    }
    #endif
  }
}

/// A value whose owner promises that it is used from one isolation at a time.
package struct Unchecked<Value>: @unchecked Sendable {
  package var value: Value

  package init(_ value: Value) {
    self.value = value
  }
}
