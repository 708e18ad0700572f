#if canImport(os) && !STATE_NO_DISPATCH
import os

/// A value that is accessible only while a lock is held.
///
/// The lock isn't recursive. `body` must not use the same `Locked` again, and must not run unknown code, such as a
/// termination handler or the `deinit` of a user's value.
@usableFromInline
package struct Locked<Value>: ~Copyable, @unchecked Sendable {
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
}
#elseif (canImport(Glibc) || canImport(Musl)) && !STATE_NO_DISPATCH
#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// A value that is accessible only while a lock is held.
///
/// The lock isn't recursive. `body` must not use the same `Locked` again, and must not run unknown code, such as a
/// termination handler or the `deinit` of a user's value.
@usableFromInline
package struct Locked<Value>: ~Copyable, @unchecked Sendable {
  // This isn't a `Mutex`: the kernel may hand a `Mutex` over to a waiting thread, which the thread sanitizer doesn't
  // see and reports as a race.
  //
  // It stores two pointers into one allocation: in a generic type that contains both, the position of the value would
  // have to be looked up on each access.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let value: UnsafeMutablePointer<Value>

  package init(_ value: Value) {
    let layout = MemoryLayout<pthread_mutex_t>.self
    let alignment = max(layout.alignment, MemoryLayout<Value>.alignment)
    let offset = (layout.size + alignment - 1) / alignment * alignment
    let storage = UnsafeMutableRawPointer.allocate(
      byteCount: offset + MemoryLayout<Value>.size,
      alignment: alignment
    )
    mutex = storage.initializeMemory(as: pthread_mutex_t.self, to: pthread_mutex_t())
    self.value = (storage + offset).initializeMemory(as: Value.self, to: value)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    value.deinitialize(count: 1)
    UnsafeMutableRawPointer(mutex).deallocate()
  }

  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body(&value.pointee)
  }

  @usableFromInline
  func lock() {
    pthread_mutex_lock(mutex)
  }

  @usableFromInline
  func unlock() {
    pthread_mutex_unlock(mutex)
  }
}
#else
import Synchronization

/// A value that is accessible only while a lock is held.
///
/// The lock isn't recursive. `body` must not use the same `Locked` again, and must not run unknown code, such as a
/// termination handler or the `deinit` of a user's value.
@usableFromInline
package struct Locked<Value>: ~Copyable, @unchecked Sendable {
  // The mutex contains nothing, so that the result of `body` doesn't need to be sendable.
  private let mutex = Mutex(())
  private let value: UnsafeMutablePointer<Value>

  package init(_ value: Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mutex.withLock { _ throws(Failure) in Unchecked(try body(&value.pointee)) }.value
  }
}
#endif

/// A value whose owner guarantees that only one isolation uses it at a time.
@usableFromInline
package struct Unchecked<Value>: @unchecked Sendable {
  @usableFromInline package var value: Value

  @inlinable
  package init(_ value: Value) {
    self.value = value
  }
}

extension Unchecked: Equatable where Value: Equatable {}
extension Unchecked: Hashable where Value: Hashable {}
