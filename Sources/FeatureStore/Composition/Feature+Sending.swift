import Logging
import StateFields

extension Feature {
  /// Returns an effect that sends an action to a child.
  ///
  /// For example, `send(.stop, to: \.player)`, `send(.stop, to: \.rows[id: 7])`, or
  /// `send(.stop, to: \.rows[id: 7].player)`.
  ///
  /// The action waits for the actions that this feature's store has queued. It is part of the action whose handler
  /// returned this effect: waiting for that action waits for it, too, and cancelling that action also cancels it. If
  /// neither handler suspends, the child has handled it before the outermost `send` returns.
  ///
  /// The receiver is the child that exists at the action's turn. If no child exists then, the action is logged and
  /// dropped, and reported as an issue in debug builds. The effect itself completes immediately, so it has no id and no
  /// failure.
  public func send<Place: ChildPlace>(
    _ action: Place.ChildFeature.InputAction,
    to child: KeyPath<Self, Place>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect where Place.ParentState == State {
    deliver(action, to: self[keyPath: child].childPath, SendOrigin(fileID: fileID, line: line))
  }

  /// Returns an effect that sends an action to one of several children.
  ///
  /// It behaves like `send(_:to:fileID:line:)`.
  public func send<ChildFeature: Feature, ID: Hashable & Sendable>(
    _ action: ChildFeature.InputAction,
    to children: KeyPath<Self, ChildCollection<ChildFeature, ID>>,
    id: ID,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect {
    deliver(action, to: self[keyPath: children][id: id], SendOrigin(fileID: fileID, line: line))
  }

  /// Returns an effect that sends an action to all children that exist at its turn, such as
  /// `send(.stop, toAll: \.rows)`.
  ///
  /// The children receive it one after the other, in the order of their array. If the action of one child removes or
  /// adds another child, that child doesn't receive it. Sending to an empty collection isn't an issue. Otherwise, the
  /// effect behaves like `send(_:to:fileID:line:)`.
  public func send<ChildFeature: Feature, ID: Hashable & Sendable>(
    _ action: ChildFeature.InputAction,
    toAll children: KeyPath<Self, ChildCollection<ChildFeature, ID>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect {
    let action = ChildFeature.action(action)
    let link = self[keyPath: children].link
    let origin = SendOrigin(fileID: fileID, line: line)
    return deliver(
      ChildDelivery<State>(action) { owner in
        // A child with several ids receives it once.
        var seen: Set<ObjectIdentifier> = []
        return link.makeMembers().ids(in: owner.state).compactMap { id in
          guard let store = owner.childStore(link, id),
            seen.insert(ObjectIdentifier(store.state)).inserted
          else { return nil }
          return store.takeFromParent(action, from: origin)
        }
      }
    )
  }

  private func deliver<ChildFeature: Feature>(
    _ action: ChildFeature.InputAction,
    to place: ChildPath<State, ChildFeature>,
    _ origin: SendOrigin
  ) -> Effect {
    let action = ChildFeature.action(action)
    return deliver(
      ChildDelivery<State>(action) { owner in
        if let store = place.find(owner) {
          return [store.takeFromParent(action, from: origin)]
        }
        reportDrop(
          "An action was sent to a child that doesn't exist",
          metadata: [
            "action": "\(describeForLog(action))",
            "child": "\(StorePath(place.steps(from: self)).text)",
          ]
        )
        return []
      }
    )
  }

  private func deliver(_ delivery: ChildDelivery<State>) -> Effect {
    Effect(.init(.send { ($0.store.object as? any ChildDeliverer)?.forward(delivery) }))
  }
}
