#if canImport(os)
import os
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A value that is only reachable while a lock is held.
///
/// The lock is not recursive. `body` must not use the same `Locked` again, nor run code that it
/// does not know, such as a termination handler or the `deinit` of a user's value.
package struct Locked<Value>: ~Copyable, @unchecked Sendable {
  #if canImport(os)
  private let lock: OSAllocatedUnfairLock<Value>

  package init(_ value: Value) {
    lock = OSAllocatedUnfairLock(uncheckedState: value)
  }

  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = lock.withLockUnchecked { value in
      do throws(Failure) {
        return Swift.Result<Result, Failure>.success(try body(&value))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
  #else
  // Not `Mutex`: the kernel may hand that over to a waiting thread, which the thread sanitizer does
  // not see and takes for a race.
  private struct Storage {
    var mutex = pthread_mutex_t()
    var value: Value
  }

  private let storage: UnsafeMutablePointer<Storage>

  package init(_ value: Value) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: Storage(value: value))
    pthread_mutex_init(&storage.pointee.mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(&storage.pointee.mutex)
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(&storage.pointee.mutex)
    defer { pthread_mutex_unlock(&storage.pointee.mutex) }
    return try body(&storage.pointee.value)
  }
  #endif
}

/// A value whose owner promises that it is used from one isolation at a time.
package struct Unchecked<Value>: @unchecked Sendable {
  package var value: Value

  package init(_ value: Value) {
    self.value = value
  }
}
