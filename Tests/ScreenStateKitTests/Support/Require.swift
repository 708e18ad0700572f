import Testing

/// `#require` for what a mutating call returns, which the macro does not take.
func require<Value>(
  _ value: Value?,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Value {
  try #require(value, sourceLocation: sourceLocation)
}
