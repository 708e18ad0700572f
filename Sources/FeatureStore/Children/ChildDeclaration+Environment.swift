public import StateCore

extension ChildDeclaration {
  /// Replaces a value in the environment of the child's store and of the stores below it.
  ///
  /// ```swift
  /// let search = Child(\.search, Search()).environment(\.words, SampleWords())
  /// ```
  public func environment<Value: Sendable>(
    _ path: any WritableKeyPath<StoreEnvironment, Value> & Sendable,
    _ value: Value
  ) -> ChildDeclaration {
    environment { values, _ in values[keyPath: path] = value }
  }

  /// Changes the environment of the child's store and of the stores below it.
  ///
  /// `change` runs once for each store of a child, when the store is created, with the parent's environment. It receives
  /// the parent's values and the child's state. If several modifiers change the same value, the last one wins.
  public func environment(
    _ change: @escaping @MainActor (_ values: inout StoreEnvironment, _ state: F.State) -> Void
  ) -> ChildDeclaration {
    ChildDeclaration(link: link.overriding(change))
  }
}

extension OptionalChildDeclaration {
  /// Replaces a value in the environment of the child's store and of the stores below it.
  ///
  /// ```swift
  /// let guest = OptionalChild(\.guest, Search()).environment(\.words, SampleWords())
  /// ```
  public func environment<Value: Sendable>(
    _ path: any WritableKeyPath<StoreEnvironment, Value> & Sendable,
    _ value: Value
  ) -> OptionalChildDeclaration {
    environment { values, _ in values[keyPath: path] = value }
  }

  /// Changes the environment of the child's store and of the stores below it.
  ///
  /// `change` runs once for each store of a child, when the store is created. It receives the parent's values and the
  /// child's state. If several modifiers change the same value, the last one wins.
  public func environment(
    _ change: @escaping @MainActor (_ values: inout StoreEnvironment, _ state: F.State) -> Void
  ) -> OptionalChildDeclaration {
    OptionalChildDeclaration(link: link.overriding(change))
  }
}

extension ChildCollectionDeclaration {
  /// Replaces a value in the environments of the children's stores and of the stores below them.
  ///
  /// ```swift
  /// let rows = ChildCollection(\.rows, Row()).environment(\.words, SampleWords())
  /// ```
  public func environment<Value: Sendable>(
    _ path: any WritableKeyPath<StoreEnvironment, Value> & Sendable,
    _ value: Value
  ) -> ChildCollectionDeclaration {
    environment { values, _ in values[keyPath: path] = value }
  }

  /// Changes the environments of the children's stores and of the stores below them.
  ///
  /// `change` runs once for each store of a child, when the store is created. It receives the parent's values and the
  /// child's state, so each of several children can have different values. If several modifiers change the same value,
  /// the last one wins.
  public func environment(
    _ change: @escaping @MainActor (_ values: inout StoreEnvironment, _ state: F.State) -> Void
  ) -> ChildCollectionDeclaration {
    ChildCollectionDeclaration(link: link.overriding(change))
  }
}
