package import StateCore
import StateFields
package import StateRecord

/// The reason why a store can't be changed from outside.
package struct ControlFailure: Error {
  package enum Kind: Sendable {
    /// The target doesn't exist.
    case missing
    /// The target can't be changed now.
    case refused
    /// The value has another type.
    case value
  }

  package let kind: Kind
  /// An explanation for the caller.
  package let reason: String

  package init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }
}

/// Changes made by an inspector. Their cause in events is the inspector.
extension Journal {
  /// Whether a store's screen shows that it loads; `nil` if the store has no screen.
  package func isLoading(_ store: StoreID) -> Bool? {
    (StoreRecording.store(store)?.recordedState as? any ScreenPresenting)?.isLoading
  }

  /// Whether a received action can be sent to a store again.
  package func canSend(_ action: EventValue, to store: StoreID) -> Bool {
    guard let type = StoreRecording.store(store)?.sentActionType, let whole = action.whole else {
      return false
    }
    return Swift.type(of: whole) == type
  }

  /// Sends a previously received action to its store again.
  package func send(again number: Int) throws(ControlFailure) {
    guard let entry = entries.entry(number: number),
      case .actionReceived(_, let received) = entry.kind
    else { throw ControlFailure(.missing, "Entry \(number) isn't a received action.") }
    let store = try present(entry.store)
    guard let action = received.action.whole, store.sendAsInspector(action) else {
      throw ControlFailure(.refused, "Store \(entry.store.number) doesn't accept this action.")
    }
    EventCenter.report()
  }

  /// Sends an action to a store.
  package func send(_ json: JSONValue, to id: StoreID) throws(ControlFailure) {
    let store = try present(id)
    guard let type = store.sentActionType else {
      throw ControlFailure(.refused, "Store \(id.number) doesn't accept actions.")
    }
    guard let decodable = type as? any Decodable.Type else {
      throw ControlFailure(.refused, "\(ValueText.name(of: type)) isn't Decodable.")
    }
    let action: Any
    do { action = try JSONCoding.value(decodable, json) } catch {
      throw ControlFailure(.value, "The value can't be decoded as \(ValueText.name(of: type)).")
    }
    _ = store.sendAsInspector(action)
    EventCenter.report()
  }

  /// Returns the cases of the actions that a store accepts as JSON, in their order.
  ///
  /// Empty if their type isn't an enumeration with a synthesized `Decodable`.
  package func actionCases(of id: StoreID) throws(ControlFailure) -> [ActionCase] {
    guard let store = StoreRecording.store(id) else {
      throw ControlFailure(.missing, "Store \(id.number) was deallocated.")
    }
    guard let type = store.sentActionType as? any Decodable.Type else { return [] }
    return ActionCase.all(of: type)
  }

  /// Sets a field of a store's state, or of an object below it, to another value.
  ///
  /// The path contains the names of the places that lead to the field.
  package func edit(
    _ path: [String],
    of id: StoreID,
    _ json: JSONValue
  ) throws(ControlFailure) {
    let store = try present(id)
    guard var state = store.recordedState as? any SnapshotState else {
      throw ControlFailure(.refused, "The state of store \(id.number) doesn't list its fields.")
    }
    var rest = path[...]
    while let name = rest.popFirst() {
      let index = state.fieldShapes.firstIndex { $0.name == name }
      guard let index else {
        throw ControlFailure(.missing, "The field \"\(name)\" doesn't exist.")
      }
      let shape = state.fieldShapes[index]
      if shape.isRedacted { throw ControlFailure(.refused, "The field \"\(name)\" is redacted.") }
      guard shape.isChild || !state.value(ofField: index).children.isEmpty else {
        if let part = rest.first {
          throw ControlFailure(.refused, "\"\(part)\" is a part of a value, not a field.")
        }
        return try set(json, index, shape, of: state)
      }
      state = try child(of: state, index, shape, &rest)
    }
    throw ControlFailure(.refused, "An object can't be replaced. Edit its fields.")
  }

  private func child(
    of state: any SnapshotState,
    _ index: Int,
    _ shape: FieldShape,
    _ rest: inout ArraySlice<String>
  ) throws(ControlFailure) -> any SnapshotState {
    let value = state.value(ofField: index)
    var child = value.children.first
    if case .children(.one, _) = value {
    } else if let place = rest.popFirst() {
      child = value.children.first { StateTree.name(of: $0.place) == place }
    } else {
      throw ControlFailure(.refused, "A list can't be replaced. Edit the fields of its elements.")
    }
    guard let child, child.plainElement == nil, let object = child.object as? any SnapshotState
    else {
      throw ControlFailure(.missing, "The field \"\(shape.name)\" doesn't contain this child.")
    }
    return object
  }

  private func set(
    _ json: JSONValue,
    _ index: Int,
    _ shape: FieldShape,
    of state: any SnapshotState
  ) throws(ControlFailure) {
    guard shape.isWritable, let make = state.coding(of: index).plain else {
      throw ControlFailure(.refused, "The field \"\(shape.name)\" can't be set.")
    }
    let value: SnapshotValue
    do { value = try make(JSONValueDecoder(json: json)) } catch {
      let type = ValueText.name(of: shape.type)
      throw ControlFailure(
        .value,
        "The value can't be decoded as \(type), the type of the field \"\(shape.name)\"."
      )
    }
    // Earlier changes have their own cause.
    EventCenter.report()
    _ = state.setValue(value, ofField: index, by: .inspector)
    EventCenter.report()
  }

  /// Cancels an effect that has not ended.
  package func cancel(effect number: Int, of id: StoreID) throws(ControlFailure) {
    let effect = EffectID(store: id, number: number)
    let isThere = runningWork.contains { $0.id == .effect(effect) }
    let stores = StoreRecording.stores(id)
    guard isThere, !stores.isEmpty else {
      throw ControlFailure(.missing, "Store \(id.number) isn't running effect \(number).")
    }
    for store in stores { store.cancelWork(number) }
    EventCenter.report()
  }

  /// Returns the screen of a store, which shows loading and errors.
  package func screen(of id: StoreID) throws(ControlFailure) -> any ScreenPresenting {
    guard let screen = try present(id).recordedState as? any ScreenPresenting else {
      throw ControlFailure(.refused, "The state of store \(id.number) doesn't belong to a screen.")
    }
    return screen
  }

  /// Returns a store that exists and shows its current state.
  private func present(_ id: StoreID) throws(ControlFailure) -> any RecordableStore {
    guard let store = StoreRecording.store(id) else {
      throw ControlFailure(.missing, "Store \(id.number) was deallocated.")
    }
    if store.isTravelling {
      throw ControlFailure(.refused, "Store \(id.number) shows an earlier state.")
    }
    return store
  }
}
