/// Creates an empty collection, if `type` is a kind of collection that can be created without elements.
///
/// The check happens at run time, because generic code that doesn't constrain `type` must get the same result.
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
