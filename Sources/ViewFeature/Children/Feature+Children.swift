extension Feature {
  /// The type of a property that declares a child which always exists.
  ///
  /// ```swift
  /// let cart: ChildOf<Cart>
  ///
  /// init(payments: Payments) {
  ///   cart = ChildOf(\.cart, Cart(payments: payments), output: Action.cart)
  /// }
  /// ```
  public typealias ChildOf<ChildFeature: Feature> = Child<State, Action, ChildFeature>

  /// The type of a property that declares a child which may exist.
  public typealias OptionalChildOf<ChildFeature: Feature> = OptionalChild<
    State, Action, ChildFeature
  >

  /// The type of a property that declares children in an array or a dictionary, by their ids.
  public typealias ChildCollectionOf<ChildFeature: Feature, ID: Hashable & Sendable> =
    ChildCollection<
      State, Action, ChildFeature, ID
    >
}
