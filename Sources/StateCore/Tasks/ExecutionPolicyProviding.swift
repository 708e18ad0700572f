/// An action that says how its runs relate to each other.
public protocol ExecutionPolicyProviding {
  /// How runs of this action relate to each other, and when one begins.
  var executionPolicy: ExecutionPolicy { get }
}
