/// Which requests the service fails on purpose, and how.
package struct FaultPlan: Equatable, Sendable {
  package enum Fault: String, CaseIterable, Sendable {
    /// Answers 503 Service Unavailable.
    case status
    /// Answers 200, but the JSON ends in the middle.
    case truncated
    /// Takes the request and never answers.
    case silence
  }

  /// No request fails.
  package static let none = FaultPlan(every: nil)

  private let every: Int?
  private let fault: Fault

  /// Makes a plan by which each request fails whose number `every` divides; none if it is nil.
  package init(every: Int?, fault: Fault = .status) {
    precondition(every ?? 1 > 0, "Requests are counted from one")
    self.every = every
    self.fault = fault
  }

  /// The fault of the request with this number, counted from one.
  func fault(ofRequest number: Int) -> Fault? {
    guard let every, number.isMultiple(of: every) else { return nil }
    return fault
  }
}
