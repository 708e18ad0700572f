/// An action that says how its runs relate to each other.
public protocol ExecutionPolicyProviding {
  var executionPolicy: ExecutionPolicy { get }
}
