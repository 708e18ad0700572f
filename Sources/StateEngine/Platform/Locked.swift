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

  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if canImport(os)
    let result = lock.withLockUnchecked { value in
      do throws(Failure) {
        return Swift.Result<Result, Failure>.success(try body(&value))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
    #else
    try lock.withLock { value throws(Failure) in
      nonisolated(unsafe) let result = try body(&value)
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
