/// Makes a collection without elements, if `type` is a collection of a kind that can be made so.
///
/// It looks at run time: generic code that knows nothing of `type` has to come to the same result.
func makeEmptyCollection<Value>(_ type: Value.Type) -> Value? {
  switch type {
  case let type as any RangeReplaceableCollection.Type: type.init() as? Value
  case let type as any (Collection & ExpressibleByArrayLiteral).Type: fromArray(type) as? Value
  case let type as any (Collection & ExpressibleByDictionaryLiteral).Type:
    fromDictionary(type) as? Value
  default: nil
  }
}

private func fromArray<Value: ExpressibleByArrayLiteral>(_: Value.Type) -> Value { [] }
private func fromDictionary<Value: ExpressibleByDictionaryLiteral>(_: Value.Type) -> Value { [:] }
