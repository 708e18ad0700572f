public import StateCore

extension Child {
  /// Replaces a value in the environment of the child's store and of the stores below it.
  ///
  /// ```swift
  /// let search = Child(\State.search, Search()).environment(\.words, SampleWords())
  /// ```
  public func environment<Value: Sendable>(
    _ path: any WritableKeyPath<StoreEnvironment, Value> & Sendable,
    _ value: Value
  ) -> Child {
    environment { values, _ in values[keyPath: path] = value }
  }

  /// Changes the environment of the child's store and of the stores below it.
  ///
  /// `change` runs once for each store of a child, when the store is created, with the parent's values and the child's
  /// state. After several modifiers, the last change of a value counts.
  public func environment(
    _ change: @escaping @MainActor (_ values: inout StoreEnvironment, _ state: F.State) -> Void
  ) -> Child {
    Child(link: link.overriding(change))
  }
}

extension OptionalChild {
  /// Replaces a value in the environment of the child's store and of the stores below it.
  ///
  /// ```swift
  /// let guest = OptionalChild(\State.guest, Search()).environment(\.words, SampleWords())
  /// ```
  public func environment<Value: Sendable>(
    _ path: any WritableKeyPath<StoreEnvironment, Value> & Sendable,
    _ value: Value
  ) -> OptionalChild {
    environment { values, _ in values[keyPath: path] = value }
  }

  /// Changes the environment of the child's store and of the stores below it.
  ///
  /// `change` runs once for each store of a child, when the store is created, with the parent's values and the child's
  /// state. After several modifiers, the last change of a value counts.
  public func environment(
    _ change: @escaping @MainActor (_ values: inout StoreEnvironment, _ state: F.State) -> Void
  ) -> OptionalChild {
    OptionalChild(link: link.overriding(change))
  }
}

extension ChildCollection {
  /// Replaces a value in the environments of the children's stores and of the stores below them.
  ///
  /// ```swift
  /// let rows = ChildCollection(\State.rows, Row()).environment(\.words, SampleWords())
  /// ```
  public func environment<Value: Sendable>(
    _ path: any WritableKeyPath<StoreEnvironment, Value> & Sendable,
    _ value: Value
  ) -> ChildCollection {
    environment { values, _ in values[keyPath: path] = value }
  }

  /// Changes the environments of the children's stores and of the stores below them.
  ///
  /// `change` runs once for each store of a child, when the store is created, with the parent's values and the child's
  /// state, so one of several children can differ. After several modifiers, the last change of a value counts.
  public func environment(
    _ change: @escaping @MainActor (_ values: inout StoreEnvironment, _ state: F.State) -> Void
  ) -> ChildCollection {
    ChildCollection(link: link.overriding(change))
  }
}
