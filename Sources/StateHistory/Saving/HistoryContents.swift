package import StateFields
import StateRecord

/// The steps of a history, for a product that saves them.
@MainActor
package struct HistoryContents {
  /// A change of a field.
  package struct Field {
    package let object: any SnapshotState
    /// The index of the field.
    package let index: Int
    /// The index of the scope.
    package let scope: Int
    package let before: SnapshotValue
    package let after: SnapshotValue

    package init(
      object: any SnapshotState,
      index: Int,
      scope: Int,
      before: SnapshotValue,
      after: SnapshotValue
    ) {
      self.object = object
      self.index = index
      self.scope = scope
      self.before = before
      self.after = after
    }
  }

  /// A step.
  package struct Step {
    package let name: String?
    package let fields: [Field]
    /// Whether a field is missing, because its object no longer exists.
    package let isPartial: Bool

    package init(name: String?, fields: [Field], isPartial: Bool = false) {
      self.name = name
      self.fields = fields
      self.isPartial = isPartial
    }
  }

  /// The steps to undo, followed by those to redo.
  package var steps: [Step]
  package var undoCount: Int

  package init(steps: [Step], undoCount: Int) {
    self.steps = steps
    self.undoCount = undoCount
  }
}

/// A history without its owner, for a product that saves it.
@MainActor
package struct HistoryAccess {
  let recorder: HistoryRecorder

  /// A scope of the history.
  package struct Scope {
    package let state: any SnapshotState
    /// A text that differs if other fields belong to the history.
    package let signature: String
    fileprivate let paths: FieldPaths

    /// Whether a field of the state or one below it belongs to the history.
    @MainActor
    package func reaches(_ field: Int) -> Bool { paths.reach(field) }
  }

  package var hasEnded: Bool { recorder.hasEnded }
  package var hasSteps: Bool { recorder.stack.hasSteps }
  package var isSaved: Bool { recorder.saver != nil }
  /// Whether a store shows an earlier state.
  package var isHeld: Bool { recorder.scopes.isHeld }

  /// The scopes; `nil` if a state no longer exists.
  package var scopes: [Scope]? {
    var scopes: [Scope] = []
    for scope in recorder.scopes.all {
      guard !scope.hasEnded, let state = scope.root?.state else { return nil }
      let names = state.fieldShapes.map(\.name).joined(separator: ",")
      scopes.append(
        Scope(
          state: state,
          signature: "\(names) \(scope.paths.signature)",
          paths: scope.paths
        )
      )
    }
    return scopes
  }

  /// The clock of the first store.
  package var clock: any Clock<Duration> { recorder.clock }

  package func save(with saver: any HistorySaver) { recorder.saver = saver }

  package func stopSaving() { recorder.saver = nil }

  /// Finishes the changes of the current turn, so that the steps contain them.
  package func settle() {
    EventCenter.report()
    recorder.settle()
  }

  /// The steps with their values.
  package var contents: HistoryContents {
    let stack = recorder.stack
    let steps = stack.allSteps.map { step in
      let fields = step.fields.compactMap { key, field in
        key.object.state.map { state in
          HistoryContents.Field(
            object: state,
            index: key.field,
            scope: key.scope,
            before: field.before.value,
            after: field.after.value
          )
        }
      }
      return HistoryContents.Step(
        name: step.name,
        fields: fields,
        isPartial: fields.count < step.fields.count
      )
    }
    return HistoryContents(steps: steps, undoCount: stack.allSteps.count - stack.redoCount)
  }

  /// Replaces the steps by saved ones.
  package func restore(_ contents: HistoryContents) {
    recorder.restore(contents)
  }
}

extension HistoryRecorder {
  fileprivate func restore(_ contents: HistoryContents) {
    let steps = contents.steps.map { step in
      var fields: [FieldKey: (before: FieldValue, after: FieldValue)] = [:]
      for field in step.fields {
        let key = FieldKey(
          TrackedObject.absent(field.object),
          field.index,
          scope: field.scope
        )
        fields[key] = FieldValue.change(field.before, field.after)
      }
      return (name: step.name, fields: fields)
    }
    change { $0.restore(steps, undoCount: contents.undoCount) }
    tellAll()
  }
}
