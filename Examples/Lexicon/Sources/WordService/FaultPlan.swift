/// The requests that fail on purpose, and their fault.
package struct FaultPlan: Equatable, Sendable {
  package enum Fault: String, CaseIterable, Sendable {
    /// Responds with 503 Service Unavailable.
    case status
    /// Responds with 200 and truncated JSON.
    case truncated
    /// Receives the request and never responds.
    case silence
  }

  /// A plan without faults.
  package static let none = FaultPlan(every: nil)

  private let every: Int?
  private let fault: Fault

  /// Creates a plan in which every request with a number divisible by `every` fails, or none if `every` is `nil`.
  package init(every: Int?, fault: Fault = .status) {
    precondition(every ?? 1 > 0, "Requests are counted from one")
    self.every = every
    self.fault = fault
  }

  /// Returns the fault of the request with this number, counted from one.
  func fault(ofRequest number: Int) -> Fault? {
    guard let every, number.isMultiple(of: every) else { return nil }
    return fault
  }
}
