// swift-format-ignore-file
import Foundation

// S0-27 (L845)
public extension Optional {
    /// Evaluates a Result stub. Fails immediately if stub was not set.
    func evaluate<T>(
        file: StaticString = #file,
        line: UInt = #line
    ) throws -> T where Wrapped == Result<T, Error> {
        switch self {
        case .some(let result):
            return try result.get()
        case .none:
            fatalError("Stub not set - did you forget to call complete(with:)?")
        }
    }
}
