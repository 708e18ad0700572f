/// An action that defines how its runs relate to each other.
public protocol ExecutionPolicyProviding {
  /// The rule for how runs of this action relate to each other, and when one begins.
  var executionPolicy: ExecutionPolicy { get }
}
