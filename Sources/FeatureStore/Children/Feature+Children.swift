extension Feature {
  /// A declaration of a child that always exists.
  ///
  /// The feature holds it as a property, and `store.scope` returns the child's store:
  ///
  /// ```swift
  /// let header = Child(\.header, Header())
  /// let cart: Child<Cart>
  ///
  /// init(payments: Payments) {
  ///   cart = Child(\.cart, Cart(payments: payments), output: Action.cart)
  /// }
  /// ```
  public typealias Child<ChildFeature: Feature> = ChildDeclaration<State, Action, ChildFeature>

  /// A declaration of a child that may exist.
  public typealias OptionalChild<ChildFeature: Feature> = OptionalChildDeclaration<
    State, Action, ChildFeature
  >

  /// A declaration of children in an array or a dictionary, by their ids.
  public typealias ChildCollection<ChildFeature: Feature, ID: Hashable & Sendable> =
    ChildCollectionDeclaration<State, Action, ChildFeature, ID>
}
