#if canImport(XCTest)
public import Observation
import StateFields
public import XCTest

extension XCTestCase {
  /// Fails the test if `instance` is still alive when the test's teardown blocks run.
  public func assertNoMemoryLeak(
    _ instance: AnyObject,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    addTeardownBlock { [weak instance] in
      XCTAssertNil(
        instance,
        "Expected \(String(describing: instance)) to be deallocated. Potential memory leak",
        file: file,
        line: line
      )
    }
  }

  /// Expects a property to change while `action` runs or within `timeout` seconds after it.
  ///
  /// If the values are `Equatable`, they are compared. Otherwise each write counts as a change.
  @MainActor
  public func expectChange<Object: Observable, Value>(
    of keyPath: KeyPath<Object, Value>,
    on object: Object,
    timeout: Double = 1.0,
    file: StaticString = #filePath,
    line: UInt = #line,
    action: () async -> Void
  ) async {
    let watch = ChangeWatch { object[keyPath: keyPath] }
    let hasChanged = await watch.seesChange(during: action, timeout: timeout)
    XCTAssertTrue(
      hasChanged,
      "Expected \(StoredProperty.name(of: keyPath, in: object)) to change within \(timeout) seconds",
      file: file,
      line: line
    )
  }
}
#endif
