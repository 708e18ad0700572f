import Testing

/// `#require` for the result of a mutating call, which the macro doesn't support.
func require<Value>(
  _ value: Value?,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Value {
  try #require(value, sourceLocation: sourceLocation)
}
