/// Content of a resource as the owner of its loads knows it.
struct ResourceAnswer<Value: Sendable>: Sendable {
  /// The value of a load; `nil` for content that the property has from elsewhere.
  let value: Value?
  let identity = Identity()
}
